//! What holds for every call of a tool, whatever its arguments are.

mod caller;
mod made;
mod planted;

use crate::printable::is_printable;
use caller::{Caller, Tool};
use candor::Discretion;
use serde_json::{Map, Value};

/// The longest message, and the longest advice, in bytes.
const LONGEST_TEXT: usize = 4_000;
/// How often a reply is in a result: as text, as structured content, and whole.
const FORMS: usize = 3;

thread_local! {
    static CALLER: Caller = Caller::new();
}

/// Panics unless everything holds for these bytes: a digit that picks the tool, and its arguments, as JSON or, if they are
/// none, as `made::members` makes them.
pub fn check(bytes: &[u8]) {
    let Some((digit, rest)) = bytes.split_first() else { return };
    CALLER.with(|caller| {
        let tool = caller.tool(digit.wrapping_sub(b'0'));
        let arguments = match serde_json::from_slice(rest) {
            Ok(Value::Object(members)) => members,
            Ok(_) | Err(_) => made::members(rest, &tool.words),
        };
        if let Some(arguments) = planted::in_arguments(arguments) {
            check_call(caller, tool, &arguments);
        }
    });
}

fn check_call(caller: &Caller, tool: &Tool, arguments: &Map<String, Value>) {
    let (result, incident) = caller.call(tool, arguments);
    let is_valid = tool.validator.is_valid(&Value::Object(arguments.clone()));
    let is_refused = result.is_error == Some(true);
    // A pattern that takes too long is not checked; whatever else is wrong is seen.
    assert!(!is_refused || !is_valid, "{}: {result:?}", tool.name);
    assert!(is_refused || is_valid || tool.is_lenient, "{} lets it pass", tool.name);
    if !is_refused {
        return;
    }
    let Ok(said) = serde_json::to_value(&result) else { panic!("no JSON: {result:?}") };
    let text = said.to_string();
    assert!(text.len() <= FORMS * Discretion::DEFAULT_REPLY_CAP, "{} bytes", text.len());
    assert!(!planted::is_in(&text) && !planted::is_in(&incident), "{text}\n{incident}");

    let Some(error) = said.pointer("/structuredContent/error") else { panic!("no failure: {text}") };
    assert_eq!(error.pointer("/data/reason"), Some(&"invalid_arguments".into()), "{text}");
    for place in ["/message", "/data/recovery/hint"] {
        let Some(words) = error.pointer(place).and_then(Value::as_str) else { panic!("no {place}: {text}") };
        assert!(!words.is_empty() && words.len() <= LONGEST_TEXT, "{place}: {} bytes", words.len());
        assert!(words.chars().all(is_printable), "{place}: {words:?}");
    }
    let (again, _) = caller.call(tool, arguments);
    let again = again.structured_content.as_ref().and_then(|content| content.pointer("/error/message"));
    assert_eq!(again, error.get("message"), "the same arguments have one answer");
}
