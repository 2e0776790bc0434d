//! Signed and encrypted tokens that carry their own header: `eyJhbGciOi….….…`.

use crate::REDACTED;
use crate::base64;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, Class, Text};

explained! {
    /// # What it removes
    ///
    /// A JSON Web Token, signed (JWS) or encrypted (JWE): base64 of a JSON header, a dot and what follows. Also base64
    /// of a JSON object without dots, if it has at least 48 characters.
    ///
    /// # Why
    ///
    /// A signed token logs its bearer in until it expires, and its payload names the user.
    ///
    /// # Example
    ///
    /// ```text
    /// token eyJhbGciOiJub25lIn0.eyJzdWIiOiJub2JvZHkifQ.bWFkZSB1cA was refused
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// token [redacted] was refused
    /// ```
    ///
    /// # Instead
    ///
    /// Say why the token was refused (expired, wrong audience). If it must be found, name it by its `jti`.
    pub(crate) const RULE: Rule = Rule {
        id: "json-web-token",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Words(&["eyJ", "ewog", "eyAi"]),
        window: LONGEST_WINDOW,
        find,
    };
}

/// Base64url and the dots between the parts; some issuers use the standard alphabet by mistake.
const TOKEN: Class = Class::of("A-Za-z0-9_+/=.-");

/// The beginnings of all usual headers: the names `alg`, `typ`, `kid`, `enc`, `cty`, `jku`, `x5t` and `zip` in base64.
const HEADERS: [&str; 10] = [
    "eyJhbGciOi",
    "eyJ0eXAiOi",
    "eyJraWQiOi",
    "eyJlbmMiOi",
    "eyJjdHkiOi",
    "eyJqa3UiOi",
    "eyJ4NXQi",
    "eyJ6aXAiOi",
    "ewog",
    "eyAi",
];

/// The shortest token without dots, so that a short word with the same beginning is kept.
const SHORTEST: usize = 24;

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let start = hit.span.start;
    if text.is_before(start, &ALPHANUMERIC) && !ends_escape(text, start) {
        return hit.span.end;
    }
    let end = text.skip(start, &TOKEN);
    let token = text.get(start..end);
    let header = token.split('.').next().unwrap_or_default();
    let has_parts = token.len() > header.len() + 1;
    let is_token = (has_parts && token.len() >= SHORTEST || token.len() >= 2 * SHORTEST)
        && (HEADERS.iter().any(|known| token.starts_with(known)) || begins_an_object(header));
    if is_token {
        // A dot that ends a sentence is not part of it, but the one after an unsigned payload is.
        let is_unsigned = token.ends_with('.') && token.matches('.').count() == 2;
        let trimmed = if is_unsigned { token } else { token.trim_end_matches('.') };
        found.take(start..start + trimmed.len());
    }
    end
}

/// Whether the letter before the position ends an escape: `\n`, `%3D`.
fn ends_escape(text: Text<'_>, at: usize) -> bool {
    at.checked_sub(2).is_some_and(|slash| text.byte(slash) == Some(b'\\'))
        || at.checked_sub(3).is_some_and(|percent| text.byte(percent) == Some(b'%'))
}

/// Whether it is base64 of `{"`, a name and a quote.
fn begins_an_object(header: &str) -> bool {
    const READ: usize = 64;
    let decoded = base64::decode(header, READ).bytes;
    let mut bytes = decoded.iter().skip_while(|byte| byte.is_ascii_whitespace());
    let mut opens = bytes.next() == Some(&b'{');
    let mut rest = bytes.skip_while(|byte| byte.is_ascii_whitespace());
    opens &= rest.next() == Some(&b'"');
    opens && rest.take_while(|byte| **byte != b'"').all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    const HEADER: &str = "eyJhbGciOiJub25lIn0";
    const PAYLOAD: &str = "eyJzdWIiOiJtYWRlLXVwIn0";

    #[test]
    fn a_token_is_removed_with_all_its_parts() {
        for token in [
            format!("{HEADER}.{PAYLOAD}.c2lnbmVkLWJ5LW5vYm9keQ"),
            format!("{HEADER}.{PAYLOAD}."),
            format!("{HEADER}.{PAYLOAD}"),
            format!("{HEADER}.a.b.c.d"),
            format!("{HEADER}...{PAYLOAD}"),
            "eyJhbGciOiDAMAGED-header-and-then.more".to_owned(),
        ] {
            assert_eq!(Scrubber::new().scrub(&token), "[redacted]");
            assert_eq!(Scrubber::new().scrub(&format!("Bearer {token}, sent")), "Bearer [redacted], sent");
        }
        let sentence = format!("The token was {HEADER}.{PAYLOAD}.c2ln.");
        assert_eq!(Scrubber::new().scrub(&sentence), "The token was [redacted].");
    }

    #[test]
    fn words_with_the_same_beginning_are_kept() {
        for text in [
            "eyJ.should.be_nil",
            "keyJwtSigner.of.a.class",
            "eyJhbG",
            "eyJhbGciOiJub25lIiwiYSI6MX0",
            "eye.eyeable.should be_nil",
            "{HEADER}",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
