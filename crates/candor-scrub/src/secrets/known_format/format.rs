//! A format of secrets, and how a text is matched against it.

use super::checks::is_placeholder;
use crate::rule::Hit;
use crate::run_cache::RunCache;
use crate::text::{ALPHANUMERIC, Class, HEX, Text};
use std::ops::Range;

/// The length of a run without an upper bound: a key longer than documented is removed as a whole.
pub(super) const MANY: usize = usize::MAX;

/// How much of a run is read before the rest of the format matches. After a mismatch the run is read again for the next
/// anchor, so this bounds the work.
const GLANCE: usize = 128;

/// Letters and digits.
pub(super) const ALNUM: &Class = &Class::of("A-Za-z0-9");
pub(super) const DIGITS: &Class = &Class::of("0-9");
pub(super) const LETTERS: &Class = &Class::of("A-Za-z");
pub(super) const UPPER: &Class = &Class::of("A-Z0-9");
pub(super) const LOWER: &Class = &Class::of("a-z0-9");
pub(super) const HEXADECIMAL: &Class = &Class::of("0-9a-fA-F");
pub(super) const LOWER_HEX: &Class = &Class::of("0-9a-f");
pub(super) const BASE32: &Class = &Class::of("A-Z2-7");
pub(super) const BASE58: &Class = &Class::of("1-9A-HJ-NP-Za-km-z");
pub(super) const BECH32: &Class = &Class::of("ac-hj-np-z02-9AC-HJ-NP-Z");
pub(super) const BASE64: &Class = &Class::of("A-Za-z0-9+/=");
/// Base64 without padding.
pub(super) const UNPADDED_BASE64: &Class = &Class::of("A-Za-z0-9+/");
/// Base64url.
pub(super) const URL_SAFE: &Class = &Class::of("A-Za-z0-9_-");
/// Base64 in both alphabets.
pub(super) const ANY_BASE64: &Class = &Class::of("A-Za-z0-9+/=_-");
pub(super) const WORD: &Class = &Class::of("A-Za-z0-9_");
pub(super) const DASHED: &Class = &Class::of("A-Za-z0-9-");
/// Letters and digits in parts separated by dots.
pub(super) const DOTTED: &Class = &Class::of("A-Za-z0-9_.-");
/// Characters that a URL does not encode.
pub(super) const UNRESERVED: &Class = &Class::of("A-Za-z0-9_.~-");
/// A value of a query string, encoded or not.
pub(super) const QUERY_VALUE: &Class = &Class::of("A-Za-z0-9_.~%+/=-");
/// The rest of a URL's path.
pub(super) const URL_PATH: &Class = &Class::of("A-Za-z0-9_.~%+/=@:-");

/// The same, its query included.
pub(super) const URL_REST: &Class = &Class::of("A-Za-z0-9_.~%+/=@:?&-");
/// Anything without spaces and quotes.
pub(super) const LOOSE: &Class = &Class::not(" \t\r\n\"'<>`,;:=");

/// One part of a format.
pub(super) enum Part {
    /// Exactly this.
    Literal(&'static str),
    /// The longest run of the class, with its minimum and maximum length.
    Run(&'static Class, usize, usize),
    /// The first of these that matches.
    OneOf(&'static [&'static str]),
    /// This, or nothing.
    Maybe(&'static [Part]),
    /// `8-4-4-4-12` hexadecimal digits.
    Uuid,
    /// The end of a word: neither a letter nor a digit follows.
    End,
}

use Part::{End, Literal, Maybe, OneOf, Run, Uuid};

/// The format of a secret, as its issuer defines it.
pub(super) struct Format {
    pub(super) id: &'static str,
    /// A text that every such secret contains, and hardly anything else.
    pub(super) anchor: &'static str,
    /// The parts before the anchor, from left to right.
    pub(super) before: &'static [Part],
    /// The parts after it.
    pub(super) after: &'static [Part],
    /// Whether the anchor is kept and only what follows is removed. Such an anchor is an address or a name: it is
    /// case-insensitive, and often part of a longer one.
    pub(super) keeps_anchor: bool,
    /// Whether it is never part of an address or of a file's name.
    stands_alone: bool,
    /// What the value must satisfy beyond the format.
    check: fn(&str) -> bool,
    /// A made-up secret of this format. `{}` stands for the anchor, because source code scanners would take the
    /// whole for a real one.
    #[cfg_attr(not(test), allow(dead_code, reason = "read by the tests, which run every row"))]
    pub(super) example: &'static str,
    /// A similar text that does not match.
    #[cfg_attr(not(test), allow(dead_code, reason = "read by the tests, which run every row"))]
    pub(super) counter_example: &'static str,
}

/// A format that begins with its anchor.
pub(super) const fn format(
    id: &'static str,
    anchor: &'static str,
    after: &'static [Part],
    example: &'static str,
    counter_example: &'static str,
) -> Format {
    Format {
        id,
        anchor,
        before: &[],
        after,
        keeps_anchor: false,
        stands_alone: false,
        check: |_| true,
        example,
        counter_example,
    }
}

impl Format {
    pub(super) const fn before(mut self, before: &'static [Part]) -> Format {
        self.before = before;
        self
    }

    pub(super) const fn check(mut self, check: fn(&str) -> bool) -> Format {
        self.check = check;
        self
    }

    /// A match within an address or the name of a file does not count.
    pub(super) const fn alone(mut self) -> Format {
        self.stands_alone = true;
        self
    }

    /// Only what follows the anchor is removed.
    pub(super) const fn keeping_anchor(mut self) -> Format {
        self.keeps_anchor = true;
        self
    }

    /// The span to remove around the anchor whose beginning was hit, if the format matches. `is_exact` says whether the
    /// hit has the anchor's case.
    pub(super) fn find(&self, text: Text<'_>, hit: &Hit, is_exact: bool, runs: &mut RunCache) -> Option<Range<usize>> {
        let anchor = hit.span.start..hit.span.start + self.anchor.len();
        let rest = self.anchor.get(hit.span.len()..).unwrap_or_default();
        let is_there = match self.keeps_anchor {
            true => text.starts_with_ignoring_case(hit.span.end, rest),
            false => is_exact && text.starts_with(hit.span.end, rest),
        };
        if !is_there {
            return None;
        }
        let start = start_of(self.before, text, anchor.start, hit.from)?;
        if self.stands_alone && text.is_before(start, const { &Class::of("./") }) {
            return None;
        }
        // After a removal, a word begins.
        let is_free = start == hit.from && start > 0;
        if !self.keeps_anchor && !is_free && is_glued(text, start) {
            return None;
        }
        let end = end_of(self.after, text, anchor.end, runs)?;
        let start = if self.keeps_anchor { anchor.end } else { start };
        let secret = text.get(start..end);
        let value = secret.strip_prefix(self.anchor).unwrap_or(secret);
        let is_one = (self.check)(value) && !is_placeholder(value);
        is_one.then(|| start..self.rest_of_run(text, end))
    }

    /// What can follow the first `length` bytes of the anchor.
    pub(super) fn followers(&self, length: usize) -> Followers {
        let rest = self.anchor.get(length..).unwrap_or_default();
        let can_follow = |byte: u8| match rest.bytes().next() {
            Some(next) if self.keeps_anchor => next.eq_ignore_ascii_case(&byte),
            Some(next) => next == byte,
            None => can_begin_with(self.after, byte),
        };
        let ascii = (0..128).filter(|byte| can_follow(*byte)).fold(0, |set, byte| set | 1 << byte);
        let letters = letters_first(rest) + if ALNUM.has_all(rest) { least_letters(self.after) } else { 0 };
        Followers { ascii, others: can_follow(u8::MAX), letters: letters.min(Followers::MOST_LETTERS) }
    }

    /// How much text around a trigger of this length decides whether the format matches.
    pub(super) fn reach(&self, trigger: usize) -> Reach {
        // An escape may precede the match, and the byte after it decides whether the word ends there.
        const ESCAPE: usize = 3;
        const END: usize = 1;
        let behind = longest(self.after).max(Followers::MOST_LETTERS) + END;
        Reach { before: longest(self.before) + ESCAPE, after: self.anchor.len().max(trigger) + behind }
    }

    /// The end of an unbounded last run, of which only the beginning was read, and of the word around it.
    fn rest_of_run(&self, text: Text<'_>, end: usize) -> usize {
        const LONGEST_REST: usize = 256;
        let end = match self.after.last() {
            Some(Run(class, _, MANY)) => text.skip(end, class),
            Some(Run(..) | Literal(_) | OneOf(_) | Maybe(_) | Uuid | End) | None => end,
        };
        let word = text.skip_at_most(end, URL_SAFE, LONGEST_REST);
        end + text.get(end..word).trim_end_matches(['-', '_']).len()
    }
}

/// How many bytes before and after the start of a trigger are read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    before: usize,
    after: usize,
}

impl Reach {
    /// The larger of both.
    pub(super) fn or(self, other: Reach) -> Reach {
        Reach { before: self.before.max(other.before), after: self.after.max(other.after) }
    }

    /// The range around the start, unless the text begins or ends within it.
    pub(super) fn around(self, text: Text<'_>, start: usize) -> Option<Range<usize>> {
        let end = start + self.after;
        (end < text.len()).then_some(start.checked_sub(self.before)?..end)
    }
}

/// The most bytes that are read to match the parts.
fn longest(parts: &[Part]) -> usize {
    const UUID: usize = 36;
    let of = |part: &Part| match part {
        Literal(literal) => literal.len(),
        Run(_, _, most) => (*most).min(GLANCE),
        OneOf(literals) => literals.iter().map(|literal| literal.len()).max().unwrap_or_default(),
        Maybe(parts) => longest(parts),
        Uuid => UUID,
        End => 1,
    };
    parts.iter().map(of).sum()
}

/// What can be at one position of a format: this excludes most texts.
#[derive(Clone, Copy)]
pub(super) struct Followers {
    ascii: u128,
    /// Non-ASCII bytes: no format distinguishes them.
    others: bool,
    /// The least number of letters and digits.
    letters: usize,
}

impl Followers {
    /// How many letters and digits are counted.
    pub(super) const MOST_LETTERS: usize = 32;

    /// Whether the byte and so many letters and digits can be there. At the end of the text the format decides.
    pub(super) fn can_be(&self, byte: Option<u8>, letters: usize) -> bool {
        letters >= self.letters
            && match byte {
                Some(byte @ 0..128) => self.ascii >> byte & 1 == 1,
                Some(_) => self.others,
                None => true,
            }
    }
}

/// How many letters and digits the text begins with.
fn letters_first(text: &str) -> usize {
    text.bytes().take_while(|byte| ALNUM.has(*byte)).count()
}

/// The least number of letters and digits that the parts begin with.
fn least_letters(parts: &[Part]) -> usize {
    let Some((first, rest)) = parts.split_first() else { return 0 };
    match first {
        Literal(literal) => letters_first(literal) + if ALNUM.has_all(literal) { least_letters(rest) } else { 0 },
        Run(class, least, _) if class.is_within(ALNUM) => least + least_letters(rest),
        OneOf(literals) => literals.iter().map(|literal| letters_first(literal)).min().unwrap_or_default(),
        Run(..) | Maybe(_) | Uuid | End => 0,
    }
}

/// Whether the parts can begin with the byte.
pub(super) fn can_begin_with(parts: &[Part], byte: u8) -> bool {
    let Some((first, rest)) = parts.split_first() else { return true };
    let begins = |literal: &str| match literal.bytes().next() {
        Some(first) => first == byte,
        None => can_begin_with(rest, byte),
    };
    match first {
        Literal(literal) => begins(literal),
        Run(class, least, _) => class.has(byte) || *least == 0 && can_begin_with(rest, byte),
        OneOf(literals) => literals.iter().any(|literal| begins(literal)),
        Maybe(parts) => can_begin_with(parts, byte) || can_begin_with(rest, byte),
        Uuid => HEX.has(byte),
        End => !ALPHANUMERIC.has(byte),
    }
}

/// Whether the position is within a word. A letter that ends an escape, as in `\n` and `%3D`, is not part of a word.
pub(super) fn is_glued(text: Text<'_>, at: usize) -> bool {
    let is_escape = || {
        let percent = at.checked_sub(3).is_some_and(|start| text.byte(start) == Some(b'%'));
        let slash = at.checked_sub(2).is_some_and(|start| text.byte(start) == Some(b'\\'));
        percent && HEX.has_all(text.get(at - 2..at))
            || slash && b"nrt".contains(&text.byte_before(at).unwrap_or_default())
    };
    text.is_before(at, &ALPHANUMERIC) && !is_escape()
}

/// The end of the parts at the position, if they match.
pub(super) fn end_of(parts: &[Part], text: Text<'_>, start: usize, runs: &mut RunCache) -> Option<usize> {
    parts.iter().try_fold(start, |at, part| match part {
        Literal(literal) => text.starts_with(at, literal).then_some(at + literal.len()),
        Run(class, least, most) => {
            let end = runs.skip_at_most(text, at, class, (*most).min(GLANCE));
            (end - at >= *least).then_some(end)
        }
        OneOf(literals) => {
            literals.iter().find(|literal| text.starts_with(at, literal)).map(|literal| at + literal.len())
        }
        Maybe(parts) => Some(end_of(parts, text, at, runs).unwrap_or(at)),
        Uuid => end_of_uuid(text, at),
        End => (!text.is(at, &ALPHANUMERIC)).then_some(at),
    })
}

fn end_of_uuid(text: Text<'_>, start: usize) -> Option<usize> {
    [8, 4, 4, 4, 12].into_iter().enumerate().try_fold(start, |at, (group, length)| {
        let at = if group == 0 { at } else { at + usize::from(text.byte(at) == Some(b'-')) };
        let end = text.skip_at_most(at, &HEX, length);
        (end - at == length && (group == 0 || text.byte_before(at) == Some(b'-'))).then_some(end)
    })
}

/// The same from right to left, not before `floor`.
fn start_of(parts: &[Part], text: Text<'_>, end: usize, floor: usize) -> Option<usize> {
    let ends_with = |at: usize, literal: &str| text.get(floor.min(at)..at).ends_with(literal);
    parts.iter().rev().try_fold(end, |at, part| match part {
        Literal(literal) => ends_with(at, literal).then(|| at - literal.len()),
        Run(class, least, most) => {
            let start = text.skip_back(at, floor.max(at.saturating_sub(*most)), class);
            (at - start >= *least).then_some(start)
        }
        OneOf(literals) => literals.iter().find(|literal| ends_with(at, literal)).map(|literal| at - literal.len()),
        Maybe(parts) => Some(start_of(parts, text, at, floor).unwrap_or(at)),
        Uuid => {
            let start = at.checked_sub(36).filter(|start| *start >= floor)?;
            end_of_uuid(text, start).filter(|end| *end == at).map(|_| start)
        }
        End => (!text.is_before(at, &ALPHANUMERIC)).then_some(at),
    })
}
