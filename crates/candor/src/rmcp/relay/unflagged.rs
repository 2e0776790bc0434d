//! Results that are failures by their own words, and not by `isError`. A tool that returns texts may return one about an error: so
//! only what no text for a caller begins with counts, and most of it only if the classifier knows the rest, too.

use crate::classify::{BY_MODEL, Classifier, Step};

/// The longest text that is judged.
const LONGEST: usize = 8 * 1024;
/// The longest line that is an error and nothing else.
const LONGEST_LINE: usize = 1_000;

/// What programs put before the message of an error that they caught around a tool.
const PREFIXES: [&str; 5] =
    ["error executing tool ", "error calling tool ", "error running tool ", "mcp error -32", "tool execution failed: "];

/// Words before "error:" that make it a quantity, a stream, or the absence of one.
const OTHER_ERRORS: [&str; 14] = [
    "no", "without", "zero", "last", "previous", "standard", "mean", "squared", "absolute", "relative", "percent",
    "rounding", "margin", "sampling",
];

/// The sign by which the text of a result is known to be an error; none if it is not known.
pub(super) fn sign(text: &str, classifier: &Classifier) -> Option<&'static str> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let text = text.trim_start_matches(['❌', '⚠', '\u{FE0F}', '🚫', ' ']);
    let mut lines = text.lines();
    let first = lines.next()?;
    let rest: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    if first == "Traceback (most recent call last):" {
        return rest.last().is_some_and(|last| class(last).is_some()).then_some("python_traceback");
    }
    let is_stack = |line: &&str| line.starts_with([' ', '\t']);
    let is_alone = rest.iter().all(is_stack) && first.len() <= LONGEST_LINE;
    if !is_alone {
        return None;
    }
    let lower = first.to_ascii_lowercase();
    if PREFIXES.iter().any(|prefix| lower.starts_with(prefix)) {
        return Some("caught_error");
    }
    if class(first).is_some() {
        return Some("exception");
    }
    let message = after_error(&lower)?;
    // The word "error" says nothing itself.
    let said = first.get(first.len().saturating_sub(message.len())..).unwrap_or(message);
    // What the model makes of a text that may be about anything is no sign of an error.
    let is_known = || {
        let verdict = classifier.classify_text(said);
        verdict.step() != Step::Fallback && verdict.rule() != BY_MODEL
    };
    (!is_quantity(message) && is_known()).then_some("error_message")
}

/// Whether the text begins with a number that is no status of HTTP.
fn is_quantity(message: &str) -> bool {
    let number = message.split(' ').next().unwrap_or_default();
    let is_status = || number.parse().is_ok_and(|status: u16| (400..600).contains(&status));
    message.starts_with(|it: char| it.is_ascii_digit()) && !is_status()
}

/// The class of the exception that the line begins with, as in `sqlite3.OperationalError: no such table`.
fn class(line: &str) -> Option<&str> {
    let (class, message) = line.split_once(": ")?;
    let name = class.rsplit(['.', ':']).next()?;
    let is_class = ["Error", "Exception"].iter().any(|ending| name.len() > ending.len() && name.ends_with(ending))
        && name.starts_with(|it: char| it.is_ascii_uppercase())
        && class.chars().all(|it| it.is_ascii_alphanumeric() || "._:".contains(it));
    (is_class && !message.trim().is_empty()).then_some(class)
}

/// What comes after "error:", of which at most three words are before it.
fn after_error(line: &str) -> Option<&str> {
    let (before, message) = line.strip_prefix('[').unwrap_or(line).split_once("error")?;
    let message = message.strip_prefix(']').unwrap_or(message).strip_prefix([':', ' '])?.trim_start();
    let words: Vec<&str> = before.split_whitespace().collect();
    let are_words = words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()));
    let has_colon = line.contains("error:") || line.contains("error]");
    let is_error = words.len() <= 3 && are_words && !words.iter().any(|word| OTHER_ERRORS.contains(word));
    (is_error && has_colon && !message.is_empty() && (before.is_empty() || before.ends_with(' '))).then_some(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign_of(text: &str) -> Option<&'static str> {
        sign(text, Classifier::standard())
    }

    #[test]
    fn what_only_an_error_begins_with_is_a_sign() {
        for (text, expected) in [
            ("Database error: no such table: orders", "error_message"),
            ("Error: connect ECONNREFUSED 127.0.0.1:5432", "error_message"),
            ("❌ Error: 404 Not Found", "error_message"),
            ("[ERROR] connection refused", "error_message"),
            ("sqlite3.OperationalError: database is locked", "exception"),
            ("TypeError: Cannot read properties of undefined (reading 'id')\n    at get (/srv/a.js:3:9)", "exception"),
            (
                "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\nKeyError: 'id'",
                "python_traceback",
            ),
            ("Error executing tool get_order: it broke", "caught_error"),
            ("MCP error -32602: Tool get_ordr not found", "caught_error"),
        ] {
            assert_eq!(sign_of(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_text_about_errors_is_not_a_failure() {
        for text in [
            "",
            "Error: the quick brown fox",
            "Error: all is fine",
            "Error: The following example shows a widget",
            "Errors: 0",
            "No error: the order was found",
            "Standard error: 0.23",
            "Mean squared error: 0.0021",
            "Error: 17 of 20 tests passed",
            "The last error: connection refused, five days ago",
            "Error: connection refused\n2026-01-02 started\n2026-01-03 stopped",
            "# Error handling\n\nError: a type that...",
            "Logs of today:\nTypeError: x is not a function",
            "The order was shipped.",
            "error-prone: yes",
            "A timeout occurred last week; it was mended.",
            "{\"errors\": []}",
        ] {
            assert_eq!(sign_of(text), None, "{text}");
        }
    }
}
