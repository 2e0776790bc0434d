//! The headers that are kept for the operator.

use super::body::without_namespace;
use ::http::HeaderMap;
use serde_json::{Map, Value};

/// Names of headers that are kept: what the response is, who sent it, under which id its service knows it. Cookies and
/// credentials are not among them.
const NAMES: [&str; 17] = [
    "content-type",
    "content-length",
    "content-encoding",
    "date",
    "server",
    "via",
    "retry-after",
    "retry-after-ms",
    "x-request-id",
    "request-id",
    "x-correlation-id",
    "x-amzn-requestid",
    "x-amzn-errortype",
    "x-ms-request-id",
    "x-ms-error-code",
    "cf-ray",
    "traceparent",
];

/// The longest value that is kept whole, in bytes.
const LONGEST_VALUE: usize = 512;

/// The kept headers, by name, and those of rate limits.
pub(super) fn of(headers: &HeaderMap) -> Map<String, Value> {
    let is_kept = |name: &str| NAMES.contains(&name) || name.contains("ratelimit") || name.contains("rate-limit");
    let kept = headers.iter().filter(|(name, _)| is_kept(name.as_str())).take(MAX_KEPT);
    kept.map(|(name, value)| (name.as_str().to_owned(), shown(value.as_bytes()))).collect()
}

/// How many are kept.
const MAX_KEPT: usize = 64;

fn shown(value: &[u8]) -> Value {
    let text = String::from_utf8_lossy(value.get(..LONGEST_VALUE).unwrap_or(value));
    Value::from(if value.len() > LONGEST_VALUE { format!("{text}… [cut]") } else { text.into_owned() })
}

/// The identifier of the failure, where a cloud writes it into a header.
pub(super) fn identifier(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get("x-amzn-errortype").or_else(|| headers.get("x-ms-error-code"))?;
    Some(without_namespace(value.to_str().ok()?))
}
