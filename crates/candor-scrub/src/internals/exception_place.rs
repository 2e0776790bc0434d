//! The name of an exception and the place where it was raised, in one line: `ShopException at Cart.java:17`.

use crate::REDACTED;
use crate::effort::note_read;
use crate::paths::source_location::{TRIGGERS as PLACES, place};
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{Class, DIGIT, Text};
use std::ops::Range;

explained! {
    /// # What it removes
    ///
    /// The name of an exception together with the line of source code where it was raised. An exception without a place
    /// keeps its name, because it says what kind of failure it is: `ValueError: price is negative`.
    ///
    /// # Why
    ///
    /// It is a stack trace of one frame: it shows the classes and lines of the server, and says nothing to a caller.
    ///
    /// # Example
    ///
    /// ```text
    /// cannot add the tea: ShopException at Cart.java:17
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// cannot add the tea: [redacted]
    /// ```
    ///
    /// # Instead
    ///
    /// Say in a sentence what could not be done and why; log the exception under an id.
    pub(crate) const RULE: Rule = Rule {
        id: "exception-place",
        family: Family::Internals,
        placeholder: REDACTED,
        triggers: Triggers::Built(|| [PLACES, AT_CLASS].concat()),
        window: LONGEST_WINDOW,
        find,
    };
}

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    if hit.word >= PLACES.len() {
        return at_class(text, hit, found);
    }
    let Some(place) = place(text, hit) else { return hit.span.end };
    let end = place.end;
    if let Some(span) = raised_before(text, &place).or_else(|| raised_after(text, &place)) {
        found.take(span);
    }
    end
}

/// How an exception is joined to a class and its line, where the file has no ending: `ShopException at Cart:17`.
const AT_CLASS: &[&str] = &[
    "exception at ",
    "exception in ",
    "exception @ ",
    "exception [",
    "exception (",
    "error at ",
    "error in ",
    "error @ ",
];
/// How many bytes before a place the exception is searched for.
const LONGEST: usize = 256;
/// The characters of a class with its packages, and of a method.
const NAME: Class = Class::of("A-Za-z0-9_.$:");

/// `ShopException at Cart:17`.
fn at_class(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const PART: Class = Class::of("A-Za-z0-9_.$");
    /// What people count, as in `ParseError at Row:12`.
    const COUNTED: [&str; 12] =
        ["line", "row", "column", "col", "pos", "position", "offset", "index", "char", "character", "step", "item"];
    let class_end = text.skip_at_most(hit.span.end, &PART, LONGEST);
    let class = text.get(hit.span.end..class_end).rsplit(['.', '$']).next().unwrap_or_default();
    let is_class = class.starts_with(|first: char| first.is_ascii_uppercase())
        && !COUNTED.iter().any(|counted| class.eq_ignore_ascii_case(counted));
    let has_line = text.byte(class_end) == Some(b':') && text.is(class_end + 1, &DIGIT);
    let name_end = hit.span.start + text.get(hit.span.clone()).find(' ').unwrap_or_default();
    let start = text.skip_back(name_end, name_end.saturating_sub(LONGEST), &NAME);
    if !is_class || !has_line || !is_exception(text.get(start..name_end)) {
        return hit.span.end;
    }
    let end = text.skip(class_end + 1, &DIGIT);
    let is_closed = text.is_before(hit.span.end, const { &Class::of("([") });
    let end = if is_closed { text.skip_at_most(end, const { &Class::of(")]") }, 1) } else { end };
    found.take(start..end);
    end
}

/// `ShopException at Cart.java:17`, `ShopException in shop.Cart.add(Cart.java:17)`, `ShopException: at Cart.java:17`,
/// `ShopException [Cart.java:17]`. Between them are up to four words that join an exception to a place; one of them may be any,
/// in any language, unless a mark divides the sentence: `KeyError: price, see cart.py:3` says what is wrong.
fn raised_before(text: Text<'_>, place: &Range<usize>) -> Option<Range<usize>> {
    const CLOSING: Class = Class::of("\"'`)]>");
    const JOINING: [&str; 11] =
        ["at", "in", "from", "on", "by", "thrown", "raised", "occurred", "caught", "was", "file"];
    const MOST_WORDS: usize = 4;
    let floor = text.character_start(text.line_start(place.start, place.start.saturating_sub(LONGEST)));
    let before = text.get(floor..place.start);
    let mut left = without_gap(before);
    if left.len() == before.len() {
        return None;
    }
    let (mut is_divided, mut other_words) = (false, 0);
    for _ in 0..=MOST_WORDS {
        let (rest, word) = last_word(left);
        let plain = word.trim_end_matches([':', ',']);
        is_divided |= plain.len() < word.len();
        let start = floor + left.len() - word.len();
        if is_exception(plain) && NAME.has_all(plain) {
            let is_opened = text.get(start..place.start).contains(['(', '[', '<']);
            let end = if is_opened { text.skip_at_most(place.end, &CLOSING, 2) } else { place.end };
            return (other_words == 0 || other_words == 1 && !is_divided).then_some(start..end);
        }
        // `shop.Cart.add(` before the place is the method.
        let is_method = text.byte(start + word.len()) == Some(b'(') && word.contains('.');
        let is_joining = JOINING.iter().any(|joining| plain.eq_ignore_ascii_case(joining));
        other_words += usize::from(!is_method && !is_joining && !plain.is_empty());
        // A sentence ends here.
        if !is_method && plain.ends_with(['.', '!', '?', ';']) {
            return None;
        }
        left = without_gap(rest);
        if left.is_empty() {
            return None;
        }
    }
    None
}

/// The length of the sign at the end that divides words: a space, a quote, an opening bracket, a dash. 0 if there is none.
fn gap_len(text: &[u8]) -> usize {
    const GAP: Class = Class::of(" \t\"'`([<@|-");
    match text {
        [.., 0xe2, 0x80, 0x93] => 3,
        [.., last] => usize::from(GAP.has(*last)),
        [] => 0,
    }
}

/// The text without such signs at its end.
fn without_gap(text: &str) -> &str {
    let mut end = text.len();
    while let length @ 1.. = gap_len(text.as_bytes().get(..end).unwrap_or_default()) {
        end -= length;
    }
    text.get(..end).unwrap_or_default()
}

/// The last word, and what is before it and the sign that divides them.
fn last_word(text: &str) -> (&str, &str) {
    /// The bytes of all those signs.
    const CAN_BE_GAP: Class = Class::of(" \t\"'`([<@–|-");
    let mut end = text.len();
    while let Some(at) = text.as_bytes().get(..end).and_then(|it| it.iter().rposition(|byte| CAN_BE_GAP.has(*byte))) {
        let length = gap_len(text.as_bytes().get(..=at).unwrap_or_default());
        if length > 0 {
            note_read(text.len() - at);
            let rest = text.get(..(at + 1).saturating_sub(length)).unwrap_or_default();
            return (rest, text.get(at + 1..).unwrap_or_default());
        }
        end = at;
    }
    note_read(text.len());
    ("", text)
}

/// `Cart.java:17: ShopException`, `Cart.java:17 ShopException`.
fn raised_after(text: Text<'_>, place: &Range<usize>) -> Option<Range<usize>> {
    const GAP: Class = Class::of(" ,([-");
    let is_colon = text.starts_with(place.end, ": ");
    let start = if is_colon { place.end + 2 } else { text.skip_at_most(place.end, &GAP, 3) };
    let end = text.skip_at_most(start, &NAME, LONGEST);
    let name = text.get(start..end).trim_end_matches([':', '.']);
    // After a colon, compilers name the kind of an error that their callers made.
    let is_raised = is_exception(name) && (!is_colon || name.ends_with("Exception"));
    (start > place.end && is_raised).then(|| place.start..start + name.len())
}

/// Whether the name is that of a class of exceptions, with or without its packages.
fn is_exception(name: &str) -> bool {
    const ENDINGS: [&str; 5] = ["Exception", "Error", "Fault", "Throwable", "Panic"];
    let class = Text(name).skip_back(name.len(), 0, const { &Class::not(".$:") });
    let class = name.get(class..).unwrap_or_default();
    let is_class = class.starts_with(|first: char| first.is_ascii_uppercase());
    // A sentence can begin with `Error`.
    is_class && ENDINGS.iter().any(|ending| class.ends_with(ending) && class.len() > ending.len())
        || class == "Exception"
}

#[cfg(test)]
mod tests {
    use crate::{Profile, Scrubber};

    #[test]
    fn a_message_names_no_class_and_no_line_of_the_source() {
        let rows = [
            ("NullPointerException at UserService.java:142", "[redacted]"),
            ("java.lang.NullPointerException: at UserService.java:142", "[redacted]"),
            ("failed: System.NullReferenceException (OrderService.cs:line 12)", "failed: [redacted]"),
            ("KeyError in foo.py line 12, sorry", "[redacted], sorry"),
            ("TypeError was thrown at app.js:10:5", "[redacted]"),
            ("ShopError at src/shop/main.go:42", "[redacted]"),
            ("shop.GoneException at shop.Cart.add(Cart.java:17)", "[redacted]"),
            ("Cart.java:17: shop.GoneException: sold", "[redacted]: sold"),
            ("NullPointerException [UserService.java:142]", "[redacted]"),
            ("NullPointerException @ UserService.java:142", "[redacted]"),
            ("NullPointerException bei UserService.java:142", "[redacted]"),
            ("ShopError while paying from shop.py:12", "ShopError while paying from [path]"),
            ("UserService.java:142 NullPointerException", "[redacted]"),
            ("UserService.java:142 - NullPointerException: gone", "[redacted]: gone"),
            ("NullPointerException at UserService:142", "[redacted]"),
            ("failed: shop.GoneException [shop.Cart:17], sorry", "failed: [redacted], sorry"),
            ("Exception in file \"cart.php\" on line 12", "Exception in file \"cart.php\" on line 12"),
        ];
        for (text, expected) in rows {
            for profile in Profile::ALL {
                let scrubber = Scrubber::new().with_profile(*profile);
                assert_eq!(scrubber.scrub(text), expected);
                assert_eq!(scrubber.scrub(expected), expected);
            }
        }
    }

    #[test]
    fn the_name_of_an_exception_without_a_place_is_kept() {
        for text in [
            "ValueError: price is negative",
            "NullPointerException",
            "Error at line 3 of the query",
            "ParseError at Row:12",
            "ValueError: price is negative, see the list",
            "main.go:42:5: Error: undefined",
            "Main.java:5: error: cannot find symbol",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
