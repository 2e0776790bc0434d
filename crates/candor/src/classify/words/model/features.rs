//! What the model sees of a text: its words, their beginnings, and pairs of words that are beside each other or have one
//! word between them.

use crate::classify::words::lexicon::Hash;
use std::ops::Range;

/// Of a text so many bytes are read: what went wrong is said early.
const LONGEST: usize = 400;
/// The longest text between quotes that is taken as quoted, in bytes.
const LONGEST_QUOTE: usize = 60;
/// The longest word that is not plain ASCII, in bytes; what is beyond is not looked at.
const LONGEST_WORD: usize = 48;
/// So many letters of a word are its beginning.
const BEGINNING: usize = 5;

/// The feature that every text has.
pub(super) const ALWAYS: u32 = 0x9e37_79b9;

/// Gives every feature of the text, with its place.
pub(super) fn read(text: &str, give: impl FnMut(u32, Range<usize>)) {
    let text = text.get(..text.floor_char_boundary(LONGEST)).unwrap_or_default();
    let mut reader = Reader { text, give, last: None, second_last: None };
    (reader.give)(ALWAYS, 0..0);
    reader.run();
}

struct Reader<'a, F> {
    text: &'a str,
    give: F,
    last: Option<Token>,
    second_last: Option<Token>,
}

/// A word or a sign, by its hash, and where it begins.
#[derive(Clone, Copy)]
struct Token {
    hash: u64,
    start: usize,
}

/// What a feature is made of.
#[derive(Clone, Copy)]
enum Kind {
    Word = 1,
    Beginning,
    Pair,
    WidePair,
    First,
}

fn key(kind: Kind, hash: u64) -> u32 {
    let mixed = (hash ^ (kind as u64).wrapping_mul(0xd6e8_feb8_6659_fd93)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 29) >> 16) as u32
}

/// Stand for all numbers, quoted texts and paths, and for signs.
const NUMBER: u64 = 0x11;
const QUOTED: u64 = 0x22;
const PATH: u64 = 0x33;
const SIGN: u64 = 0x4400;
/// The hashes of words are larger.
const MOST_OF_SIGNS: u64 = 0x1_0000;

impl<F: FnMut(u32, Range<usize>)> Reader<'_, F> {
    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if byte == b' ' {
                at += 1;
                continue;
            }
            let letters = Hash::of_word(bytes, at);
            at = if letters.end == at {
                self.sign(byte, at)
            } else if letters.after >= 0x80 {
                self.foreign_word(at)
            } else if letters.after.is_ascii_uppercase() && letters.end == at + 1 {
                self.capitals(at)
            } else {
                self.word(letters.hash.bits(), at, letters.end);
                self.after_apostrophe(letters.end)
            };
        }
    }

    #[inline]
    fn token(&mut self, hash: u64, start: usize, end: usize) {
        // One number after another, as in an address, is one.
        if hash < MOST_OF_SIGNS && self.last.is_some_and(|last| last.hash == hash) {
            return;
        }
        (self.give)(key(Kind::Word, hash), start..end);
        if let Some(last) = self.last {
            (self.give)(key(Kind::Pair, last.hash.rotate_left(23).wrapping_add(hash)), last.start..end);
        } else {
            (self.give)(key(Kind::First, hash), start..end);
        }
        if let Some(second) = self.second_last {
            (self.give)(key(Kind::WidePair, second.hash.rotate_left(23).wrapping_add(hash)), second.start..end);
        }
        self.second_last = self.last;
        self.last = Some(Token { hash, start });
    }

    #[inline]
    fn word(&mut self, hash: u64, start: usize, end: usize) {
        self.token(hash, start, end);
        if end > start + BEGINNING {
            let beginning = Hash::of_beginning::<BEGINNING>(self.text.as_bytes(), start);
            (self.give)(key(Kind::Beginning, beginning), start..end);
        }
    }

    /// The end of "n't" and its like.
    #[inline]
    fn after_apostrophe(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        match rest {
            [b'\'', b'a'..=b'z', ..] => {
                at + 1 + rest.iter().skip(1).take_while(|byte| byte.is_ascii_lowercase()).count()
            }
            _ => at,
        }
    }

    /// A word all in capitals, as far as the next word of an identifier.
    fn capitals(&mut self, start: usize) -> usize {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let mut count = rest.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        if rest.get(count).is_some_and(u8::is_ascii_lowercase) {
            count = count.saturating_sub(1).max(1);
        }
        let mut letters = [0; LONGEST_WORD];
        let end = start + count;
        for (letter, byte) in letters.iter_mut().zip(rest.iter().take(count.min(LONGEST_WORD - 8))) {
            *letter = byte.to_ascii_lowercase();
        }
        self.token(Hash::of_word(&letters, 0).hash.bits(), start, end);
        end
    }

    /// A word with letters that are not ASCII; of scripts without spaces, pairs of letters.
    fn foreign_word(&mut self, start: usize) -> usize {
        let rest = self.text.get(start..).unwrap_or_default();
        let Some(first) = rest.chars().next() else { return start + 1 };
        if is_without_spaces(first) {
            let mut letters = rest.chars();
            letters.next();
            let second = letters.next().filter(|it| is_without_spaces(*it));
            let hash = fold(fold(0, u64::from(u32::from(first))), second.map_or(0, |it| u64::from(u32::from(it))));
            self.token(hash, start, start + first.len_utf8() + second.map_or(0, char::len_utf8));
            return start + first.len_utf8();
        }
        let (mut hash, mut beginning, mut end, mut count) = (0, None, start, 0);
        for letter in rest.chars().take_while(|it| it.is_alphanumeric() && !is_without_spaces(*it)).take(LONGEST_WORD) {
            if count == BEGINNING {
                beginning = Some(hash);
            }
            for small in letter.to_lowercase() {
                hash = fold(hash, u64::from(u32::from(small)));
            }
            end += letter.len_utf8();
            count += 1;
        }
        if end == start {
            return start + first.len_utf8();
        }
        self.token(hash, start, end);
        if let Some(beginning) = beginning {
            (self.give)(key(Kind::Beginning, beginning), start..end);
        }
        end
    }

    fn sign(&mut self, byte: u8, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let after = bytes.get(at + 1).copied().unwrap_or(b' ');
        match byte {
            b'0'..=b'9' => {
                let rest = bytes.get(at..).unwrap_or_default();
                let end = at + rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                self.token(NUMBER, at, end);
                end
            }
            b'"' | b'\'' | b'`' => self.quote(byte, at),
            b'/' if after.is_ascii_alphanumeric() && !self.follows_word(at) => {
                let rest = bytes.get(at..).unwrap_or_default();
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b"\"'`)],;".contains(byte);
                let end = at + rest.iter().position(ends).unwrap_or(rest.len());
                self.token(PATH, at, end);
                end
            }
            b':' | b';' | b'\n' => {
                self.token(SIGN + u64::from(byte), at, at + 1);
                at + 1
            }
            b'.' if after.is_ascii_whitespace() => {
                self.token(SIGN + u64::from(byte), at, at + 1);
                at + 1
            }
            0x80.. => self.foreign_word(at),
            _ => at + 1,
        }
    }

    fn follows_word(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.text.as_bytes().get(before));
        before.is_some_and(u8::is_ascii_alphanumeric)
    }

    /// A quoted name; but a quoted sentence and the name of a field in JSON are read.
    fn quote(&mut self, quote: u8, at: usize) -> usize {
        let after = self.text.as_bytes().get(at + 1..).unwrap_or_default();
        let within = after.get(..LONGEST_QUOTE.min(after.len())).unwrap_or_default();
        let closes =
            |(index, byte): (usize, &u8)| *byte == quote && !within.get(index + 1).is_some_and(u8::is_ascii_alphabetic);
        if !self.follows_word(at)
            && let Some(length) = within.iter().enumerate().position(closes)
        {
            let quoted = within.get(..length).unwrap_or_default();
            let is_sentence = quoted.iter().filter(|byte| **byte == b' ').count() >= 3;
            if !is_sentence && after.get(length + 1) != Some(&b':') {
                self.token(QUOTED, at, at + length + 2);
                return at + length + 2;
            }
        }
        at + 1
    }
}

fn fold(hash: u64, letter: u64) -> u64 {
    let mixed = (hash ^ letter).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}

/// Whether it is a letter of Chinese, Japanese or Korean.
fn is_without_spaces(it: char) -> bool {
    it >= '\u{3040}' && it.is_alphabetic()
}
