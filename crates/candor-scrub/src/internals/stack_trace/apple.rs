//! Swift and Objective-C: `0   Shop   0x0000000104 main + 52`, and the location in the message of a fatal error.

use super::location::{path_before, position_end};
use super::look::Look;
use super::{Language, Line, LineRole};
use crate::internals::reader::Reader;
use crate::rule::Hit;
use crate::text::{Class, HEX, NOT_SPACE, Text, around};
use std::ops::Range;

pub(super) const LANGUAGE: Language = Language {
    triggers: &["0x", " Crashed:", "Last Exception Backtrace:", ".swift:", ".swift, line "],
    look: Look { first: "0-9(LT", others: &[] },
    part,
    location,
};

fn part(line: Line<'_>) -> Option<LineRole> {
    let is_frame = is_numbered(Reader(line.words)).unwrap_or_default()
        || is_address_list(line.words)
        || line.words == "Last Exception Backtrace:"
        || Reader(line.words).word("Thread ").and_then(Reader::number).is_some_and(|rest| rest.0.ends_with("Crashed:"));
    is_frame.then_some(LineRole::Frame)
}

fn is_numbered(words: Reader<'_>) -> Option<bool> {
    let image = words.number()?.blanks()?;
    let (name, rest) = around(image.0, " 0x").or_else(|| around(image.0, "\t0x"))?;
    let digits = rest.len() - Reader(rest).any(&HEX).0.len();
    Some(digits >= 8 && name.split_ascii_whitespace().count() <= 4 && Reader(rest).any(&HEX).blanks().is_some())
}

/// `(0x18a2f 0x18b3c)`, the throw call stack.
fn is_address_list(words: &str) -> bool {
    let list = words.strip_prefix('(').and_then(|list| list.strip_suffix(')'));
    let is_address = |word: &str| Reader(word).address().is_some_and(Reader::is_done);
    list.is_some_and(|list| list.contains(' ') && list.split_ascii_whitespace().all(is_address))
}

/// `Shop/Cart.swift:12` before `: Fatal error`, and `file Cart.swift, line 12` after it.
fn location(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    const FILE: &str = "file ";
    if !text.starts_with(hit.span.start, ".swift") {
        return None;
    }
    let end = position_end(text, hit.span.end)?;
    let path = path_before(text, hit.span.start);
    if path.is_empty() || !NOT_SPACE.has_all(text.get(path.clone())) {
        return None;
    }
    if text.starts_with(hit.span.start, ".swift, line ") {
        let start = path.start.checked_sub(FILE.len())?;
        return text.starts_with(start, FILE).then_some(start..end);
    }
    let is_fatal = text.starts_with(hit.span.start, ".swift:")
        && ["Fatal error", "Assertion failed", "Precondition failed"]
            .iter()
            .any(|word| text.starts_with(end + 2, word));
    let is_at_start = path.start == 0 || text.is_before(path.start, const { &Class::of(" \t\r\n") });
    (is_fatal && is_at_start).then_some(path.start..end)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn frames_and_locations_are_removed() {
        let rows = [
            (
                "Thread 0 Crashed:\n0   Shop App   0x0000000104a8c main + 52\n1   libdyld.dylib\t0x00000001a2b3c start + 4\nbye",
                "[redacted]\nbye",
            ),
            ("*** First throw call stack:\n(0x18a2f 0x18b3c)\nbye", "*** First throw call stack:\n[redacted]\nbye"),
            ("Shop/Cart.swift:12: Fatal error: no stock", "[redacted]: Fatal error: no stock"),
            ("Fatal error: no stock: file Shop/Cart.swift, line 12", "Fatal error: no stock: [redacted]"),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn messages_of_compilers_and_tables_are_kept() {
        for text in ["Shop/Cart.swift:12:3: error: no", "1 item 0x1f", "flags (0x1)", "Thread 0 is busy"] {
            assert_eq!(scrubbed(text), text);
        }
    }
}
