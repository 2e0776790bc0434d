//! Long random words of letters and digits.

mod announcement;

use crate::REDACTED;
use crate::effort::note_read;
use crate::randomness::{is_filler, looks_random};
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, Class, DIGIT, HEX, Text};
use announcement::Announced;
use std::ops::Range;

explained! {
    /// # What it removes
    ///
    /// A word of 32 to 100 letters and digits that looks random: lowercase, uppercase and digits alternate. Of hexadecimal
    /// words, those of 32 digits are removed, and longer ones after a word such as `session` or `token`; of several such
    /// words, the nearest counts. After a word that says what else it is, such as `commit`, `sha256`, `etag` or `trace`, a
    /// hexadecimal word is kept, and so is one in an address. A value that is nothing else is judged by its name.
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
    if ALPHANUMERIC.has_all(word) {
        take_token(&Word { text, start, word, joint: Joint::None }, found);
        return hit.span.end;
    }
    note_read(run.len());
    let mut at = hit.span.start;
    for word in run.as_bytes().split(|byte| !ALPHANUMERIC.has(*byte)) {
        let span = at..at + word.len();
        at = span.end + 1;
        let word = str::from_utf8(word).unwrap_or_default();
        if is_lone_hash(word) {
            take_token(&Word { text, start: span.start, word, joint: Joint::of(text, &span, &hit.span) }, found);
        }
    }
    hit.span.end
}

/// Whether the text calls the word at this position a cursor: what a server gives out to be sent back for the next page.
pub(crate) fn is_cursor(text: &str, start: usize) -> bool {
    const NAMES: [&str; 4] = ["cursor", "page_token", "pagetoken", "continuation_token"];
    let before = text.get(..start).unwrap_or_default().trim_end_matches(['"', '\'', '`', '\\', ' ', ':', '=']);
    let tail = before.len().saturating_sub("continuation_token".len());
    let tail = before.get(before.floor_char_boundary(tail)..).unwrap_or_default().to_ascii_lowercase();
    NAMES.iter().any(|name| tail.ends_with(name))
}

fn take_token(word: &Word<'_>, found: &mut Findings<'_>) {
    // With a tilde it is part of a longer word.
    let is_part = word.text.byte_before(word.start) == Some(b'~') || word.text.byte(word.end()) == Some(b'~');
    if (SHORTEST..=LONGEST).contains(&word.word.len()) && !is_part && word.is_token() {
        found.take(word.start..word.end());
    }
}

/// A long word in its text.
struct Word<'t> {
    text: Text<'t>,
    start: usize,
    word: &'t str,
    joint: Joint,
}

/// What joins a word to those around it.
#[derive(Clone, Copy, PartialEq)]
enum Joint {
    /// Nothing, or the `=` after a name: `foo=…`.
    None,
    /// `/items/…`, `#…`, `order-…`, `?id=…`: part of an address or of a longer name, unless a token is announced.
    Part,
}

impl Joint {
    /// That of a word within a run of letters, digits and signs.
    fn of(text: Text<'_>, word: &Range<usize>, run: &Range<usize>) -> Joint {
        let is_last = text.get(word.end..run.end).chars().all(|it| matches!(it, '.' | '='));
        if !is_last || word.start > run.start && text.byte_before(word.start) != Some(b'=') {
            return Joint::Part;
        }
        let name = text.skip_back(word.start.saturating_sub(1), run.start, const { &Class::of("A-Za-z0-9_.-") });
        let is_query = text.is_before(name, const { &Class::of("?&;") });
        if is_query || name > run.start { Joint::Part } else { Joint::None }
    }
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
    /// otherwise.
    fn is_hexadecimal_token(&self) -> bool {
        if is_filler(self.word) {
            return false;
        }
        let is_part = self.joint == Joint::Part || self.text.is_before(self.start, const { &Class::of("/@#%") });
        // A list of digests of files.
        let is_listed = ["  ", " *"].iter().any(|gap| self.text.starts_with(self.end(), gap));
        match announcement::before(self.text, self.start) {
            Some(Announced::Token { is_next }) => is_next || !is_part,
            Some(Announced::Other) => false,
            None => self.word.len() == SHORTEST && !is_listed && !is_part,
        }
    }
}

/// Whether the text is a hexadecimal word that only the name beside it could make a token.
pub(crate) fn is_lone_hash(text: &str) -> bool {
    (SHORTEST..=LONGEST).contains(&text.len()) && HEX.has_all(text)
}

/// Whether a text under this name is a token: it is a long hexadecimal word, and the name has a word such as `session`,
/// `sid`, `token` or `key`.
///
/// ```
/// use candor_scrub::is_token_under;
///
/// assert!(is_token_under("session", "b162d3040ddf86d6614e79c66a01a577"));
/// assert!(!is_token_under("session", "the one of this morning"));
/// assert!(!is_token_under("etag", "b162d3040ddf86d6614e79c66a01a577"));
/// ```
#[must_use]
pub fn is_token_under(name: &str, text: &str) -> bool {
    is_lone_hash(text) && !is_filler(text) && matches!(announcement::by_words(name), Some(Announced::Token { .. }))
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
            ("b162d3040ddf86d6614e79c66a01a577", "[redacted]"),
            ("session=b162d3040ddf86d6614e79c66a01a577", "session=[redacted]"),
            ("sid=b162d3040ddf86d6614e79c66a01a577, expired", "sid=[redacted], expired"),
            ("session-b162d3040ddf86d6614e79c66a01a577.", "session-[redacted]."),
            ("no session_b162d3040ddf86d6614e79c66a01a577 here", "no session_[redacted] here"),
            ("foo=b162d3040ddf86d6614e79c66a01a577", "foo=[redacted]"),
            ("userSession=da39a3ee5e6b4b0d3255bfef95601890afd80709", "userSession=[redacted]"),
            ("Bad request: sid b162d3040ddf86d6614e79c66a01a577", "Bad request: sid [redacted]"),
            ("request denied: b162d3040ddf86d6614e79c66a01a577", "request denied: [redacted]"),
            ("session of request b162d3040ddf86d6614e79c66a01a577", "session of request [redacted]"),
            ("legitimate b162d3040ddf86d6614e79c66a01a577", "legitimate [redacted]"),
            ("street b162d3040ddf86d6614e79c66a01a577", "street [redacted]"),
            ("rebuild: b162d3040ddf86d6614e79c66a01a577", "rebuild: [redacted]"),
            ("session #b162d3040ddf86d6614e79c66a01a577", "session #[redacted]"),
            ("/sessions/b162d3040ddf86d6614e79c66a01a577 expired", "/sessions/[redacted] expired"),
            (
                "expected session d41d8cd98f00b204e9800998ecf8427e, got 0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67",
                "expected session [redacted], got [redacted]",
            ),
            (
                "md5 d41d8cd98f00b204e9800998ecf8427e, got session 0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67",
                "md5 d41d8cd98f00b204e9800998ecf8427e, got session [redacted]",
            ),
            (
                "md5 d41d8cd98f00b204e9800998ecf8427e. Try again as 0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67",
                "md5 d41d8cd98f00b204e9800998ecf8427e. Try again as [redacted]",
            ),
            ("/sessions/b162d3040ddf86d6614e79c66a01a577/items", "/sessions/[redacted]/items"),
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
            "invalid token, request id b162d3040ddf86d6614e79c66a01a577",
            "invalid token (requestid b162d3040ddf86d6614e79c66a01a577)",
            "traceparent 00-b162d3040ddf86d6614e79c66a01a577-b162d3040ddf86d6-01",
            "keyword da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "monkey da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "the cache key d41d8cd98f00b204e9800998ecf8427e is unknown",
            "order-b162d3040ddf86d6614e79c66a01a577 is unknown",
            "GET https://shop.example/app.js?v=b162d3040ddf86d6614e79c66a01a577",
            "{\"request_id\": \"b162d3040ddf86d6614e79c66a01a577\"}",
            "the md5 is d41d8cd98f00b204e9800998ecf8427e, not 0",
            "If-Match: the ETag \"d41d8cd98f00b204e9800998ecf8427e\" is old",
            "d41d8cd98f00b204e9800998ecf8427e  empty.txt",
            "checksum mismatch: expected d41d8cd98f00b204e9800998ecf8427e, got 0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67",
            "md5: want \"d41d8cd98f00b204e9800998ecf8427e\"\n     got \"0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67\"",
            "the hash is d41d8cd98f00b204e9800998ecf8427e but the file has 0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67",
            "PUBLIC_KEY=\"037cfbfc90234cfdab7eb54050566293789efaa1a35dc420749662db400dc9c4b2\"",
            "id 00000000000000000000000000000000 is nobody",
            "https://shop.example/items/b162d3040ddf86d6614e79c66a01a577",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
