//! The name of an exception and the place where it was raised, in one line: `ShopException at Cart.java:17`.

use crate::REDACTED;
use crate::paths::source_location::{TRIGGERS, place};
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{Class, Text};
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
        triggers: Triggers::Words(TRIGGERS),
        window: LONGEST_WINDOW,
        find,
    };
}

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let Some(place) = place(text, hit) else { return hit.span.end };
    let end = place.end;
    if let Some(span) = raised_before(text, &place).or_else(|| raised_after(text, &place)) {
        found.take(span);
    }
    end
}

/// How many bytes before a place the exception is searched for.
const LONGEST: usize = 256;
/// The characters of a class with its packages, and of a method.
const NAME: Class = Class::of("A-Za-z0-9_.$:");

/// `ShopException at Cart.java:17`, `ShopException in shop.Cart.add(Cart.java:17)`, `ShopException: at Cart.java:17`.
fn raised_before(text: Text<'_>, place: &Range<usize>) -> Option<Range<usize>> {
    const OPENING: Class = Class::of(" \t\"'`(");
    const CLOSING: Class = Class::of("\"'`)");
    const JOINING: [&str; 10] = ["at", "in", "from", "on", "thrown", "raised", "occurred", "caught", "was", "file"];
    const MOST_WORDS: usize = 4;
    let floor = text.line_start(place.start, place.start.saturating_sub(LONGEST));
    if !text.is_before(place.start, &OPENING) {
        return None;
    }
    let mut at = place.start;
    for _ in 0..MOST_WORDS {
        let word_end = text.skip_back(text.skip_back(at, floor, &OPENING), floor, const { &Class::of(":,-") });
        let word_end = text.skip_back(word_end, floor, const { &Class::of(" \"'`") });
        let start = text.skip_back(word_end, floor, &NAME);
        let word = text.get(start..word_end);
        if is_exception(word) {
            let end = text.skip_at_most(place.end, &CLOSING, 2);
            return Some(start..if text.get(start..place.start).contains('(') { end } else { place.end });
        }
        // `shop.Cart.add(` before the place is the method.
        let is_method = text.byte(word_end) == Some(b'(') && word.contains('.');
        let is_joining = JOINING.iter().any(|joining| word.eq_ignore_ascii_case(joining));
        if start == word_end || !is_method && !is_joining {
            return None;
        }
        at = start;
    }
    None
}

/// `Cart.java:17: ShopException`.
fn raised_after(text: Text<'_>, place: &Range<usize>) -> Option<Range<usize>> {
    if !text.starts_with(place.end, ": ") {
        return None;
    }
    let start = place.end + 2;
    let end = text.skip_at_most(start, &NAME, LONGEST);
    let name = text.get(start..end).trim_end_matches([':', '.']);
    (name.ends_with("Exception") && is_exception(name)).then(|| place.start..start + name.len())
}

/// Whether the name is that of a class of exceptions, with or without its packages.
fn is_exception(name: &str) -> bool {
    const ENDINGS: [&str; 5] = ["Exception", "Error", "Fault", "Throwable", "Panic"];
    let class = name.rsplit(['.', '$', ':']).next().unwrap_or_default();
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
            "main.go:42:5: Error: undefined",
            "Main.java:5: error: cannot find symbol",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
