//! Credentials after the name of an authentication scheme, outside a header: `Bearer …`, `Basic …`, `SSWS …`.

use super::named_secret::is_place;
use crate::REDACTED;
use crate::base64;
use crate::effort::note_read;
use crate::randomness::{could_be_key, is_filler};
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, BASE64, Class, Text};

explained! {
    /// # What it removes
    ///
    /// The credentials after the name of an authentication scheme, without the name of a header: `Bearer …`,
    /// `Basic …`, `SSWS …`, `ApiKey …`.
    ///
    /// # Why
    ///
    /// The credentials authenticate the request.
    ///
    /// # Example
    ///
    /// ```text
    /// sent Bearer mF9x2B5f4KmadeUp1Jqm to the API
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// sent Bearer [redacted] to the API
    /// ```
    ///
    /// # Instead
    ///
    /// Name the scheme alone: "the bearer token has expired".
    pub(crate) const RULE: Rule = Rule {
        id: "auth-scheme",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Words(&["bearer ", "basic ", "ssws ", "apikey ", "bearer%20", "basic%20"]),
        window: LONGEST_WINDOW,
        find,
    };
}

/// The triggers of HTTP's basic scheme.
const BASIC: [usize; 2] = [1, 5];

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const TOKEN: Class = Class::of("A-Za-z0-9._~+/=:|%-");
    if text.is_before(hit.span.start, &ALPHANUMERIC) {
        return hit.span.end;
    }
    let end = text.skip(hit.span.end, &TOKEN);
    let word = text.get(hit.span.end..end).trim_end_matches(['.', ':']);
    let is_secret =
        if BASIC.contains(&hit.word) { is_user_and_password(word) } else { could_be_key(word) && !is_place(word) };
    if is_secret && !is_filler(word) {
        found.take(hit.span.end..hit.span.end + word.len());
    }
    end
}

/// Base64 of `user:password`: printable text with a colon.
fn is_user_and_password(word: &str) -> bool {
    const SHORTEST: usize = 8;
    word.len() >= SHORTEST && BASE64.has_all(word) && decoded_text(word).is_some_and(|plain| plain.contains(&b':'))
}

/// The text that the word encodes, if it is base64 of text.
pub(crate) fn decoded_text(word: &str) -> Option<Vec<u8>> {
    const LONGEST: usize = 512;
    const STEPS_PER_BYTE: usize = 3;
    note_read(STEPS_PER_BYTE * word.len().min(LONGEST));
    base64::decode_text(word.trim_end_matches('='), LONGEST)
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn what_follows_a_scheme_is_removed() {
        let rows = [
            ("sent Bearer ab12cd34ef56gh78 to it", "sent Bearer [redacted] to it"),
            ("sent Basic amFuZTpodW50ZXIy to it", "sent Basic [redacted] to it"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
        }
    }

    #[test]
    fn prose_about_a_scheme_is_kept() {
        for text in ["Bearer authentication is required", "Basic understanding", "WWW-Authenticate: Bearer realm=\"x\""]
        {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
