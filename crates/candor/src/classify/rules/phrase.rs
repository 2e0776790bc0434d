//! The words of a rule's text.

/// Parts of a text that follow each other, with any words between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Phrase(Vec<Vec<String>>);

/// The words of a text, in lowercase.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

impl Phrase {
    pub(super) fn of(text: &str) -> Phrase {
        Phrase(
            text.split('*').map(|part| words(part).collect()).filter(|part: &Vec<String>| !part.is_empty()).collect(),
        )
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &[String]> {
        self.0.iter().map(Vec::as_slice)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether every text that has the other phrase has this one too.
    pub(super) fn is_within(&self, other: &Phrase) -> bool {
        let mut progress = Progress::default();
        // Any word may be between two parts, so no part may span it.
        for part in &other.0 {
            for at in 0..part.len() {
                progress.advance(self, progress.part, part, at);
            }
            progress.free_from = 0;
        }
        progress.is_done(self)
    }

    /// Whether this one ends with words that the other begins with, or vice versa: then a text with one statement can
    /// match both.
    pub(super) fn meets(&self, other: &Phrase) -> bool {
        let runs_into = |one: &Phrase, two: &Phrase| match (one.0.last(), two.0.first()) {
            (Some(last), Some(first)) => {
                (1..=last.len().min(first.len())).any(|count| last.ends_with(first.get(..count).unwrap_or_default()))
            }
            _ => false,
        };
        runs_into(self, other) || runs_into(other, self)
    }
}

/// How much of a phrase was matched so far, the first time that it could be.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Progress {
    /// How many of its parts.
    part: usize,
    /// The first word after them.
    free_from: usize,
}

impl Progress {
    /// Notes that the part of the phrase that begins at this word is there, if it is and comes next.
    pub(super) fn advance(&mut self, phrase: &Phrase, part: usize, words: &[String], at: usize) {
        let Some(wanted) = phrase.0.get(part) else { return };
        if part == self.part && at >= self.free_from && words.get(at..).is_some_and(|rest| rest.starts_with(wanted)) {
            *self = Progress { part: part + 1, free_from: at + wanted.len() };
        }
    }

    pub(super) fn is_done(self, phrase: &Phrase) -> bool {
        self.part == phrase.0.len()
    }
}
