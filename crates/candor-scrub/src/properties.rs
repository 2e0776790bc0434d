//! Properties of the scrubber: no planted secret survives, and text without a trigger is unchanged.

use super::decoded::Decoded;
use super::registry::RULES;
use super::removal::{replace, shifted};
use super::rule::Triggers;
use super::segment::{Limits, Segment};
use super::text::Class;
use super::{Allowed, Profile, Scrubber};
use crate::testing::{Canary, canary, mixture, path_in_folder, secret, seen_in, trigger_words};
use proptest::prelude::*;
use std::borrow::Cow;
use std::convert::Infallible;

/// A scrubber that is configured with the canary's secret.
fn scrubber_for(canary: &Canary) -> Scrubber {
    Scrubber::new().with_secrets(canary.configured.clone())
}

/// Text of any script that calls no rule: it has no trigger, no escape, and no word with digits that is as long as a
/// key.
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

/// Limits that divide short texts into many segments.
fn small_limits() -> impl Strategy<Value = Limits> {
    (64_usize..512, 16_usize..256, 0_usize..32).prop_map(|(longest, seam, near)| Limits { longest, seam, near })
}

/// Calls `each` with each segment of the bytes, which arrive in pieces.
fn in_pieces(scrubber: &Scrubber, bytes: &[u8], cuts: &[prop::sample::Index], each: impl FnMut(Segment<'_>)) {
    in_flushed_pieces(scrubber, bytes, cuts, &[], each);
}

/// The same, with a flush after the pieces that are marked for it.
fn in_flushed_pieces(
    scrubber: &Scrubber,
    bytes: &[u8],
    cuts: &[prop::sample::Index],
    flushes: &[bool],
    mut each: impl FnMut(Segment<'_>),
) {
    let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).chain([0, bytes.len()]).collect();
    cuts.sort_unstable();
    let mut stream = scrubber.stream();
    let mut each = |segment: Segment<'_>| {
        each(segment);
        Ok::<(), Infallible>(())
    };
    for (number, piece) in cuts.windows(2).enumerate() {
        stream.push(&bytes[piece[0]..piece[1]], &mut each).unwrap();
        if flushes.get(number) == Some(&true) {
            stream.flush_lines(&mut each).unwrap();
        }
    }
    stream.finish(&mut each).unwrap();
}

/// The bytes, scrubbed as they arrive in pieces.
fn streamed(scrubber: &Scrubber, bytes: &[u8], cuts: &[prop::sample::Index]) -> Vec<u8> {
    let mut scrubbed = Vec::new();
    in_pieces(scrubber, bytes, cuts, |segment| scrubbed.extend_from_slice(&segment.scrubbed()));
    scrubbed
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn how_a_stream_is_cut_into_pieces_does_not_matter(
        texts in prop::collection::vec(mixture(), 1..24),
        broken in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        limits in small_limits(),
        secret in prop::option::of("[a-z0-9=:/@-]{4,9}"),
    ) {
        let scrubber = Scrubber::new().with_secrets(secret).with_limits(limits);
        let text = texts.concat();
        let whole = scrubber.scrub(&text);
        prop_assert_eq!(streamed(&scrubber, text.as_bytes(), &cuts), whole.as_bytes());
        prop_assert_eq!(&*scrubber.scrub_bytes(text.as_bytes()), whole.as_bytes());
        let mut bytes = text.into_bytes();
        for (place, byte) in broken {
            bytes.insert(place.index(bytes.len() + 1), byte);
        }
        prop_assert_eq!(streamed(&scrubber, &bytes, &cuts), &*scrubber.scrub_bytes(&bytes));
    }

    #[test]
    fn a_stream_reports_the_removals_of_the_whole_text(
        texts in prop::collection::vec(mixture(), 1..24),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        limits in small_limits(),
    ) {
        let scrubber = Scrubber::new().with_limits(limits);
        let text = texts.concat();
        let mut removals = Vec::new();
        in_pieces(&scrubber, text.as_bytes(), &cuts, |segment| {
            let offset = usize::try_from(segment.offset()).unwrap();
            removals.extend(segment.removals().into_iter().map(|removal| shifted(removal, offset)));
        });
        prop_assert_eq!(removals, scrubber.removals(&text));
    }

    #[test]
    fn a_stream_loses_nothing_that_it_does_not_remove_wherever_it_is_flushed(
        texts in prop::collection::vec(mixture(), 1..24),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        flushes in prop::collection::vec(any::<bool>(), 13),
        limits in small_limits(),
    ) {
        let scrubber = Scrubber::new().with_limits(limits);
        let text = texts.join("\n");
        let mut bytes = Vec::new();
        let mut is_within = true;
        in_flushed_pieces(&scrubber, text.as_bytes(), &cuts, &flushes, |segment| {
            is_within &= segment.offset() == bytes.len() as u64;
            bytes.extend_from_slice(segment.bytes());
            let removals = segment.removals();
            is_within &= removals.iter().all(|removal| !removal.span.is_empty() && removal.span.end <= segment.bytes().len());
            is_within &= removals.is_sorted_by(|one, next| one.span.end <= next.span.start);
        });
        prop_assert!(is_within);
        prop_assert_eq!(bytes, text.as_bytes());
    }

    #[test]
    fn text_without_a_trigger_streams_byte_for_byte_wherever_it_is_flushed(
        text in prop::collection::vec(plain_text(), 1..16),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        flushes in prop::collection::vec(any::<bool>(), 13),
        limits in small_limits(),
    ) {
        let words: Vec<_> = trigger_words().into_iter().map(str::to_lowercase).collect();
        let text = without_triggers(&text.join("\n"), &words);
        prop_assume!(Decoded::of(&text, false).is_none());
        let scrubber = Scrubber::new().with_limits(limits);
        let mut scrubbed = Vec::new();
        in_flushed_pieces(&scrubber, text.as_bytes(), &cuts, &flushes, |segment| {
            scrubbed.extend_from_slice(&segment.scrubbed());
        });
        prop_assert_eq!(scrubbed, text.as_bytes());
    }

    #[test]
    fn text_around_an_address_streams_byte_for_byte_wherever_it_is_flushed(
        lines in prop::collection::vec("([jqvz]{1,6} ){0,30}(<jane@corp[.]io>)?( [jqvz]{1,6}){0,30}", 1..16),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        flushes in prop::collection::vec(any::<bool>(), 13),
        limits in small_limits(),
    ) {
        let words: Vec<_> = trigger_words().into_iter().filter(|word| *word != "@").map(str::to_lowercase).collect();
        let text = lines.join("\n");
        prop_assume!(!words.iter().any(|word| text.replace("jane@corp.io", "").contains(word.as_str())));
        let scrubber = Scrubber::new().with_limits(limits);
        let mut scrubbed = Vec::new();
        in_flushed_pieces(&scrubber, text.as_bytes(), &cuts, &flushes, |segment| {
            scrubbed.extend_from_slice(&segment.scrubbed());
        });
        prop_assert_eq!(String::from_utf8(scrubbed).unwrap(), text.replace("jane@corp.io", "[email]"));
    }

    #[test]
    fn no_secret_survives_a_cut(
        canary in secret(),
        before in 0_usize..400,
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let limits = Limits { longest: 16 << 10, seam: 8 << 10, near: 4 << 10 };
        let scrubber = scrubber_for(&canary).with_limits(limits);
        for filler in ["INFO the order was shipped\n", "the order was shipped and "] {
            let head = &filler.repeat(limits.longest / filler.len() + 1)[..limits.longest - before];
            let text = format!("{head}\n{}\n{}", canary.planted(), filler.repeat(limits.longest / filler.len()));
            let scrubbed = String::from_utf8(streamed(&scrubber, text.as_bytes(), &cuts)).unwrap();
            prop_assert_eq!(seen_in(&canary, &scrubbed), None);
            prop_assert_eq!(&scrubbed, &*scrubber.scrub(&text));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_secret_survives_in_any_profile(canary in secret()) {
        for profile in Profile::ALL.iter().copied() {
            let scrubbed = scrubber_for(&canary).with_profile(profile).scrub(&canary.planted()).into_owned();
            prop_assert_eq!(seen_in(&canary, &scrubbed), None, "{:?}: {}", profile, scrubbed);
        }
    }

    #[test]
    fn each_family_is_removed_in_its_profiles(canary in canary()) {
        for profile in Profile::ALL.iter().copied().filter(|profile| profile.removes(canary.family)) {
            let scrubbed = scrubber_for(&canary).with_profile(profile).scrub(&canary.planted()).into_owned();
            prop_assert_eq!(seen_in(&canary, &scrubbed), None, "{:?}: {}", profile, scrubbed);
        }
    }

    #[test]
    fn an_allow_list_keeps_paths_and_never_secrets(canary in secret(), (path, folder) in path_in_folder()) {
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
    fn the_result_is_at_most_as_long_as_the_text_plus_its_placeholders(text in mixture()) {
        let longest = RULES.iter().map(|rule| rule.placeholder.len()).max().unwrap_or_default();
        let scrubber = Scrubber::new();
        let removals = scrubber.removals(&text).len();
        prop_assert!(scrubber.scrub(&text).len() <= text.len() + removals * longest);
    }

    #[test]
    fn text_without_a_trigger_comes_back_byte_for_byte(text in plain_text()) {
        prop_assume!(Decoded::of(&text, false).is_none());
        for profile in Profile::ALL.iter().copied() {
            let scrubbed = Scrubber::new().with_profile(profile).hiding_schema_names().scrub(&text);
            prop_assert!(matches!(scrubbed, Cow::Borrowed(_)));
            prop_assert_eq!(scrubbed, text.as_str());
        }
        prop_assert_eq!(Scrubber::new().removals(&text), []);
    }
}
