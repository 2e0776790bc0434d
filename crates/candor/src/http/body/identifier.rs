//! The identifier by which a service knows a failure: `card_declined`, `ResourceNotFoundException`.

use crate::Reason;
use crate::code::same_words;
use serde_json::{Map, Value};

/// The members that hold identifiers, the most specific first. Names are compared by their words, so that `errorCode` is
/// `error_code`.
const NAMES: [&str; 7] = ["code", "error_code", "reason", "type", "__type", "error_type", "error"];

/// Members that hold an identifier, or the state of what the request was about: an order that is `cancelled`.
const STATES: [&str; 2] = ["status", "category"];

/// Words that say no more than that it failed.
const EMPTY_WORDS: [&str; 7] = ["error", "errors", "fail", "failed", "failure", "exception", "none"];

/// The longest text that counts as an identifier, in bytes.
const LONGEST: usize = 64;

/// The identifier that an object gives, its GraphQL extensions included. In a member that may hold a state, only a text
/// in capitals counts, as gRPC and Google write them.
pub(super) fn of(object: &Map<String, Value>) -> Option<&str> {
    let is_in_capitals = |text: &&str| !text.contains(|it: char| it.is_ascii_lowercase());
    within(object, |object| given_by(object, &NAMES).or_else(|| given_by(object, &STATES).filter(is_in_capitals)))
}

/// The state that an object names. It says why, but is not the name of a failure.
pub(super) fn state_of(object: &Map<String, Value>) -> Option<&str> {
    within(object, |object| given_by(object, &STATES))
}

fn within<'o>(
    object: &'o Map<String, Value>,
    find: impl Fn(&'o Map<String, Value>) -> Option<&'o str>,
) -> Option<&'o str> {
    object.get("extensions").and_then(Value::as_object).and_then(&find).or_else(|| find(object))
}

fn given_by<'o>(object: &'o Map<String, Value>, names: &[&str]) -> Option<&'o str> {
    names.iter().find_map(|wanted| {
        let named = object.iter().filter(|(name, _)| same_words(name, wanted));
        named.filter_map(|(_, value)| value.as_str()).map(without_namespace).find(|text| is_one(text))
    })
}

/// AWS writes `com.amazonaws.dynamodb#ResourceNotFoundException` and `ThrottlingException:http://…`.
pub(in crate::http) fn without_namespace(text: &str) -> &str {
    let name = text.rsplit('#').next().unwrap_or(text);
    let name = name.split(':').next().unwrap_or(name);
    // A URL is not a name with a namespace before it.
    if ["http", "https", "urn", "about"].contains(&name) || text.starts_with("http") { text } else { name }
}

/// Whether a text is an identifier that says anything: one word, with a letter first.
pub(in crate::http) fn is_one(text: &str) -> bool {
    text.len() <= LONGEST
        && text.starts_with(|it: char| it.is_ascii_alphabetic())
        && Reason::from_foreign(text).is_some()
        && !EMPTY_WORDS.iter().any(|empty| same_words(empty, text))
}
