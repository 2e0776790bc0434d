//! JavaScript: `at f (app.js:1:2)` in Node and Chrome, `f@https://example.com/app.js:1:2` in Firefox and Safari.

use super::location::{ahead, is_source, without_line_and_column, without_position};
use super::look::Look;
use super::{Language, Line, LineRole};
use crate::internals::reader::Reader;
use crate::rule::Hit;
use crate::text::{ALPHANUMERIC, Class, NOT_SPACE, Text, around, has_word, is_any, position};
use std::ops::Range;

pub(super) const LANGUAGE: Language = Language {
    triggers: &["at ", "://", "@[native code]", ".js:", ".mjs:", ".cjs:", ".ts:", ".tsx:", ".jsx:", "node:"],
    look: Look { first: "aegm", others: &[("", "]0-9")] },
    part,
    location,
};

/// What may follow a frame: an object that is printed with the error, or the quotes around the whole.
const TAIL: [char; 9] = [' ', '{', '"', '\'', ';', ',', '\\', '#', '`'];
/// The most words in the name of a function: `async Promise.all`, `new Map [as x]`.
const MOST_WORDS: usize = 5;

fn part(line: Line<'_>) -> Option<LineRole> {
    let words = line.words;
    if let Some(frame) = words.strip_prefix("at ").or_else(|| words.strip_prefix("eval at ")) {
        return is_frame(frame.trim_end_matches(TAIL)).then_some(LineRole::Frame);
    }
    if (line.has(b':') || words.ends_with(']')) && is_web_frame(words) {
        return Some(LineRole::Frame);
    }
    if matches!(words, "eval code" | "[native code]" | "global code" | "module code") {
        return Some(LineRole::Within);
    }
    (line.has(b':') && is_excerpt(words)).then_some(LineRole::Block)
}

fn is_frame(frame: &str) -> bool {
    if matches!(frame, "<anonymous>" | "<unknown>" | "native") {
        return true;
    }
    match frame.strip_suffix(')').and_then(|frame| frame.split_once('(')) {
        Some((name, place)) => {
            let is_name = !name.is_empty() && name.split_ascii_whitespace().count() <= MOST_WORDS;
            is_name && is_place(place) || is_file(frame)
        }
        None => is_file(frame.strip_prefix("async ").unwrap_or(frame)),
    }
}

/// Whether this can be in brackets after the name of a function.
fn is_place(place: &str) -> bool {
    const KNOWN: [&str; 6] =
        ["<anonymous>", "native", "[native code]", "unknown location", "unknown source", "eval code"];
    is_any(place, &KNOWN)
        || place.starts_with("eval at ")
        || Reader(place).word("index ").and_then(Reader::number).is_some_and(Reader::is_done)
        || is_file(place.trim_end_matches(')'))
}

/// `app.js:1:2`, `https://example.com/app.js:1:2`, `node:internal/modules:12:3`.
fn is_file(place: &str) -> bool {
    let is_named = |path: &str| path.ends_with(|last: char| last.is_alphabetic() || ")>]'".contains(last));
    without_line_and_column(place).is_some_and(is_named) || without_position(place).is_some_and(is_source)
}

/// `f@https://example.com/app.js:1:2`, and the same without a name.
fn is_web_frame(words: &str) -> bool {
    let Some(scheme) = position(words, "://") else {
        return words.strip_suffix("@[native code]").is_some_and(|name| NOT_SPACE.has_all(name));
    };
    let Some(path) = without_position(words) else { return false };
    let before = words.get(..scheme).unwrap_or_default();
    let name_end = before.rfind('@');
    let name = before.get(..name_end.unwrap_or_default()).unwrap_or_default();
    let is_name = NOT_SPACE.has_all(name) || matches!(name, "global code" | "eval code" | "module code");
    let scheme = before.get(name_end.map_or(0, |at| at + 1)..).unwrap_or_default();
    let is_scheme = scheme.bytes().all(|byte| ALPHANUMERIC.has(byte) || byte == b'-') && !scheme.is_empty();
    let is_in_eval = has_word(path, " > eval") || has_word(path, " > Function");
    let is_placed = if name_end.is_some() {
        NOT_SPACE.has_all(path.get(name.len()..).unwrap_or_default()) || is_in_eval
    } else {
        NOT_SPACE.has_all(path) && (is_source(path) && without_line_and_column(words).is_some())
    };
    is_name && is_scheme && is_placed
}

/// The line above the code excerpt of Node, which is indented or marked with carets.
fn is_excerpt(words: &str) -> bool {
    let is_absolute = words.starts_with('/') || words.starts_with("file://") || words.starts_with("node:");
    let is_script = |path: &str| [".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx"].iter().any(|end| path.ends_with(end));
    is_absolute && without_position(words).is_some_and(|path| is_script(path) || path.starts_with("node:"))
}

/// A frame in the middle of a line: ` at f (app.js:1:2)`, ` at shop.Cart.add(Cart.java:12)`.
fn location(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    const SIGN: Class = Class::of("A-Za-z0-9_");
    if !text.starts_with(hit.span.start, "at ") || text.is_before(hit.span.start, &SIGN) {
        return None;
    }
    let frame = ahead(text, hit.span.end);
    let (name, rest) = around(frame, "(")?;
    let is_name = !name.trim_end().is_empty() && name.split_ascii_whitespace().count() <= 3;
    let (place, _) = rest.split_once(')')?;
    let is_call = is_name && (name.contains('.') || name.ends_with(' '));
    let is_placed = without_position(place).is_some_and(is_source);
    (is_call && is_placed).then(|| hit.span.start..hit.span.end + name.len() + place.len() + 2)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn frames_of_node_are_removed() {
        let rows = [
            (
                "TypeError: x is not a function\n    at add (/srv/shop/cart.js:10:5)\n    at async Promise.all (index 0)\n    at new Cart (<anonymous>)\n    at node:internal/main/run:17:11 {\n  code: 'E1'\n}",
                "TypeError: x is not a function\n    [redacted]\n  code: 'E1'\n}",
            ),
            ("E\n    at my dir/cart.ts:2:9\n    at Cart.#pay [as go] (cart.ts:1:1)\nbye", "E\n    [redacted]\nbye"),
            (
                "E\n   at eval (eval at run (shop.js:1:2), <anonymous>:1:1)\n   at Array.map (native)",
                "E\n   [redacted]",
            ),
            ("boom at pay (cart.js:1:2) at run (shop.js:3:4): sorry", "boom [redacted] [redacted]: sorry"),
            ("/srv/cart.js:3\nthrow new Error('x')\n      ^\n\nError: x", "[redacted]\n\nError: x"),
            ("/srv/shop/x.js:3\n    throw new Error('no')\n    ^\n\nError: no", "[redacted]\n\nError: no"),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn frames_of_other_browsers_are_removed() {
        let rows = [
            ("Error: no\nadd@https://shop.test/app.js:1:2\n@file:///shop/index.html:3:1\n", "Error: no\n[redacted]\n"),
            ("Error: no\neval@[native code]\nglobal code@https://shop.test/app.js:1:2", "Error: no\n[redacted]"),
            ("Error: no\nhttps://shop.test/app.js:1:2\ncart/</<@https://shop.test/app.js:1:2", "Error: no\n[redacted]"),
            ("go@http://shop.test/a.js line 26 > eval line 2 > eval:1:30", "[redacted]"),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn addresses_and_times_are_kept() {
        for text in [
            "https://shop.test:8080",
            "https://shop.test/app.js",
            "at 10:30:00",
            "at startup (db.test:5432)",
            "at dinner (10:30)",
            "error at src/cart.ts:3:4: unexpected token",
            "see node:fs and https://a.test/b.js:1",
        ] {
            assert_eq!(scrubbed(text), text);
        }
    }
}
