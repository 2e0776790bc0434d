//! 004's common patterns, in its order.
//!
//! In a text of nothing but 004's keywords no phrase has more behind it than another, so the first of 004's rows decides.
//! Everywhere else the strongest phrase does.

use std::ops::Range;

/// Longer texts have other words too.
const LONGEST: usize = 64;

/// The rows in 004's order, as words; one that 004 also has among its provider patterns comes before all others.
const ROWS: [&[&str]; 11] = [
    &["unique constraint"],
    &["unauthorized", "unauthenticated", "not authorized", "not logged in", "invalid token", "expired token"],
    &["permission", "forbidden", "access denied", "not allowed"],
    &["not found", "no such", "doesn't exist", "couldn't find"],
    &[
        "invalid",
        "validation",
        "malformed",
        "bad request",
        "wrong format",
        "missing required",
        "missing param",
        "missing field",
        "missing input",
        "missing value",
        "missing arg",
    ],
    &["conflict", "already exists", "duplicate"],
    &["rate limit", "too many requests", "throttled"],
    &["timeout", "gateway timeout", "timed out", "deadline exceeded"],
    &["abort", "aborted", "cancelled", "canceled"],
    &["service unavailable", "bad gateway", "upstream error"],
    &["zod", "zoderror", "schema validation"],
];

/// Where the first of 004's rows is in a text that has at least two of them, and no other words.
pub(super) fn first(text: &str) -> Option<Range<usize>> {
    if text.len() > LONGEST {
        return None;
    }
    let mut best: Option<(usize, Range<usize>)> = None;
    let mut has_several = false;
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(is_of_word)).map(|gap| at + gap) {
        let (row, length) = at_start(text.get(start..)?)?;
        has_several |= best.as_ref().is_some_and(|(known, _)| *known != row);
        if best.as_ref().is_none_or(|(known, _)| row < *known) {
            best = Some((row, start..start + length));
        }
        at = start + length;
    }
    best.filter(|_| has_several).map(|(_, span)| span)
}

/// The first row that has a pattern within the longest one that the text begins with, and how long that is.
fn at_start(text: &str) -> Option<(usize, usize)> {
    let length = matching(text).map(|(_, length)| length).max()?;
    let span = text.get(..length)?;
    let is_start = |place: &usize| !span.get(..*place).is_some_and(|before| before.ends_with(is_of_word));
    let starts = span.char_indices().map(|(place, _)| place).filter(is_start);
    let row = starts.flat_map(|place| matching(span.get(place..).unwrap_or_default())).map(|(row, _)| row).min()?;
    Some((row, length))
}

/// The row of each pattern that the text begins with, and how long it is there.
fn matching(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let first = text.as_bytes().first_chunk::<2>().map(|[one, two]| [one | 0x20, two | 0x20]);
    let rows = ROWS.iter().enumerate();
    let patterns = rows.flat_map(|(row, patterns)| patterns.iter().map(move |pattern| (row, *pattern)));
    // Most patterns differ in their first two letters; the bit makes them small.
    let patterns = patterns.filter(move |(_, pattern)| pattern.as_bytes().first_chunk().copied() == first);
    patterns.filter_map(move |(row, pattern)| Some((row, length_of(pattern, text)?)))
}

/// How much of the text's beginning the pattern is, whatever is between its words.
fn length_of(pattern: &str, text: &str) -> Option<usize> {
    let mut rest = text;
    for (index, word) in pattern.split(' ').enumerate() {
        if index > 0 {
            rest = rest.get(1..).filter(|_| rest.starts_with([' ', '_', '-']))?;
        }
        rest = rest
            .get(word.len()..)
            .filter(|_| rest.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word)))?;
    }
    let ends = !rest.starts_with(is_of_word);
    ends.then(|| text.len() - rest.len())
}

fn is_of_word(it: char) -> bool {
    it.is_alphanumeric()
}
