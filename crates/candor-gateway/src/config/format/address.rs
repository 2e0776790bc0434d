//! `127.0.0.1:8080`

use super::{Format, always};
use crate::config::value::Value;
use std::net::{IpAddr, SocketAddr};

pub(crate) const ADDRESS: Format = Format {
    expected: "an address with a port, such as `127.0.0.1:8080`",
    pattern: Some("^.+:[0-9]{1,5}$"),
    read,
    may_show: always,
};

fn read(text: &str) -> Result<Value, String> {
    if let Ok(address) = text.parse::<SocketAddr>() {
        return Ok(Value::Address(address));
    }
    Err(match (text.parse::<IpAddr>(), text.strip_prefix("localhost")) {
        (Ok(address), _) => format!("add a port: `{}`", SocketAddr::new(address, 8080)),
        (_, Some(rest)) => format!("write the number of the address: `127.0.0.1{rest}`"),
        _ if text.parse::<u16>().is_ok() => format!("write the address before the port: `127.0.0.1:{text}`"),
        _ => String::new(),
    })
}
