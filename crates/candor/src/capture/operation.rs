//! During what it happened: a sentence for the caller, and a list for the operator.

use crate::Code;
use crate::failure::Message;
use crate::failure::bounded::Bounded;
use crate::failure::details::{Details, private_key};
use crate::failure::message::is_blank;
use serde_json::Value;
use std::borrow::Cow;

/// How many operations a failure remembers; those further out are counted.
const MOST: usize = 64;

/// What failed and what that means: "Loading the catalogue failed: the storage layer failed."
pub(super) fn sentence(operation: &str, code: Code) -> Message {
    let meaning = code.row().meaning;
    let operation = operation.trim().trim_end_matches(['.', ':', '…', ' ']);
    if is_blank(operation) {
        return Message::own(meaning);
    }
    let mut sentence = String::with_capacity(operation.len() + meaning.len() + " failed: ".len());
    // A name such as `parseConfig` or `load_all` is written as it is.
    let first_word = operation.split_whitespace().next().unwrap_or_default();
    let is_plain = first_word.chars().all(char::is_lowercase);
    push_first(&mut sentence, operation, |first| if is_plain { first.to_uppercase().collect() } else { first.into() });
    let given = 0..sentence.len();
    sentence.push_str(" failed: ");
    push_first(&mut sentence, meaning, |first| first.to_lowercase().collect());
    Message::around(sentence, [given, 0..0])
}

fn push_first(sentence: &mut String, text: &str, change: impl FnOnce(char) -> String) {
    let mut rest = text.chars();
    if let Some(first) = rest.next() {
        sentence.push_str(&change(first));
        sentence.push_str(rest.as_str());
    }
}

/// Adds the operation after those that are listed already.
pub(super) fn add(private: &mut Details, operation: Cow<'static, str>) {
    if is_blank(&operation) {
        return;
    }
    let (mut listed, mut omitted) = match private.take(private_key::OPERATIONS) {
        Some(Bounded { value: Value::Array(listed), cuts }) => (listed, cuts.items),
        // A user's detail of that name stays where it was: at the beginning.
        Some(Bounded { value: other, .. }) => (vec![other], 0),
        None => (Vec::new(), 0),
    };
    if omitted > 0 {
        // The last item says how many were left out; it is written anew.
        listed.pop();
    }
    if omitted > 0 || listed.len() >= MOST {
        omitted += 1;
    } else {
        listed.push(operation.into_owned().into());
    }
    private.set_list(private_key::OPERATIONS, &listed, omitted);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_is_well_formed_whatever_the_operation_is_called() {
        let rows = [
            ("loading the catalogue", "Loading the catalogue failed: the cache failed."),
            (" loading the catalogue... ", "Loading the catalogue failed: the cache failed."),
            ("Loading the catalogue", "Loading the catalogue failed: the cache failed."),
            ("parseConfig", "parseConfig failed: the cache failed."),
            ("load_catalogue", "load_catalogue failed: the cache failed."),
            ("catalogue.load", "catalogue.load failed: the cache failed."),
            ("écriture du fichier", "Écriture du fichier failed: the cache failed."),
            ("", "The cache failed."),
            (" … ", "The cache failed."),
        ];
        for (operation, expected) in rows {
            assert_eq!(sentence(operation, Code::Cache).as_str(), expected);
        }
    }

    #[test]
    fn the_sentence_ends_as_the_meaning_does_for_every_code() {
        for code in Code::all() {
            let sentence = sentence("loading", code);
            let sentence = sentence.as_str();
            assert!(sentence.starts_with("Loading failed: ") && sentence.ends_with('.'), "{sentence}");
        }
    }

    #[test]
    fn more_operations_than_anybody_reads_are_counted() {
        let mut private = Details::default();
        for level in 0..MOST + 10 {
            add(&mut private, format!("level {level}").into());
        }
        let listed = private.get(private_key::OPERATIONS).and_then(Value::as_array).cloned().unwrap_or_default();
        assert_eq!(listed.first(), Some(&"level 0".into()));
        assert_eq!(listed.last(), Some(&"[10 more cut]".into()));
        assert_eq!(listed.len(), MOST + 1);
    }

    #[test]
    fn a_text_that_looks_like_the_count_is_not_one() {
        let mut private = Details::default();
        private.set(private_key::OPERATIONS, &["[3 more cut]"]);
        add(&mut private, "loading".into());
        assert_eq!(private.get(private_key::OPERATIONS), Some(&serde_json::json!(["[3 more cut]", "loading"])));
    }

    #[test]
    fn a_detail_of_the_user_under_that_name_is_kept() {
        let mut private = Details::default();
        private.set(private_key::OPERATIONS, "nightly");
        add(&mut private, "loading".into());
        assert_eq!(private.get(private_key::OPERATIONS), Some(&serde_json::json!(["nightly", "loading"])));
    }
}
