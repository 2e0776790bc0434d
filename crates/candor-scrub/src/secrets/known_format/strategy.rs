//! Random secrets of the known formats, for property tests: each matches one row of the table.

use super::FORMATS;
use super::checks::is_placeholder;
use super::format::{Format, Part, end_of};
use super::shaped_word::{SHAPES, Shape};
use crate::rule::Hit;
use crate::run_cache::RunCache;
use crate::text::{Class, Text};
use proptest::prelude::*;
use proptest::strategy::{Union, ValueTree};
use proptest::test_runner::TestRunner;
use std::rc::Rc;

/// A secret of a known format.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    /// The id of the row.
    pub(crate) id: &'static str,
    /// The whole text.
    pub(crate) text: String,
    /// The part that must be removed: all but the public prefix.
    pub(crate) secret: String,
}

/// How much longer than its minimum a run may be: longer runs test nothing new.
const MOST_MORE: usize = 24;

/// Turns a text into a sample, if it matches the row.
type Accept = Rc<dyn Fn(&str) -> Option<Sample>>;

/// A secret of any row.
pub(crate) fn secret() -> impl Strategy<Value = Sample> {
    Union::new(rows().map(|(_, samples)| samples))
}

/// Every row's example, and the strategy for its secrets.
fn rows() -> impl Iterator<Item = (String, BoxedStrategy<Sample>)> {
    FORMATS.iter().copied().flatten().map(of_format).chain(SHAPES.iter().map(of_shape))
}

fn of_format(format: &'static Format) -> (String, BoxedStrategy<Sample>) {
    let anchor = Just(format.anchor.to_owned()).boxed();
    let parts: Vec<_> = texts(format.before).chain([anchor]).chain(texts(format.after)).collect();
    let example = format.example.replacen("{}", format.anchor, 1);
    let accept = move |text: &str| {
        let is_whole = |at: usize| {
            let anchor = at..at + format.anchor.len();
            let anchor_end = anchor.end;
            let start = if format.keeps_anchor { anchor_end } else { 0 };
            let found =
                format.find(Text(text), &Hit { span: anchor, word: 0, from: 0 }, true, &mut RunCache::default());
            // A run that swallows the parts after it does not match the row: there is no backtracking.
            let secret = if format.before.is_empty() { &text[anchor_end..] } else { &text[start..] };
            (found == Some(start..text.len())).then(|| secret.to_owned())
        };
        let mut anchors = text.match_indices(format.anchor).map(|(at, _)| at);
        anchors.find_map(is_whole).map(|secret| Sample { id: format.id, secret, text: text.to_owned() })
    };
    (example.clone(), accepted(parts, example, Rc::new(accept)))
}

fn of_shape(shape: &'static Shape) -> (String, BoxedStrategy<Sample>) {
    let Shape { id, parts, check, example, .. } = *shape;
    let accept = move |text: &str| {
        let is_whole = end_of(parts, Text(text), 0, &mut RunCache::default()) == Some(text.len());
        let is_one = is_whole && check(text) && !is_placeholder(text);
        is_one.then(|| Sample { id, secret: text.to_owned(), text: text.to_owned() })
    };
    (example.to_owned(), accepted(texts(parts).collect(), example.to_owned(), Rc::new(accept)))
}

/// Random texts of the parts; if those are rarely accepted, the example with other letters and digits.
fn accepted(parts: Vec<BoxedStrategy<String>>, example: String, accept: Accept) -> BoxedStrategy<Sample> {
    const TRIES: usize = 16;
    let texts = parts.prop_map(|parts| parts.concat()).boxed();
    let mut runner = TestRunner::deterministic();
    let mut is_accepted = || texts.new_tree(&mut runner).is_ok_and(|tree| accept(&tree.current()).is_some());
    let count = (0..TRIES).filter(|_| is_accepted()).count();
    if count * 4 >= TRIES {
        return texts.prop_filter_map("does not have the form", move |text| accept(&text)).boxed();
    }
    prop::collection::vec(any::<u16>(), example.len())
        .prop_filter_map("does not have the form", move |numbers| {
            let changed =
                |rarity| example.chars().zip(&numbers).map(|(sign, number)| other(sign, *number, rarity)).collect();
            [4, 16, 64]
                .into_iter()
                .find_map(|rarity| accept(&String::from_iter::<Vec<_>>(changed(rarity))))
                .or_else(|| accept(&example))
        })
        .boxed()
}

/// In some cases another character of the same class.
fn other(sign: char, number: u16, rarity: u16) -> char {
    let from = |first: u8, count: u8| char::from(first + (number / rarity) as u8 % count);
    match sign {
        _ if !number.is_multiple_of(rarity) => sign,
        'a'..='z' => from(b'a', 26),
        'A'..='Z' => from(b'A', 26),
        '1'..='9' => from(b'1', 9),
        _ => sign,
    }
}

fn texts(parts: &'static [Part]) -> impl Iterator<Item = BoxedStrategy<String>> {
    parts.iter().map(text)
}

/// A text that matches the part.
fn text(part: &'static Part) -> BoxedStrategy<String> {
    match part {
        Part::Literal(literal) => Just((*literal).to_owned()).boxed(),
        Part::Run(class, least, most) => {
            let members = prop::sample::select(members(class));
            let most = (*most).min(least + MOST_MORE);
            prop::collection::vec(members, *least..=most).prop_map(String::from_iter).boxed()
        }
        Part::OneOf(literals) => prop::sample::select(*literals).prop_map(str::to_owned).boxed(),
        Part::Maybe(parts) => {
            let there = texts(parts).collect::<Vec<_>>().prop_map(|parts| parts.concat());
            Union::new([Just(String::new()).boxed(), there.boxed()]).boxed()
        }
        Part::Uuid => "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}".boxed(),
        Part::End => Just(String::new()).boxed(),
    }
}

/// The printable members of the class: no service issues a secret of control characters.
fn members(class: &Class) -> Vec<char> {
    (b'!'..=b'~').filter(|byte| class.has(*byte)).map(char::from).collect()
}

#[test]
fn every_row_generates_more_than_its_example() {
    let mut runner = TestRunner::deterministic();
    for (example, samples) in rows() {
        let mut texts = (0..32).map(|_| samples.new_tree(&mut runner).unwrap().current().text);
        assert!(texts.any(|text| text != example), "{example}");
    }
}
