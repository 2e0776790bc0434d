//! Reads parts of a text: bytes, runs of bytes, lines. Nothing here panics, and every position is on a character
//! boundary.

use super::effort::{note_part, note_read};
use std::ops::Range;

/// A set of bytes.
pub(super) struct Class([bool; 256]);

#[allow(clippy::indexing_slicing, reason = "runs when the program is compiled, and would not compile")]
impl Class {
    /// The bytes of the list; `a-z` stands for all from `a` to `z`, and a hyphen at the end for itself.
    pub(super) const fn of(list: &str) -> Class {
        let (bytes, mut set, mut at) = (list.as_bytes(), [false; 256], 0);
        while at < bytes.len() {
            let first = bytes[at];
            let last = if at + 2 < bytes.len() && bytes[at + 1] == b'-' { bytes[at + 2] } else { first };
            let mut byte = first as usize;
            while byte <= last as usize {
                set[byte] = true;
                byte += 1;
            }
            at += if last == first { 1 } else { 3 };
        }
        Class(set)
    }

    /// All bytes but those of the list.
    pub(super) const fn not(list: &str) -> Class {
        let (Class(mut set), mut at) = (Class::of(list), 0);
        while at < set.len() {
            set[at] = !set[at];
            at += 1;
        }
        Class(set)
    }
}

impl Class {
    pub(super) fn has(&self, byte: u8) -> bool {
        self.0.get(usize::from(byte)).copied().unwrap_or_default()
    }

    /// Whether all of its bytes are in the other one too.
    pub(super) fn is_within(&self, other: &Class) -> bool {
        self.0.iter().zip(other.0).all(|(is_here, is_there)| is_there || !is_here)
    }

    pub(super) fn has_all(&self, text: &str) -> bool {
        text.bytes().all(|byte| self.has(byte))
    }
}

pub(super) const DIGIT: Class = Class::of("0-9");
pub(super) const HEX: Class = Class::of("0-9a-fA-F");
pub(super) const ALPHANUMERIC: Class = Class::of("A-Za-z0-9");
/// The characters of names in code, configuration and headers.
pub(super) const NAME: Class = Class::of("A-Za-z0-9_.-");
/// Base64 in both alphabets.
pub(super) const BASE64: Class = Class::of("A-Za-z0-9+/=_-");
/// Whitespace that does not end a line.
pub(super) const BLANK: Class = Class::of(" \t");
/// Everything up to whitespace.
pub(super) const NOT_SPACE: Class = Class::not(" \t\r\n\x0b\x0c");

/// The search for a line break or a word reads so many bytes at once.
pub(super) const SEARCHED_AT_ONCE: usize = 16;
/// To begin a search for a word takes as long as to read so many bytes.
const BEGIN_SEARCH: usize = 12;

/// A text that rules read.
#[derive(Clone, Copy)]
pub(super) struct Text<'t>(pub(super) &'t str);

impl<'t> Text<'t> {
    pub(super) fn len(self) -> usize {
        self.0.len()
    }

    /// The part of the text; empty if the range is not in it.
    pub(super) fn get(self, span: Range<usize>) -> &'t str {
        let part = self.0.get(span).unwrap_or_default();
        note_part(part.len());
        part
    }

    /// The text up to the position.
    pub(super) fn up_to(self, end: usize) -> Text<'t> {
        Text(self.0.get(..self.character_start(end)).unwrap_or(self.0))
    }

    /// The start of the character at the position.
    pub(super) fn character_start(self, at: usize) -> usize {
        let is_within = |at: usize| self.byte(at).is_some_and(|byte| byte & 0xc0 == 0x80);
        // Nearly always the position is a boundary, which needs no loop.
        if !is_within(at) { at } else { (at.saturating_sub(3)..at).rev().find(|at| !is_within(*at)).unwrap_or(at) }
    }

    pub(super) fn from(self, at: usize) -> &'t str {
        self.0.get(at..).unwrap_or_default()
    }

    pub(super) fn byte(self, at: usize) -> Option<u8> {
        self.0.as_bytes().get(at).copied()
    }

    pub(super) fn byte_before(self, at: usize) -> Option<u8> {
        self.byte(at.checked_sub(1)?)
    }

    /// Whether the byte at the position is in the class; false beyond the ends of the text.
    pub(super) fn is(self, at: usize, class: &Class) -> bool {
        self.byte(at).is_some_and(|byte| class.has(byte))
    }

    /// The same for the byte before the position.
    pub(super) fn is_before(self, at: usize, class: &Class) -> bool {
        self.byte_before(at).is_some_and(|byte| class.has(byte))
    }

    /// The end of the run of such bytes that begins at the position.
    pub(super) fn skip(self, at: usize, class: &Class) -> usize {
        let rest = self.0.as_bytes().get(at..).unwrap_or_default();
        let length = rest.iter().position(|byte| !class.has(*byte)).unwrap_or(rest.len());
        note_read(length);
        at + length
    }

    /// The same, but no longer than `most` bytes.
    pub(super) fn skip_at_most(self, at: usize, class: &Class, most: usize) -> usize {
        let end = at.saturating_add(most).min(self.len());
        let rest = self.0.as_bytes().get(at..end).unwrap_or_default();
        let length = rest.iter().position(|byte| !class.has(*byte)).unwrap_or(rest.len());
        note_read(length);
        at + length
    }

    /// The start of the run of such bytes that ends at the position, not before `floor`.
    pub(super) fn skip_back(self, at: usize, floor: usize, class: &Class) -> usize {
        let before = self.0.as_bytes().get(floor.min(at)..at).unwrap_or_default();
        let length = before.iter().rev().position(|byte| !class.has(*byte)).unwrap_or(before.len());
        note_read(length);
        at - length
    }

    /// The start of the line at the position, not before `floor`.
    pub(super) fn line_start(self, at: usize, floor: usize) -> usize {
        let floor = floor.min(at);
        let before = self.0.as_bytes().get(floor..at).unwrap_or_default();
        let start = memchr::memrchr2(b'\n', b'\r', before).map_or(floor, |line_break| floor + line_break + 1);
        note_read((at - start) / SEARCHED_AT_ONCE);
        start
    }

    /// The end of the line at the position, without its line break.
    pub(super) fn line_end(self, at: usize) -> usize {
        let rest = self.0.as_bytes().get(at..).unwrap_or_default();
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        note_read(length / SEARCHED_AT_ONCE);
        at + length
    }

    /// The same, but no further than `most` bytes away.
    pub(super) fn line_end_at_most(self, at: usize, most: usize) -> usize {
        let end = at.saturating_add(most).min(self.len());
        let rest = self.0.as_bytes().get(at..end).unwrap_or_default();
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        note_read(length / SEARCHED_AT_ONCE);
        at + length
    }

    /// The start of the next line; the end of the text if there is none.
    pub(super) fn next_line(self, at: usize) -> usize {
        let end = self.line_end(at);
        let breaks = if self.from(end).starts_with("\r\n") { 2 } else { 1 };
        (end + breaks).min(self.len())
    }

    pub(super) fn starts_with(self, at: usize, start: &str) -> bool {
        let rest = self.0.as_bytes().get(at..).unwrap_or_default();
        // Most texts differ in the first byte, which is compared without a call.
        rest.first() == start.as_bytes().first() && rest.starts_with(start.as_bytes()) || start.is_empty()
    }

    pub(super) fn starts_with_ignoring_case(self, at: usize, start: &str) -> bool {
        let rest = self.0.as_bytes().get(at..at.saturating_add(start.len()));
        rest.is_some_and(|rest| rest.eq_ignore_ascii_case(start.as_bytes()))
    }
}

/// Whether the word is one of these. Most differ in length or in the first byte, and those are compared without a call.
pub(super) fn is_any(word: &str, words: &[&str]) -> bool {
    note_read(words.len());
    let is_it = |known: &&str| known.len() == word.len() && known.as_bytes().first() == word.as_bytes().first();
    words.iter().filter(|known| is_it(known)).any(|known| *known == word)
}

/// Whether the word ends in `end`, in any case.
pub(super) fn ends_with_ignoring_case(word: &str, end: &str) -> bool {
    let tail = word.len().checked_sub(end.len()).and_then(|at| word.as_bytes().get(at..));
    tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end.as_bytes()))
}

/// The position of the first occurrence of the word. For the short words and lines that rules read, this is faster than
/// the standard library, which prepares for long ones.
pub(super) fn position(text: &str, word: &str) -> Option<usize> {
    let (offset, sign) = rarest(word)?;
    note_read(BEGIN_SEARCH + text.len() / SEARCHED_AT_ONCE);
    let mut from = 0;
    for _ in 0..MOST_TRIES {
        from += memchr::memchr(sign, text.as_bytes().get(from..)?)? + 1;
        if let Some(start) = from.checked_sub(offset + 1).filter(|start| Text(text).starts_with(*start, word)) {
            return Some(start);
        }
    }
    let rest = from.saturating_sub(offset);
    memchr::memmem::find(text.as_bytes().get(rest..)?, word.as_bytes()).map(|at| rest + at)
}

/// How many candidates are compared one by one. A text with more of them is searched in linear time.
const MOST_TRIES: usize = 8;

/// A byte of the word that is rare in lines, and its offset in the word: the first that is not a space.
fn rarest(word: &str) -> Option<(usize, u8)> {
    let at = usize::from(word.starts_with(' ') && word.len() > 1);
    Some((at, *word.as_bytes().get(at)?))
}

/// Whether the word is in the text.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    position(text, word).is_some()
}

/// The text before and after the first occurrence of the word.
pub(super) fn around<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let at = position(text, word)?;
    Some((text.get(..at)?, text.get(at + word.len()..)?))
}

/// The same of the last occurrence.
pub(super) fn around_last<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let (offset, sign) = rarest(word)?;
    note_read(BEGIN_SEARCH + text.len() / SEARCHED_AT_ONCE);
    let mut signs = memchr::memrchr_iter(sign, text.as_bytes());
    let is_at = |sign: usize| sign.checked_sub(offset).filter(|at| Text(text).starts_with(*at, word));
    let at = match signs.by_ref().take(MOST_TRIES).find_map(is_at) {
        Some(at) => at,
        None => {
            signs.next()?;
            // From the end, the search reads byte by byte.
            note_read(text.len());
            memchr::memmem::rfind(text.as_bytes(), word.as_bytes())?
        }
    };
    Some((text.get(..at)?, text.get(at + word.len()..)?))
}
