//! `10.0.0.0/8`, `192.0.2.7`

use super::{Format, always};
use crate::config::value::Value;
use std::net::IpAddr;

pub(crate) const NETWORK: Format = Format {
    expected: "an address or a network, such as `192.0.2.7` or `10.0.0.0/8`",
    pattern: Some("^[0-9A-Fa-f.:]+(/[0-9]{1,3})?$"),
    read,
    may_show: always,
};

fn read(text: &str) -> Result<Value, String> {
    let (address, length) = text.split_once('/').map_or((text, None), |(address, length)| (address, Some(length)));
    let address: IpAddr = address.parse().map_err(|_| String::new())?;
    let bits = if address.is_ipv4() { 32 } else { 128 };
    match length.map(str::parse::<u8>) {
        None => Ok(Value::Text(text.to_owned())),
        Some(Ok(length)) if length <= bits => Ok(Value::Text(text.to_owned())),
        Some(_) => Err(format!("what is after the `/` is a number from 0 to {bits}")),
    }
}
