//! Values in words.

use super::place::Place;
use crate::failure::printable::printable;
use serde_json::Value;

/// The longest text that is shown whole, in characters.
const LONGEST_TEXT: usize = 100;
/// The longest number, in characters.
const LONGEST_NUMBER: usize = 40;

/// What the caller gave at this place.
pub(super) fn given(value: &Value, place: &Place<'_>) -> String {
    if place.is_concealed() {
        return concealed(value).to_owned();
    }
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => printable(&number.to_string(), LONGEST_NUMBER),
        Value::String(text) => quoted(text),
        Value::Array(items) => format!("a list of {}", counted(items.len(), "item")),
        Value::Object(members) => format!("an object with {}", counted(members.len(), "member")),
    }
}

/// The same where the reader may not expect text.
pub(super) fn given_kind(value: &Value, place: &Place<'_>) -> String {
    let given = given(value, place);
    if value.is_string() && !place.is_concealed() { format!("the text {given}") } else { given }
}

fn concealed(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number that is not shown",
        Value::String(_) => "text that is not shown",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn quoted(text: &str) -> String {
    let shown = printable(text, LONGEST_TEXT);
    match text.char_indices().nth(LONGEST_TEXT) {
        Some(_) => format!("\"{shown}\" ({} characters)", text.chars().count()),
        None => format!("\"{shown}\""),
    }
}

/// `1 item`, `3 items`.
pub(super) fn counted(count: impl TryInto<u64>, thing: &str) -> String {
    match count.try_into().unwrap_or(u64::MAX) {
        1 => format!("1 {thing}"),
        count => format!("{count} {thing}s"),
    }
}

/// `a, b or c`.
pub(super) fn joined(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_kind_of_value_is_said_in_words() {
        let rows = [
            (json!(null), "null", "null"),
            (json!(true), "true", "true or false"),
            (json!(-1.5), "-1.5", "a number that is not shown"),
            (json!("a\nb"), "\"a\\nb\"", "text that is not shown"),
            (json!([1]), "a list of 1 item", "a list"),
            (json!({"a": 1, "b": 2}), "an object with 2 members", "an object"),
        ];
        let whole = Place::WHOLE;
        for (value, shown, hidden) in rows {
            assert_eq!(given(&value, &whole), shown);
            assert_eq!(given(&value, &whole.member("password", true)), hidden);
        }
        assert_eq!(given_kind(&json!("3"), &whole), "the text \"3\"");
    }

    #[test]
    fn a_long_text_is_cut_and_its_length_is_said() {
        let shown = given(&json!("a ".repeat(5_000_000)), &Place::WHOLE);
        assert!(shown.ends_with("…\" (10000000 characters)"), "{shown}");
        assert_eq!(shown.chars().count(), LONGEST_TEXT + "\"\" (10000000 characters)".len());
    }
}
