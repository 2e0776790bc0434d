//! Made-up secrets, places, internals and personal data for property tests, planted in any text.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "it runs in tests, and a test that cannot go on fails"
)]

mod canary;
mod context;
mod known_gaps;

pub use canary::{Canary, any as canary, card_number, path_in_folder, secret, sensitive_name};
pub use known_gaps::{KNOWN_GAPS, KnownGap};

use crate::Scrubber;
use crate::registry::RULES;
use crate::rule::Triggers;
use proptest::prelude::*;
use serde_json::Value;

/// The text as it is, as it is in JSON, and as it is in JSON within JSON.
pub fn forms(text: &str) -> [String; 3] {
    let escaped = |text: &str| {
        let quoted = Value::from(text).to_string();
        quoted[1..quoted.len() - 1].to_owned()
    };
    let once = escaped(text);
    [text.to_owned(), once.clone(), escaped(&once)]
}

/// A part of the secret that the text contains and that is long enough to recognise it.
fn part_of<'h>(hidden: &'h str, text: &str) -> Option<&'h str> {
    const LENGTH: usize = 8;
    let starts: Vec<_> = hidden.char_indices().map(|(at, _)| at).chain([hidden.len()]).collect();
    let mut parts = starts.windows(LENGTH.min(starts.len() - 1) + 1).map(|it| &hidden[it[0]..it[it.len() - 1]]);
    parts.find(|part| forms(part).iter().any(|form| text.contains(form.as_str())))
}

/// The part of the canary that the text shows, if any.
pub fn seen_in<'c>(canary: &'c Canary, text: &str) -> Option<&'c str> {
    canary.hidden.iter().find_map(|hidden| part_of(hidden, text))
}

/// How many steps the scrubber takes for the text: what it counts to know when a text takes too long.
pub fn steps(scrubber: &Scrubber, text: &str) -> usize {
    scrubber.effort_on(text)
}

/// All words that call a rule.
pub fn trigger_words() -> Vec<&'static str> {
    let words = RULES.iter().flat_map(|rule| match rule.triggers {
        Triggers::Words(words) => words.to_vec(),
        Triggers::Built(words) | Triggers::Heads(words) => words(),
        Triggers::Cased(words) => words().into_iter().map(|(word, _)| word).collect(),
        Triggers::KeyLike | Triggers::LongWord | Triggers::DigitGroups => Vec::new(),
    });
    words.collect()
}

/// Bits of text that make rules begin, end, overlap and uncover each other.
fn piece() -> impl Strategy<Value = String> {
    const SIGNS: [&str; 30] = [
        " ", "\n", "=", ":", "/", "\\", "\"", "'", "`", "?", "&", ",", ";", "(", ")", "[", "]", "{", "}", "<", ">",
        "%", "#", "|", ".", "-", "_", "%3D", "\\n", "\\u0070",
    ];
    let placeholders = prop::sample::select(vec!["[redacted]", "[path]", "[email]", "[redacted", "path]"]);
    prop_oneof![
        4 => canary().prop_map(|canary| canary.planted()),
        4 => prop::sample::select(trigger_words()).prop_map(str::to_owned),
        4 => prop::sample::select(&SIGNS[..]).prop_map(str::to_owned),
        2 => placeholders.prop_map(str::to_owned),
        2 => "[a-zA-Z0-9]{1,16}",
        1 => sensitive_name(),
        1 => any::<String>(),
    ]
}

/// Texts made of such bits.
pub fn mixture() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..8).prop_map(|pieces| pieces.concat())
}
