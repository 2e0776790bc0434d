//! A secret beside its name: `password=…`, `"api_key": "…"`, `Authorization: Bearer …`.

use super::{REDACTED, Rule, Triggers, byte_at, byte_before, is_sensitive_name, run_after, run_before};
use memchr::memchr2_iter;
use std::ops::Range;

pub(super) const RULE: Rule =
    Rule { id: "sensitive-assignment", placeholder: REDACTED, triggers: Triggers::ASSIGNMENT, find };

fn find(text: &str, found: &mut dyn FnMut(Range<usize>)) {
    let mut covered = 0;
    for mark in memchr2_iter(b'=', b':', text.as_bytes()) {
        if mark < covered {
            continue;
        }
        let is_quote = |byte| byte == b'"' || byte == b'\'';
        let name_end = run_before(text, mark, |byte| is_quote(byte) || byte == b' ');
        let name_start = run_before(text, name_end, |byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
        let name = text.get(name_start..name_end).unwrap_or_default();
        if matches!(byte_before(text, name_start), Some(b'?' | b'&')) {
            continue; // a query parameter, whose rule knows where its value ends
        }
        let quoted_name = byte_at(text, name_end).is_some_and(is_quote);
        let is_header = ["authorization", "cookie", "set-cookie", "proxy-authorization"]
            .iter()
            .any(|header| name.eq_ignore_ascii_case(header));
        // Prose puts a colon after any word ("invalid token: expected a string"); code and headers do not.
        if byte_at(text, mark) == Some(b':') && !quoted_name && !is_header || !is_sensitive_name(name) {
            continue;
        }
        let value_start = run_after(text, mark + 1, |byte| byte == b' ');
        let opening = byte_at(text, value_start).filter(|byte| is_quote(*byte));
        let start = value_start + usize::from(opening.is_some());
        let end = match opening {
            Some(quote) => run_after(text, start, |byte| byte != quote && byte != b'\n'),
            None if is_header => run_after(text, start, |byte| !b"\r\n\"'".contains(&byte)),
            None => run_after(text, start, |byte| !byte.is_ascii_whitespace() && !b"&;,\"'<>)}`".contains(&byte)),
        };
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
    fn the_value_beside_a_telling_name_goes() {
        let rows = [
            ("host=db password=hunter2 user=app", "host=db password=[redacted] user=app"),
            (r#"{"api_key": "a b", "page": 2}"#, r#"{"api_key": "[redacted]", "page": 2}"#),
            ("Authorization: Bearer abc.def\nnext", "Authorization: [redacted]\nnext"),
            ("DB_PASSWORD='x y'; ls", "DB_PASSWORD='[redacted]'; ls"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn talk_about_a_secret_stays() {
        for text in ["invalid token: expected a string", "the password is wrong", "password=", "max_tokens=100"] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
