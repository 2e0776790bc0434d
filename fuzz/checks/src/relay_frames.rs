//! What holds for the messages of a server behind the relay, whatever bytes they are.

use candor::render::Revision;
use candor::rmcp::OutputMismatch;
use candor::rmcp::relay::{Change, Relay, Relayed, RelayedRequest, RelayedTool};
use candor::{Dialect, FailurePolicy};
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::sync::Arc;

/// What no message may hold.
const SECRET: &str = "hunter2-production";
/// The longest failure, in bytes: a mebibyte of files, and what is said of it in several forms.
const LONGEST: usize = 1_200_000;
/// The id of every request.
const ID: &str = "7";
/// Members of a message that stay whatever is in them.
const KEPT: [&str; 2] = ["id", "jsonrpc"];

/// Panics unless everything holds for the first line of these bytes, as what a server sends.
pub fn check(bytes: &[u8]) {
    let frame = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let turn = frame.iter().fold(frame.len(), |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    let dialect = Dialect::ALL.get(turn % Dialect::ALL.len()).copied().unwrap_or_default();
    let revision = Revision::ALL.get(turn / 7 % Revision::ALL.len()).copied().unwrap_or_default();
    let policy = FailurePolicy::new().with_secret(SECRET).with_dialect(dialect);
    let relay = Relay::new(policy).with_output_mismatch(OutputMismatch::Fail);
    for request in requests() {
        let request = request.with_revision(revision);
        let relayed = relay.answer(frame, &request);
        answer(frame, &relayed, &request);
    }
    message(frame, &relay);
    for refusal in relay.refusals(frame) {
        let Ok(Value::Object(refusal)) = serde_json::from_slice(&refusal) else { panic!("a refusal is not a message") };
        assert!(refusal.contains_key("error"), "{refusal:?}");
    }
}

fn requests() -> [RelayedRequest; 4] {
    let listed = json!({"name": "buy", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true},
        "outputSchema": {"type": "object", "properties": {"total": {"type": "integer"}}, "required": ["total"]}});
    let call = || RelayedRequest::new(ID, "tools/call");
    [
        call().for_tool("buy", None),
        call().for_tool("buy", RelayedTool::listed(listed).map(Arc::new)),
        RelayedRequest::new(ID, "resources/read").for_resource("note://17"),
        RelayedRequest::new(ID, "tools/list"),
    ]
}

/// Checks what a request is answered with.
fn answer(frame: &[u8], relayed: &Relayed, request: &RelayedRequest) {
    let Some(sent) = relayed.frame() else {
        assert!(relayed.change().is_none() && relayed.incident().is_none(), "it passes, with {relayed:?}");
        assert!(!shows(frame), "the secret passes: {}", String::from_utf8_lossy(frame));
        return;
    };
    let text = String::from_utf8_lossy(sent);
    assert!(!sent.contains(&b'\n') && serde_json::from_slice::<IgnoredAny>(sent).is_ok(), "no line of JSON: {text}");
    assert!(!shows(sent), "the secret leaves: {text}");
    match relayed.change() {
        None => panic!("it was changed for no reason: {text}"),
        Some(Change::Scrubbed) => {}
        Some(Change::Failure | Change::Unflagged | Change::OutputMismatch) => {
            assert!(sent.len() <= LONGEST, "{} bytes", sent.len());
            assert!(relayed.incident().is_some(), "{text}");
            failure(sent, request);
        }
    }
}

/// Checks a failure: it answers the request, and says everything that a caller can act on.
fn failure(sent: &[u8], request: &RelayedRequest) {
    let text = String::from_utf8_lossy(sent);
    let Ok(Value::Object(message)) = serde_json::from_slice(sent) else { panic!("no message: {text}") };
    assert_eq!(Relay::id_in(sent).as_deref(), Some(request.id()), "{text}");
    assert_eq!(message.len(), 3, "{text}");
    let message = Value::Object(message);
    let (said, data) = match (message.pointer("/result/isError"), message.get("error")) {
        (Some(Value::Bool(true)), None) => {
            let data = message.pointer("/result/_meta/dev.candor~1failure");
            let first = message.pointer("/result/content/0/text").and_then(Value::as_str);
            assert!(first.is_some_and(|first| !first.is_empty()), "{text}");
            (data.and_then(|data| data.get("message")), data)
        }
        (None, Some(error)) => {
            assert!(error.get("code").is_some_and(Value::is_i64), "{text}");
            (error.get("message"), error.get("data"))
        }
        _ => panic!("no failure: {text}"),
    };
    assert!(said.and_then(Value::as_str).is_some_and(|said| !said.is_empty()), "{text}");
    assert!(data.is_some_and(Value::is_object), "{text}");
}

/// Checks what becomes of the frame as a message that answers nothing.
fn message(frame: &[u8], relay: &Relay) {
    let relayed = relay.message(frame);
    let sent = relayed.frame().unwrap_or(frame);
    assert!(!shows(sent), "the secret leaves: {}", String::from_utf8_lossy(sent));
    if serde_json::from_slice::<IgnoredAny>(frame).is_ok() {
        let is_json = serde_json::from_slice::<IgnoredAny>(sent).is_ok();
        assert!(is_json, "no JSON: {}", String::from_utf8_lossy(sent));
    }
}

/// Whether a message shows the secret, as it is written or as it is read.
fn shows(message: &[u8]) -> bool {
    let has_secret = |text: &str| text.to_ascii_lowercase().contains(SECRET);
    match serde_json::from_slice::<Value>(message) {
        Ok(Value::Object(mut members)) => {
            for name in KEPT {
                members.remove(name);
            }
            says(&Value::Object(members), &has_secret)
        }
        Ok(value) => says(&value, &has_secret),
        // With members that stay, or not: who can tell.
        Err(_) => !KEPT.iter().any(|name| has(message, name)) && has_secret(&String::from_utf8_lossy(message)),
    }
}

fn has(message: &[u8], name: &str) -> bool {
    message.windows(name.len()).any(|part| part == name.as_bytes())
}

fn says(value: &Value, is_it: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => is_it(text),
        Value::Array(items) => items.iter().any(|item| says(item, is_it)),
        Value::Object(members) => members.iter().any(|(name, value)| is_it(name) || says(value, is_it)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
