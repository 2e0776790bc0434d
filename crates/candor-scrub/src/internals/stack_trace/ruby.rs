//! Ruby: ``cart.rb:12:in `add'``, with `from` before it in all lines after the first.

use super::location::{path_before, position_end, without_position};
use super::look::Look;
use super::{Language, Line, LineRole};
use crate::internals::reader::Reader;
use crate::rule::Hit;
use crate::text::{Class, DIGIT, NOT_SPACE, Text, around};
use std::ops::Range;

pub(super) const LANGUAGE: Language = Language {
    triggers: &[":in `", ":in '", ".rb:", ".erb:", ".rake:"],
    look: Look { first: ".f0-9", others: &[(":0", "':")] },
    part,
    location,
};

fn part(line: Line<'_>) -> Option<LineRole> {
    let words = line.words;
    if !line.has(b':') && !words.starts_with('.') {
        return None;
    }
    // `2: from cart.rb:12`, in traces with the last call at the end.
    let numbered = Reader(words).number().and_then(|rest| rest.word(": from "));
    let from = numbered.or_else(|| Reader(words).word("from ")).map(|rest| rest.0);
    let frame = from.unwrap_or(words);
    if let Some(end) = location_end(frame) {
        return end.is_empty().then_some(LineRole::Frame);
    }
    let is_place = from.is_some() && NOT_SPACE.has_all(frame) && without_position(frame).is_some();
    if is_place {
        return Some(LineRole::Frame);
    }
    let levels = Reader(words).word("... ").and_then(Reader::number).and_then(|rest| rest.word(" levels..."));
    levels.map(|_| LineRole::Within)
}

/// The rest after ``cart.rb:12:in `add'``.
fn location_end(frame: &str) -> Option<&str> {
    let (place, function) = around(frame, ":in `").or_else(|| around(frame, ":in '"))?;
    without_position(place)?;
    let (_, rest) =
        around(function, "':").map_or_else(|| function.split_once('\''), |(name, rest)| Some((name, rest)))?;
    Some(rest)
}

/// The location before the message of an exception, and one in brackets.
fn location(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    const FUNCTION: Class = Class::not("'\r\n");
    const LONGEST: usize = 256;
    if text.starts_with(hit.span.start, ":in ") {
        let position = text.skip_back(hit.span.start, hit.span.start.saturating_sub(9), &DIGIT);
        if position == hit.span.start || text.byte_before(position) != Some(b':') {
            return None;
        }
        let end = text.skip_at_most(hit.span.end, &FUNCTION, LONGEST);
        if text.byte(end) != Some(b'\'') {
            return None;
        }
        let path = path_before(text, position - 1);
        return (!path.is_empty()).then_some(path.start..end + 1);
    }
    if !text.starts_with(hit.span.start, ".rb:") {
        return None;
    }
    let end = position_end(text, hit.span.end)?;
    let is_in_function = text.starts_with(end, ":in `") || text.starts_with(end, ":in '");
    if is_in_function {
        let function_end = text.skip_at_most(end + ":in '".len(), &FUNCTION, LONGEST);
        let is_closed = text.byte(function_end) == Some(b'\'');
        return is_closed.then(|| path_before(text, hit.span.start).start..function_end + 1);
    }
    if !text.is(end, const { &Class::of("])") }) {
        return None;
    }
    let path = path_before(text, hit.span.start);
    let is_in_brackets = text.is_before(path.start, const { &Class::of("[(") });
    (is_in_brackets && !path.is_empty()).then_some(path.start..end)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn frames_are_removed_and_the_message_is_kept() {
        let rows = [
            (
                "cart.rb:12:in `add': no stock (ShopError)\n\tfrom lib/main.rb:3:in 'block in <main>'\n\tfrom main.rb:9\nbye",
                "[redacted]: no stock (ShopError)\n\t[redacted]\nbye",
            ),
            (
                "NoMethodError (undefined method `x' for nil):\n  app/cart.rb:6:in `add'\n  bin/shop:3:in `<main>'",
                "NoMethodError (undefined method `x' for nil):\n  [redacted]",
            ),
            ("Failure:\nCartTest#test_add [test/cart_test.rb:6]:\nNo", "Failure:\nCartTest#test_add [[redacted]]:\nNo"),
            ("x.rb:1:in 'Integer#/': divided by 0 (ZeroDivisionError)", "[redacted]: divided by 0 (ZeroDivisionError)"),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn mentions_of_files_are_kept() {
        for text in ["edit config/routes.rb:3", "from here", "10:in 'words'"] {
            assert_eq!(scrubbed(text), text);
        }
    }
}
