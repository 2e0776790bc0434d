//! Where a statement ends: at a semicolon, at the quote or bracket around it, before the driver's message, or with its
//! last line.

use super::token::{Token, Tokens, is_keyword};
use crate::text::{BLANK, Class, Text};

/// How many bytes are searched for a closing quote.
const LONGEST_QUOTED: usize = 8 * 1024;

/// Words that continue a statement on a new line.
const CLAUSES: [&str; 38] = [
    "from",
    "where",
    "and",
    "or",
    "join",
    "left",
    "right",
    "inner",
    "outer",
    "full",
    "cross",
    "on",
    "group",
    "order",
    "having",
    "limit",
    "offset",
    "union",
    "except",
    "intersect",
    "values",
    "set",
    "returning",
    "using",
    "when",
    "then",
    "else",
    "end",
    "case",
    "select",
    "insert",
    "update",
    "delete",
    "as",
    "with",
    "add",
    "drop",
    "for",
];

/// The end of the statement that begins here.
pub(super) fn end(text: Text<'_>, start: usize) -> usize {
    let opener = text.byte_before(start).filter(|byte| matches!(byte, b'"' | b'\'' | b'`'));
    let mut depth = 0_usize;
    let mut at = start;
    while let Some(byte) = text.byte(at) {
        match byte {
            b'"' | b'\'' | b'`' => match quoted_end(text, at, byte, opener) {
                Some(end) => at = end,
                None => return trimmed(text, start, at),
            },
            b'(' | b'[' | b'{' => (depth, at) = (depth + 1, at + 1),
            b')' | b']' | b'}' => match depth.checked_sub(1) {
                Some(less) => (depth, at) = (less, at + 1),
                None => return trimmed(text, start, at),
            },
            b';' if depth == 0 => return trimmed(text, start, at),
            b'\r' | b'\n' if !goes_on(text, at, depth) => return trimmed(text, start, at),
            b':' if depth == 0 && text.is(at + 1, const { &Class::of(" \r\n") }) => return trimmed(text, start, at),
            b' ' if depth == 0 && is_message(text, at) => return at,
            _ => at += 1,
        }
    }
    text.len()
}

/// The end without trailing whitespace and without the backslash of an escaped quote.
fn trimmed(text: Text<'_>, start: usize, end: usize) -> usize {
    start + text.get(start..end).trim_end_matches([' ', '\t', '\r', '\n', '\\']).len()
}

/// The end of the quoted text; `None` if the quote closes the statement.
fn quoted_end(text: Text<'_>, at: usize, quote: u8, opener: Option<u8>) -> Option<usize> {
    let is_escaped = text.byte_before(at) == Some(b'\\');
    if is_escaped {
        return Some(at + 1);
    }
    let begins =
        text.is_before(at, const { &Class::of(" (,.=<>") }) && text.is(at + 1, const { &Class::not(" \t\r\n,;)]}") });
    if opener == Some(quote) && !begins {
        return None;
    }
    let window = at + 1..text.len().min(at + 1 + LONGEST_QUOTED);
    let inside = text.0.as_bytes().get(window).unwrap_or_default();
    match memchr::memchr(quote, inside) {
        Some(length) => Some(at + length + 2),
        None => opener.filter(|opener| *opener == quote).map_or(Some(text.line_end(at)), |_| None),
    }
}

/// Whether the statement continues after the line break.
fn goes_on(text: Text<'_>, line_break: usize, depth: usize) -> bool {
    const LONGEST_WORD: usize = 32;
    let next = text.skip(text.next_line(line_break), &BLANK);
    if next >= text.len() || text.is(next, const { &Class::of("\r\n") }) {
        return false;
    }
    let before = text.get(line_break.saturating_sub(1)..line_break);
    let end = text.skip_at_most(next, const { &Class::of("A-Za-z_") }, LONGEST_WORD);
    let first = text.get(next..end);
    depth > 0
        || matches!(before, "," | "(" | "=")
        || CLAUSES.iter().any(|clause| is_keyword(first, clause))
        || text.is(next, const { &Class::of("(),") })
}

/// Whether the ` - ` here begins the driver's message, and is not a minus.
fn is_message(text: Text<'_>, at: usize) -> bool {
    const WINDOW: usize = 128;
    if !text.starts_with(at, " - ") {
        return false;
    }
    let end = text.skip_at_most(at + 3, const { &Class::of(" -~") }, WINDOW);
    let mut tokens = Tokens::of(text.get(at + 3..end));
    let first = tokens.next();
    let second = tokens.next();
    let is_word = matches!(first, Some(Token::Word(_)));
    let is_prose =
        second.is_some_and(|second| second == Token::Sign(b':') || second.is_name() && !second.is_any(&CLAUSES));
    is_word && is_prose
}
