//! What holds for everything that must not leave, wherever in a failure it is planted: no reply has it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

#[cfg(feature = "tracing")]
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "capture/listener.rs"]
mod listener;
#[path = "canaries/planted.rs"]
mod planted;

use candor::disclose::Scrubber;
use candor::render::{Place, Renderer, Revision};
use candor::{Dialect, Disclosure, Discretion, Failure};
use candor_scrub::testing::{Canary, canary, card_number, forms, mixture, seen_in, sensitive_name};
use proptest::prelude::*;
use serde_json::{Value, json};

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
    Dialect::ALL.iter().copied().flat_map(move |dialect| {
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

/// The failure as it is disclosed, and as it is disclosed once more by its reader.
fn disclosed_twice(failure: Failure) -> [Disclosure; 2] {
    let once = disclosed(failure, Scrubber::new(), ROOMY);
    let again = candor::render::recognise(&serde_json::to_value(&once).unwrap()).unwrap().failure;
    let again = disclosed(again, Scrubber::new(), ROOMY);
    [once, again]
}

/// The one thing that is known to change when it is disclosed twice: a name of a detail that is cut within a placeholder,
/// so that half of the placeholder reads as a value.
fn cut_through_a_placeholder() -> Failure {
    planted::failure().with_context(format!("{} jwt: a0?Aq7A!A0 was refused", "x".repeat(105)), json!(1))
}

#[test]
fn what_is_known_to_change_when_disclosed_twice_still_does() {
    let [once, again] = disclosed_twice(cut_through_a_placeholder());
    assert_ne!(once, again, "it is mended: let `disclosing_twice_changes_nothing` have texts of any length everywhere");
}

#[cfg(feature = "tracing")]
proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_canary_survives_in_the_log(canary in canary(), spot in planted::spot()) {
        let planted = canary.planted();
        let failure = planted::kept_from_callers(spot.plant(&planted), &planted);
        let event = listener::event_of(failure, &Discretion::new().with_scrubber(scrubber_for(&canary)));
        // The fingerprint is a hash.
        for (name, value) in event.as_object().unwrap().iter().filter(|(name, _)| *name != "error.fingerprint") {
            let text = value.as_str().unwrap_or_default();
            prop_assert_eq!(seen_in(&canary, text), None, "{} is {}", name, text);
        }
    }

    #[test]
    fn what_is_kept_from_callers_is_in_no_reply(canary in canary()) {
        let planted = canary.planted();
        // Not even a word of it, secret or not.
        let failure = planted::kept_from_callers(planted::failure(), &format!("zebra-crossing {planted}"));
        let disclosure = disclosed(failure.critical().with_backtrace(), scrubber_for(&canary), ROOMY);
        for (dialect, reply) in replies(&disclosure) {
            let hidden = ["zebra", "critical", "backtrace", "canaries.rs", "kept_from_callers"];
            for word in hidden.iter().copied().chain(canary.hidden.iter().map(String::as_str)) {
                prop_assert!(!reply.contains(word), "{}: {}: {}", dialect, word, reply);
            }
        }
    }
}

#[test]
fn an_endpoint_whose_scheme_is_removed_is_not_a_url() {
    let [once, again] = disclosed_twice(planted::failure().with_endpoint("password=a1b2c3://x c?d=1"));
    assert_eq!(once, again);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_canary_survives_in_any_reply(canary in canary(), spot in planted::spot(), cap in 4_096..20_000_usize) {
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
        name in sensitive_name(),
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
    fn no_number_of_a_card_survives_as_a_number(card in card_number(), depth in 0..9_usize, is_float in any::<bool>()) {
        let number: u64 = card.parse().unwrap();
        // Sixteen digits are what a float of 64 bits can hold.
        let value = if is_float { Value::from(number as f64) } else { Value::from(number) };
        let failure = planted::failure().with_context("order", planted::nested(json!({"paid": [value]}), depth));
        for (dialect, reply) in replies(&disclosed(failure, Scrubber::new(), Discretion::DEFAULT_REPLY_CAP)) {
            prop_assert!(!reply.contains(&card), "{}: {}", dialect, reply);
        }
    }

    #[test]
    fn disclosing_twice_changes_nothing(text in mixture(), spot in planted::spot()) {
        // Left out is what `cut_through_a_placeholder` shows, and no shorter text.
        let spot = if text.len() > 96 { spot.without_cut() } else { spot };
        let [once, again] = disclosed_twice(spot.plant(&text));
        prop_assert_eq!(again, once);
    }
}
