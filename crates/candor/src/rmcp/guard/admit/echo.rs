//! What of a call's arguments may be repeated to its caller.

use crate::disclose::Allowed;
use ::rmcp::model::JsonObject;
use serde_json::Value;

/// How many of its own words are repeated to a caller, and how long they may be: a caller who sends lists of guesses
/// does not learn which one was right.
const MOST_WORDS: usize = 16;
const LONGEST_WORD: usize = 1_024;

/// How deep arguments are searched.
const DEEPEST: usize = 64;

/// What the caller has said itself may be said to it: whole arguments that look like a path or an address.
pub(super) fn allowed(arguments: Option<&JsonObject>) -> Option<Allowed> {
    let mut words = Vec::new();
    arguments?.values().for_each(|value| collect(value, &mut words, DEEPEST));
    let are_few = !words.is_empty() && words.len() <= MOST_WORDS;
    are_few.then(|| words.into_iter().fold(Allowed::new(), Allowed::with_text))
}

fn collect<'a>(value: &'a Value, words: &mut Vec<&'a str>, depth: usize) {
    match value {
        Value::String(text) if words.len() <= MOST_WORDS => {
            let is_one = || !text.bytes().any(|byte| matches!(byte, b'\n' | b'\r' | b',' | b';'));
            // Most texts have none of these, which is found out many bytes at a time.
            if text.len() <= LONGEST_WORD && memchr::memchr3(b'/', b'\\', b'@', text.as_bytes()).is_some() && is_one() {
                words.push(text);
            }
        }
        Value::Array(items) if depth > 0 => items.iter().for_each(|item| collect(item, words, depth - 1)),
        Value::Object(members) if depth > 0 => {
            members.values().for_each(|member| collect(member, words, depth - 1));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {}
    }
}
