//! Finds the failure in a value from outside: alone, in a tool result, in a JSON-RPC response.

use super::foreign_failure::ForeignFailure;
use super::format::{ErrorData, Mark};
use super::structured::{of_number, read_data};
use super::{Dialect, META_KEY, canonical};
use crate::classify::Classifier;
use crate::{Code, Failure};
use serde_json::Value;
use std::borrow::Cow;

/// A failure from outside, and the dialect it was written in.
#[derive(Debug, Clone)]
pub struct Recognised {
    /// The dialect; `None` for Candor's own form and for a tool result with plain text only.
    pub dialect: Option<Dialect>,
    /// The failure, not scrubbed: it has to be disclosed like any other.
    pub failure: Failure,
}

/// Finds the failure in a value, in whichever dialect it is.
///
/// What the dialect states stays. What it leaves open (no code or one of the server's own, no retry, no origin) is judged by
/// the built-in rules of the [classifier](crate::classify), and the failure keeps the verdict.
///
/// ```
/// use candor::{Code, Dialect, render};
///
/// let value = serde_json::json!({"jsonrpc": "2.0", "id": 1, "result": {
///     "error": {"code": 4001, "message": "Adapter error", "retryable": false,
///               "details": {"originalError": "ORDER_NOT_FOUND"}}}});
/// let recognised = render::recognise(&value).unwrap();
///
/// assert_eq!(recognised.dialect, Some(Dialect::ErrorModel));
/// assert_eq!(recognised.failure.code(), Code::DependencyFailed);
/// assert_eq!(recognised.failure.reason().as_str(), "order_not_found");
///
/// let value = serde_json::json!({"success": false, "error": "User 'usr_999' not found",
///     "data": {"error_code": "USER_NOT_FOUND"}});
/// let recognised = render::recognise(&value).unwrap();
/// assert_eq!(recognised.failure.code(), Code::NotFound);
/// ```
#[must_use]
pub fn recognise(value: &Value) -> Option<Recognised> {
    let Found { dialect, foreign, .. } = find(value)?;
    Some(Recognised { dialect, failure: foreign.judged_by_built_in() })
}

/// The same with another classifier for what the dialect leaves open, such as that of a
/// [policy](crate::FailurePolicy::classifier).
#[must_use]
pub fn recognise_by(value: &Value, classifier: &Classifier) -> Option<Recognised> {
    let Found { dialect, foreign, .. } = find(value)?;
    Some(Recognised { dialect, failure: foreign.judged(classifier) })
}

/// A failure from outside that is not judged yet, and the dialect it was written in.
pub(crate) struct Found {
    pub(crate) dialect: Option<Dialect>,
    pub(crate) foreign: ForeignFailure,
    /// Whether the texts of the tool result are its message.
    #[cfg_attr(
        not(feature = "rmcp"),
        expect(dead_code, reason = "only rmcp's results keep what is beside their failure")
    )]
    pub(crate) is_in_texts: bool,
}

/// Finds the failure in a value, and judges nothing.
pub(crate) fn find(value: &Value) -> Option<Found> {
    let message = unwrapped(value);
    let written = candidates(message)
        .iter()
        .find_map(|candidate| Dialect::by_mark().find_map(|dialect| Some((dialect, dialect.read(candidate)?))));
    match (carried(message), written) {
        (Some(foreign), written) => {
            Some(Found { dialect: written.map(|(dialect, _)| dialect), foreign, is_in_texts: false })
        }
        (None, Some((dialect, foreign))) => {
            let words = if foreign.lacks_words() { words_of(message) } else { String::new() };
            let is_in_texts = !words.is_empty();
            Some(Found { dialect: Some(dialect), foreign: foreign.or_words(words), is_in_texts })
        }
        (None, None) => {
            let plain = || plain_text(message).map(|foreign| (foreign, true));
            let other = || canonical::read(message).or_else(|| any_error(value)).map(|foreign| (foreign, false));
            let (foreign, is_in_texts) = plain().or_else(other)?;
            Some(Found { dialect: None, foreign, is_in_texts })
        }
    }
}

/// Finds the failure in a value of one dialect. What a tool result carries beside the dialect counts too, unless it is
/// written in another one.
pub(super) fn find_in(dialect: Dialect, value: &Value) -> Option<ForeignFailure> {
    let message = unwrapped(value);
    let written = candidates(message).iter().find_map(|candidate| dialect.read(candidate));
    let found = find(value)?;
    let is_carried = carried(message).is_some();
    match (found.dialect, written) {
        (None, None) if is_carried || dialect.reads_unmarked() => Some(found.foreign),
        (Some(_), Some(_)) if is_carried => Some(found.foreign),
        (Some(other), Some(_)) if other == dialect => Some(found.foreign),
        // A JSON-RPC error without 003's mark has 004's shape, and is a JSON-RPC error all the same.
        (Some(other), None) if dialect.reads_unmarked() && other.mark() == Mark::SharedShape => Some(found.foreign),
        (_, written) => written,
    }
}

/// What a JSON-RPC response carries; anything else as it is.
fn unwrapped(value: &Value) -> &Value {
    let is_response = value.get("jsonrpc").is_some();
    let result = value.get("result").filter(|result| !result.is_null());
    result.or_else(|| value.get("error")).filter(|_| is_response).unwrap_or(value)
}

fn is_tool_error(value: &Value) -> bool {
    value.get("isError") == Some(&Value::Bool(true))
}

/// Whether it is a tool's result, and one without `isError`: it worked, unless its content says itself that it failed.
fn is_success(value: &Value) -> bool {
    let blocks = value.get("content").and_then(Value::as_array);
    let structure = value.get("structuredContent");
    let only_text = match blocks.map(Vec::as_slice) {
        Some([block]) => block.get("text").and_then(Value::as_str),
        Some(_) | None => None,
    };
    let is_result = blocks.is_some() || structure.is_some();
    is_result && !is_tool_error(value) && !states_failure(structure.filter(|it| !it.is_null()), only_text)
}

/// Whether the content of a tool result says itself that it is a failure, in any dialect: its structure or, if it has none,
/// the text that is all of it.
pub(crate) fn states_failure(structure: Option<&Value>, only_text: Option<&str>) -> bool {
    match (structure, only_text) {
        (Some(structure), _) => Dialect::ALL.iter().any(|dialect| dialect.states_failure(structure)),
        (None, Some(text)) => Dialect::ALL.iter().any(|dialect| dialect.text_states_failure(text)),
        (None, None) => false,
    }
}

/// The whole disclosure that a tool result of Candor's carries.
fn carried(result: &Value) -> Option<ForeignFailure> {
    canonical::read(result.get("_meta")?.get(META_KEY)?).filter(|_| is_tool_error(result))
}

/// Every place in a message where a dialect may put a failure, most specific first.
fn candidates(message: &Value) -> Vec<Cow<'_, Value>> {
    // 001 puts its failure into a result that has no other mark.
    let error = message.get("error").filter(|_| message.get("success").is_none());
    if is_success(message) {
        return error.map(Cow::Borrowed).into_iter().collect();
    }
    let places = [
        message.get("data").filter(|_| message.get("code").is_some()).filter(|data| is_whole_failure(data)),
        message.get("structuredContent").and_then(|content| content.get("error")),
        message.get("structuredContent"),
        error,
        Some(message),
    ];
    let mut found: Vec<_> = places.into_iter().flatten().map(Cow::Borrowed).collect();
    if let Some(parsed) = first_text(message).and_then(|text| serde_json::from_str::<Value>(text).ok()) {
        found.extend(parsed.get("error").filter(|error| error.is_object()).cloned().map(Cow::Owned));
        found.push(Cow::Owned(parsed));
    }
    found
}

/// Whether the data of a JSON-RPC error is a whole failure. Where it is the rest of one, its details are in the same
/// place and may have any names: so every member of a whole failure must be there, and no mark of a rest.
fn is_whole_failure(data: &Value) -> bool {
    let has = |name: &&str| data.get(name).is_some();
    let is_whole = |dialect: &Dialect| match dialect.error_data() {
        ErrorData::WholeFailure(members) => members.iter().all(has),
        ErrorData::Rest(_) => false,
    };
    let is_rest = |dialect: &Dialect| match dialect.error_data() {
        ErrorData::Rest(member) => has(&member),
        ErrorData::WholeFailure(_) => false,
    };
    Dialect::ALL.iter().any(is_whole) && !Dialect::ALL.iter().any(is_rest)
}

fn first_text(result: &Value) -> Option<&str> {
    texts_of(result).next()
}

/// The error of a JSON-RPC response, whatever its number.
fn any_error(response: &Value) -> Option<ForeignFailure> {
    let error = response.get("error").filter(|_| response.get("jsonrpc").is_some())?;
    let (number, message) = (error.get("code")?.as_i64()?, error.get("message")?.as_str()?);
    Some(read_data(of_number(None, number, message, error.get("data")), error.get("data")))
}

/// 003's tool error: plain text, from an upstream that failed. One without any text is a failure all the same.
fn plain_text(result: &Value) -> Option<ForeignFailure> {
    if !is_tool_error(result) {
        return None;
    }
    Some(ForeignFailure::open(Code::DependencyFailed, joined(texts_of(result))))
}

/// The words of a tool result: its texts, unless they are structure.
fn words_of(result: &Value) -> String {
    let is_structure = |text: &&str| {
        text.trim_start().starts_with(['{', '[']) && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
    };
    joined(texts_of(result).filter(|text| !is_structure(text)))
}

/// The message that texts make up, without the word that 003 begins it with.
fn joined<'v>(texts: impl Iterator<Item = &'v str>) -> String {
    let message = texts.collect::<Vec<_>>().join("\n");
    message.strip_prefix("Error: ").map(str::to_owned).unwrap_or(message)
}

fn texts_of(result: &Value) -> impl Iterator<Item = &str> {
    let blocks = result.get("content").and_then(Value::as_array).into_iter().flatten();
    blocks.filter_map(|block| block.get("text")?.as_str()).filter(|text| !text.is_empty())
}
