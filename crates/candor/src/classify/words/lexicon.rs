//! The words that the phrases are made of, each with a number.

use std::collections::HashMap;

/// The number of a word of the lexicon, or of one of the tokens below.
pub(super) type Word = u16;

/// A word that no phrase knows.
pub(super) const UNKNOWN: Word = 0;
/// A number.
pub(super) const NUMBER: Word = 1;
/// Something quoted, a link or a path: what it says is not what the message says.
pub(super) const OPAQUE: Word = 2;
/// A comma, a bracket, a dash.
pub(super) const PAUSE: Word = 3;
/// A colon.
pub(super) const COLON: Word = 4;
/// Whether it separates clauses.
pub(super) fn is_edge(word: Word) -> bool {
    matches!(word, PAUSE | COLON)
}

/// The first number that a word can have.
const FIRST: Word = 5;

/// How many slots there are for words: so many more than words that most words of a message meet an empty one.
const PLACES: usize = 1 << PLACE_BITS;
const PLACE_BITS: u32 = 13;

/// The bits of a slot that hold the word's number; the others hold its hash.
const WORD_BITS: u64 = 0xffff;

/// Finds words by a hash that the reader computes while it reads.
#[derive(Debug)]
pub(super) struct Lexicon {
    /// Open addressing. A slot holds hash and word in one number; an empty slot is 0.
    places: Vec<u64>,
    words: Vec<String>,
    numbers: HashMap<String, Word>,
}

impl Lexicon {
    pub(super) fn new() -> Lexicon {
        Lexicon { places: Vec::new(), words: Vec::new(), numbers: HashMap::new() }
    }

    /// The number of the lowercase word; a new number for a new word.
    pub(super) fn add(&mut self, word: &str) -> Word {
        debug_assert!(!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()), "{word:?} is not a word");
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let number = FIRST + Word::try_from(self.words.len()).unwrap_or(Word::MAX - FIRST);
        self.words.push(word.to_owned());
        self.numbers.insert(word.to_owned(), number);
        number
    }

    /// The word that stands for a variable of the environment, such as `$HOME`.
    pub(super) fn variable(&self) -> Word {
        self.find(Hash::of_word(b"envvar", 0).hash)
    }

    /// One more than the largest number of a word.
    pub(super) fn len(&self) -> usize {
        usize::from(FIRST) + self.words.len()
    }

    /// To be called when all words are known.
    pub(super) fn finish(mut self) -> Lexicon {
        debug_assert!(self.words.len() * 3 <= PLACES, "too many words for the places");
        self.places = vec![0; PLACES];
        for (number, word) in (FIRST..).zip(&self.words) {
            let hash = Hash::of_word(word.as_bytes(), 0).hash;
            let mut at = hash.place();
            while self.places.get(at).is_some_and(|place| *place != 0) {
                at = (at + 1) % PLACES;
            }
            if let Some(place) = self.places.get_mut(at) {
                *place = hash.0 | u64::from(number);
            }
        }
        self.numbers = HashMap::new();
        self
    }

    /// The word with this hash.
    #[inline]
    pub(super) fn find(&self, hash: Hash) -> Word {
        let mut at = hash.place();
        while let Some(&place) = self.places.get(at)
            && place != 0
        {
            if place ^ hash.0 <= WORD_BITS {
                return (place & WORD_BITS) as Word;
            }
            at = (at + 1) % PLACES;
        }
        UNKNOWN
    }
}

/// The hash of a word, made of eight letters at a time, without the bits that a slot needs for the word. A word that
/// shares it with one of the lexicon is misread, which does no harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hash(u64);

/// The lowercase letters from some position on, of which the first may be uppercase.
#[derive(Clone, Copy)]
pub(super) struct Letters {
    pub(super) hash: Hash,
    /// Where they end.
    pub(super) end: usize,
    /// The byte that follows them; undefined if there are no letters, and zero at the end of the text.
    pub(super) after: u8,
}

/// Eight letters, in the order of the text.
const LETTERS: usize = 8;

impl Hash {
    #[inline]
    pub(super) fn of_word(bytes: &[u8], start: usize) -> Letters {
        let (mut hash, mut at) = (0u64, start);
        let mut letters = eight(bytes, start) | 0x20;
        loop {
            let others = others(letters);
            if others != 0 {
                let bits = others.trailing_zeros() - 7;
                let own = letters & ((1 << bits) - 1);
                hash = (hash ^ own).wrapping_mul(FACTOR) & !WORD_BITS;
                return Letters { hash: Hash(hash), end: at + bits as usize / 8, after: (letters >> bits) as u8 };
            }
            hash = (hash ^ letters).wrapping_mul(FACTOR);
            hash ^= hash >> 32;
            at += LETTERS;
            letters = eight(bytes, at);
        }
    }

    /// The whole of it.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The hash of the first letters of a word, which has more.
    #[inline]
    pub(super) fn of_beginning<const COUNT: usize>(bytes: &[u8], start: usize) -> u64 {
        ((eight(bytes, start) | 0x20) & ((1 << (8 * COUNT)) - 1)).wrapping_mul(FACTOR)
    }

    const fn place(self) -> usize {
        (self.0 >> (u64::BITS - PLACE_BITS)) as usize
    }
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The eight bytes from `at` on; zeros stand for those after the end.
#[inline]
fn eight(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..).and_then(<[u8]>::first_chunk) {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => last(bytes, at),
    }
}

/// The same where fewer than eight are left.
fn last(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    match bytes.last_chunk::<LETTERS>() {
        Some(chunk) => {
            let missing = LETTERS - rest.len().min(LETTERS);
            u64::from_le_bytes(*chunk).checked_shr(8 * missing as u32).unwrap_or_default()
        }
        None => rest.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)),
    }
}

/// The high bit of each of the eight bytes that is not a lower-case letter.
const fn others(bytes: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * ONES;
    let low = bytes & !HIGH;
    // A byte's high bit is set by the sum if the byte is at least `a`, or more than `z`.
    let from_a = low + (0x80 - b'a' as u64) * ONES;
    let beyond_z = low + (0x7f - b'z' as u64) * ONES;
    (!from_a | beyond_z | bytes) & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_whatever_follows_it_and_only_the_whole_word() {
        let mut lexicon = Lexicon::new();
        let words = ["a", "not", "timeout", "exceeded", "connection", "misconfiguration", "unauthenticatedness"];
        let numbers = words.map(|word| lexicon.add(word));
        let lexicon = lexicon.finish();
        for (word, number) in words.into_iter().zip(numbers) {
            for (before, after) in
                [("", ""), ("", " and more"), ("", "."), ("", "\u{e9}t\u{e9} and so on"), ("", "9"), ("", "Zz")]
            {
                let text = format!("{before}{word}{after}");
                let letters = Hash::of_word(text.as_bytes(), 0);
                assert_eq!((lexicon.find(letters.hash), letters.end), (number, word.len()), "{text}");
                assert_eq!(letters.after, after.bytes().next().unwrap_or_default(), "{text}");
            }
            let letters = Hash::of_word(format!("{word}s").as_bytes(), 0);
            assert_eq!(lexicon.find(letters.hash), UNKNOWN, "{word}s");
        }
    }

    #[test]
    fn every_byte_but_lowercase_letters_ends_a_word() {
        for byte in 0..=u8::MAX {
            let others = others(u64::from_le_bytes([b'a', b'z', byte, b'a', b'a', b'a', b'a', b'a']));
            assert_eq!(others.trailing_zeros() / 8, if byte.is_ascii_lowercase() { 8 } else { 2 }, "{byte}");
        }
    }
}
