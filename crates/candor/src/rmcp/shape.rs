//! The shape of a JSON-RPC message that `rmcp` cannot read.

mod id;
mod outline;
mod scan;
mod unreadable;

pub(super) use id::{AnswerId, Id};
pub(super) use outline::Outline;
pub(super) use scan::Scan;

use super::initialize;
use super::params::{self, Fault, MemberType};
use super::refusal::{self, Refusal};
use crate::{Failure, reason};
use ::rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId};
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

/// How many messages of a batch are looked at.
const MAX_BATCH: usize = 1_000;
/// How many levels of objects and arrays `serde_json` reads.
pub(super) const MAX_DEPTH: usize = 127;
/// What some programs put before a text in UTF-8; RFC 8259 lets a reader ignore it.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A member of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Member {
    #[default]
    Absent,
    Text,
    Other,
}

/// The members that say what kind of message it is.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Shape {
    pub(super) id: Id,
    pub(super) method: Member,
    /// `result` or `error`: what an answer has.
    pub(super) has_reply: bool,
    /// The first member that is there twice, of those that a message has once.
    pub(super) repeated: Option<&'static str>,
    /// Whether the method is `initialize`.
    pub(super) is_initialize: bool,
}

impl Shape {
    /// Whether no answer is wanted: it is a notification, or an answer itself. Two peers that answer these could exchange
    /// errors forever.
    pub(super) fn wants_no_answer(&self) -> bool {
        let is_notification = self.id == Id::Absent && self.method == Member::Text && !self.has_reply;
        let is_answer = self.method == Member::Absent && self.has_reply;
        is_notification || is_answer
    }

    /// Whether it is a request, as far as it was read, and so waits for an answer with its id.
    fn is_request(&self) -> bool {
        self.method == Member::Text && !self.has_reply
    }
}

/// What a text is read as.
#[derive(Debug)]
pub(super) enum Parsed {
    Message(Box<ClientJsonRpcMessage>),
    /// It is not a message; none if it is empty.
    Refused(Vec<Refusal>),
    /// The same, and no answer is wanted: what the operator is told.
    Unanswered(Box<Failure>),
}

/// The text without a byte order mark at its beginning, and without blanks at both ends.
pub(super) fn without_mark(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii();
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_ascii()
}

/// Whether the text begins with a byte order mark.
#[cfg(feature = "rmcp-http")]
pub(super) fn has_mark(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(BYTE_ORDER_MARK)
}

/// Reads a text that should be a message.
pub(super) fn read(text: &[u8]) -> Parsed {
    let text = without_mark(text);
    if text.is_empty() {
        return Parsed::Refused(Vec::new());
    }
    if let Ok(message) = serde_json::from_slice(text) {
        return if has_empty_id(&message) {
            Parsed::Refused(vec![refusal::empty_id()])
        } else {
            Parsed::Message(Box::new(message))
        };
    }
    let refusals = refusals_of(text);
    if refusals.is_empty() {
        Parsed::Unanswered(Box::new(fault_of_unanswered(text)))
    } else {
        Parsed::Refused(refusals)
    }
}

/// What is wrong with a notification or a response, or with several.
fn fault_of_unanswered(text: &[u8]) -> Failure {
    let outline = Outline::of(text);
    if outline.is_batch {
        return refusal::batch();
    }
    match (serde_json::from_slice(text), outline.unreadable) {
        (Ok(Value::Object(object)), _) => fault_of(&object, &outline.messages.into_iter().next().unwrap_or_default()),
        (Ok(_), _) => refusal::not_an_object(),
        (Err(_), _) if outline.deepest > MAX_DEPTH => refusal::too_deep(MAX_DEPTH, outline.deepest),
        (Err(error), Some(unreadable)) => unreadable.into_failure().with_cause(error),
        (Err(error), None) => refusal::unparsable(error),
    }
}

/// Whether it is a request with an empty id.
fn has_empty_id(message: &ClientJsonRpcMessage) -> bool {
    matches!(message, JsonRpcMessage::Request(request)
        if matches!(&request.id, RequestId::String(text) if text.is_empty()))
}

/// The refusal of a message of this shape, unless no answer is wanted.
fn refusal_of(shape: Shape, failure: Failure) -> Vec<Refusal> {
    if shape.wants_no_answer() { Vec::new() } else { vec![Refusal { id: shape.id.into_answer_id(), failure }] }
}

/// The refusals of a text that is not a message.
fn refusals_of(text: &[u8]) -> Vec<Refusal> {
    let outline = Outline::of(text);
    if outline.is_batch && outline.is_whole {
        return refusals_of_batch(outline);
    }
    match serde_json::from_slice(text) {
        Ok(Value::Object(object)) => {
            let shape = outline.messages.into_iter().next().unwrap_or_default();
            let failure = fault_of(&object, &shape);
            refusal_of(shape, failure)
        }
        Ok(_) => vec![Refusal { id: None, failure: refusal::not_an_object() }],
        Err(error) if outline.is_whole => {
            let shape = outline.messages.into_iter().next().unwrap_or_default();
            let failure = match outline.unreadable {
                _ if outline.deepest > MAX_DEPTH => refusal::too_deep(MAX_DEPTH, outline.deepest),
                _ if let Id::Unsupported(id) = &shape.id => refusal::unsupported_id(id),
                Some(unreadable) => unreadable.into_failure().with_context("column", error.column()).with_cause(error),
                None => refusal::unparsable(error),
            };
            refusal_of(shape, failure)
        }
        Err(error) => refusals_of_broken(outline, error),
    }
}

/// The refusals of a text that is not read because of this failure.
pub(super) fn refuse_unread(text: &[u8], failure: Failure) -> Vec<Refusal> {
    let text = without_mark(text);
    match serde_json::from_slice::<IgnoredAny>(text) {
        // What is known to be JSON needs no closer look.
        Ok(_) if text.starts_with(b"{") => match Scan::of(text) {
            // It may be one that is only long.
            Shape { id: Id::Invalid, .. } => {
                refusal_of(Outline::of(text).messages.into_iter().next().unwrap_or_default(), failure)
            }
            shape => refusal_of(shape, failure),
        },
        Ok(_) if text.starts_with(b"[") => refusals_of_batch(Outline::of(text)),
        Ok(_) => vec![Refusal { id: None, failure }],
        Err(error) => {
            let outline = Outline::of(text);
            if outline.is_whole {
                refusal_of(outline.messages.into_iter().next().unwrap_or_default(), failure)
            } else {
                refusals_of_broken(outline, error)
            }
        }
    }
}

fn refusals_of_batch(batch: Outline) -> Vec<Refusal> {
    if batch.count > 0 && batch.is_silent {
        return Vec::new();
    }
    let unread = batch.count.saturating_sub(MAX_BATCH);
    let asking = batch.messages.into_iter().filter(|shape| !shape.wants_no_answer());
    let ids = asking.filter_map(|shape| shape.id.into_answer_id());
    let mut refusals: Vec<_> = ids.map(|id| Refusal { id: Some(id), failure: refusal::batch() }).collect();
    if refusals.is_empty() {
        refusals.push(Refusal { id: None, failure: refusal::batch() });
    }
    if unread > 0 {
        refusals.push(Refusal { id: None, failure: refusal::rest_of_batch(unread) });
    }
    refusals
}

/// The refusals of a text that is not JSON: to the requests before the place where it breaks, or to nobody.
fn refusals_of_broken(outline: Outline, error: serde_json::Error) -> Vec<Refusal> {
    let requests = outline.messages.into_iter().filter(Shape::is_request);
    let mut ids = requests.filter_map(|shape| shape.id.into_answer_id());
    let (first, column) = (ids.next(), error.column());
    let rest = ids.map(|id| Refusal { id: Some(id), failure: refusal::unparsable_at(column) });
    let mut refusals = vec![Refusal { id: first, failure: refusal::unparsable(error) }];
    refusals.extend(rest);
    refusals
}

/// What `rmcp` reads of all params.
const METADATA: &[params::Member] = &[("/_meta", MemberType::OptionalObject)];

/// What is wrong with an object that is not a message; the first fault counts.
fn fault_of(object: &Map<String, Value>, shape: &Shape) -> Failure {
    let version = object.get("jsonrpc");
    if let Id::Unsupported(id) = &shape.id {
        refusal::unsupported_id(id)
    } else if shape.id == Id::Invalid {
        refusal::invalid_member("id", "The id of a request must be a string or an integer.")
    } else if shape.id == Id::Empty {
        refusal::empty_id().failure
    } else if let Some(name) = shape.repeated {
        refusal::repeated_member(name)
    } else if version.is_none() {
        refusal::missing_member("jsonrpc", "The message does not have \"jsonrpc\": \"2.0\".")
    } else if version.and_then(Value::as_str) != Some("2.0") {
        refusal::invalid_member("jsonrpc", "The message must have \"jsonrpc\": \"2.0\", not another version.")
    } else if shape.method == Member::Absent {
        refusal::missing_member("method", "The message does not have a method.")
    } else if shape.method == Member::Other {
        refusal::invalid_member("method", "The method of a request must be a string.")
    } else if shape.has_reply {
        refusal::ambiguous()
    } else {
        match object.get("params") {
            params if object.get("method").is_some_and(|method| method == initialize::METHOD) => {
                initialize::fault_of(params)
            }
            Some(Value::Array(_)) => refusal::params_by_position(),
            Some(params) if !params.is_object() => {
                refusal::invalid_member("params", "The params of a request must be an object.")
            }
            params => match params::fault_in(params, METADATA) {
                Some(Fault { failure, .. }) => failure
                    .with_reason(reason!("invalid_member"))
                    .with_recovery("Send _meta as an object, or leave it out."),
                None => refusal::not_a_message(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answers(text: &str) -> Vec<(Option<String>, String)> {
        let id = |id: AnswerId| id.as_json().to_owned();
        let name = |refusal: Refusal| (refusal.id.map(id), refusal.failure.reason().as_str().to_owned());
        refusals_of(text.as_bytes()).into_iter().map(name).collect()
    }

    #[test]
    fn what_needs_no_answer_gets_none() {
        for silent in [
            json!({"method": "notifications/progress"}),
            json!({"jsonrpc": "1.0", "method": "textDocument/didOpen", "params": 5}),
            json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "?"}}),
            json!({"id": 3, "result": {}, "error": {}}),
            json!({"id": null, "result": 1}),
            json!([{"id": 1, "result": {}}, {"error": {}}]),
        ] {
            assert_eq!(answers(&silent.to_string()), [], "{silent}");
        }
    }

    #[test]
    fn a_batch_is_looked_at_up_to_its_limit() {
        let batch: Vec<Value> = (0..1_500).map(|id| json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).collect();
        let answers = answers(&Value::Array(batch).to_string());
        assert_eq!(answers.len(), MAX_BATCH + 1);
        assert_eq!(answers.last(), Some(&(None, "batch_not_supported".to_owned())));
        let replies: Vec<Value> = (0..1_500).map(|id| json!({"jsonrpc": "2.0", "id": id, "result": {}})).collect();
        assert_eq!(refusals_of(Value::Array(replies).to_string().as_bytes()).len(), 0);
    }
}
