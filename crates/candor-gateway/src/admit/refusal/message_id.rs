//! The id of a message that is refused, where it can be had without much ado.

use axum::body::{Body, to_bytes};
use http::{Method, header, request};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::time::Duration;

/// The longest body that is read for its id, and how long that may take: the request is refused because there are too many.
const MOST_READ: usize = 16 * 1024;
const LONGEST_WAIT: Duration = Duration::from_millis(500);
/// The longest id that is given back.
const LONGEST_ID: usize = 256;

#[derive(Deserialize)]
struct Message {
    id: Option<Box<RawValue>>,
    method: Option<IgnoredAny>,
}

/// The id of the request in the body, as it was written. None if it is not surely one: a message with two ids has none.
pub(super) async fn read(head: &request::Parts, body: Body) -> Option<Box<RawValue>> {
    let length: usize = head.headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()?;
    if head.method != Method::POST || length > MOST_READ {
        return None;
    }
    let body = tokio::time::timeout(LONGEST_WAIT, to_bytes(body, MOST_READ)).await.ok()?.ok()?;
    let Message { id, method } = serde_json::from_slice(&body).ok()?;
    method?;
    id.filter(|id| {
        let text = id.get();
        let is_string = text.len() > 2 && text.starts_with('"');
        let is_integer = text.parse::<i64>().is_ok();
        text.len() <= LONGEST_ID && (is_string || is_integer)
    })
}
