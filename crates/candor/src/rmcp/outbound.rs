//! What may leave the server: every message passes here, of whatever kind, on its way through a transport of Candor's. The
//! guide has the table of [what is taken from which texts](crate::rmcp#what-leaves-the-server).
//!
//! A message is filtered as the JSON text that it is, so that nothing depends on the types of a handler, and what is not changed
//! stays byte for byte. A success without configured secrets is not even parsed.

mod failed;
mod json;
mod notification;
pub(super) mod secrets;
pub(super) mod tickets;
mod words;

use crate::FailurePolicy;
use crate::failure::Occurrence;
use json::{Part, parts};
use secrets::Whole;

/// What became of a message.
#[derive(Debug, Default)]
pub(super) struct Passed {
    /// The message, if it may not leave as it is.
    pub(super) message: Option<Vec<u8>>,
    /// What is known of the failure that it is, if it is one.
    pub(super) sent: Option<Sent>,
}

/// What is known of a failure that has left. rmcp keeps events, as they were before, for clients that resume a stream: one
/// that is sent again is the same failure, and no other incident.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sent {
    /// This process had disclosed it.
    Disclosed,
    /// It was completed here, under this reference.
    Completed(Occurrence),
}

/// The message as it may leave, if that is not as it is.
pub(super) fn filtered(policy: &FailurePolicy, message: &[u8]) -> Option<Vec<u8>> {
    passed(policy, message, None).message
}

/// The same for a message that may have left before.
pub(super) fn passed(policy: &FailurePolicy, message: &[u8], before: Option<Sent>) -> Passed {
    let kind = if may_be_of_interest(message) { Kind::of(message) } else { Kind::Other };
    let Passed { message: completed, sent } = match kind {
        Kind::Error(span) => failed::error(policy, message, span, before),
        Kind::Result(span) if failed::may_be_in(message) => failed::result(policy, message, span, before),
        Kind::Notification(method) => {
            let method = message.get(method).unwrap_or_default();
            Passed { message: notification::scrubbed(policy, message, method), sent: None }
        }
        Kind::Batch(messages) => {
            let filter = |part: Part| Some((part.value.clone(), filtered(policy, message.get(part.value)?)?));
            let changes: Vec<_> = messages.into_iter().filter_map(filter).collect();
            Passed { message: (!changes.is_empty()).then(|| json::replaced(message, changes)), sent: None }
        }
        Kind::Result(_) | Kind::Request | Kind::Other => Passed::default(),
    };
    let whole = completed.as_deref().unwrap_or(message);
    let message = secrets::removed(policy, whole, Whole::Message).or(completed);
    Passed { message, sent }
}

/// Whether the bytes may hold something else than successes and requests.
fn may_be_of_interest(bytes: &[u8]) -> bool {
    let names = ["\"error\"", "\"method\""];
    names.iter().any(|name| json::may_name(bytes, name)) || failed::may_be_in(bytes)
}

/// Whether any of the messages in these bytes may leave only after it was changed: a quick look, which says yes too often.
#[cfg(feature = "rmcp-http")]
pub(super) fn may_change(policy: &FailurePolicy, bytes: &[u8]) -> bool {
    may_be_of_interest(bytes) || secrets::may_be_in(policy, bytes)
}

type Span = std::ops::Range<usize>;

/// What a message is.
enum Kind {
    Result(Span),
    Error(Span),
    /// With its method.
    Notification(Span),
    Request,
    Batch(Vec<Part>),
    /// JSON that is not a message, or no JSON.
    Other,
}

impl Kind {
    /// Read until it shows: what is long comes last.
    fn of(message: &[u8]) -> Kind {
        let whole = 0..message.len();
        if message.trim_ascii_start().starts_with(b"[") {
            return Kind::Batch(parts(message, whole).collect());
        }
        let (mut is_message, mut has_id, mut method) = (false, false, None);
        let (mut result, mut error) = (None, None);
        for part in parts(message, whole) {
            if part.is_named(message, "jsonrpc") {
                is_message = true;
            } else if part.is_named(message, "id") {
                has_id = true;
            } else if part.is_named(message, "method") {
                method = Some(part.value);
            } else if part.is_named(message, "error") {
                // Some write `null` where there is none.
                error = Some(part.value).filter(|value| message.get(value.clone()) != Some(b"null"));
            } else if part.is_named(message, "result") {
                result = Some(part.value);
            }
        }
        match (error, result, method) {
            _ if !is_message => Kind::Other,
            (Some(error), _, _) => Kind::Error(error),
            (None, Some(result), _) => Kind::Result(result),
            (None, None, Some(method)) if !has_id => Kind::Notification(method),
            (None, None, Some(_)) => Kind::Request,
            (None, None, None) => Kind::Other,
        }
    }
}
