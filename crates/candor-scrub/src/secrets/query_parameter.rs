//! Sensitive parameters of a query string: `?token=abc&page=2`.

use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::sensitive_name::is_sensitive_name;
use crate::text::{Class, NAME, Text};

explained! {
    /// # What it removes
    ///
    /// The value of a query parameter with a sensitive name: `?token=…`, `&api_key=…`, `&sig=…`. The name is kept.
    ///
    /// # Why
    ///
    /// URLs end up in logs, histories and `Referer` headers, and the value works for anyone who reads them there.
    ///
    /// # Example
    ///
    /// ```text
    /// GET https://api.example.com/orders?page=2&api_key=made-up&sort=asc returned 500
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// GET https://api.example.com/orders?page=2&api_key=[redacted]&sort=asc returned 500
    /// ```
    ///
    /// # Instead
    ///
    /// Send the secret in a header, and log the path without its query.
    pub(crate) const RULE: Rule = Rule {
        id: "query-parameter",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Words(&[
            "key=",
            "token=",
            "secret=",
            "pass=",
            "password=",
            "passwd=",
            "passphrase=",
            "passcode=",
            "pwd=",
            "auth=",
            "authorization=",
            "credential=",
            "credentials=",
            "cookie=",
            "jwt=",
            "bearer=",
            "sig=",
            "signature=",
        ]),
        window: LONGEST_WINDOW,
        find,
    };
}

const VALUE: Class = Class::not(" \t\r\n&#\"'<>`");
const QUOTE: Class = Class::of("\"'");
/// The longest name of a parameter.
const LONGEST_NAME: usize = 64;

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let name_end = hit.span.end - 1;
    let name_start = text.skip_back(name_end, name_end.saturating_sub(LONGEST_NAME), &NAME);
    // In HTML and XML, `&amp;` ends in a semicolon.
    let is_parameter = text.is_before(name_start, const { &Class::of("?&") })
        || text.byte_before(name_start) == Some(b';') && text.get(name_start.saturating_sub(5)..name_start) == "&amp;";
    if !is_parameter || !is_sensitive_name(text.get(name_start..name_end)) {
        return hit.span.end;
    }
    let start = text.skip(hit.span.end, &QUOTE);
    let end = without_closer(text, start, text.skip(start, &VALUE));
    found.take(start..end);
    end
}

/// The end of the value without the bracket that closes what the address is in: `(see https://…?key=…)`.
fn without_closer(text: Text<'_>, start: usize, end: usize) -> usize {
    let value = text.get(start..end);
    let count = |sign: char| value.matches(sign).count();
    let is_closed = |closer: char, opener: char| value.ends_with(closer) && count(closer) > count(opener);
    if is_closed(')', '(') || is_closed(']', '[') || is_closed('}', '{') { end - 1 } else { end }
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn the_five_parameters_of_002_and_similar_ones_lose_their_values() {
        for name in ["token", "key", "secret", "password", "auth", "access_token", "apiKey"] {
            let text = format!("GET https://api.example.com/v1/orders?page=2&{name}=s%20x#top failed");
            let scrubbed = Scrubber::new().scrub(&text).into_owned();
            assert_eq!(scrubbed, format!("GET https://api.example.com/v1/orders?page=2&{name}=[redacted]#top failed"));
            assert_eq!(Scrubber::new().scrub(&scrubbed), scrubbed);
        }
    }

    #[test]
    fn the_bracket_after_an_address_is_not_part_of_the_value() {
        assert_eq!(
            Scrubber::new().scrub("(see https://a.io/x?key=made-up) now"),
            "(see https://a.io/x?key=[redacted]) now"
        );
        assert_eq!(Scrubber::new().scrub("[https://a.io/x?key=made-up]"), "[https://a.io/x?key=[redacted]]");
    }

    #[test]
    fn quotes_around_a_value_do_not_keep_it() {
        assert_eq!(Scrubber::new().scrub("GET /x?a=1&password='hunter2'"), "GET /x?a=1&password='[redacted]'");
    }

    #[test]
    fn other_parameters_are_kept() {
        let text = "https://example.com/?page=2&max_tokens=5&sort=key";
        assert_eq!(Scrubber::new().scrub(text), text);
    }
}
