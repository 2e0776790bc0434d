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
        let is_colon = byte_at(text, mark) == Some(b':');
        let is_between = |byte| is_quote(byte) || matches!(byte, b' ' | b'\t' | b'\\') || byte == b':' && !is_colon;
        let name_end = run_before(text, mark, is_between);
        let name_start = run_before(text, name_end, |byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
        let name = text.get(name_start..name_end).unwrap_or_default();
        let is_query = matches!(byte_before(text, name_start), Some(b'?' | b'&'));
        let is_quoted = byte_at(text, name_end).is_some_and(|byte| is_quote(byte) || byte == b'\\');
        let is_header = !is_quoted && HEADERS.iter().any(|header| name.eq_ignore_ascii_case(header));
        // Prose puts a colon after any word ("invalid token: expected a string"); code and headers do not. A query
        // parameter has a rule of its own, which knows where its value ends.
        if is_colon && !is_quoted && !is_header || is_query || !is_sensitive_name(name) {
            continue;
        }
        let value = if is_header {
            header_value(text, mark + 1, byte_before(text, name_start).filter(|byte| is_quote(*byte)))
        } else {
            value_after(text, mark + 1)
        };
        if !value.is_empty() {
            covered = value.end;
            found(value);
        }
    }
}

fn is_quote(byte: u8) -> bool {
    byte == b'"' || byte == b'\''
}

/// The rest of the header's line, or of the quotes that the header as a whole stands in.
fn header_value(text: &str, mark_end: usize, quote: Option<u8>) -> Range<usize> {
    let start = run_after(text, mark_end, |byte| matches!(byte, b' ' | b'\t'));
    let end = run_after(text, start, |byte| !matches!(byte, b'\r' | b'\n') && Some(byte) != quote);
    if text.get(start..end) == Some(REDACTED) { start..start } else { start..end }
}

/// The value that begins after the mark: what the quotes hold, or one word.
fn value_after(text: &str, mark_end: usize) -> Range<usize> {
    let mut start = mark_end;
    while matches!(byte_at(text, start), Some(b' ' | b'\t' | b'[' | b'<' | b'(' | b'>')) {
        if is_gone(text, start) {
            return start..start;
        }
        if text.get(start..).is_some_and(|rest| rest.starts_with(REDACTED)) {
            break;
        }
        start += 1;
    }
    // JSON within JSON has its quotes escaped, all of them in the same way.
    let slashes = run_after(text, start, |byte| byte == b'\\') - start;
    match byte_at(text, start + slashes).filter(|byte| is_quote(*byte)) {
        Some(quote) => quoted_value(text, start + slashes + 1, quote, slashes),
        None => {
            let end = run_after(text, start, |byte| !byte.is_ascii_whitespace() && !b"&;,\"'<>`".contains(&byte));
            let word = text.get(start..end).unwrap_or_default();
            start..start + word.trim_end_matches([')', ']', '}']).len()
        }
    }
}

/// What stands between the quotes; to the end of the line if they are never closed.
fn quoted_value(text: &str, open: usize, quote: u8, slashes: usize) -> Range<usize> {
    /// How far away the closing quote is looked for.
    const LONGEST: usize = 4 * 1024;
    let mut end = open;
    while end < text.len().min(open + LONGEST) {
        end = run_after(text, end, |byte| byte != quote);
        let escapes = end - run_before(text, end, |byte| byte == b'\\').max(open);
        let closes = if slashes == 0 { escapes.is_multiple_of(2) } else { escapes == slashes };
        if closes && end < text.len() {
            return open..end - slashes;
        }
        end += 1;
    }
    open..run_after(text, open, |byte| byte != b'\n')
}

/// Whether the value was taken out before: the placeholder, and nothing of a word behind it.
fn is_gone(text: &str, start: usize) -> bool {
    let rest = text.get(start..).and_then(|rest| rest.strip_prefix(REDACTED));
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || "_-.=/+%$!#*@".contains(next)))
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
            (r#"{"password": "ab\\\\", "order": "17"}"#, r#"{"password": "[redacted]", "order": "17"}"#),
            ("\"password\" => \"hunter2\" password:=abc", "\"password\" => \"[redacted]\" password:=[redacted]"),
            ("f(pwd=a)bcd, secret=xyz)", "f(pwd=[redacted], secret=[redacted])"),
            ("password=\"line1\nline2\" x", "password=\"[redacted]\" x"),
            ("password=[redacted]x", "password=[redacted]"),
            (r#"{"Authorization": "Bearer abc", "order": 17}"#, r#"{"Authorization": "[redacted]", "order": 17}"#),
            ("curl -H 'Authorization: Bearer abc' https://a.io", "curl -H 'Authorization: [redacted]' https://a.io"),
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
