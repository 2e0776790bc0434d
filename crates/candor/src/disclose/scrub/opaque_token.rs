//! Long words of mixed letters and digits that nobody reads aloud.

use super::{REDACTED, Rule};
use std::ops::Range;

pub(super) const RULE: Rule = Rule { id: "opaque-token", placeholder: REDACTED, find };

/// 002's length from which a word counts as a token.
const SHORTEST: usize = 32;

fn find(text: &str, found: &mut dyn FnMut(Range<usize>)) {
    if text.len() < SHORTEST {
        return;
    }
    let mut start = 0;
    for word in text.as_bytes().split(|byte| !byte.is_ascii_alphanumeric()) {
        // A hash of hexadecimal digits names content and is needed by readers; it opens nothing.
        if word.len() >= SHORTEST
            && word.iter().any(u8::is_ascii_digit)
            && word.iter().any(u8::is_ascii_alphabetic)
            && !word.iter().all(u8::is_ascii_hexdigit)
        {
            found(start..start + word.len());
        }
        start += word.len() + 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::disclose::Scrubber;

    #[test]
    fn a_long_word_of_letters_and_digits_goes() {
        assert_eq!(Scrubber::new().scrub("got zQ9xW8vE7rT6yU5iO4pA3sD2fG1hJ0kL back"), "got [redacted] back");
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
