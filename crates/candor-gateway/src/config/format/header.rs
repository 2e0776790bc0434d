//! `X-Request-Id`

use super::{Format, always};
use crate::config::value::Value;
use http::HeaderName;

pub(crate) const HEADER: Format = Format {
    expected: "the name of a header, such as `X-Request-Id`",
    pattern: Some("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"),
    read: |text| HeaderName::from_bytes(text.as_bytes()).map(Value::Header).map_err(|_| String::new()),
    may_show: always,
};
