//! Long words of mixed letters and digits that nobody reads aloud.

use super::{REDACTED, Rule, Triggers, byte_at, run_after, run_before};
use std::ops::Range;

pub(super) const RULE: Rule = Rule { id: "opaque-token", placeholder: REDACTED, triggers: Triggers::DIGIT, find };

/// 002's length from which a word counts as a token.
const SHORTEST: usize = 32;

fn find(text: &str, found: &mut dyn FnMut(Range<usize>)) {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric();
    // A word of that length covers one of the places that lie a length apart.
    let mut probe = SHORTEST - 1;
    while let Some(byte) = byte_at(text, probe) {
        probe += SHORTEST;
        if !is_word(byte) {
            continue;
        }
        let span = run_before(text, probe - SHORTEST, is_word)..run_after(text, probe - SHORTEST, is_word);
        probe = probe.max(span.end + SHORTEST - 1);
        if span.len() >= SHORTEST && text.get(span.clone()).is_some_and(is_opaque) {
            found(span);
        }
    }
}

/// Letters and digits mixed. A hash of hexadecimal digits names content and is needed by readers; it opens nothing.
fn is_opaque(word: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| word.as_bytes().iter().any(kind);
    has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic) && !word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use crate::disclose::Scrubber;

    #[test]
    fn a_long_word_of_letters_and_digits_goes() {
        for before in 0..70 {
            for length in 30..70 {
                let word: String = "zQ9xW8vE7rT6yU5iO4pA3sD2fG1hJ0kL".chars().cycle().take(length).collect();
                let (padding, end) = (" ".repeat(before), " back");
                let shown = if length < 32 { &word } else { "[redacted]" };
                assert_eq!(Scrubber::new().scrub(&format!("{padding}{word}{end}")), format!("{padding}{shown}{end}"));
            }
        }
    }

    #[test]
    fn names_hashes_and_uuids_stay() {
        for text in [
            "AbstractSingletonProxyFactoryBeanConfiguration",
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "urn:uuid:a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
