//! What holds for everything that a server writes, given what it was sent.

use super::MAX_LINE;
use super::repaired::repaired;
use super::server::PASSWORD;
use crate::printable::is_printable;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// A word of the client's that no answer may repeat, unless it is the name of something that does not exist.
const WORD: &str = "swordfish";
/// The errors that repeat such a name.
const NAMING: [&str; 3] = ["unknown_tool", "unknown_method", "not_found"];
/// The errors that may name a member of the client's.
const UNREADABLE: [&str; 2] = ["unreadable_value", "unparsable_message"];
/// The error whose data hold the version that was asked for, as the protocol has it.
const UNSUPPORTED_VERSION: i64 = -32022;
/// What `rmcp` is told about a request that was called off, and drops.
const CALLED_OFF: &str = "The request was stopped before it was done";
/// How many levels of objects and arrays are read.
const MAX_DEPTH: usize = 127;
/// The longest answer, in bytes, but for its id.
const LONGEST: usize = 64 * 1024;

/// Panics unless the server has answered as it should; whoever waits for an answer has got one if it `ended_well`.
pub(super) fn check(sent: &[u8], received: &[u8], ended_well: bool) {
    assert!(received.is_empty() || received.ends_with(b"\n"), "the last line has no end");
    let asked = Asked::of(sent);
    let mut answered: HashMap<String, usize> = HashMap::new();
    for line in received.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let Some((id, message)) = answer(line) else { continue };
        assert!(message != CALLED_OFF, "{id} was called off and answered");
        *answered.entry(id).or_default() += 1;
    }
    for (id, count) in &answered {
        let most = asked.most.get(id).copied().unwrap_or_default() + asked.unread;
        assert!(*count <= most, "{id} was asked {most} times and answered {count} times");
    }
    if ended_well {
        for (id, least) in asked.least.iter().filter(|(id, _)| !asked.cancelled.contains(*id)) {
            let count = answered.get(id).copied().unwrap_or_default();
            assert!(count >= *least, "{id} was asked {least} times and answered {count} times");
        }
    }
}

/// Checks one line that the server wrote. The id that it answers, and the message if it is an error.
fn answer(line: &[u8]) -> Option<(String, String)> {
    let text = String::from_utf8_lossy(line);
    let Ok(Value::Object(mut message)) = serde_json::from_str(&repaired(&text)) else { panic!("no message: {text}") };
    assert_eq!(message.remove("jsonrpc"), Some("2.0".into()), "{text}");
    let id = message.remove("id").map(|id| match key(&id) {
        Some(key) => key,
        None => panic!("no id: {text}"),
    });
    let [(name, content)] = message.into_iter().collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("{text}"));
    let said = content.to_string();
    assert!(said.len() <= LONGEST, "{} bytes", said.len());
    assert!(!said.contains(PASSWORD), "{text}");
    let message = match name.as_str() {
        "error" => error(&content, &said),
        "result" if id.is_some() && content.is_object() => String::new(),
        _ => panic!("no answer: {text}"),
    };
    id.map(|id| (id, message))
}

fn error(error: &Value, said: &str) -> String {
    let Some(code) = error.get("code").and_then(Value::as_i64) else { panic!("no code: {said}") };
    let Some(message) = error.get("message").and_then(Value::as_str) else { panic!("no message: {said}") };
    assert!(!message.is_empty() && message.chars().all(is_printable), "{said}");
    let Some(reason) = error.pointer("/data/reason").and_then(Value::as_str) else { panic!("no reason: {said}") };
    assert_ne!(reason, "panic", "{said}");
    for rest in ["/data/retry/retryable", "/data/recovery/hint", "/data/origin", "/data/instance"] {
        assert!(error.pointer(rest).is_some(), "no {rest}: {said}");
    }
    if UNREADABLE.contains(&reason) && error.pointer("/data/field").is_some() {
        assert!(message.is_ascii(), "{said}");
    } else if !NAMING.contains(&reason) {
        let repeats = if code == UNSUPPORTED_VERSION { message.contains(WORD) } else { said.contains(WORD) };
        assert!(message.is_ascii() && !repeats, "the client's own words: {said}");
    }
    message.to_owned()
}

/// The requests in what was sent.
#[derive(Default)]
struct Asked {
    /// How often each id could be answered.
    most: HashMap<String, usize>,
    /// How often it must be.
    least: HashMap<String, usize>,
    /// The messages that are too long, too deep or too broken to be read here; each may be answered once, to any id.
    unread: usize,
    /// The ids that were called off, and need no answer.
    cancelled: HashSet<String>,
}

impl Asked {
    fn of(sent: &[u8]) -> Asked {
        let mut asked = Asked::default();
        for line in sent.split(|byte| *byte == b'\n') {
            asked.line(line);
        }
        asked
    }

    fn line(&mut self, line: &[u8]) {
        let text = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
        let is_deep = text.iter().filter(|byte| matches!(byte, b'{' | b'[')).count() > MAX_DEPTH;
        let value = std::str::from_utf8(text).ok().and_then(|text| serde_json::from_str(&repaired(text)).ok());
        match value {
            _ if line.len() > MAX_LINE => self.unread += 1,
            Some(Value::Array(batch)) => batch.iter().for_each(|message| self.message(message)),
            Some(message) => self.message(&message),
            None if is_deep => self.unread += 1,
            None => self.unread += text.iter().filter(|byte| **byte == b'{').count(),
        }
    }

    fn message(&mut self, message: &Value) {
        let Some(message) = message.as_object() else { return };
        let method = message.get("method");
        let is_reply = message.contains_key("result") || message.contains_key("error");
        if method.is_some_and(|method| method == "notifications/cancelled") {
            let params = message.get("params");
            self.cancelled.extend(params.and_then(|params| params.get("requestId")).and_then(key));
        }
        let Some(id) = message.get("id").and_then(key).filter(|_| method.is_some() || !is_reply) else { return };
        if method.is_some_and(Value::is_string) && !is_reply {
            *self.least.entry(id.clone()).or_default() += 1;
        }
        *self.most.entry(id).or_default() += 1;
    }
}

/// An id as it can be compared: `1.0` is `1`, and no text.
fn key(id: &Value) -> Option<String> {
    match id {
        Value::String(_) => Some(id.to_string()),
        Value::Number(number) if number.is_i64() || number.is_u64() => Some(number.to_string()),
        // Zero may have a sign.
        Value::Number(number) => number.as_f64().map(|number| (number + 0.0).to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}
