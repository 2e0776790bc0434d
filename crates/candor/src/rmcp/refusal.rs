//! Why a message is refused, and how that is answered.

use super::shape::AnswerId;
use crate::failure::details::key;
use crate::failure::{Retry, Safety};
use crate::render::{Place, Renderer};
use crate::{Code, Failure, FailurePolicy, Origin, Reason, reason};
use std::borrow::Cow;
use std::time::Duration;

/// What a message is refused with.
#[derive(Debug)]
pub(super) struct Refusal {
    /// The id of the request that it answers, if it could be read.
    pub(super) id: Option<AnswerId>,
    pub(super) failure: Failure,
}

/// The JSON-RPC error that answers the request with this id, as JSON text. The operator gets the incident.
pub(super) fn frame(policy: &FailurePolicy, id: Option<&AnswerId>, failure: Failure) -> Vec<u8> {
    frame_by(policy.renderer(), policy, id, failure)
}

/// The same, written by this renderer.
pub(super) fn frame_by(
    renderer: &Renderer,
    policy: &FailurePolicy,
    id: Option<&AnswerId>,
    failure: Failure,
) -> Vec<u8> {
    let disclosure = policy.disclose(failure);
    let renderer = renderer.clone();
    let renderer = match id {
        Some(id) => renderer.with_request_id(id.text()),
        None => renderer,
    };
    let error = renderer.reply(&disclosure, Place::Request);
    // A disclosure always has a JSON form.
    let error = serde_json::to_string(&error).unwrap_or_default();
    // An id that could not be read is left out, as the protocol has it: its schema does not allow a null id, and the
    // TypeScript client takes such an answer for garbage. One that could be read goes back as it came.
    match id.map(AnswerId::as_json) {
        Some(id) => format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#),
        None => format!(r#"{{"jsonrpc":"2.0","error":{error}}}"#),
    }
    .into_bytes()
}

/// The members of a message, by which a fault in one is named.
pub(super) const MEMBERS: [&str; 4] = ["jsonrpc", "id", "method", "params"];

/// The text is not JSON.
pub(super) fn unparsable(error: serde_json::Error) -> Failure {
    unparsable_at(error.column()).with_cause(error)
}

/// The text is not JSON as of this column.
pub(super) fn unparsable_at(column: usize) -> Failure {
    Failure::new(Code::ParseError, "The message is not valid JSON.")
        .with_reason(reason!("unparsable_message"))
        .with_recovery("Send each message as one JSON object in UTF-8, without line breaks inside it.")
        .with_context("column", column)
}

/// It is JSON, nested this deep, which is too deep.
pub(super) fn too_deep(limit: usize, levels: usize) -> Failure {
    invalid(reason!("message_too_deep"), format!("The message is nested deeper than {limit} levels."))
        .with_recovery("Send the data with fewer levels of objects and arrays.")
        .with_context(key::LIMIT, limit)
        .with_context("levels", levels)
}

/// It has this many values, which are too many.
pub(super) fn too_many_values(limit: usize, values: usize) -> Failure {
    invalid(reason!("too_many_values"), format!("The message has {values} values; the limit is {limit}."))
        .with_recovery("Send fewer values in one message, such as a part of the data or a reference to it.")
        .with_context(key::LIMIT, limit)
        .with_context("values", values)
}

/// To read it takes more memory than the server has for one message.
pub(super) fn too_costly(limit: usize, cost: usize) -> Failure {
    let message = format!("The message takes about {cost} bytes of memory to read; the limit is {limit}.");
    invalid(reason!("message_too_large"), message)
        .with_recovery("Send less in one message, such as a part of the data or a reference to it.")
        .with_context(key::LIMIT, limit)
        .with_context("memory", cost)
}

/// How long a caller waits before it asks again for memory that others have.
pub(super) const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The server has no memory for it now.
pub(super) fn no_memory() -> Failure {
    overloaded(
        reason!("out_of_memory_budget"),
        "The server has no memory for this message now: others are being handled. It was not executed.",
    )
}

/// The server has as many sessions as it may, and all are in use.
#[cfg(feature = "rmcp-http")]
pub(super) fn too_many_sessions(limit: usize) -> Failure {
    overloaded(
        reason!("too_many_sessions"),
        "The server has no room for another session: all that it may have are in use.",
    )
    .with_context(key::LIMIT, limit)
}

fn overloaded(reason: Reason, message: &'static str) -> Failure {
    Failure::new(Code::Unavailable, message)
        .with_reason(reason)
        .with_origin(Origin::Internal)
        .with_retry(Retry::After(RETRY_AFTER, Safety::Always))
        .with_recovery("Wait a second, then send the same message again.")
}

/// It is longer than it may be; this is the limit, if it is known.
pub(super) fn too_large(limit: Option<usize>) -> Failure {
    let limit_in_words = limit.map_or_else(|| "the server allows".to_owned(), |limit| format!("{limit} bytes"));
    let failure = invalid(reason!("message_too_large"), format!("The message is longer than {limit_in_words}."))
        .with_recovery("Send less in one message, such as a part of the data or a reference to it.");
    match limit {
        Some(limit) => failure.with_context(key::LIMIT, limit),
        None => failure,
    }
}

/// It is JSON, but not an object.
pub(super) fn not_an_object() -> Failure {
    invalid(reason!("not_a_message"), "The message is not a JSON object.")
}

/// It is an object, but not a message.
pub(super) fn not_a_message() -> Failure {
    invalid(reason!("not_a_message"), "The message is not a JSON-RPC request, notification or response.")
}

/// A member that every request has is absent.
pub(super) fn missing_member(name: &'static str, message: &'static str) -> Failure {
    invalid(reason!("missing_member"), message).with_field(name)
}

/// A member has a value that the protocol does not allow.
pub(super) fn invalid_member(name: &'static str, message: &'static str) -> Failure {
    invalid(reason!("invalid_member"), message).with_field(name)
}

/// The id of a request is an empty string. The answer carries it, because whoever sent it waits for an answer with it.
pub(super) fn empty_id() -> Refusal {
    let failure = invalid_member("id", "The id of a request must not be empty.")
        .with_recovery("Use an id that no other request of the session has had, and send the request again.");
    Refusal { id: Some(AnswerId::empty()), failure }
}

/// The id can be given back, and not be kept track of.
pub(super) fn unsupported_id(id: &AnswerId) -> Failure {
    let message = if id.is_string() {
        "The id of a request must not have half of a surrogate pair."
    } else {
        "The id of a request must be a string, or an integer of 64 bits with a sign."
    };
    invalid_member("id", message)
        .with_recovery("Use a string or an integer as the id, such as 1, 2 and so on, and send the request again.")
}

/// A member that a message has once is there twice.
pub(super) fn repeated_member(name: &'static str) -> Failure {
    let field = if name == "_meta" { "/params/_meta" } else { name };
    invalid(reason!("repeated_member"), format!("The message has {name} more than once.")).with_field(field)
}

/// It is a request and a response at once.
pub(super) fn ambiguous() -> Failure {
    invalid(
        reason!("ambiguous_message"),
        "The message has both the method of a request and the result or error of a response.",
    )
}

/// The params are a list, which JSON-RPC allows and no method of the protocol takes.
pub(super) fn params_by_position() -> Failure {
    Failure::new(
        Code::InvalidParams,
        "The params of a request must be an object; params by position are not supported.",
    )
    .with_reason(reason!("params_by_position"))
    .with_recovery("Name the params: send an object instead of an array.")
    .with_field("params")
}

/// The connection is not initialized, and the request does not have the metadata that would do without.
pub(super) fn not_initialized(missing: &[&str]) -> Failure {
    Failure::new(Code::InvalidParams, "The connection is not initialized: initialize must be the first request.")
        .with_reason(reason!("not_initialized"))
        .with_recovery(format!(
            "Send initialize first, then this request again. As of 2026-07-28, put {} into its _meta instead.",
            missing.join(" and ")
        ))
        .with_field("/params/_meta")
        .with_context("missing", missing)
}

/// The request does not have the metadata that each request of its revision must have.
pub(super) fn missing_metadata(missing: &[&str]) -> Failure {
    let names = missing.join(" and ");
    Failure::new(Code::InvalidParams, format!("The _meta of the request does not have a valid {names}."))
        .with_reason(reason!("missing_metadata"))
        .with_recovery(format!("Put {names} into the _meta of each request."))
        .with_field("/params/_meta")
        .with_context("missing", missing)
}

/// The server does not support the method, or the revision of the request has dropped it.
pub(super) fn unsupported_method(name: &str) -> Failure {
    Failure::new(Code::MethodNotFound, format!("This server does not support {name}"))
        .with_reason(reason!("unsupported_method"))
        .with_recovery("Use only what the server's capabilities announce.")
}

/// Several messages in one array.
pub(super) fn batch() -> Failure {
    unsupported_batch("Batches of messages are not part of the protocol.".into())
}

/// The end of a batch that is too long to be read.
pub(super) fn rest_of_batch(count: usize) -> Failure {
    unsupported_batch(format!("The last {count} messages of the batch were not read.").into())
        .with_context("unread", count)
}

fn unsupported_batch(message: Cow<'static, str>) -> Failure {
    invalid(reason!("batch_not_supported"), message).with_recovery("Send each message by itself.")
}

/// The id belongs to a request that is still open.
pub(super) fn duplicate_id() -> Failure {
    used_id("A request with this id is still open, so this one was not executed.")
}

/// The id belongs to a request that was cancelled, and may still be answered.
pub(super) fn cancelled_id() -> Failure {
    used_id("A request with this id was cancelled, so this one was not executed.")
}

fn used_id(message: &'static str) -> Failure {
    invalid(reason!("duplicate_id"), message)
        .with_recovery("Use an id that no other request of the session has had, and send the request again.")
}

/// More requests are open than the server handles at once.
pub(super) fn too_many(limit: usize) -> Failure {
    Failure::new(Code::RateLimited, format!("The server already handles {limit} requests, which is its limit."))
        .with_reason(reason!("too_many_requests"))
        .with_origin(Origin::Caller)
        .with_recovery("Wait until some of the open requests are answered, then send this one again.")
        .with_context(key::LIMIT, limit)
}

fn invalid(reason: Reason, message: impl Into<Cow<'static, str>>) -> Failure {
    Failure::new(Code::InvalidRequest, message)
        .with_reason(reason)
        .with_recovery("Send a JSON-RPC 2.0 message as the Model Context Protocol defines it.")
}
