//! Headers with a secret up to the end of the line: `Authorization: …`, `Cookie: …`.

use super::named_secret::is_not_a_value;
use crate::REDACTED;
use crate::effort::{note_judged, note_read};
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{BLANK, Class, NAME, Text};

explained! {
    /// # What it removes
    ///
    /// The value of a header that authenticates (`Authorization`, `Cookie`, `X-Api-Key` and the like), to the end of
    /// the line or of the quotes around it.
    ///
    /// # Why
    ///
    /// The value authenticates the request that was logged.
    ///
    /// # Example
    ///
    /// ```text
    /// > GET /orders
    /// > Authorization: Bearer made-up-token
    /// > Accept: */*
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// > GET /orders
    /// > Authorization: [redacted]
    /// > Accept: */*
    /// ```
    ///
    /// # Instead
    ///
    /// List the names of the headers, not their values.
    pub(crate) const RULE: Rule = Rule {
        id: "header",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Words(&[
            "authorization:",
            "cookie:",
            "x-api-key:",
            "x-auth-token:",
            "x-access-token:",
            "x-csrf-token:",
            "x-amz-security-token:",
            "x-vault-token:",
            "x-gitlab-token:",
            "x-goog-api-key:",
            "api-key:",
        ]),
        window: LONGEST_WINDOW,
        find,
    };
}

const QUOTE: Class = Class::of("\"'`");
/// The longest header.
const LONGEST_NAME: usize = 64;

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    // `Authorization::set` is a path in code.
    if text.byte(hit.span.end) == Some(b':') {
        return hit.span.end;
    }
    let name_start = text.skip_back(hit.span.start, hit.span.start.saturating_sub(LONGEST_NAME), &NAME);
    let start = text.skip(hit.span.end, &BLANK);
    // The header as a whole may be in quotes, and end with them.
    let quote = text.byte_before(name_start).filter(|byte| QUOTE.has(*byte));
    let rest = text.0.as_bytes().get(start..).unwrap_or_default();
    let length = memchr::memchr3(quote.unwrap_or(b'\n'), b'\n', b'\r', rest).unwrap_or(rest.len());
    let line = text.get(start..start + length);
    note_judged(line.len());
    note_read(line.len());
    let value = line.trim_end().trim_end_matches('\\');
    // `Bearer …`: the part after the scheme counts.
    let is_scheme = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    let secret = value.split_once(' ').filter(|(word, _)| is_scheme(word)).map_or(value, |(_, rest)| rest.trim());
    let first = secret.split(' ').next().unwrap_or_default();
    let is_none = is_not_a_value(secret, true)
        || first.len() < secret.len() && is_not_a_value(first, true)
        || secret.len() < value.len() && is_not_a_value(value, true);
    if !is_none && !is_sentence(value) && value != REDACTED {
        found.take(start..start + value.len());
    }
    start + line.len()
}

/// Whether it is a sentence about the header: several words, none of which could be a credential.
fn is_sentence(value: &str) -> bool {
    const MOST_LETTERS: usize = 16;
    let is_word = |word: &str| {
        word.len() <= MOST_LETTERS && !word.contains(|sign: char| sign.is_ascii_digit() || "=+/_".contains(sign))
    };
    value.split(' ').count() >= 3 && value.split(' ').all(is_word)
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn the_whole_value_of_a_header_is_removed() {
        let rows = [
            ("Authorization: Bearer abc.def\nnext", "Authorization: [redacted]\nnext"),
            ("curl -H 'Authorization: Bearer abc' https://a.io", "curl -H 'Authorization: [redacted]' https://a.io"),
            ("Authorization: Digest username=\"M\", response=5", "Authorization: [redacted]"),
            ("Set-Cookie: sid=31d4d96e407aad42; Path=/", "Set-Cookie: [redacted]"),
            ("x-api-key: abc", "x-api-key: [redacted]"),
            ("x-api-key: sid=a1b2c3d4 … and more", "x-api-key: [redacted]"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn a_header_without_a_value_is_kept() {
        for text in
            ["Authorization: Bearer <token>", "Authorization: Basic ...", "Cookie: ", "missing header x-api-key"]
        {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
