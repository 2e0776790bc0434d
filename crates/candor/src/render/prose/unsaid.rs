//! The details that neither the message nor the recovery says already.

use crate::Disclosure;
use crate::failure::details::key;
use serde_json::{Map, Number, Value};
use std::borrow::Cow;

/// What the caller knows: it named the tool and the request itself.
const KNOWN: [&str; 2] = [key::TOOL, key::REQUEST_ID];

/// Lists of what is wrong, each item of which may be a clause of the message.
const LISTS_OF_CLAUSES: [&str; 2] = [VIOLATIONS, "errors"];
const VIOLATIONS: &str = "violations";

/// A shorter text may be in a sentence by chance.
const LENGTH_OF_A_TELLING_TEXT: usize = 8;

/// The details that neither the message nor the recovery says already, each of them whole: a part of a list would be
/// another list.
pub(super) fn details(disclosure: &Disclosure) -> impl Iterator<Item = (&str, &Value)> {
    let said = Said { texts: [disclosure.message(), disclosure.recovery().hint()] };
    let details = disclosure.details().iter().filter(|(name, _)| !KNOWN.contains(name));
    details.filter(move |(name, value)| !said.says(name, value) && !is_of_guard(disclosure, name, value))
}

/// Whether a detail is one that the guard adds for programs to a message that says the same in other words.
fn is_of_guard(disclosure: &Disclosure, name: &str, value: &Value) -> bool {
    let violations = disclosure.details().get(VIOLATIONS).and_then(Value::as_array);
    let reason = disclosure.reason().as_str();
    match name {
        // The keyword of a schema, of which the violations are the meaning.
        key::CONSTRAINT => violations.is_some() && reason == "invalid_arguments",
        key::VIOLATION_COUNT => violations.is_some_and(|listed| {
            value.as_u64() == u64::try_from(listed.len()).ok()
                || ["wrong", "required"]
                    .iter()
                    .any(|kind| has_words(disclosure.message(), &format!("{value} {kind} arguments")))
        }),
        key::DEADLINE_MS => reason == "deadline_exceeded" && has_words(disclosure.message(), "within"),
        _ => false,
    }
}

/// The sentences that are said anyway.
struct Said<'a> {
    texts: [&'a str; 2],
}

impl Said<'_> {
    /// Whether a detail is certainly said. Its value in a sentence is not enough if it may mean something else there:
    /// `pending` can be what an order is, or what it cannot become.
    fn says(&self, name: &str, value: &Value) -> bool {
        if name == key::INVALID_VALUE && self.has_given(&value.to_string()) {
            return true;
        }
        match value {
            Value::String(text) if name == key::FIELD => {
                text.is_empty() || text.starts_with('/') && self.has(text) || self.names(name, text)
            }
            Value::String(text) => is_telling(text) && self.has(text) || self.names(name, text),
            Value::Array(items) => {
                LISTS_OF_CLAUSES.contains(&name) && !items.is_empty() && items.iter().all(|item| self.says_clause(item))
            }
            Value::Object(members) => !members.is_empty() && members.iter().all(|(name, value)| self.says(name, value)),
            Value::Number(number) => self.names(name, text_of(number, &mut itoa::Buffer::new()).as_ref()),
            Value::Null | Value::Bool(_) => false,
        }
    }

    /// Whether a value is beside its name: `order 7` for `order` or `order_id`.
    fn names(&self, name: &str, value: &str) -> bool {
        const BETWEEN: [&str; 3] = [" ", " is ", ": "];
        let name = name.strip_suffix("_id").unwrap_or(name);
        let ends_with_name =
            |before: &str| before.len().checked_sub(name.len()).is_some_and(|start| has_words_at(before, start, name));
        let is_named =
            |before: &str| BETWEEN.iter().any(|between| before.strip_suffix(between).is_some_and(ends_with_name));
        let Some(first) = value.bytes().next() else { return false };
        self.texts.iter().any(|text| {
            let mut places = memchr::memchr_iter(first, text.as_bytes());
            places.any(|at| text.get(..at).is_some_and(is_named) && has_words_at(text, at, value))
        })
    }

    /// Whether an item in a list of what is wrong is said: as the clause that it is, with all that it adds.
    fn says_clause(&self, item: &Value) -> bool {
        match item {
            Value::String(text) => is_telling(text) && self.has(text),
            Value::Object(members) => {
                self.has_clause_of(members) && members.iter().all(|(name, value)| self.says_beside_clause(name, value))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => false,
        }
    }

    fn has_clause_of(&self, members: &Map<String, Value>) -> bool {
        let text = |name: &str| members.get(name).and_then(Value::as_str);
        match (text(key::FIELD).filter(|field| !field.is_empty()), text("problem"), text("message")) {
            (Some(field), Some(problem), _) => self.has(&format!("{field} {problem}")),
            (None, Some(clause), _) | (_, None, Some(clause)) => is_telling(clause) && self.has(clause),
            (_, None, None) => false,
        }
    }

    /// Whether a sentence that has the clause says this of it, too.
    fn says_beside_clause(&self, name: &str, value: &Value) -> bool {
        match value {
            Value::String(text) if name == "given" => self.has_given(text),
            Value::String(text) => text.is_empty() || self.has(text),
            Value::Array(items) => items.iter().all(|item| item.as_str().is_some_and(|text| self.has(text))),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => self.says(name, value),
        }
    }

    fn has_given(&self, given: &str) -> bool {
        ["but is ", "but is the text ", "but has "].iter().any(|before| self.has(&format!("{before}{given}")))
    }

    /// Whether a text is in a sentence, as whole words; its first letter may be a capital there.
    fn has(&self, wanted: &str) -> bool {
        self.texts.iter().any(|text| has_words(text, wanted))
    }
}

fn text_of<'b>(number: &Number, buffer: &'b mut itoa::Buffer) -> Cow<'b, str> {
    match number.as_i64() {
        Some(integer) => buffer.format(integer).into(),
        None => number.to_string().into(),
    }
}

/// Whether a text means the same in any sentence: several words, or an identifier that is not a plain word.
fn is_telling(text: &str) -> bool {
    let is_plain = text.chars().all(char::is_alphabetic);
    text.trim().contains(char::is_whitespace) || text.len() >= LENGTH_OF_A_TELLING_TEXT && !is_plain
}

/// Whether the text has these words, and not as a part of others.
fn has_words(text: &str, words: &str) -> bool {
    let Some(first) = words.bytes().next() else { return true };
    let mut places = memchr::memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), text.as_bytes());
    places.any(|at| has_words_at(text, at, words))
}

/// Whether the text has these words at this place, and not as a part of others. They may begin with a capital there.
fn has_words_at(text: &str, at: usize, words: &str) -> bool {
    let Some((before, rest)) = text.split_at_checked(at) else { return false };
    let Some((found, after)) = rest.split_at_checked(words.len()) else { return false };
    let head = words.chars().next().map_or(0, char::len_utf8);
    let ((head, tail), (found_head, found_tail)) = (words.split_at(head), found.as_bytes().split_at(head));
    if !found_head.eq_ignore_ascii_case(head.as_bytes()) || found_tail != tail.as_bytes() {
        return false;
    }
    let is_word = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    let mut after = after.chars();
    let (next, second) = (after.next(), after.next());
    // `1` is not in `1.5`, nor in `1,000`.
    let is_cut_number = matches!(next, Some('.' | ',')) && second.is_some_and(|it| it.is_ascii_digit());
    let begins_inside = is_word(words.chars().next()) && is_word(before.chars().next_back());
    let ends_inside = is_word(words.chars().next_back()) && (is_word(next) || is_cut_number);
    !begins_inside && !ends_inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Discretion, Failure};
    use serde_json::json;

    #[test]
    fn a_text_is_said_if_a_sentence_has_it_as_whole_words() {
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
            ("1.5 or 1,000", "1", false),
            ("a b a b c", "a b c", true),
        ];
        for (text, wanted, is_said) in rows {
            assert_eq!(has_words(text, wanted), is_said, "{wanted:?} in {text:?}");
        }
    }

    fn details_line(failure: Failure) -> Value {
        let (disclosure, _) = failure.disclose(&Discretion::new());
        details(&disclosure).map(|(name, value)| (name.to_owned(), value.clone())).collect()
    }

    #[test]
    fn only_what_no_sentence_says_is_listed() {
        let failure = Failure::not_found("There is no order 4711 of Ann in shop-bergen-2")
            .with_tool("get_order")
            .with_context("order_id", 4711)
            .with_context("customer", "Ann")
            .with_context("shop", "shop-bergen-2")
            .with_context("is_archived", false);
        assert_eq!(details_line(failure), json!({"customer": "Ann", "is_archived": false}));
    }

    #[test]
    fn a_number_is_said_only_beside_its_name() {
        let failure = Failure::conflict("Order 7 has 2 open returns of 1500, level 1.5");
        let failure = failure.with_context("order", 7).with_context("retries", 2);
        let failure = failure.with_context("limit", 1500).with_context("level", 1);
        assert_eq!(details_line(failure), json!({"retries": 2, "limit": 1500, "level": 1}));
    }

    #[test]
    fn a_list_is_shown_whole_whatever_words_of_it_a_sentence_has() {
        let failure = Failure::conflict("An order cannot go from pending to delivered")
            .with_context("allowed", json!(["shipped", "delivered", "cancelled"]))
            .with_context("blocked", json!(["pending"]))
            .with_context("states", json!({"expected": "delivered", "actual": "pending"}))
            .with_context("steps", json!([]));
        let whole = json!({
            "allowed": ["shipped", "delivered", "cancelled"],
            "blocked": ["pending"],
            "states": {"expected": "delivered", "actual": "pending"},
            "steps": [],
        });
        assert_eq!(details_line(failure), whole);
    }

    #[test]
    fn violations_are_left_out_only_where_each_is_said() {
        let both = json!([{"field": "/a", "problem": "is missing"}, {"field": "/b", "problem": "is missing"}]);
        let failure = |message: &'static str| Failure::invalid_params(message).with_context("violations", both.clone());
        assert_eq!(details_line(failure("/a is missing; /b is missing")), json!({}));
        assert_eq!(details_line(failure("/a is missing; and 1 more")), json!({"violations": both}));
    }

    #[test]
    fn what_a_violation_was_given_is_said_as_such() {
        let violations = json!([{"field": "/items/0", "problem": "must be positive", "given": "0"}]);
        let failure = |message: &'static str| {
            Failure::invalid_params(message).with_context("violations", violations.clone()).with_invalid_value(0)
        };
        assert_eq!(details_line(failure("/items/0 must be positive, but is 0")), json!({}));
        let unsaid = json!({"violations": violations, "invalid_value": 0});
        assert_eq!(details_line(failure("/items/0 must be positive")), unsaid);
    }

    #[test]
    fn what_the_guard_adds_for_programs_is_shown_where_a_tool_says_it() {
        let failure = Failure::validation("There are too many items")
            .with_constraint("max 5 items")
            .with_context("violation_count", 3)
            .with_context("deadline_ms", 2000);
        let all = json!({"constraint": "max 5 items", "violation_count": 3, "deadline_ms": 2000});
        assert_eq!(details_line(failure), all);
        let said = Failure::validation("An order takes max 5 items").with_constraint("max 5 items");
        assert_eq!(details_line(said), json!({}));
    }
}
