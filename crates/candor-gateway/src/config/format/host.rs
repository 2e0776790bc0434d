//! `mcp.example.com`, `mcp.example.com:8443`

use super::{Format, always};
use crate::config::value::Value;
use http::uri::Authority;

pub(crate) const HOST: Format = Format {
    expected: "a host, such as `mcp.example.com` or `mcp.example.com:8443`",
    pattern: Some("^[^/@*]+$"),
    read,
    may_show: always,
};

fn read(text: &str) -> Result<Value, String> {
    if let Some((_, rest)) = text.split_once("://") {
        return Err(format!("leave the scheme out: `{}`", rest.trim_end_matches('/')));
    }
    match text.parse::<Authority>() {
        Ok(host) if !text.contains(['@', '*']) && !host.host().is_empty() => Ok(Value::Text(text.to_owned())),
        Ok(_) | Err(_) => Err(String::new()),
    }
}
