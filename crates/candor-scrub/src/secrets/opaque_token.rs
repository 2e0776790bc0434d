//! Long random words of letters and digits.

use crate::REDACTED;
use crate::randomness::looks_random;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, DIGIT, HEX, Text};

explained! {
    /// # What it removes
    ///
    /// A word of 32 to 100 letters and digits that looks random: lowercase, uppercase and digits alternate. Hexadecimal
    /// words are kept: they are content hashes.
    ///
    /// # Why
    ///
    /// A long random word is most likely a token, even without a name beside it.
    ///
    /// # Example
    ///
    /// ```text
    /// session q7Rk2Vw9Zp4Xn8Tb3Lm6Yc1Hd5Gf0Js2Qa was not found
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// session [redacted] was not found
    /// ```
    ///
    /// # Instead
    ///
    /// Refer to it by a short id that is not a credential.
    pub(crate) const RULE: Rule = Rule {
        id: "opaque-token",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::LongWord,
        window: LONGEST_WINDOW,
        find,
    };
}

/// The length in document 002 from which a word counts as a token.
const SHORTEST: usize = 32;
/// A longer word is data.
const LONGEST: usize = 100;

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let run = text.get(hit.span.clone());
    // A number may precede it: `8-Lp22ov…`.
    let counted = run.split_once('-').filter(|(count, _)| count.len() <= 3 && DIGIT.has_all(count));
    let word = counted.map_or(run, |(_, word)| word).trim_end_matches(['.', '=']);
    let start = hit.span.start + run.len() - counted.map_or(run, |(_, word)| word).len();
    // A hexadecimal hash identifies content, and readers need it; it is not a credential.
    let is_token = (SHORTEST..=LONGEST).contains(&word.len()) && ALPHANUMERIC.has_all(word) && !HEX.has_all(word);
    // Prefixes of content hashes.
    const DIGESTS: [&str; 7] = ["sha256:", "sha256-", "sha384-", "sha512-", "md5:", "etag ", "etag: "];
    let before = text.get(start.saturating_sub(8)..start).to_ascii_lowercase();
    let is_token = is_token && !DIGESTS.iter().any(|digest| before.ends_with(digest)) && !word.starts_with("bafy");
    // With a tilde it is part of a longer word.
    let is_part = text.byte_before(start) == Some(b'~') || text.byte(start + word.len()) == Some(b'~');
    if is_token && !is_part && looks_random(word) {
        found.take(start..start + word.len());
    }
    hit.span.end
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn a_long_random_word_is_removed() {
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
    fn names_hashes_and_uuids_are_kept() {
        for text in [
            "AbstractSingletonProxyFactoryBeanConfiguration",
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "urn:uuid:a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
