//! A list of words that knows which of them end in a letter, so that a name need not be compared with all of them.

/// At most 64 words in small letters.
pub(super) struct WordList<const N: usize> {
    words: [&'static str; N],
    /// For each letter a set of the words that end in it, by their place.
    by_last: [u64; 26],
}

impl<const N: usize> WordList<N> {
    #[allow(clippy::indexing_slicing, reason = "runs when the program is compiled, and would not compile")]
    pub(super) const fn new(words: [&'static str; N]) -> WordList<N> {
        assert!(N <= 64, "a set has room for 64 words");
        let (mut by_last, mut at) = ([0; 26], 0);
        while at < N {
            let word = words[at].as_bytes();
            by_last[(word[word.len() - 1] - b'a') as usize] |= 1 << at;
            at += 1;
        }
        WordList { words, by_last }
    }

    /// The words that end in the letter, in any case; all of them if it is none.
    pub(super) fn ending_in(&self, byte: u8) -> impl Iterator<Item = &'static str> {
        let letter = byte.to_ascii_lowercase().wrapping_sub(b'a');
        let mut left = self.by_last.get(usize::from(letter)).copied().unwrap_or(u64::MAX);
        std::iter::from_fn(move || {
            let word = self.words.get(left.trailing_zeros() as usize).filter(|_| left != 0)?;
            left &= left - 1;
            Some(*word)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_by_their_last_letter() {
        static LIST: WordList<3> = WordList::new(["key", "token", "pin"]);
        assert_eq!(LIST.ending_in(b'N').collect::<Vec<_>>(), ["token", "pin"]);
        assert_eq!(LIST.ending_in(b'x').count(), 0);
        assert_eq!(LIST.ending_in(b'_').count(), 3);
    }
}
