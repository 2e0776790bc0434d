//! Python: `File "app.py", line 3, in main`, and the code below it.

use super::location::without_position;
use super::look::Look;
use super::{Language, Line, LineRole};
use crate::internals::reader::Reader;
use crate::rule::Hit;
use crate::text::{Class, Text, around, has_word};
use std::ops::Range;

pub(super) const LANGUAGE: Language = Language {
    triggers: &["File \"", "File ~/", "File /", "File <", ".py:", "ipython-input-"],
    look: Look { first: "F<[", others: &[(".: 0", "")] },
    part,
    location,
};

fn part(line: Line<'_>) -> Option<LineRole> {
    if frame(Reader(line.words)).is_some() || notebook_frame(line.words) {
        return Some(LineRole::Block);
    }
    if line.has(b':') && line.has(b'.') && is_test_frame(line.words) {
        return Some(LineRole::Frame);
    }
    line.words.starts_with("[Previous line repeated ").then_some(LineRole::Within)
}

/// The rest after `File "app.py", line 3`.
fn frame(words: Reader<'_>) -> Option<Reader<'_>> {
    words.word("File \"")?.after("\"")?.word(", line ")?.number()
}

/// `File ~/app.py:3, in main(x)`, `<ipython-input-3-abc> in <module>`.
fn notebook_frame(words: &str) -> bool {
    let place = words.strip_prefix("File ").and_then(|rest| around(rest, ", in ")).map(|(place, _)| place);
    place.is_some_and(|place| without_position(place).is_some())
        || words.starts_with("<ipython-input-") && has_word(words, "> in ")
}

/// `tests/test_cart.py:12: in test_add`, `tests/test_cart.py:12: ValueError`.
fn is_test_frame(words: &str) -> bool {
    let Some((path, rest)) = around(words, ".py:") else { return false };
    let Some(rest) = Reader(rest).number().and_then(|rest| rest.word(": ")) else { return false };
    let is_error = ["Error", "Exception", "Warning"].iter().any(|end| rest.0.ends_with(end));
    !path.contains(' ') && (rest.0.starts_with("in ") || is_error && !rest.0.contains(' '))
}

/// The location in the middle of a line, with the function if it is named.
fn location(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    const PATH: Class = Class::not("\"\r\n");
    const FUNCTION: Class = Class::of("A-Za-z0-9_<>.");
    const LONGEST: usize = 512;
    if !text.starts_with(hit.span.start, "File \"") {
        return None;
    }
    let path_end = text.skip_at_most(hit.span.end, &PATH, LONGEST);
    let number = path_end + "\", line ".len();
    if !text.starts_with(path_end, "\", line ") {
        return None;
    }
    let end = super::location::position_end(text, number)?;
    let function = end + ", in ".len();
    let has_function = text.starts_with(end, ", in ");
    Some(hit.span.start..if has_function { text.skip(function, &FUNCTION) } else { end })
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn frames_are_removed_with_their_code() {
        let rows = [
            (
                "Traceback (most recent call last):\n  File \"shop/cart.py\", line 3, in add\n    items[key]\n    ~~~~~^^^^^\nKeyError: 'tea'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"shop/main.py\", line 9, in <module>\n    add()\nShopError: gone\nbye",
                "Traceback (most recent call last):\n  [redacted]\nKeyError: 'tea'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  [redacted]\nShopError: gone\nbye",
            ),
            (
                "  + Exception Group Traceback (most recent call last):\n  |   File \"a.py\", line 1, in f\n  |     raise g\n  | ExceptionGroup: two",
                "  + Exception Group Traceback (most recent call last):\n  [redacted]\n  | ExceptionGroup: two",
            ),
            ("broken in File \"a b.py\", line 3, in go: no", "broken in [redacted]: no"),
            (
                "tests/test_cart.py:12: in test_add\n    cart.add()\nE   KeyError",
                "[redacted]\n    cart.add()\nE   KeyError",
            ),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn mentions_of_files_are_kept() {
        for text in ["File \"menu.txt\" was not found", "see app.py:12 or File /menu", "run tests/test_cart.py:12"] {
            assert_eq!(scrubbed(text), text);
        }
    }
}
