//! Long random words of letters and digits.

use crate::REDACTED;
use crate::randomness::{is_filler, looks_random};
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, Class, DIGIT, HEX, Text, ends_with_ignoring_case};

explained! {
    /// # What it removes
    ///
    /// A word of 32 to 100 letters and digits that looks random: lowercase, uppercase and digits alternate. Of hexadecimal
    /// words in a sentence, those of 32 digits are removed, and longer ones after a word such as `session` or `token`. After
    /// a word that says what else it is, such as `commit`, `sha256`, `etag` or `trace`, a hexadecimal word is kept.
    ///
    /// # Why
    ///
    /// A long random word is most likely a token, even without a name beside it. Session ids and keys often are 32
    /// hexadecimal digits; longer ones mostly are hashes of content, which readers need.
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
    let word = Word { text, start, word };
    // With a tilde it is part of a longer word.
    let is_part = text.byte_before(start) == Some(b'~') || text.byte(word.end()) == Some(b'~');
    let is_long = (SHORTEST..=LONGEST).contains(&word.word.len()) && ALPHANUMERIC.has_all(word.word);
    if is_long && !is_part && word.is_token() {
        found.take(start..word.end());
    }
    hit.span.end
}

/// A long word in its text.
struct Word<'t> {
    text: Text<'t>,
    start: usize,
    word: &'t str,
}

impl Word<'_> {
    fn end(&self) -> usize {
        self.start + self.word.len()
    }

    fn is_token(&self) -> bool {
        if HEX.has_all(self.word) { self.is_hexadecimal_token() } else { self.is_random_token() }
    }

    fn is_random_token(&self) -> bool {
        // Prefixes of content hashes.
        const DIGESTS: [&str; 7] = ["sha256:", "sha256-", "sha384-", "sha512-", "md5:", "etag ", "etag: "];
        let before = self.text.get(self.start.saturating_sub(8)..self.start).to_ascii_lowercase();
        let is_digest = DIGESTS.iter().any(|digest| before.ends_with(digest)) || self.word.starts_with("bafy");
        !is_digest && looks_random(self.word)
    }

    /// 32 digits have the 128 bits of session ids and keys; more are a hash of content, unless a word before it says
    /// otherwise. A value by itself is judged by the name that it is under.
    fn is_hexadecimal_token(&self) -> bool {
        let is_address = self.text.is_before(self.start, const { &Class::of("/@#%") });
        // A list of digests of files.
        let is_listed = ["  ", " *"].iter().any(|gap| self.text.starts_with(self.end(), gap));
        let is_alone = self.start == 0 && self.end() == self.text.len();
        if is_address || is_alone || is_filler(self.word) {
            return false;
        }
        match self.announced() {
            Some(Announced::Token) => true,
            Some(Announced::Other) => false,
            None => self.word.len() == SHORTEST && !is_listed,
        }
    }

    /// What the nearest words before it say.
    fn announced(&self) -> Option<Announced> {
        const NEAR: usize = 48;
        const MOST_WORDS: usize = 3;
        const LONGEST_NAME: usize = 24;
        const LETTER: Class = Class::of("A-Za-z0-9");
        let floor = self.text.line_start(self.start, self.start.saturating_sub(NEAR));
        let mut at = self.start;
        for _ in 0..MOST_WORDS {
            let end = self.text.skip_back(at, floor, const { &Class::not("A-Za-z0-9") });
            at = self.text.skip_back(end, floor, &LETTER);
            if end - at > LONGEST_NAME {
                continue;
            }
            let word = self.text.get(at..end).to_ascii_lowercase();
            // `PUBLIC_KEY`.
            let is_public =
                || ends_with_ignoring_case(self.text.get(floor..at).trim_end_matches(['_', '-', ' ']), "public");
            if OTHERS.iter().any(|other| word.contains(other)) {
                return Some(Announced::Other);
            }
            if TOKENS.iter().any(|token| word.contains(token)) {
                return Some(if is_public() { Announced::Other } else { Announced::Token });
            }
        }
        None
    }
}

/// What a word before a hexadecimal word says that it is.
enum Announced {
    Token,
    Other,
}

/// Words, and parts of words, that announce a token.
const TOKENS: [&str; 12] = [
    "session",
    "token",
    "secret",
    "cookie",
    "credential",
    "passw",
    "bearer",
    "apikey",
    "key",
    "nonce",
    "csrf",
    "ticket",
];
/// Those that announce something else that is hexadecimal, and that readers need.
const OTHERS: [&str; 29] = [
    "trace",
    "span",
    "request",
    "correlation",
    "commit",
    "revision",
    "version",
    "branch",
    "sha1",
    "sha2",
    "sha3",
    "sha5",
    "md5",
    "hash",
    "digest",
    "checksum",
    "etag",
    "integrity",
    "fingerprint",
    "public",
    "uuid",
    "guid",
    "blob",
    "tree",
    "git",
    "build",
    "image",
    "layer",
    "container",
];

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
    #[test]
    fn a_hexadecimal_word_is_removed_where_it_is_a_token() {
        let rows = [
            ("got 0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67 instead", "got [redacted] instead"),
            ("session 0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67 expired", "session [redacted] expired"),
            ("no such session: 41093847561029384756102938475610", "no such session: [redacted]"),
            ("session da39a3ee5e6b4b0d3255bfef95601890afd80709 is over", "session [redacted] is over"),
            (
                "commit 1, but session id da39a3ee5e6b4b0d3255bfef95601890afd80709",
                "commit 1, but session id [redacted]",
            ),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn a_hexadecimal_word_that_readers_need_is_kept() {
        for text in [
            "no commit da39a3ee5e6b4b0d3255bfef95601890afd80709 here",
            "got da39a3ee5e6b4b0d3255bfef95601890afd80709 instead",
            "traceID=b162d3040ddf86d6614e79c66a01a577 failed",
            "{\"request_id\": \"b162d3040ddf86d6614e79c66a01a577\"}",
            "the md5 is d41d8cd98f00b204e9800998ecf8427e, not 0",
            "If-Match: the ETag \"d41d8cd98f00b204e9800998ecf8427e\" is old",
            "d41d8cd98f00b204e9800998ecf8427e  empty.txt",
            "b162d3040ddf86d6614e79c66a01a577",
            "PUBLIC_KEY=\"037cfbfc90234cfdab7eb54050566293789efaa1a35dc420749662db400dc9c4b2\"",
            "id 00000000000000000000000000000000 is nobody",
            "https://shop.example/items/b162d3040ddf86d6614e79c66a01a577",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
