//! What makes the text of a recovery useful to a caller.

use std::fmt;

/// 004's least number of words.
const MIN_WORDS: usize = 5;

/// Notes that an author leaves for later, in lower case.
const NOTES: [&str; 3] = ["fixme", "tbd", "lorem ipsum"];

/// The note that is also an everyday word, so it counts only in capitals or before a colon.
const EVERYDAY_NOTE: &str = "todo";

/// Filler words: a recovery of nothing else does not help.
const FILLER: [&str; 40] = [
    "a",
    "admin",
    "administrator",
    "again",
    "an",
    "and",
    "ask",
    "call",
    "check",
    "contact",
    "error",
    "fix",
    "for",
    "help",
    "input",
    "issue",
    "it",
    "kindly",
    "later",
    "more",
    "once",
    "operation",
    "or",
    "please",
    "problem",
    "request",
    "resolve",
    "retry",
    "same",
    "simply",
    "sorry",
    "support",
    "team",
    "the",
    "then",
    "this",
    "to",
    "try",
    "with",
    "your",
];

/// Why a recovery does not help.
#[derive(Debug, PartialEq)]
pub(crate) enum Unhelpful {
    Blank,
    Short(usize),
    Note,
    Filler,
}

/// Whether the text can help a caller.
pub(crate) fn check(text: &str) -> Result<(), Unhelpful> {
    let words = text.split_whitespace().count();
    if words == 0 {
        Err(Unhelpful::Blank)
    } else if is_note(text) {
        Err(Unhelpful::Note)
    } else if words < MIN_WORDS {
        Err(Unhelpful::Short(words))
    } else if words_of(&text.to_lowercase()).all(|word| FILLER.contains(&word)) {
        Err(Unhelpful::Filler)
    } else {
        Ok(())
    }
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')).filter(|word| !word.is_empty())
}

fn is_note(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words = words_of(&lower).collect::<Vec<_>>().join(" ");
    let spaced = format!(" {words} ");
    NOTES.iter().any(|note| spaced.contains(&format!(" {note} ")))
        || lower.trim_start().starts_with(&format!("{EVERYDAY_NOTE}:"))
        || words_of(text).any(|word| word == EVERYDAY_NOTE.to_uppercase())
}

impl fmt::Display for Unhelpful {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unhelpful::Blank => f.write_str("the recovery is blank: say what a caller can do next"),
            Unhelpful::Short(words) => {
                let plural = if *words == 1 { "word" } else { "words" };
                write!(
                    f,
                    "a recovery needs five words or more, and this has {words} {plural}: \
                     name the tool, value or time that helps"
                )
            }
            Unhelpful::Note => f.write_str("this recovery is a note to its author: say what a caller can do next"),
            Unhelpful::Filler => f.write_str(
                "this recovery would fit any failure: name the tool, value or time that helps with this one",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recovery_that_names_something_passes() {
        for good in [
            "Try pubmed_search_articles to discover valid PMIDs first.",
            "Wait 30 seconds and retry, or reduce the batch size.",
            "NCBI is degraded; retry in a few minutes.",
            "Mark the todo as done first.",
            "List the entries with todo_list first.",
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
    }

    #[test]
    fn an_unhelpful_recovery_is_refused() {
        let rows = [
            (" \t", Unhelpful::Blank),
            ("Try again.", Unhelpful::Short(2)),
            ("Check.", Unhelpful::Short(1)),
            ("Please try again later again", Unhelpful::Filler),
            ("Contact support or try again later.", Unhelpful::Filler),
            ("Check your input and try again.", Unhelpful::Filler),
            ("TBD", Unhelpful::Note),
            ("Lorem ipsum dolor sit amet consectetur", Unhelpful::Note),
            (concat!("TO", "DO write what helps a caller"), Unhelpful::Note),
            ("todo: write what helps a caller", Unhelpful::Note),
        ];
        for (text, why) in rows {
            assert_eq!(check(text), Err(why), "{text}");
        }
    }
}
