//! Rust: `stack backtrace:`, numbered functions, and the location in a panic's message.

use super::location::ahead;
use super::look::Look;
use super::{Language, Line, LineRole};
use crate::internals::reader::Reader;
use crate::rule::Hit;
use crate::text::{DIGIT, NOT_SPACE, Text, has_word, position};
use std::ops::Range;

pub(super) const LANGUAGE: Language = Language {
    triggers: &["panicked at ", "stack backtrace:", "RUST_BACKTRACE", "::", ".rs:"],
    look: Look { first: "n$RsS0-9", others: &[] },
    part,
    location,
};

fn part(line: Line<'_>) -> Option<LineRole> {
    let words = line.words;
    let is_hint = words.starts_with("note: ") && has_word(words, "RUST_BACKTRACE=");
    let is_command = words.strip_prefix("$ ").unwrap_or(words).starts_with("RUST_BACKTRACE=");
    if words.eq_ignore_ascii_case("stack backtrace:") || is_hint || is_command {
        return Some(LineRole::Frame);
    }
    let symbol = Reader(words).number()?.word(": ")?.0;
    let is_path = has_word(symbol, "::") && NOT_SPACE.has_all(symbol);
    if is_path {
        return Some(LineRole::Frame);
    }
    let is_symbol = NOT_SPACE.has_all(symbol) || has_word(symbol, "::") || Reader(symbol).address().is_some();
    is_symbol.then_some(LineRole::Within)
}

/// `src/main.rs:4:6` after `panicked at`, and after the message in the older form.
fn location(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    if !text.starts_with_ignoring_case(hit.span.start, "panicked at ") {
        return None;
    }
    let rest = ahead(text, hit.span.end);
    let skipped = if rest.starts_with('\'') { rest.rfind("', ")? + 3 } else { 0 };
    let place = rest.get(skipped..)?;
    let path = position(place, ".rs:")? + ".rs:".len();
    let digits = |text: &str| text.bytes().take_while(|byte| DIGIT.has(*byte)).count();
    let line = path + digits(place.get(path..)?);
    let column = match place.get(line..)?.strip_prefix(':') {
        Some(rest) if digits(rest) > 0 => line + 1 + digits(rest),
        _ => line,
    };
    let start = hit.span.end + skipped;
    (line > path).then(|| start..start + column)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn the_location_of_a_panic_is_removed_and_its_message_is_kept() {
        let rows = [
            (
                "thread 'main' (12) panicked at src/cart.rs:4:6:\nno stock\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\nbye",
                "thread 'main' (12) panicked at [redacted]:\nno stock\n[redacted]\nbye",
            ),
            (
                "thread 'a' panicked at 'it''s, gone', src/cart.rs:4:6",
                "thread 'a' panicked at 'it''s, gone', [redacted]",
            ),
            (
                "$ RUST_BACKTRACE=1 cargo run\nno stock\nstack backtrace:\n   0: rust_begin_unwind\n             at /rustc/1/panicking.rs:1:2\n   1: <T as shop::Cart>::add\n             at ./src/cart.rs:4\nbye",
                "[redacted]\nno stock\n[redacted]\nbye",
            ),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn messages_of_the_compiler_are_kept() {
        for text in [
            " --> src/main.rs:4:6",
            "error[E0433]: failed to resolve: use of undeclared crate `shop::Cart`",
            "Set RUST_BACKTRACE=1 for more",
            "Caused by:\n    0: no stock left\n    1: sold out today",
        ] {
            assert_eq!(scrubbed(text), text);
        }
    }
}
