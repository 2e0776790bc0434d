//! What may leave the server: every message passes here, of whatever kind, on its way through a transport of Candor's. The
//! guide has the table of [what is taken from which texts](crate::rmcp#what-leaves-the-server).
//!
//! A message is filtered as the JSON text that it is, so that nothing depends on the types of a handler, and what is not changed
//! stays byte for byte. A success without configured secrets is not even parsed.

pub(super) mod failed;
pub(super) mod json;
mod notification;
pub(super) mod secrets;
pub(super) mod tickets;
mod words;

use crate::FailurePolicy;
use crate::failure::Occurrence;
use crate::rmcp::refusal;
use crate::rmcp::shape::Scan;
use json::{Part, parts};
use secrets::Whole;
use serde_json::Value;

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
    passed_as(policy, Kind::of(message), message, before)
}

fn passed_as(policy: &FailurePolicy, kind: Kind, message: &[u8], before: Option<Sent>) -> Passed {
    let Passed { message: completed, sent } = match kind {
        Kind::Error(span) => failed::error(policy, message, span, before),
        Kind::Result(span) if failed::may_be_in(message) => failed::result(policy, message, span, before),
        Kind::Notification(method) => {
            let method = message.get(method).unwrap_or_default();
            Passed { message: notification::scrubbed(policy, message, method), sent: None }
        }
        Kind::Batch(messages) => {
            let filter = |part: Part| {
                let item = message.get(part.value.clone())?;
                Some((part.value, passed_as(policy, Kind::of_one(item), item, None).message?))
            };
            let changes: Vec<_> = messages.into_iter().filter_map(filter).collect();
            Passed { message: (!changes.is_empty()).then(|| json::replaced(message, changes)), sent: None }
        }
        Kind::Repeated => return read_once(policy, message, before),
        Kind::Result(_) | Kind::Request | Kind::Other => Passed::default(),
    };
    let whole = completed.as_deref().unwrap_or(message);
    let of_message = if sent == Some(Sent::Disclosed) { Whole::Disclosed } else { Whole::Message };
    let message = secrets::removed(policy, whole, of_message).or(completed);
    Passed { message, sent }
}

/// A message with a member that is there twice, of which some read the first and others the last: with the last alone.
fn read_once(policy: &FailurePolicy, message: &[u8], before: Option<Sent>) -> Passed {
    let Ok(value) = serde_json::from_slice::<Value>(message) else {
        let id = Scan::of(message).id.into_answer_id();
        let failed = refusal::frame(policy, id.as_ref(), failed::unreadable("An answer"));
        return Passed { message: Some(failed), sent: None };
    };
    let once = value.to_string().into_bytes();
    let Passed { message, sent } = passed_as(policy, Kind::of_one(&once), &once, before);
    Passed { message: message.or(Some(once)), sent }
}

/// Whether the bytes may hold something else than successes and requests.
fn may_be_of_interest(bytes: &[u8]) -> bool {
    let names = ["\"error\"", "\"method\""];
    names.iter().any(|name| json::may_name(bytes, name)) || failed::may_be_in(bytes)
}

/// Leaves a ticket for the failure in a message that was disclosed as it is written there.
pub(super) fn leave_ticket(message: &[u8]) {
    match Kind::of(message) {
        Kind::Error(span) => failed::leave_ticket(message, span, tickets::PARTS_OF_ERROR),
        Kind::Result(span) => failed::leave_ticket(message, span, tickets::PARTS_OF_RESULT),
        Kind::Notification(_) | Kind::Request | Kind::Batch(_) | Kind::Repeated | Kind::Other => {}
    }
}

/// Whether any of the messages in these bytes may leave only after it was changed: a quick look, which says yes too often.
#[cfg(feature = "rmcp-http")]
pub(super) fn may_change(policy: &FailurePolicy, bytes: &[u8]) -> bool {
    may_be_of_interest(bytes) || secrets::may_be_in(policy, bytes)
}

/// Whether the bytes are a message, or a batch of messages.
#[cfg(feature = "rmcp-http")]
pub(super) fn is_message(bytes: &[u8]) -> bool {
    let is_one = |span: Span| json::member(bytes, span, "jsonrpc").is_some();
    if bytes.trim_ascii_start().starts_with(b"[") {
        parts(bytes, 0..bytes.len()).all(|item| is_one(item.value))
    } else {
        is_one(0..bytes.len())
    }
}

/// What is no message, by all rules, if that is not as it is.
#[cfg(feature = "rmcp-http")]
pub(super) fn scrubbed(policy: &FailurePolicy, bytes: &[u8]) -> Option<Vec<u8>> {
    match serde_json::from_slice::<Value>(bytes) {
        Ok(value) => {
            let scrubbed = policy.discretion().scrub_value(&value);
            (scrubbed != value).then(|| scrubbed.to_string().into_bytes())
        }
        Err(_) => {
            let scrubbed = policy.discretion().scrubber().scrub_bytes(bytes);
            (*scrubbed != *bytes).then(|| scrubbed.into_owned())
        }
    }
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
    /// Its result or its error is there twice.
    Repeated,
    /// JSON that is not a message, or no JSON.
    Other,
}

impl Kind {
    fn of(message: &[u8]) -> Kind {
        if message.trim_ascii_start().starts_with(b"[") && may_be_of_interest(message) {
            return Kind::Batch(parts(message, 0..message.len()).collect());
        }
        Kind::of_one(message)
    }

    /// The same for what is not a batch, such as an item of one.
    fn of_one(message: &[u8]) -> Kind {
        if !may_be_of_interest(message) || message.trim_ascii_start().starts_with(b"[") {
            return Kind::Other;
        }
        let (mut is_message, mut has_id, mut method) = (false, false, None);
        let (mut result, mut error, mut is_repeated) = (None, None, false);
        for part in parts(message, 0..message.len()) {
            if part.is_named(message, "jsonrpc") {
                is_message = true;
            } else if part.is_named(message, "id") {
                has_id = true;
            } else if part.is_named(message, "method") {
                method = Some(part.value);
            } else if part.is_named(message, "error") {
                is_repeated |= error.is_some();
                // Some write `null` where there is none.
                error = Some(part.value).filter(|value| message.get(value.clone()) != Some(b"null"));
            } else if part.is_named(message, "result") {
                is_repeated |= result.is_some();
                result = Some(part.value);
            }
        }
        match (error, result, method) {
            _ if !is_message => Kind::Other,
            _ if is_repeated => Kind::Repeated,
            (Some(error), _, _) => Kind::Error(error),
            (None, Some(result), _) => Kind::Result(result),
            (None, None, Some(method)) if !has_id => Kind::Notification(method),
            (None, None, Some(_)) => Kind::Request,
            (None, None, None) => Kind::Other,
        }
    }
}
