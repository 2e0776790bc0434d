//! What holds for everything that must not leave, wherever it is planted: it does not.

mod canary;
mod context;
mod planted;

use super::decoded::Decoded;
use super::registry::RULES;
use super::rule::Triggers;
use super::text::Class;
use super::{Allowed, Profile, Scrubber, replace};
use crate::render::{Place, Renderer, Revision};
use crate::{Dialect, Disclosure, Discretion, Failure};
use canary::Canary;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::borrow::Cow;

/// The scrubber that knows the canary's own secret.
fn scrubber_for(canary: &Canary) -> Scrubber {
    Scrubber::new().with_secrets(canary.configured.clone())
}

fn disclosed(failure: Failure, scrubber: Scrubber, cap: usize) -> Disclosure {
    failure.disclose(&Discretion::new().with_scrubber(scrubber).with_reply_cap(cap)).0
}

/// Room for everything that a test plants.
const ROOMY: usize = 1 << 20;

/// Every reply to the failure: in every dialect, from every place, and by itself as HTTP has it.
fn replies(disclosure: &Disclosure) -> impl Iterator<Item = (Dialect, String)> {
    let (open, narrow) = (json!({"type": "object"}), json!({"type": "object", "required": ["orders"]}));
    Dialect::ALL.into_iter().flat_map(move |dialect| {
        let of = |revision: Revision, place: Place<'_>| {
            Renderer::new(dialect).with_revision(revision).reply(disclosure, place).to_bytes()
        };
        [
            of(Revision::V2024_11_05, Place::Tool { output_schema: None }),
            of(Revision::V2026_07_28, Place::Tool { output_schema: None }),
            of(Revision::V2026_07_28, Place::Tool { output_schema: Some(&open) }),
            of(Revision::V2026_07_28, Place::Tool { output_schema: Some(&narrow) }),
            of(Revision::V2025_06_18, Place::Resource),
            of(Revision::V2026_07_28, Place::Request),
            of(Revision::V2026_07_28, Place::Prompt),
            dialect.to_bytes(disclosure),
        ]
        .map(|bytes| (dialect, String::from_utf8(bytes).unwrap()))
    })
}

/// The text as it is, as it stands in JSON, and as it stands in JSON within JSON.
fn forms(text: &str) -> [String; 3] {
    let escaped = |text: &str| {
        let quoted = Value::from(text).to_string();
        quoted[1..quoted.len() - 1].to_owned()
    };
    let once = escaped(text);
    [text.to_owned(), once.clone(), escaped(&once)]
}

/// A part of the text that is as long as a secret can be told by.
fn part_of<'h>(hidden: &'h str, text: &str) -> Option<&'h str> {
    const LENGTH: usize = 8;
    let starts: Vec<_> = hidden.char_indices().map(|(at, _)| at).chain([hidden.len()]).collect();
    let mut parts = starts.windows(LENGTH.min(starts.len() - 1) + 1).map(|it| &hidden[it[0]..it[it.len() - 1]]);
    parts.find(|part| forms(part).iter().any(|form| text.contains(form.as_str())))
}

/// What of the canary can be seen in the text, if anything can.
fn seen_in<'c>(canary: &'c Canary, text: &str) -> Option<&'c str> {
    canary.hidden.iter().find_map(|hidden| part_of(hidden, text))
}

/// All words that bring a rule to attention.
fn trigger_words() -> Vec<&'static str> {
    let words = RULES.iter().flat_map(|rule| match rule.triggers {
        Triggers::Words(words) => words.to_vec(),
        Triggers::Built(words) | Triggers::Heads(words) => words(),
        Triggers::Cased(words) => words().into_iter().map(|(word, _)| word).collect(),
        Triggers::KeyLike | Triggers::LongWord | Triggers::DigitGroups => Vec::new(),
    });
    words.collect()
}

/// Bits of text that make rules begin, end, overlap and bring each other to light.
fn piece() -> impl Strategy<Value = String> {
    const SIGNS: [&str; 30] = [
        " ", "\n", "=", ":", "/", "\\", "\"", "'", "`", "?", "&", ",", ";", "(", ")", "[", "]", "{", "}", "<", ">",
        "%", "#", "|", ".", "-", "_", "%3D", "\\n", "\\u0070",
    ];
    let placeholders = prop::sample::select(vec!["[redacted]", "[path]", "[email]", "[redacted", "path]"]);
    prop_oneof![
        4 => canary::any().prop_map(|canary| canary.planted()),
        4 => prop::sample::select(trigger_words()).prop_map(str::to_owned),
        4 => prop::sample::select(&SIGNS[..]).prop_map(str::to_owned),
        2 => placeholders.prop_map(str::to_owned),
        2 => "[a-zA-Z0-9]{1,16}",
        1 => canary::sensitive_name(),
        1 => any::<String>(),
    ]
}

fn mixture() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..8).prop_map(|pieces| pieces.concat())
}

/// Text of any script in which no rule has anything to look at: no trigger, no escape, no word with digits that is as
/// long as a key.
fn plain_text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[a-z]{1,9}",
        2 => "[A-Z][a-z]{1,9}",
        2 => "\\PC{1,6}",
        1 => "[0-9]{1,4}",
        1 => any::<String>(),
        1 => "[ \\n\\t.,:;!?()\\[\\]{}\"'/-]{1,3}",
    ];
    let words: Vec<_> = trigger_words().into_iter().map(str::to_lowercase).collect();
    prop::collection::vec(word, 0..12).prop_map(move |text| without_triggers(&text.join(" "), &words))
}

fn without_triggers(text: &str, words: &[String]) -> String {
    const WORD: Class = Class::of("A-Za-z0-9_+/=.-");
    const GROUP: Class = Class::of("0-9 -");
    let mut text: String = text.replace(['\\', '%', '&'], "");
    let runs_on = |text: &str, at: usize, class: &Class, length: usize| {
        let before = text[..at].bytes().rev().take_while(|byte| class.has(*byte)).count();
        let after = text[at..].bytes().take_while(|byte| class.has(*byte)).count();
        before + after >= length
    };
    loop {
        let lower = text.to_ascii_lowercase();
        let trigger = words.iter().find_map(|word| lower.find(word.as_str()));
        let digit = || {
            text.match_indices(|sign: char| sign.is_ascii_digit())
                .map(|(at, _)| at)
                .find(|at| runs_on(&text, *at, &WORD, Triggers::KEY) || runs_on(&text, *at, &GROUP, Triggers::DIGITS))
        };
        let Some(at) = trigger.or_else(digit) else { return text };
        text.remove(at);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_canary_survives_in_any_reply(canary in canary::any(), spot in planted::spot(), cap in 4_096..20_000_usize) {
        let failure = spot.plant(&canary.planted());
        let disclosure = disclosed(failure, scrubber_for(&canary), cap);
        let canonical = format!("{disclosure:?}");
        prop_assert_eq!(seen_in(&canary, &canonical), None, "in {}", canonical);
        for (dialect, reply) in replies(&disclosure) {
            for form in canary.hidden.iter().flat_map(|hidden| forms(hidden)) {
                prop_assert!(!reply.contains(&form), "{}: {}", dialect, reply);
            }
        }
    }

    #[test]
    fn no_value_under_the_name_of_a_secret_survives(
        name in canary::sensitive_name(),
        value in "[a-zA-Z0-9!?#äö \"\\\\]{8,20}",
        depth in 0..7_usize,
        is_number in any::<bool>(),
    ) {
        let number = 1_000_000_007_u64 + u64::from(value.as_bytes()[0]) * 65_537;
        let hidden = if is_number { number.to_string() } else { value.clone() };
        let secret = if is_number { Value::from(number) } else { Value::from(value) };
        let failure = planted::failure().with_context("body", planted::nested(json!({ name: secret }), depth));
        let disclosure = disclosed(failure, Scrubber::new(), Discretion::DEFAULT_REPLY_CAP);
        for (dialect, reply) in replies(&disclosure) {
            for form in forms(&hidden) {
                prop_assert!(!reply.contains(&form), "{}: {}", dialect, reply);
            }
        }
    }

    #[test]
    fn no_number_of_a_card_survives_as_a_number(card in canary::card_number(), depth in 0..9_usize, is_float in any::<bool>()) {
        let number: u64 = card.parse().unwrap();
        // Sixteen digits are what a float of 64 bits can hold.
        let value = if is_float { Value::from(number as f64) } else { Value::from(number) };
        let failure = planted::failure().with_context("order", planted::nested(json!({"paid": [value]}), depth));
        for (dialect, reply) in replies(&disclosed(failure, Scrubber::new(), Discretion::DEFAULT_REPLY_CAP)) {
            prop_assert!(!reply.contains(&card), "{}: {}", dialect, reply);
        }
    }

    #[test]
    fn no_secret_survives_in_any_profile(canary in canary::secret()) {
        for profile in Profile::ALL {
            let scrubbed = scrubber_for(&canary).with_profile(profile).scrub(&canary.planted()).into_owned();
            prop_assert_eq!(seen_in(&canary, &scrubbed), None, "{:?}: {}", profile, scrubbed);
        }
    }

    #[test]
    fn each_family_goes_in_the_profiles_that_remove_it(canary in canary::any()) {
        for profile in Profile::ALL.into_iter().filter(|profile| profile.removes(canary.family)) {
            let scrubbed = scrubber_for(&canary).with_profile(profile).scrub(&canary.planted()).into_owned();
            prop_assert_eq!(seen_in(&canary, &scrubbed), None, "{:?}: {}", profile, scrubbed);
        }
    }

    #[test]
    fn an_allow_list_keeps_paths_and_never_secrets(canary in canary::secret(), (path, folder) in canary::path_in_folder()) {
        let text = format!("{path} is not there\n{}", canary.planted());
        for allowed in [Allowed::new().with_root(&folder), Allowed::new().with_text(text.as_str())] {
            let scrubbed = scrubber_for(&canary).allowing(allowed.with_text(canary.text.as_str())).scrub(&text).into_owned();
            prop_assert!(scrubbed.starts_with(&format!("{path} is not there\n")), "{}", scrubbed);
            prop_assert_eq!(seen_in(&canary, &scrubbed), None, "{}", scrubbed);
        }
    }

    #[test]
    fn scrubbing_twice_changes_nothing(text in mixture(), secret in prop::option::of("[a-z0-9=:/@-]{4,9}")) {
        let scrubber = Scrubber::new().with_secrets(secret);
        let once = scrubber.scrub(&text).into_owned();
        prop_assert_eq!(scrubber.scrub(&once), once.as_str());
        prop_assert_eq!(replace(&once, &scrubber.removals(&once)), once);
    }

    #[test]
    fn disclosing_twice_changes_nothing(text in mixture(), spot in planted::spot()) {
        // Gaps: a cut right after a placeholder, or through one, makes a text that is scrubbed and cut once more; and an
        // endpoint that is a URL only because of what is removed from it loses its query the second time.
        let spot = if text.len() > 96 || text.contains("://") { spot.without_cut() } else { spot };
        let once = disclosed(spot.plant(&text), Scrubber::new(), ROOMY);
        let value = serde_json::to_value(&once).unwrap();
        let again = crate::render::recognise(&value).unwrap().failure;
        prop_assert_eq!(disclosed(again, Scrubber::new(), ROOMY), once);
    }

    #[test]
    fn what_is_left_is_no_longer_than_the_text_and_its_placeholders(text in mixture()) {
        let longest = RULES.iter().map(|rule| rule.placeholder.len()).max().unwrap_or_default();
        let scrubber = Scrubber::new();
        let removals = scrubber.removals(&text).len();
        prop_assert!(scrubber.scrub(&text).len() <= text.len() + removals * longest);
    }

    #[test]
    fn text_without_a_trigger_comes_back_byte_for_byte(text in plain_text()) {
        prop_assume!(Decoded::of(&text, false).is_none());
        for profile in Profile::ALL {
            let scrubbed = Scrubber::new().with_profile(profile).hiding_schema_names().scrub(&text);
            prop_assert!(matches!(scrubbed, Cow::Borrowed(_)));
            prop_assert_eq!(scrubbed, text.as_str());
        }
        prop_assert_eq!(Scrubber::new().removals(&text), []);
    }
}
