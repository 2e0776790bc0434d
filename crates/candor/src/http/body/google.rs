//! The `details` of Google's APIs: a list of messages, each of which names its type.

use super::listed_error::ListedError;
use super::members::Members;
use crate::http::delay::RetryTime;
use serde_json::Value;

/// Reads the messages that say something for a caller; the others, such as `DebugInfo`, hold what it must not see.
pub(super) fn read(details: &[Value], members: &mut Members) {
    for detail in details {
        let text = |name: &str| detail.get(name).and_then(Value::as_str);
        let list = |name: &str| detail.get(name).and_then(Value::as_array).into_iter().flatten();
        match type_of(detail) {
            Some("ErrorInfo") => members.finer_identifier = text("reason").map(str::to_owned),
            Some("BadRequest") => members.listed.extend(list("fieldViolations").filter_map(ListedError::of)),
            Some("RetryInfo") => members.retry_time = text("retryDelay").and_then(RetryTime::parse),
            Some("Help") => members.docs = list("links").find_map(|link| link.get("url")?.as_str()).map(str::to_owned),
            Some(_) | None => {}
        }
    }
}

/// Whether a list is one of such messages.
pub(super) fn is_list_of_messages(details: &[Value]) -> bool {
    details.iter().any(|detail| type_of(detail).is_some())
}

/// `ErrorInfo` of `type.googleapis.com/google.rpc.ErrorInfo`.
fn type_of(detail: &Value) -> Option<&str> {
    detail.get("@type")?.as_str()?.rsplit(['.', '/']).next()
}
