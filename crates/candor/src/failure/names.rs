//! Names from callers in sentences.

use super::printable::printable;

/// The longest name that is written out, in characters.
const LONGEST: usize = 80;

/// A name that a caller gave, for use in a sentence: bounded, and without invisible characters.
pub(crate) fn shown(name: &str) -> String {
    let shown = printable(name, LONGEST);
    if shown.trim().is_empty() { "with an empty name".to_owned() } else { shown }
}

/// Names as a sentence lists alternatives: `a`, `a or b`, `a, b or c`.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_be_read_as_it_was_meant() {
        let long = "n".repeat(200);
        let rows = [
            ("get_order", "get_order"),
            ("", "with an empty name"),
            (" \u{a0}", "with an empty name"),
            ("user\u{202e}nimda\u{200b}\u{7}", "user\\u{202e}nimda\\u{200b}\\u{7}"),
            (&long, &format!("{}…", "n".repeat(LONGEST - 1))),
        ];
        for (name, read) in rows {
            assert_eq!(shown(name), read);
        }
    }
}
