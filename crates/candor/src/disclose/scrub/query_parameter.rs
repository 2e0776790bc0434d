//! Sensitive parameters of a query string: `?token=abc&page=2`.

use super::{REDACTED, Rule, Triggers, is_sensitive_name, run_after};
use memchr::memchr2_iter;
use std::ops::Range;

pub(super) const RULE: Rule = Rule { id: "query-parameter", placeholder: REDACTED, triggers: Triggers::QUERY, find };

fn find(text: &str, found: &mut dyn FnMut(Range<usize>)) {
    let mut covered = 0;
    for mark in memchr2_iter(b'?', b'&', text.as_bytes()) {
        if mark < covered {
            continue;
        }
        let name_end = run_after(text, mark + 1, |byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
        let name = text.get(mark + 1..name_end).unwrap_or_default();
        if !text.get(name_end..).is_some_and(|rest| rest.starts_with('=')) || !is_sensitive_name(name) {
            continue;
        }
        let start = run_after(text, name_end + 1, |byte| b"\"'".contains(&byte));
        let end = run_after(text, start, |byte| !byte.is_ascii_whitespace() && !b"&#\"'<>`".contains(&byte));
        if end > start {
            found(start..end);
            covered = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::disclose::Scrubber;

    #[test]
    fn the_five_parameters_of_002_and_their_kin_lose_their_values() {
        for name in ["token", "key", "secret", "password", "auth", "access_token", "apiKey"] {
            let text = format!("GET https://api.example.com/v1/orders?page=2&{name}=s%20x#top failed");
            let scrubbed = Scrubber::new().scrub(&text).into_owned();
            assert_eq!(scrubbed, format!("GET https://api.example.com/v1/orders?page=2&{name}=[redacted]#top failed"));
            assert_eq!(Scrubber::new().scrub(&scrubbed), scrubbed);
        }
    }

    #[test]
    fn quotes_around_a_value_do_not_keep_it() {
        assert_eq!(Scrubber::new().scrub("GET /x?a=1&password='hunter2'"), "GET /x?a=1&password='[redacted]'");
    }

    #[test]
    fn other_parameters_stay() {
        let text = "https://example.com/?page=2&max_tokens=5&sort=key";
        assert_eq!(Scrubber::new().scrub(text), text);
    }
}
