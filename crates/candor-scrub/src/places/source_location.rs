//! Source locations of the server: `src/orders/load.rs:17:9`, `/srv/shop/app.py:33`.

use crate::PATH;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{Class, DIGIT, Text};

explained! {
    /// # What it removes
    ///
    /// A path in source code with a line, and perhaps a column: `src/orders/load.rs:17:9`. A file's name without a
    /// folder is kept, and so is a URL.
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
    /// Log the location; tell the caller what failed and what to do about it.
    pub(crate) const RULE: Rule = Rule {
        id: "source-location",
        family: Family::Places,
        placeholder: PATH,
        triggers: Triggers::Words(&[
            ".rs:", ".py:", ".js:", ".mjs:", ".cjs:", ".ts:", ".tsx:", ".jsx:", ".go:", ".rb:", ".php:", ".java:", ".kt:",
            ".cs:", ".cpp:", ".cc:", ".c:", ".h:", ".ex:", ".exs:", ".swift:", ".dart:", ".scala:", ".lua:", ".pl:",
        ]),
        window: LONGEST_WINDOW,
        find,
    };
}

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const SIGN: Class = Class::of("A-Za-z0-9_./\\~@+-");
    if !text.is(hit.span.end, &DIGIT) {
        return hit.span.end;
    }
    let end = text.skip(hit.span.end, const { &Class::of("0-9:") });
    let start = text.skip_back(hit.span.start, hit.from, &SIGN);
    let path = text.get(start..hit.span.start);
    // The file of a URL is public; a file name without a folder reveals nothing.
    if path.contains(['/', '\\']) && !text.is_before(start, const { &Class::of(":") }) && !path.starts_with("//") {
        let location = text.get(start..end).trim_end_matches(':');
        found.take(start..start + location.len());
    }
    end
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn a_source_location_is_removed() {
        let rows = [
            ("panicked at src/orders/load.rs:17:9: no stock", "panicked at [path]: no stock"),
            ("error in app/models/order.rb:12", "error in [path]"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn urls_and_mentions_are_kept() {
        for text in ["https://cdn.example.com/app.js:1", "see main.rs: it", "index.js:3", "node.js: 20"] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
