//! Perl: `no stock at cart.pl line 12.`

use super::look::Look;
use super::{Language, Line, LineRole};
use crate::internals::reader::Reader;
use crate::rule::Hit;
use crate::text::{BLANK, Class, DIGIT, Text, around, around_last};
use std::ops::Range;

pub(super) const LANGUAGE: Language =
    Language { triggers: &["at "], look: Look { first: "", others: &[(" 0", "")] }, part, location };

/// `main::add(1, 2) called at cart.pl line 9`.
fn part(line: Line<'_>) -> Option<LineRole> {
    if !line.has_digit() {
        return None;
    }
    let place = around_last(line.words, " called at ").and_then(|(_, place)| around(place, " line "));
    place.and_then(|(_, number)| Reader(number).number()).map(|_| LineRole::Frame)
}

fn location(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    const PATH: Class = Class::not(" \t\r\n,;");
    const LONGEST: usize = 256;
    const HANDLE: Class = Class::of("A-Za-z0-9_<>$");
    if !text.starts_with(hit.span.start, "at ") || !text.is_before(hit.span.start, &BLANK) {
        return None;
    }
    let path_end = if text.starts_with(hit.span.end, "(eval ") {
        text.skip(text.skip(hit.span.end + "(eval ".len(), &DIGIT), const { &Class::of(")") })
    } else {
        text.skip_at_most(hit.span.end, &PATH, LONGEST)
    };
    let path = text.get(hit.span.end..path_end);
    let is_script = [".pl", ".pm", ".t", ".cgi", ".psgi"].iter().any(|end| path.ends_with(end));
    let is_known = is_script || path.starts_with(['/', '(']) || path == "-e" || path == "-";
    let number = path_end + " line ".len();
    let end = text.skip(number, &DIGIT);
    if !is_known || !text.starts_with(path_end, " line ") || end == number {
        return None;
    }
    // The last input line: `, <STDIN> line 3`.
    let handle = text.skip_at_most(end + 2, &HANDLE, LONGEST);
    let is_read = text.starts_with(end, ", <") && text.starts_with(handle, " line ");
    Some(hit.span.start..if is_read { text.skip(handle + " line ".len(), &DIGIT) } else { end })
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn locations_are_removed_and_the_message_is_kept() {
        let rows = [
            ("no stock at lib/Cart.pm line 12.", "no stock [redacted]."),
            ("no stock at (eval 3) line 1, <STDIN> line 7.\nbye", "no stock [redacted].\nbye"),
            (
                "gone at -e line 1.\n\tmain::add(1, 2) called at cart.pl line 9\nbye",
                "gone [redacted].\n\t[redacted]\nbye",
            ),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn sentences_are_kept() {
        for text in ["syntax error at line 3", "error at menu.json line 3", "at cart.pl lines end"] {
            assert_eq!(scrubbed(text), text);
        }
    }
}
