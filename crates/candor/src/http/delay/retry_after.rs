//! `Retry-After`, and the same in milliseconds.

use super::RetryTime;
use ::http::{HeaderMap, StatusCode};

/// `retry-after-ms`, and the name that Azure has for it.
const IN_MILLISECONDS: [&str; 2] = ["retry-after-ms", "x-ms-retry-after-ms"];

pub(super) fn in_milliseconds(_: StatusCode, headers: &HeaderMap) -> Vec<RetryTime> {
    IN_MILLISECONDS.iter().filter_map(|name| first(headers, name, RetryTime::parse_milliseconds)).collect()
}

/// RFC 9110 allows seconds and a date; other forms that occur here mean what they mean elsewhere.
pub(super) fn in_seconds_or_at(_: StatusCode, headers: &HeaderMap) -> Vec<RetryTime> {
    first(headers, "retry-after", RetryTime::parse).into_iter().collect()
}

/// The first value of the header that can be read.
fn first(headers: &HeaderMap, name: &str, parse: fn(&str) -> Option<RetryTime>) -> Option<RetryTime> {
    headers.get_all(name).iter().find_map(|value| parse(value.to_str().ok()?))
}
