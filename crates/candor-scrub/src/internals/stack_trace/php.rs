//! PHP: `#0 /srv/shop/cart.php(12): Cart->add()`, and `in cart.php on line 12`.

use super::location::{path_after, position_end};
use super::look::Look;
use super::{Language, Line, LineRole};
use crate::internals::reader::Reader;
use crate::rule::Hit;
use crate::text::{DIGIT, NOT_SPACE, Text, around, around_last, has_word};
use std::ops::Range;

pub(super) const LANGUAGE: Language = Language {
    triggers: &[
        "#0",
        "#1",
        "#2",
        "#3",
        "#4",
        "#5",
        "#6",
        "#7",
        "#8",
        "#9",
        "{main}",
        "thrown in ",
        ".php:",
        ".phtml:",
        " on line ",
    ],
    look: Look { first: "t#P0-9", others: &[] },
    part,
    location,
};

fn part(line: Line<'_>) -> Option<LineRole> {
    let is_end = line.words.starts_with("thrown in ") && has_word(line.words, " on line ");
    let is_frame = is_end || is_numbered(Reader(line.words)).unwrap_or_default() || is_profiled(line.words);
    is_frame.then_some(LineRole::Frame)
}

/// `#0 cart.php(12): add()`, `#1 [internal function]: add()`, `#2 {main}`.
fn is_numbered(words: Reader<'_>) -> Option<bool> {
    let rest = words.word("#")?.number()?.word(" ")?;
    if rest.one_of(&["{main}", "[internal function]"]).is_some() {
        return Some(true);
    }
    // Without a file: `#3 Shop\Cart->add('x')`.
    let is_method = |(name, _): (&str, &str)| (name.contains("->") || name.contains("::")) && NOT_SPACE.has_all(name);
    if rest.0.ends_with(')') && rest.0.split_once('(').is_some_and(is_method) {
        return Some(true);
    }
    let (place, _) = around(rest.0, "): ").or_else(|| around(rest.0, "):"))?;
    let (path, line) = place.rsplit_once('(')?;
    Some(!path.is_empty() && !line.is_empty() && DIGIT.has_all(line))
}

/// `PHP   1. {main}() /srv/shop/cart.php:0`.
fn is_profiled(words: &str) -> bool {
    let call = Reader(words).maybe("PHP").maybe_blanks().number().and_then(|rest| rest.word(". "));
    call.is_some_and(|call| {
        let place = around_last(call.0, ") ").map(|(_, place)| place);
        place.is_some_and(|place| NOT_SPACE.has_all(place) && has_word(place, ".php:"))
    })
}

/// ` in cart.php:12` and ` in cart.php on line 12` in the middle of a line.
fn location(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    const FILES: [&str; 4] = [".php", ".phtml", ".inc", "eval()'d code"];
    let trigger = text.get(hit.span.clone());
    let path_end = match trigger {
        " on line " => hit.span.start,
        ".php:" | ".phtml:" => hit.span.end - 1,
        _ => return None,
    };
    // In the second form, the other trigger handles the number.
    let end = position_end(text, hit.span.end)?;
    let ends_with = |file: &&str| path_end.checked_sub(file.len()).is_some_and(|at| text.starts_with(at, file));
    let file = FILES.iter().find(|file| ends_with(file))?;
    let path = path_after(text, path_end, &[" in ", " at "])?;
    (path.len() >= file.len()).then_some(path.start..end)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn frames_and_locations_are_removed_and_the_message_is_kept() {
        let rows = [
            (
                "PHP Fatal error:  Uncaught ShopError: gone in /shop/my cart.php:12\nStack trace:\n#0 [internal function]: Cart->{closure}()\n#1 /shop/cart.php(12): add('x', Array)\n#2 {main}\n  thrown in /shop/cart.php on line 12\nbye",
                "PHP Fatal error:  Uncaught ShopError: gone in [redacted]\nStack trace:\n[redacted]\nbye",
            ),
            ("Warning: Undefined variable $x in cart.php on line 3", "Warning: Undefined variable $x in [redacted]"),
            ("gone\n#2 Shop\\Cart->add('x-y')\n#3 Shop\\Cart::go()\nbye", "gone\n[redacted]\nbye"),
            ("PHP   1. {main}() /shop/cart.php:0\nPHP   2. add($a = 1) /shop/cart.php:3", "[redacted]"),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn sentences_are_kept() {
        for text in
            ["#1 priority", "Parse error in menu.json on line 3", "wrong on line 3 in cart.php", "#12 (fixed): yes"]
        {
            assert_eq!(scrubbed(text), text);
        }
    }
}
