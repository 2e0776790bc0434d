//! The details that neither the message nor the recovery says already.

use crate::Disclosure;
use crate::failure::details::key;
use serde::{Serialize, Serializer};
use serde_json::{Number, Value};
use std::borrow::Cow;

/// What the caller knows, and what only programs need: the message says the same in words.
const KNOWN: [&str; 5] = [key::TOOL, key::REQUEST_ID, key::CONSTRAINT, key::VIOLATION_COUNT, key::DEADLINE_MS];

/// A number with fewer digits may be in a sentence by chance, unless it is the value that the sentence is about.
const DIGITS_OF_A_TELLING_NUMBER: usize = 3;

/// The details that neither the message nor the recovery says already; of a list, the items.
pub(super) struct Unsaid<'a>(Vec<(&'a str, Cow<'a, Value>)>);

impl<'a> Unsaid<'a> {
    pub(super) fn of(disclosure: &'a Disclosure) -> Unsaid<'a> {
        let said = Said { texts: [disclosure.message(), disclosure.recovery().hint()] };
        let details = disclosure.details().iter().filter(|(name, _)| !KNOWN.contains(name));
        Unsaid(details.filter_map(|(name, value)| Some((name, said.rest(name, value)?))).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Unsaid<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The sentences that are said anyway.
struct Said<'a> {
    texts: [&'a str; 2],
}

impl Said<'_> {
    /// What of a detail is not said.
    fn rest<'v>(&self, name: &str, value: &'v Value) -> Option<Cow<'v, Value>> {
        let Some(items) = value.as_array().filter(|items| !items.is_empty()) else {
            return (!self.says(name, value)).then_some(Cow::Borrowed(value));
        };
        let rest: Vec<&Value> = items.iter().filter(|item| !self.says(name, item)).collect();
        match rest.len() {
            0 => None,
            all if all == items.len() => Some(Cow::Borrowed(value)),
            _ => Some(Cow::Owned(rest.into_iter().cloned().collect())),
        }
    }

    fn says(&self, name: &str, value: &Value) -> bool {
        match value {
            Value::String(text) => text.is_empty() || self.has(text),
            Value::Number(number) => self.has_number(name, number),
            Value::Array(items) => items.iter().all(|item| self.says(name, item)),
            Value::Object(members) => members.iter().all(|(name, value)| self.says(name, value)),
            Value::Null | Value::Bool(_) => false,
        }
    }

    fn has_number(&self, name: &str, number: &Number) -> bool {
        let digits = number.to_string();
        let is_telling = digits.len() >= DIGITS_OF_A_TELLING_NUMBER || name == key::INVALID_VALUE;
        self.has(&digits) && (is_telling || self.has(name))
    }

    /// Whether a text is in a sentence, as whole words; its first letter may be a capital there.
    fn has(&self, wanted: &str) -> bool {
        self.texts.iter().any(|text| has_words(text, wanted))
    }
}

fn has_words(text: &str, wanted: &str) -> bool {
    let Some(first) = wanted.chars().next() else { return true };
    let is_word = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    let (starts_in_word, ends_in_word) = (is_word(Some(first)), is_word(wanted.chars().next_back()));
    let (head, tail) = wanted.as_bytes().split_at(first.len_utf8());
    // Sentences are short: to prepare a better search would take longer than this one.
    let found = text.as_bytes().windows(wanted.len()).enumerate().filter(|(_, window)| {
        let (start, rest) = window.split_at(head.len());
        start.eq_ignore_ascii_case(head) && rest == tail
    });
    found.into_iter().any(|(start, _)| {
        let before = text.get(..start).and_then(|before| before.chars().next_back());
        let after = text.get(start + wanted.len()..).and_then(|after| after.chars().next());
        let is_inside_a_word = starts_in_word && is_word(before) || ends_in_word && is_word(after);
        !is_inside_a_word
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Discretion, Failure};
    use serde_json::json;

    #[test]
    fn a_text_is_said_where_it_stands_as_whole_words() {
        let rows = [
            ("There is no order 17", "order", true),
            ("There is no order 17", "17", true),
            ("There is no order 17", "1", false),
            ("There is no order 17", "there is no", true),
            ("Set /items/0/quantity to 1", "set /items/0/quantity", true),
            ("reorder 5", "order", false),
            ("orders", "order", false),
            ("x", "x", true),
            ("", "x", false),
            ("größer als é", "é", true),
        ];
        for (text, wanted, is_said) in rows {
            assert_eq!(has_words(text, wanted), is_said, "{wanted:?} in {text:?}");
        }
    }

    fn details_line(failure: Failure) -> Value {
        let (disclosure, _) = failure.disclose(&Discretion::new());
        serde_json::to_value(Unsaid::of(&disclosure)).unwrap_or_default()
    }

    #[test]
    fn only_what_no_sentence_says_is_listed() {
        let failure = Failure::not_found("There is no order 4711 of Ann")
            .with_tool("get_order")
            .with_context("order", 4711)
            .with_context("customer", "Ann")
            .with_context("shop", "Bergen")
            .with_context("is_archived", false);
        assert_eq!(details_line(failure), json!({"shop": "Bergen", "is_archived": false}));
    }

    #[test]
    fn a_short_number_is_said_only_beside_its_name() {
        let failure = Failure::conflict("Order 7 has 2 open returns");
        let failure = failure.with_context("order", 7).with_context("retries", 2);
        assert_eq!(details_line(failure), json!({"retries": 2}));
    }

    #[test]
    fn of_a_list_only_the_items_are_listed_that_no_sentence_says() {
        let violations = json!([{"field": "/a", "problem": "is missing"}, {"field": "/b", "problem": "is missing"}]);
        let failure = Failure::invalid_params("/a is missing; and 1 more").with_context("violations", violations);
        assert_eq!(details_line(failure), json!({"violations": [{"field": "/b", "problem": "is missing"}]}));
    }
}
