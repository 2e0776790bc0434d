//! Generated texts with planted secrets and without, in two halves: what the scrubber does with the half that no rule was
//! built with is in a baseline, which is strict both ways.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "planted/generator.rs"]
mod generator;
#[path = "planted/tally.rs"]
#[allow(dead_code, reason = "the example prints more of it")]
mod tally;

use candor_scrub::Scrubber;
use generator::{Half, Part, Parts, Survival, Text, Texts, ids, survival};
use std::collections::BTreeSet;
use tally::{ALL, Tally, differences};

/// How many texts of each kind the tests look at.
const TEXTS: usize = 3_000;

/// So many texts with a secret and as many without.
fn texts(half: Half, number: usize) -> impl Iterator<Item = Text> {
    let all = Texts::of(half);
    (0..number * 2).map(move |at| if at < number { all.secret(at) } else { all.harmless(at - number) })
}

fn combinations(half: Half) -> BTreeSet<Parts> {
    texts(half, TEXTS).map(|text| text.parts).collect()
}

#[test]
fn no_combination_of_parts_is_in_both_halves() {
    let (building, checking) = (combinations(Half::Building), combinations(Half::Checking));
    assert_eq!(building.intersection(&checking).collect::<Vec<_>>(), Vec::<&Parts>::new());
    assert!(building.iter().all(|parts| parts.half() == Half::Building));
    assert!(checking.iter().all(|parts| parts.half() == Half::Checking));
}

#[test]
fn what_is_kept_apart_is_in_its_half_alone() {
    for half in [Half::Building, Half::Checking] {
        let used: BTreeSet<_> = combinations(half)
            .into_iter()
            .flat_map(|it| [("carrier", it.carrier), ("word", it.word), ("format", it.format)])
            .collect();
        for (kind, id, apart) in ids().filter(|(_, _, apart)| apart.is_some()) {
            assert_eq!(used.contains(&(kind, id)), apart == Some(half), "{kind} {id}");
        }
    }
}

#[test]
fn each_half_has_thousands_of_different_texts_with_a_secret_and_without() {
    for half in [Half::Building, Half::Checking] {
        let all: Vec<_> = texts(half, TEXTS).collect();
        for is_secret in [true, false] {
            let different: BTreeSet<_> = all.iter().filter(|it| it.is_secret == is_secret).map(Text::text).collect();
            assert!(different.len() >= 2_900, "{half:?}: {}", different.len());
            let parts: BTreeSet<_> = all.iter().filter(|it| it.is_secret == is_secret).map(|it| it.parts).collect();
            assert!(parts.len() >= 2_000, "{half:?}: {}", parts.len());
        }
    }
}

#[test]
fn every_part_is_used_and_has_an_id_of_its_own() {
    let used: BTreeSet<_> = [Half::Building, Half::Checking]
        .into_iter()
        .flat_map(combinations)
        .flat_map(|it| {
            [
                ("carrier", it.carrier),
                ("word", it.word),
                ("format", it.format),
                ("encoding", it.encoding),
                ("neighbour", it.neighbour),
            ]
        })
        .collect();
    let mut seen = BTreeSet::new();
    for (kind, id, _) in ids() {
        assert!(used.contains(&(kind, id)), "no text has the {kind} {id}");
        assert!(seen.insert((kind, id)) || kind == "neighbour", "there are two of {kind} {id}");
    }
}

#[test]
fn a_text_shows_its_secret_once() {
    for text in texts(Half::Building, TEXTS).chain(texts(Half::Checking, TEXTS)).filter(|text| text.is_secret) {
        assert_eq!(survival(text.hidden(), &text.text()), Some(Survival::Whole));
        assert_eq!(survival(text.hidden(), &text.without_hidden()), None, "{}", text.text());
        assert!(!text.text().contains('§'), "{}", text.text());
    }
}

#[test]
fn of_parts_that_the_scrubber_knows_nothing_survives() {
    for text in texts(Half::Building, 600).filter(|text| text.is_secret) {
        let parts: Vec<_> = Part::ALL.into_iter().filter(|part| text.with_known(&[*part]).is_some()).collect();
        let (whole, hidden) = text.with_known(&parts).expect("each of them can be replaced");
        assert_eq!(survival(&hidden, &Scrubber::standard().scrub(&whole)), None, "{whole}");
    }
}

#[test]
fn the_same_number_gives_the_same_text() {
    let (one, other) = (Texts::of(Half::Checking), Texts::of(Half::Checking));
    for number in 0..300 {
        for (one, other) in [(one.secret(number), other.secret(number)), (one.harmless(number), other.harmless(number))]
        {
            assert_eq!((one.parts, one.text(), one.hidden()), (other.parts, other.text(), other.hidden()));
        }
    }
}

#[test]
fn half_of_a_secret_counts_as_a_part() {
    assert_eq!(survival("0123456789abcdefghij", "x 0123456789abcdefghij y"), Some(Survival::Whole));
    assert_eq!(survival("0123456789abcdefghij", "x 456789abcd y"), Some(Survival::Part));
    assert_eq!(survival("0123456789abcdefghij", "x 456789abc y"), None);
    assert_eq!(survival("0123456789", "x 012345 y"), None, "six signs are found by chance");
    assert_eq!(survival("4711", "471 711"), None);
}

#[test]
fn a_difference_is_told_whichever_way_it_goes() {
    let listed = "survives carrier json 5 of 9\nsurvives carrier toml 2 of 9\n";
    let found = "survives carrier json 4 of 9\nsurvives carrier yaml 1 of 9\n";
    assert_eq!(
        differences(listed, found),
        [
            "survives carrier json: 4 of 9, the baseline says 5 of 9",
            "survives carrier toml: none, the baseline says 2 of 9",
            "survives carrier yaml: 1 of 9, the baseline says none",
        ]
    );
    assert_eq!(differences(listed, listed), Vec::<String>::new());
}

#[test]
fn survivors_and_damage_are_those_of_the_baseline() {
    let tally = Tally::of(Half::Checking, TEXTS, |_| ());
    assert_eq!(
        tally.0.iter().filter(|((_, kind, _), _)| *kind == ALL).map(|(_, it)| it.texts).sum::<usize>(),
        2 * TEXTS
    );
    let differences = tally.differences(TEXTS).expect("a baseline");
    assert!(
        differences.is_empty(),
        "{}\nif that is better, or right: cargo xtask planted {TEXTS} --update",
        differences.join("\n")
    );
}
