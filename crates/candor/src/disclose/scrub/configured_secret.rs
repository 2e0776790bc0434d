//! Exact secrets that the server was configured with.

use memchr::memmem::Finder;
use std::ops::Range;

pub(super) const ID: &str = "configured-secret";

/// Finds every occurrence, also those that overlap: of a secret that repeats itself, nothing stays.
pub(super) fn find(secrets: &[Box<str>], text: &str, found: &mut dyn FnMut(Range<usize>)) {
    for secret in secrets {
        let finder = Finder::new(secret.as_bytes());
        let mut from = 0;
        while let Some(at) = text.as_bytes().get(from..).and_then(|rest| finder.find(rest)) {
            let end = repeated_to(text, from + at + secret.len(), secret);
            found(from + at..end);
            from = end - secret.len() + 1;
        }
    }
}

/// The end of the last of those occurrences that follow each other at the distance of the secret's own period. They
/// are passed over at once: a search for each would read the secret as often as it has letters.
fn repeated_to(text: &str, mut end: usize, secret: &str) -> usize {
    let period = smallest_period(secret.as_bytes());
    let tail = secret.as_bytes().get(secret.len() - period..).unwrap_or_default();
    while text.as_bytes().get(end..).is_some_and(|rest| rest.starts_with(tail)) {
        end += period;
    }
    end
}

/// The least distance at which the word fits onto itself: its length less that of its longest border.
fn smallest_period(word: &[u8]) -> usize {
    let mut borders = vec![0_usize; word.len()];
    let mut border = 0;
    for at in 1..word.len() {
        while border > 0 && word.get(at) != word.get(border) {
            border = borders.get(border - 1).copied().unwrap_or_default();
        }
        border += usize::from(word.get(at) == word.get(border));
        if let Some(slot) = borders.get_mut(at) {
            *slot = border;
        }
    }
    word.len() - border
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_its_smallest_period() {
        for (word, period) in [("a", 1), ("aaaa", 1), ("abab", 2), ("abcab", 3), ("hunter2-hunter2-", 8), ("abcd", 4)] {
            assert_eq!(smallest_period(word.as_bytes()), period, "{word}");
        }
    }

    #[test]
    fn every_letter_of_every_occurrence_is_found() {
        for (secret, text) in
            [("abab", "xababab abab"), ("aaaa", "aaaaaaaaab"), ("abcab", "abcabcab cabcab"), ("aabaa", "aabaabaa")]
        {
            let mut covered = vec![false; text.len()];
            find(&[secret.into()], text, &mut |span| covered[span].fill(true));
            let naive = (0..text.len()).filter(|at| text[*at..].starts_with(secret));
            let mut expected = vec![false; text.len()];
            naive.for_each(|at| expected[at..at + secret.len()].fill(true));
            assert_eq!(covered, expected, "{secret} in {text}");
        }
    }
}
