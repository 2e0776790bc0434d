//! Source locations of the server: `src/orders/load.rs:17:9`, `/srv/shop/app.py:33`, `(Cart.cs:line 12)`.

use crate::PATH;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{BLANK, Class, DIGIT, Text};
use std::ops::Range;

explained! {
    /// # What it removes
    ///
    /// A file of source code with a line, and perhaps a column: `src/orders/load.rs:17:9`, `cart.py, line 12`. A file without
    /// a folder is removed only where the text says that something happened there: after `at` or `in`, in brackets, or after
    /// a mark at the end of a line.
    /// At the start of a line it is kept, as compilers write it, and so is a URL.
    ///
    /// # Why
    ///
    /// It shows how the server is built, and means nothing to the caller.
    ///
    /// # Example
    ///
    /// ```text
    /// invariant broken at src/orders/load.rs:17:9
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// invariant broken at [path]
    /// ```
    ///
    /// # Instead
    ///
    /// Log the location; tell the caller what failed and what to do about it. A compiler lets its callers see their own
    /// files with `Allowed::with_root` or `Allowed::with_text`.
    pub(crate) const RULE: Rule = Rule {
        id: "source-location",
        family: Family::Paths,
        placeholder: PATH,
        triggers: Triggers::Words(TRIGGERS),
        window: LONGEST_WINDOW,
        find,
    };
}

/// What is between the name of a file and its line.
macro_rules! triggers {
    ($($with_colon:literal)+; $($in_words:literal)+) => {
        &[
            $(concat!(".", $with_colon, ":")),+,
            $(
                concat!(".", $in_words, " line "), concat!(".", $in_words, ", line "), concat!(".", $in_words, " on line "),
                concat!(".", $in_words, " at line "), concat!(".", $in_words, " @ line "), concat!(".", $in_words, " (line ")
            ),+
        ]
    };
}

pub(crate) const TRIGGERS: &[&str] = triggers!(
    "rs" "py" "js" "mjs" "cjs" "ts" "tsx" "jsx" "go" "rb" "php" "java" "kt" "cs" "vb" "cpp" "cc" "c" "h" "ex" "exs" "swift"
    "dart" "scala" "groovy" "lua" "pl" "pm";
    "py" "js" "ts" "go" "rb" "php" "java" "kt" "cs" "rs"
);

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let Some(place) = place(text, hit) else { return hit.span.end };
    let end = place.end;
    let path = text.get(place.start..hit.span.start);
    let is_in_folder = path.contains(['/', '\\']);
    // The file of a URL is public.
    let is_in_url = text.is_before(place.start, const { &Class::of(":") }) || path.starts_with("//");
    if is_in_folder && !is_in_url || !is_in_folder && says_where(text, &place) {
        found.take(place);
    }
    end
}

/// Words that say where something happened.
const WHERE: [&str; 6] = ["at", "in", "from", "by", "near", "bei"];

/// The file around a trigger, with its line and column.
pub(crate) fn place(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    const SIGN: Class = Class::of("A-Za-z0-9_./\\~@+-");
    const LINE: &str = "line ";
    let number = if text.starts_with(hit.span.end, LINE) { hit.span.end + LINE.len() } else { hit.span.end };
    if !text.is(number, &DIGIT) {
        return None;
    }
    let end = text.skip(number, const { &Class::of("0-9:") });
    let start = text.skip_back(hit.span.start, hit.from, &SIGN);
    let end = start + text.get(start..end).trim_end_matches(':').len();
    // `cart.py (line 12)`.
    let is_opened = text.get(hit.span.clone()).contains('(');
    let end = if is_opened { text.skip_at_most(end, const { &Class::of(")") }, 1) } else { end };
    (start < hit.span.start).then_some(start..end)
}

/// Whether what comes before says that something happened at the place: `at`, `in`, a bracket within a line, or a mark
/// before a place that ends the line.
fn says_where(text: Text<'_>, place: &Range<usize>) -> bool {
    const LONGEST: usize = 64;
    const QUOTE: Class = Class::of("\"'`");
    const LETTER: Class = Class::of("A-Za-z");
    let at = place.start;
    let start = text.line_start(at, at.saturating_sub(LONGEST));
    let before = text.skip_back(at, start, &QUOTE);
    if text.is_before(before, const { &Class::of("([") }) {
        return text.skip_back(before - 1, start, &BLANK) > start;
    }
    // `crashed, Cart.java:17`, `crashed @ Cart.java:17`. A place that more follows is a compiler's.
    let mark = text.skip_back(before, start, &BLANK);
    if mark < before && text.is_before(mark, const { &Class::of(",;:@-") }) {
        let end = text.skip_at_most(place.end, const { &Class::of("\"'`.)") }, 3);
        let word = text.skip_back(text.skip_back(mark, start, const { &Class::of(",;:@-") }), start, &BLANK);
        return text.line_end_at_most(end, 1) == end && text.is_before(word, &LETTER);
    }
    let word_end = text.skip_back(before, start, &BLANK);
    let word_start = text.skip_back(word_end, start, &LETTER);
    word_end < before && WHERE.iter().any(|word| text.get(word_start..word_end).eq_ignore_ascii_case(word))
}

/// Whether the place is one in the code that a compiler or a checker was given: after its arrow, or at the start of a line with
/// its severity or a column after it. A program names its own places otherwise: after `at` or `in`, or in brackets.
pub(crate) fn is_of_compiler(text: &str, place: &Range<usize>) -> bool {
    const ARROWS: [&str; 2] = ["-->", ":::"];
    const SEVERITIES: [&str; 5] = [": error", ": warning", ": note", ": fatal error", ": info"];
    let (before, after) = (text.get(..place.start).unwrap_or_default(), text.get(place.end..).unwrap_or_default());
    let found = text.get(place.clone()).unwrap_or_default();
    let is_relative = !found.starts_with(['/', '\\', '~']) && !found.split(['/', '\\']).any(|part| part == "..");
    let before = before.trim_end_matches([' ', '\t']);
    let is_after_arrow = ARROWS.iter().any(|arrow| before.ends_with(arrow));
    let begins_line = before.is_empty() || before.ends_with(['\n', '\r']);
    let mut numbers = found.rsplit(':').take_while(|number| !number.is_empty() && DIGIT.has_all(number));
    let has_column = numbers.by_ref().count() >= 2;
    let is_finding = has_column && after.starts_with(':') || SEVERITIES.iter().any(|word| after.starts_with(word));
    is_relative && (is_after_arrow || begins_line && is_finding)
}

#[cfg(test)]
mod tests {
    use crate::{Allowed, Scrubber};

    #[test]
    fn a_source_location_is_removed() {
        let rows = [
            ("panicked at src/orders/load.rs:17:9: no stock", "panicked at [path]: no stock"),
            ("error in app/models/order.rb:12", "error in [path]"),
            ("cannot read x (app.js:10:5)", "cannot read x ([path])"),
            ("no price at main.go:42", "no price at [path]"),
            ("no price (Cart.cs:line 12)", "no price ([path])"),
            ("failed in cart.py line 12, sorry", "failed in [path], sorry"),
            ("crashed, UserService.java:142", "crashed, [path]"),
            ("crashed [UserService.java:142]", "crashed [[path]]"),
            ("crashed @ UserService.java:142.", "crashed @ [path]."),
            ("error in cart.py @ line 12", "error in [path]"),
            ("error in cart.py (line 12), sorry", "error in [path], sorry"),
            ("Failed in \"cart.php\" and in cart.php on line 12", "Failed in \"cart.php\" and in [path]"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn a_file_that_the_caller_named_is_kept_with_its_line() {
        let scrubber = Scrubber::new().allowing(Allowed::new().with_text("compile src/main.rs and cart.py"));
        let text = "unused variable at src/main.rs:12:5, and in cart.py:3";
        assert_eq!(scrubber.scrub(text), text);
        assert_eq!(scrubber.scrub("broken at src/main.rs.bak/a.rs:1"), "broken at [path]");
    }

    #[test]
    fn a_place_in_the_code_that_the_caller_had_compiled_is_kept() {
        let scrubber = Scrubber::new().allowing(Allowed::new().with_text("/home/ann/shop"));
        for text in [
            "error[E0425]: no `price`\n  --> src/cart/main.rs:12:5\n   |",
            "src/cart.c:12:5: error: no price",
            "src/cart/Main.java:5: error: ';' expected",
            "./cmd/shop/main.go:12:5: undefined: price",
        ] {
            assert_eq!(scrubber.scrub(text), text);
            assert_ne!(Scrubber::new().scrub(text), text);
        }
        for text in [
            "panicked at src/orders/load.rs:17:9: no",
            "no (src/orders/load.rs:17:9)",
            "  --> ../etc/load.rs:17:9",
            "src/x/load.rs:17",
        ] {
            assert!(scrubber.scrub(text).contains("[path]"), "{text}");
        }
    }

    #[test]
    fn urls_mentions_and_what_compilers_tell_are_kept() {
        for text in [
            "https://cdn.example.com/app.js:1",
            "see main.rs: it",
            "index.js:3",
            "node.js: 20",
            "main.go:42:5: undefined: price",
            "  --> main.rs:3:5",
            "in cart.py: line 12 is too long",
            "caller=main.go:521 level=info",
            "(main.go:42) started",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
