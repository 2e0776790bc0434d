//! `GET`

use super::{Format, always};
use crate::config::key::listed;
use crate::config::value::Value;
use http::Method;

pub(crate) const METHOD: Format = Format {
    expected: "a method of HTTP, such as `GET`",
    pattern: Some("^(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|QUERY)$"),
    read,
    may_show: always,
};

const METHODS: [&str; 9] = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"];

fn read(text: &str) -> Result<Value, String> {
    let upper = text.to_uppercase();
    match (METHODS.contains(&text), METHODS.contains(&upper.as_str())) {
        (true, _) => Method::from_bytes(text.as_bytes()).map(Value::Method).map_err(|_| String::new()),
        (false, true) => Err(format!("methods are written in capitals: `{upper}`")),
        (false, false) => Err(format!("there are {}", listed(&METHODS))),
    }
}
