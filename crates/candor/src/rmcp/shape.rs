//! The shape of a JSON-RPC message that `rmcp` cannot read.

mod scan;

pub(super) use scan::Scan;

use super::initialize;
use super::refusal::{self, Refusal};
use crate::Failure;
use ::rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId};
use serde_json::{Map, Value};

/// How many messages of a batch are looked at.
const MAX_BATCH: usize = 1_000;
/// How many levels of objects and arrays `serde_json` reads.
const MAX_DEPTH: usize = 127;
/// What some programs put before a text in UTF-8; RFC 8259 lets a reader ignore it.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The id of a message.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) enum Id {
    /// There is none.
    #[default]
    Absent,
    /// There is one, and the protocol allows no such value.
    Invalid,
    /// An empty string, which identifies nothing (003 rule 2). An answer can carry it all the same.
    Empty,
    /// A string or an integer.
    Valid(Value),
}

impl Id {
    pub(super) fn of(value: &Value) -> Id {
        match value {
            Value::String(text) if text.is_empty() => Id::Empty,
            Value::String(_) => Id::Valid(value.clone()),
            Value::Number(number) if number.is_u64() || number.is_i64() => Id::Valid(value.clone()),
            // `1.0` is an integer in the form of a float, and rmcp takes it for one.
            Value::Number(_) => match serde_json::from_value::<RequestId>(value.clone()) {
                Ok(id) => Id::Valid(id.into_json_value()),
                Err(_) => Id::Invalid,
            },
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => Id::Invalid,
        }
    }

    /// The id that an answer can carry.
    pub(super) fn into_answer_id(self) -> Option<Value> {
        match self {
            Id::Valid(value) => Some(value),
            Id::Empty => Some(Value::String(String::new())),
            Id::Absent | Id::Invalid => None,
        }
    }
}

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
}

impl Shape {
    fn of(object: &Map<String, Value>) -> Shape {
        let method = match object.get("method") {
            None => Member::Absent,
            Some(Value::String(_)) => Member::Text,
            Some(_) => Member::Other,
        };
        let has_reply = object.contains_key("result") || object.contains_key("error");
        Shape { id: object.get("id").map_or(Id::Absent, Id::of), method, has_reply }
    }

    /// Whether no answer is wanted: it is a notification, or an answer itself. Two peers that answer these could exchange
    /// errors forever.
    pub(super) fn wants_no_answer(&self) -> bool {
        let is_notification = self.id == Id::Absent && self.method == Member::Text && !self.has_reply;
        let is_answer = self.method == Member::Absent && self.has_reply;
        is_notification || is_answer
    }
}

/// What a text is read as.
#[derive(Debug)]
pub(super) enum Parsed {
    Message(Box<ClientJsonRpcMessage>),
    /// It is not a message: none where no answer is wanted.
    Refused(Vec<Refusal>),
}

/// Reads a text that should be a message.
pub(super) fn read(text: &[u8]) -> Parsed {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_ascii();
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
    Parsed::Refused(match serde_json::from_slice(text) {
        Ok(value) => refusals_of(&value),
        Err(error) => match Scan::of(text) {
            (shape, deepest) if deepest > MAX_DEPTH => refusal_of(shape, refusal::too_deep(MAX_DEPTH)),
            _ => vec![Refusal { id: None, failure: refusal::unparsable(error) }],
        },
    })
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

/// The refusals of a value that is not a message.
fn refusals_of(value: &Value) -> Vec<Refusal> {
    match value {
        Value::Object(object) => {
            let shape = Shape::of(object);
            let failure = fault_of(object, &shape);
            refusal_of(shape, failure)
        }
        Value::Array(batch) => refusals_of_batch(batch),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            vec![Refusal { id: None, failure: refusal::not_an_object() }]
        }
    }
}

fn refusals_of_batch(batch: &[Value]) -> Vec<Refusal> {
    let nobody_waits = |message: &Value| message.as_object().is_some_and(|it| Shape::of(it).wants_no_answer());
    if !batch.is_empty() && batch.iter().all(nobody_waits) {
        return Vec::new();
    }
    let shapes = batch.iter().take(MAX_BATCH).filter_map(Value::as_object).map(Shape::of);
    let ids = shapes.filter(|shape| !shape.wants_no_answer()).filter_map(|shape| shape.id.into_answer_id());
    let mut refusals: Vec<_> = ids.map(|id| Refusal { id: Some(id), failure: refusal::batch() }).collect();
    if refusals.is_empty() {
        refusals.push(Refusal { id: None, failure: refusal::batch() });
    }
    match batch.len().saturating_sub(MAX_BATCH) {
        0 => {}
        unread => refusals.push(Refusal { id: None, failure: refusal::rest_of_batch(unread) }),
    }
    refusals
}

/// What is wrong with an object that is not a message; the first fault counts.
fn fault_of(object: &Map<String, Value>, shape: &Shape) -> Failure {
    let version = object.get("jsonrpc");
    if shape.id == Id::Invalid {
        refusal::invalid_member("id", "The id of a request must be a string or an integer.")
    } else if shape.id == Id::Empty {
        refusal::empty_id().failure
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
            _ => refusal::not_a_message(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answers(value: Value) -> Vec<(Option<Value>, String)> {
        let name = |refusal: Refusal| (refusal.id, refusal.failure.reason().as_str().to_owned());
        refusals_of(&value).into_iter().map(name).collect()
    }

    #[test]
    fn an_id_is_a_string_that_is_not_empty_or_an_integer() {
        for valid in [json!(0), json!(-7), json!(u64::MAX), json!("a")] {
            assert_eq!(Id::of(&valid), Id::Valid(valid.clone()));
        }
        assert_eq!(Id::of(&json!("")), Id::Empty);
        assert_eq!(Id::of(&json!(2.0)), Id::Valid(json!(2)));
        for invalid in [json!(null), json!(1.5), json!(true), json!([1]), json!({})] {
            assert_eq!(Id::of(&invalid), Id::Invalid, "{invalid}");
        }
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
            assert_eq!(refusals_of(&silent).len(), 0, "{silent}");
        }
    }

    #[test]
    fn a_batch_is_looked_at_up_to_its_limit() {
        let batch: Vec<Value> = (0..1_500).map(|id| json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).collect();
        let answers = answers(Value::Array(batch));
        assert_eq!(answers.len(), MAX_BATCH + 1);
        assert_eq!(answers.last(), Some(&(None, "batch_not_supported".to_owned())));
        let replies: Vec<Value> = (0..1_500).map(|id| json!({"jsonrpc": "2.0", "id": id, "result": {}})).collect();
        assert_eq!(refusals_of(&Value::Array(replies)).len(), 0);
    }
}
