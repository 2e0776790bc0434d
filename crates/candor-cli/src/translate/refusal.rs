//! Why an input holds no failure that can be translated.

use crate::layout::shown;
use candor::Dialect;
use candor::disclose::Scrubber;
use candor::render::recognise;
use serde_json::Value;
use serde_json::error::Category;

/// What the input is instead of a failure.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("empty; give one failure as a JSON object")]
    Empty,
    #[error("not text: byte {position} is not UTF-8; give JSON in UTF-8")]
    NotText { position: usize },
    #[error("not JSON: {expected} at {place}; give one failure as a JSON object")]
    NotJson { expected: String, place: String },
    #[error("incomplete: the JSON ends too early, at {place}")]
    Unfinished { place: String },
    #[error("nested too deep at {place}; at most 127 levels are read")]
    TooDeep { place: String },
    #[error("text after the first JSON value, at {place}; use --jsonl if each line is a failure")]
    TextAfter { place: String },
    #[error("an array, not one failure; write one object per line{}", if *is_jsonl { "" } else { " and use --jsonl" })]
    List { is_jsonl: bool },
    #[error("this is {0}, not a failure; give a JSON object")]
    Scalar(&'static str),
    #[error("this is a success; there is no failure to translate")]
    Success,
    #[error("this is {}", other(*actual, *wanted))]
    OtherDialect { actual: Option<Dialect>, wanted: Dialect },
    #[error("this would be a failure if `{member}` were {wanted}")]
    WrongType { member: &'static str, wanted: &'static str },
    #[error(
        "no failure found: the object has {members}; a failure has code and message, success and error, or type and status"
    )]
    NoFailure { members: String },
}

/// What the failure is written in, and what to do about it.
fn other(actual: Option<Dialect>, wanted: Dialect) -> String {
    match actual {
        Some(actual) => format!("{actual}, not {wanted}; use --from {actual} or --from auto"),
        None => format!("a failure, but not {wanted}; use --from auto"),
    }
}

/// The JSON value in some bytes.
pub(super) fn parse(bytes: &[u8], is_jsonl: bool) -> Result<Value, Refusal> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = str::from_utf8(bytes).map_err(|error| Refusal::NotText { position: error.valid_up_to() + 1 })?;
    if text.trim().is_empty() {
        return Err(Refusal::Empty);
    }
    match serde_json::from_str(text) {
        Ok(Value::Array(_)) => Err(Refusal::List { is_jsonl }),
        Ok(Value::Null) => Err(Refusal::Scalar("null")),
        Ok(Value::Bool(_)) => Err(Refusal::Scalar("true or false")),
        Ok(Value::Number(_)) => Err(Refusal::Scalar("a number")),
        Ok(Value::String(_)) => Err(Refusal::Scalar("a string")),
        Ok(object @ Value::Object(_)) => Ok(object),
        Err(error) => Err(Refusal::from_json_error(&error, is_jsonl)),
    }
}

impl Refusal {
    fn from_json_error(error: &serde_json::Error, is_jsonl: bool) -> Refusal {
        let (line, column) = (error.line(), error.column());
        let place = if is_jsonl { format!("column {column}") } else { format!("line {line}, column {column}") };
        let text = error.to_string();
        let expected = text.split(" at line ").next().unwrap_or_default();
        match (expected, error.classify()) {
            ("recursion limit exceeded", _) => Refusal::TooDeep { place },
            ("trailing characters", _) => Refusal::TextAfter { place },
            (_, Category::Eof) => Refusal::Unfinished { place },
            ("expected ident", _) => Refusal::NotJson { expected: "expected value".to_owned(), place },
            (expected, _) => Refusal::NotJson { expected: expected.to_owned(), place },
        }
    }

    /// What an object is that is not a failure of the dialect that was asked for.
    pub(super) fn of(value: &Value, wanted: Option<Dialect>) -> Refusal {
        match (wanted, recognise(value)) {
            (Some(wanted), Some(recognised)) => Refusal::OtherDialect { actual: recognised.dialect, wanted },
            (_, _) if is_success(value) => Refusal::Success,
            (_, _) if let Some(refusal) = wrong_type(value) => refusal,
            (_, _) => Refusal::NoFailure { members: members_of(value) },
        }
    }
}

/// The member that would make the value a failure if it were of another type.
fn wrong_type(value: &Value) -> Option<Refusal> {
    let inner = value.get("error").filter(|error| error.is_object()).unwrap_or(value);
    let member = |name| inner.get(name);
    let wrong = |member, wanted| Some(Refusal::WrongType { member, wanted });
    match (member("code"), member("message")) {
        (Some(code), Some(_)) if code.as_i64().is_none() => wrong("code", "a whole number, such as -32001 or 2001"),
        (Some(_), Some(message)) if !message.is_string() => wrong("message", "a string"),
        (Some(_), Some(_)) if member("retryable").is_some_and(|it| !it.is_boolean()) => {
            wrong("retryable", "true or false")
        }
        (Some(_), None) => wrong("message", "there, and a string"),
        (Some(code), Some(_)) if (1_000..6_000).contains(&code.as_i64().unwrap_or_default()) => {
            wrong("retryable", "there, and true or false")
        }
        (Some(_), Some(_)) => wrong("code", "one that a document knows, such as -32001 or 2001"),
        (None, _) if value.get("isError").is_some_and(|it| !it.is_boolean()) => wrong("isError", "true or false"),
        (None, _) => None,
    }
}

/// A success of 000, a tool result without `isError`, or any other JSON-RPC result.
fn is_success(value: &Value) -> bool {
    let result = value.get("jsonrpc").and_then(|_| value.get("result"));
    let inner = result.unwrap_or(value);
    if inner.get("isError").is_some_and(|it| !it.is_boolean()) {
        return false;
    }
    let says = |name| inner.get(name).and_then(Value::as_bool);
    let is_tool_result = inner.get("content").is_some_and(Value::is_array) || inner.get("structuredContent").is_some();
    says("success") == Some(true) || (says("isError") != Some(true) && (is_tool_result || result.is_some()))
}

fn members_of(value: &Value) -> String {
    const MOST: usize = 5;
    let names: Vec<_> = value.as_object().into_iter().flatten().map(|(name, _)| name).collect();
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let first: Vec<_> = names.iter().take(MOST).map(|name| shown(&Scrubber::standard().scrub(name))).collect();
    first.join(", ") + if names.len() > MOST { ", …" } else { "" }
}
