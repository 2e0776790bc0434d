//! A secret beside its name: `password=…`, `"api_key": "…"`, `Authorization: Bearer …`.

use super::{REDACTED, Rule, Triggers, byte_at, byte_before, is_sensitive_name, run_after, run_before};
use memchr::memchr2_iter;
use std::ops::Range;

pub(super) const RULE: Rule =
    Rule { id: "sensitive-assignment", placeholder: REDACTED, triggers: Triggers::ASSIGNMENT, find };

/// Headers whose value is a secret to the end of the line.
const HEADERS: [&str; 4] = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

fn find(text: &str, found: &mut dyn FnMut(Range<usize>)) {
    let mut covered = 0;
    for mark in memchr2_iter(b'=', b':', text.as_bytes()) {
        if mark < covered {
            continue;
        }
        let name_end = run_before(text, mark, |byte| is_quote(byte) || matches!(byte, b' ' | b'\t' | b'\\'));
        let name_start = run_before(text, name_end, |byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
        let name = text.get(name_start..name_end).unwrap_or_default();
        let is_query = matches!(byte_before(text, name_start), Some(b'?' | b'&'));
        let is_quoted = byte_at(text, name_end).is_some_and(|byte| is_quote(byte) || byte == b'\\');
        let is_header = HEADERS.iter().any(|header| name.eq_ignore_ascii_case(header));
        // Prose puts a colon after any word ("invalid token: expected a string"); code and headers do not. A query
        // parameter has a rule of its own, which knows where its value ends.
        let is_prose = byte_at(text, mark) == Some(b':') && !is_quoted && !is_header;
        if is_prose || is_query || !is_sensitive_name(name) {
            continue;
        }
        let value = value_after(text, mark + 1, is_header);
        if !value.is_empty() {
            covered = value.end;
            found(value);
        }
    }
}

fn is_quote(byte: u8) -> bool {
    byte == b'"' || byte == b'\''
}

/// The value that begins after the mark: what the quotes hold, the rest of a header's line, or one word.
fn value_after(text: &str, mark_end: usize, is_header: bool) -> Range<usize> {
    let mut start = mark_end;
    while matches!(byte_at(text, start), Some(b' ' | b'\t' | b'[' | b'<' | b'(')) {
        if text.get(start..).is_some_and(|rest| rest.starts_with(REDACTED)) {
            return start..start; // it is gone already
        }
        start += 1;
    }
    if is_header {
        return start..run_after(text, start, |byte| !b"\r\n".contains(&byte));
    }
    // JSON within JSON has its quotes escaped, all of them in the same way.
    let slashes = run_after(text, start, |byte| byte == b'\\') - start;
    match byte_at(text, start + slashes).filter(|byte| is_quote(*byte)) {
        Some(quote) => {
            let open = start + slashes + 1;
            let mut end = open;
            loop {
                end = run_after(text, end, |byte| byte != quote && byte != b'\n');
                let escapes = end - run_before(text, end, |byte| byte == b'\\').max(open);
                if byte_at(text, end) != Some(quote) || escapes <= slashes {
                    return open..end - escapes.min(slashes);
                }
                end += 1;
            }
        }
        None => start..run_after(text, start, |byte| !byte.is_ascii_whitespace() && !b"&;,\"'<>)]}`".contains(&byte)),
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
            (r#"{"password": "ab\"c", "x": 1}"#, r#"{"password": "[redacted]", "x": 1}"#),
            (r#"{\"password\":\"abc\",\"x\":1}"#, r#"{\"password\":\"[redacted]\",\"x\":1}"#),
            ("password\t=abc token = <abc>", "password\t=[redacted] token = <[redacted]>"),
            ("Authorization: Digest username=\"M\", response=5", "Authorization: [redacted]"),
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
