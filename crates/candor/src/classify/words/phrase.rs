//! Phrases: sequences of words that say something, written as short patterns.

use crate::classify::judgement::Judgement;
use crate::classify::marker::Marker;

/// How much a phrase proves. The strongest in a message decides, wherever it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strength {
    /// A hint.
    Weak,
    /// Counts if nothing stronger is there.
    Plain,
    /// A clear statement.
    Strong,
    /// An identifier, or words with no other use.
    Certain,
}

/// What a phrase concludes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Meaning {
    /// This.
    Judged(Judgement),
    /// What its number or identifier stands for.
    Marked(Marker),
}

/// A row of a table of phrases.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Phrase {
    /// The rule's name.
    pub(crate) rule: &'static str,
    pub(crate) pattern: &'static str,
    pub(crate) meaning: Meaning,
    pub(crate) strength: Strength,
    /// Whether what is before it in the clause is only what it speaks of.
    pub(crate) claims_subject: bool,
}

impl Phrase {
    pub(crate) const fn new(
        rule: &'static str,
        pattern: &'static str,
        judgement: Judgement,
        strength: Strength,
    ) -> Phrase {
        Phrase { rule, pattern, meaning: Meaning::Judged(judgement), strength, claims_subject: false }
    }

    pub(crate) const fn marked(
        rule: &'static str,
        pattern: &'static str,
        marker: Marker,
        strength: Strength,
    ) -> Phrase {
        Phrase { rule, pattern, meaning: Meaning::Marked(marker), strength, claims_subject: false }
    }

    /// The same; and what is before it in the clause is only what it speaks of, however much it sounds like a
    /// failure: "the connection timeout must be positive".
    pub(crate) const fn claiming_subject(self) -> Phrase {
        Phrase { claims_subject: true, ..self }
    }
}
