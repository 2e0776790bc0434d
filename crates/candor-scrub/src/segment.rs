//! Divides a text that is too long to be scrubbed at once into segments, each of which is scrubbed by itself.
//!
//! Where a segment ends depends on the text alone, and only on [`LONGEST`] bytes of it and the seam after them. The
//! same function divides a whole text and a stream, so the pieces in which a stream arrives cannot change the result.

use crate::keep::Keep;
use crate::lossless::Lossless;
use crate::removal::{Removal, joined, shifted, split_at};
use crate::rule::LONGEST_WINDOW;
use crate::scrubber::Scrubber;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// The longest segment, in bytes. A text up to this length is one segment.
pub(crate) const LONGEST: usize = 1 << 20;
/// What lies nearer to a cut than this was judged by the text on both sides of it.
const NEAR: usize = 8 << 10;
/// How many bytes on either side of a cut are read to find what spans it: more than any rule's window.
pub(crate) const SEAM: usize = LONGEST_WINDOW + NEAR;

/// The length of segments, and how much of the text around a cut is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) longest: usize,
    pub(crate) seam: usize,
    /// What lies nearer to a cut than this was judged by the text on both sides of it.
    pub(crate) near: usize,
}

impl Limits {
    /// The limits of every scrubber; tests use smaller ones.
    pub(crate) const STANDARD: Limits = Limits { longest: LONGEST, seam: SEAM, near: NEAR };

    /// How many bytes decide where a segment ends.
    pub(crate) fn needed(self) -> usize {
        self.longest.saturating_add(self.seam)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::STANDARD
    }
}

/// A part of a stream that is scrubbed by itself.
#[derive(Clone, Copy)]
pub struct Segment<'t> {
    scrubber: &'t Scrubber,
    bytes: &'t [u8],
    offset: u64,
    /// Removals that depend on the text beyond the ends of the segment.
    known: &'t [Removal],
}

impl<'t> Segment<'t> {
    pub(crate) fn new(scrubber: &'t Scrubber, bytes: &'t [u8], offset: u64, known: &'t [Removal]) -> Segment<'t> {
        Segment { scrubber, bytes, offset, known }
    }

    /// The bytes before scrubbing.
    #[must_use]
    pub fn bytes(&self) -> &'t [u8] {
        self.bytes
    }

    /// How many bytes of the stream came before this segment.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes after scrubbing.
    #[must_use]
    pub fn scrubbed(&self) -> Cow<'t, [u8]> {
        scrubbed(self.scrubber, self.bytes, self.known)
    }

    /// What is removed, in order and without overlaps; the spans count from the start of the segment.
    #[must_use]
    pub fn removals(&self) -> Vec<Removal> {
        removals(self.scrubber, self.bytes, self.known)
    }
}

/// The bytes of a segment after scrubbing.
pub(crate) fn scrubbed<'b>(scrubber: &Scrubber, bytes: &'b [u8], known: &[Removal]) -> Cow<'b, [u8]> {
    let text = Lossless::of(bytes);
    match scrubber.scrub_segment(text.as_str(), &text.places_in_text(known), Keep::Nothing, None) {
        Cow::Borrowed(_) => Cow::Borrowed(bytes),
        Cow::Owned(scrubbed) => Cow::Owned(text.to_bytes(scrubbed)),
    }
}

/// What is removed from the bytes of a segment.
pub(crate) fn removals(scrubber: &Scrubber, bytes: &[u8], known: &[Removal]) -> Vec<Removal> {
    joined(removals_in(scrubber, bytes, Keep::Nothing), known)
}

/// Shows its position and length, never its text.
impl std::fmt::Debug for Segment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Segment").field("offset", &self.offset).field("length", &self.bytes.len()).finish()
    }
}

/// The end of a segment, and the removals near it that depend on the text on both sides.
pub(crate) struct Cut {
    pub(crate) at: usize,
    /// Removals before the cut; spans count from the start of the segment.
    pub(crate) before: Vec<Removal>,
    /// Removals after it; spans count from the cut.
    pub(crate) after: Vec<Removal>,
}

impl Cut {
    /// The end of a text.
    pub(crate) fn at_end(text: &[u8]) -> Cut {
        Cut { at: text.len(), before: Vec::new(), after: Vec::new() }
    }

    /// Adds the removals that were known before: the part of them after the cut is known there.
    pub(crate) fn with_known(self, known: &[Removal]) -> Cut {
        let (before, after) = split_at(known, self.at);
        Cut { at: self.at, before: joined(before, &self.before), after: joined(after, &self.after) }
    }
}

/// Where the first segment of the bytes ends; `None` if all of them are one segment. Only the first
/// [needed](Limits::needed) bytes are read.
pub(crate) fn cut(scrubber: &Scrubber, bytes: &[u8], keep: Keep<'_>) -> Option<Cut> {
    let limits = scrubber.limits();
    if bytes.len() <= limits.longest {
        return None;
    }
    let bytes = bytes.get(..limits.needed()).unwrap_or(bytes);
    let lowest = limits.longest.saturating_sub(limits.seam).max(limits.longest / 2);
    let (start, end) = (next_character(bytes, lowest.saturating_sub(limits.seam)), whole_characters(bytes));
    let around = removals_in(scrubber, bytes.get(start..end).unwrap_or_default(), keep);
    let around: Vec<_> = around.into_iter().map(|removal| shifted(removal, start)).collect();
    let at = place(bytes, lowest..=limits.longest, &around);
    let is_near = |removal: &Removal| removal.span.start < at + limits.near && removal.span.end + limits.near > at;
    let near: Vec<_> = around.into_iter().filter(is_near).collect();
    let (before, after) = split_at(&near, at);
    Some(Cut { at, before, after })
}

fn removals_in(scrubber: &Scrubber, bytes: &[u8], keep: Keep<'_>) -> Vec<Removal> {
    let text = Lossless::of(bytes);
    text.places_in_bytes(scrubber.removals_in(text.as_str(), keep))
}

/// The last position that is not within a removal and where a record begins; if there is none, where a line, a word or
/// a character begins.
fn place(bytes: &[u8], places: RangeInclusive<usize>, removals: &[Removal]) -> usize {
    type IsStart = fn(&[u8], usize) -> bool;
    const KINDS: [IsStart; 4] = [is_record_start, is_line_start, is_word_start, is_character_start];
    let is_free = |at: &usize| {
        let next = removals.partition_point(|removal| removal.span.end <= *at);
        removals.get(next).is_none_or(|removal| *at <= removal.span.start)
    };
    let highest = *places.end();
    let places = || places.clone().rev();
    let free = KINDS.iter().find_map(|is_start| places().filter(|at| is_start(bytes, *at)).find(is_free));
    free.or_else(|| places().take(4).find(|at| is_character_start(bytes, *at))).unwrap_or(highest)
}

/// A record begins with a line that, like the one before it, is neither blank nor indented.
fn is_record_start(bytes: &[u8], at: usize) -> bool {
    let is_flush = |at| bytes.get(at).is_some_and(|byte: &u8| !byte.is_ascii_whitespace());
    let line_before = || {
        let text = bytes.get(..at.saturating_sub(1)).unwrap_or_default();
        memchr::memrchr(b'\n', text).map_or(0, |end| end + 1)
    };
    is_line_start(bytes, at) && is_flush(at) && is_flush(line_before())
}

fn is_line_start(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'\n')
}

fn is_word_start(bytes: &[u8], at: usize) -> bool {
    let is_blank = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_whitespace);
    is_blank(at.checked_sub(1)) && !is_blank(Some(at))
}

fn is_character_start(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|byte| byte & 0xc0 != 0x80)
}

/// The first position from this one on where a character can begin.
fn next_character(bytes: &[u8], from: usize) -> usize {
    (from..bytes.len()).take(4).find(|at| is_character_start(bytes, *at)).unwrap_or(from)
}

/// The length of the bytes without an incomplete character at the end.
fn whole_characters(bytes: &[u8]) -> usize {
    let last = (0..bytes.len()).rev().take(4).find(|at| is_character_start(bytes, *at)).unwrap_or(bytes.len());
    let rest = bytes.get(last..).unwrap_or_default();
    let has_only_begun = str::from_utf8(rest).is_err_and(|error| error.error_len().is_none());
    if has_only_begun { last } else { bytes.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(length: usize) -> String {
        let line = "2026-11-15T18:30:00Z INFO order 17 was shipped\n";
        line.repeat(length / line.len() + 1)
    }

    /// The text before the first cut and after it.
    fn divided(scrubber: &Scrubber, text: &str) -> Option<(String, String)> {
        let at = cut(scrubber, text.as_bytes(), Keep::Nothing)?.at;
        let (before, after) = text.split_at(at);
        Some((before.to_owned(), after.to_owned()))
    }

    #[test]
    fn a_text_up_to_the_length_of_a_segment_is_one() {
        assert_eq!(divided(&Scrubber::new(), &"x\n".repeat(LONGEST / 2)), None);
    }

    #[test]
    fn a_segment_ends_where_a_record_begins() {
        let trace =
            "ERROR boom\nTraceback (most recent call last):\n  File \"app.py\", line 3\n    run()\n\nValueError: no\n";
        let head = records(LONGEST - 200);
        let text = format!("{head}{trace}{}", records(LONGEST));
        let (before, after) = divided(&Scrubber::new(), &text).unwrap();
        assert!(before.ends_with("ERROR boom\n") || before.ends_with("shipped\n"), "{}", &after[..80]);
        assert!(before.len() > LONGEST - 400 && before.len() <= LONGEST);
    }

    #[test]
    fn without_records_a_segment_ends_at_a_line_then_at_a_word_then_anywhere() {
        let near = |length: usize| (LONGEST - 16..=LONGEST).contains(&length);
        let (before, after) = divided(&Scrubber::new(), &"  at frame\n".repeat(LONGEST / 8)).unwrap();
        assert!(near(before.len()) && after.starts_with("  at"), "{}", before.len());
        let (before, after) = divided(&Scrubber::new(), &"word ".repeat(LONGEST / 4)).unwrap();
        assert!(near(before.len()) && after.starts_with("word"), "{}", before.len());
        let (before, _) = divided(&Scrubber::new(), &"é".repeat(LONGEST)).unwrap();
        assert!(near(before.len()));
        let all = cut(&Scrubber::new(), &vec![0xbf; LONGEST + 1], Keep::Nothing).unwrap();
        assert_eq!(all.at, LONGEST);
    }

    #[test]
    fn a_cut_is_not_within_a_removal() {
        let secret = "correct horse\nbattery staple";
        let scrubber = Scrubber::new().with_secret(secret);
        let head = "x y\n".repeat((LONGEST - 16) / 4);
        let (before, after) = divided(&scrubber, &format!("{head}ERROR {secret}\n{}", records(SEAM))).unwrap();
        assert!(before.ends_with("x y\n") && after.contains(secret), "{}", &before[before.len() - 80..]);
    }

    #[test]
    fn what_a_cut_must_divide_is_removed_on_both_sides() {
        // A secret longer than a segment: every position is within it, and neither half is recognised by itself.
        let secret = "Ab-".repeat(SEAM);
        let limits = Limits { longest: 2 * SEAM, seam: SEAM, near: NEAR };
        let scrubber = Scrubber::new().with_secret(secret.as_str()).with_limits(limits);
        let text = format!("{}{secret} tail", "word ".repeat(SEAM / 10));
        let scrubbed = scrubber.scrub(&text);
        assert!(!scrubbed.contains("Ab-") && scrubbed.ends_with(" tail"), "{} bytes", scrubbed.len());
    }

    #[test]
    fn no_rule_sees_more_than_a_seam() {
        for rule in &crate::registry::RULES {
            assert!(rule.window + NEAR <= SEAM, "{}", rule.id);
        }
    }
}
