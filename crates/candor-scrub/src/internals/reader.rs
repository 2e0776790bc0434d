//! Parses a text from left to right.

use crate::text::{BLANK, Class, DIGIT, HEX, around};

/// The rest of a text. Every step returns the new rest, or `None` if it does not match.
#[derive(Clone, Copy)]
pub(super) struct Reader<'t>(pub(super) &'t str);

impl<'t> Reader<'t> {
    /// Exactly this.
    pub(super) fn word(self, word: &str) -> Option<Reader<'t>> {
        self.0.strip_prefix(word).map(Reader)
    }

    /// The first of these that matches.
    pub(super) fn one_of(self, words: &[&str]) -> Option<Reader<'t>> {
        words.iter().find_map(|word| self.word(word))
    }

    /// This, if it is there.
    pub(super) fn maybe(self, word: &str) -> Reader<'t> {
        self.word(word).unwrap_or(self)
    }

    /// Any number of bytes of the class.
    pub(super) fn any(self, class: &Class) -> Reader<'t> {
        let end = self.0.bytes().position(|byte| !class.has(byte)).unwrap_or(self.0.len());
        Reader(self.0.get(end..).unwrap_or_default())
    }

    /// The same, but at least one.
    pub(super) fn some(self, class: &Class) -> Option<Reader<'t>> {
        let rest = self.any(class);
        (rest.0.len() < self.0.len()).then_some(rest)
    }

    pub(super) fn number(self) -> Option<Reader<'t>> {
        self.some(&DIGIT)
    }

    /// `0x7ffe`.
    pub(super) fn address(self) -> Option<Reader<'t>> {
        self.word("0x")?.some(&HEX)
    }

    pub(super) fn blanks(self) -> Option<Reader<'t>> {
        self.some(&BLANK)
    }

    pub(super) fn maybe_blanks(self) -> Reader<'t> {
        self.any(&BLANK)
    }

    /// What comes after the first occurrence of the word.
    pub(super) fn after(self, word: &str) -> Option<Reader<'t>> {
        around(self.0, word).map(|(_, rest)| Reader(rest))
    }

    pub(super) fn is_done(self) -> bool {
        self.0.is_empty()
    }
}
