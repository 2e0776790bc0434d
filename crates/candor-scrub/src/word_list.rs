//! A list of words indexed by their endings, so that a name need not be compared with all of them.

/// At most 64 lowercase words.
pub(super) struct WordList<const N: usize> {
    words: [&'static str; N],
    /// For each letter, the set of the words that end in it, by index.
    by_last: [u64; 26],
    /// For each word, its last letters and a mask of those that count.
    endings: [(u64, u64); N],
}

impl<const N: usize> WordList<N> {
    #[allow(clippy::indexing_slicing, reason = "runs when the program is compiled, and would not compile")]
    pub(super) const fn new(words: [&'static str; N]) -> WordList<N> {
        assert!(N <= 64, "a set has room for 64 words");
        let (mut by_last, mut endings, mut at) = ([0; 26], [(0, 0); N], 0);
        while at < N {
            let word = words[at].as_bytes();
            by_last[(word[word.len() - 1] - b'a') as usize] |= 1 << at;
            let mut letter = 0;
            while letter < word.len() && letter < Suffix::LETTERS {
                endings[at].0 |= (word[word.len() - 1 - letter] as u64) << (8 * letter);
                endings[at].1 |= 0xff << (8 * letter);
                letter += 1;
            }
            at += 1;
        }
        WordList { words, by_last, endings }
    }

    /// The words that may be at the end of the name, judged by its last letters.
    pub(super) fn like(&self, ending: Suffix) -> impl Iterator<Item = &'static str> {
        let [last, ..] = ending.0.to_le_bytes();
        let mut left = self.by_last.get(usize::from(last.wrapping_sub(b'a'))).copied().unwrap_or_default();
        std::iter::from_fn(move || {
            loop {
                let at = left.trailing_zeros() as usize;
                let (letters, counting) = self.endings.get(at)?;
                left &= left - 1;
                if ending.0 & counting == *letters {
                    return self.words.get(at).copied();
                }
            }
        })
    }

    /// All of them.
    #[cfg(test)]
    pub(super) fn all(&self) -> [&'static str; N] {
        self.words
    }
}

/// The last letters of a name in lowercase, the last one first, without separators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Suffix(u64);

impl Suffix {
    /// So many letters distinguish nearly all words.
    const LETTERS: usize = 8;

    pub(super) fn of(name: &str) -> Suffix {
        let (mut ending, mut at) = (0, 0);
        for byte in name.bytes().rev() {
            if at == Suffix::LETTERS {
                break;
            }
            // A separator is skipped without a branch, which cannot be predicted in a random name.
            let is_letter = u8::from(!is_separator(byte));
            ending |= u64::from(byte.to_ascii_lowercase() * is_letter) << (8 * at);
            at += usize::from(is_letter);
        }
        Suffix(ending)
    }
}

/// What separates the words of a name.
pub(super) fn is_separator(byte: u8) -> bool {
    matches!(byte, b'_' | b'-' | b'.' | b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_by_how_they_end() {
        static LIST: WordList<4> = WordList::new(["key", "token", "pin", "apikey"]);
        let like = |name: &str| LIST.like(Suffix::of(name)).collect::<Vec<_>>();
        assert_eq!(like("DB_PIN"), ["pin"]);
        assert_eq!(like("apiK-ey."), ["key", "apikey"]);
        assert_eq!(like("xkey"), ["key"]);
        assert_eq!(like("token"), ["token"]);
        assert_eq!(like("ey"), [""; 0]);
        assert_eq!(like("_"), [""; 0]);
    }
}
