//! What is wrong with a contract.

use crate::contract::{Contract, RuleViolation};
use crate::render::{Dialect, FailurePart};
use std::fmt::{Display, Formatter};

/// All that is wrong with a contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    contract: String,
    mistakes: Vec<Mistake>,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The reason of the failure that it is about; none if it is about the contract.
    pub reason: Option<String>,
    /// What is wrong with it.
    pub kind: MistakeKind,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum MistakeKind {
    /// The contract, as data, breaks a rule.
    Rule(RuleViolation),
    /// The reason is not in snake_case.
    NotAReason,
    /// The contract does not have the reason of the value.
    NotDeclared,
    /// A part does not leave the server as it was written: it was scrubbed or cut.
    Changed {
        /// The part.
        part: FailurePart,
        /// How it was written.
        written: String,
        /// How it leaves.
        disclosed: String,
    },
    /// The first text of the tool result, which is all that some agents read, lacks a part.
    NotInText(Dialect, FailurePart),
    /// A part is not read back from the dialect as it was written.
    NotReadBack(Dialect, FailurePart),
    /// The failure under `_meta` does not fit the published schema.
    Schema(String),
}

impl Mistake {
    pub(super) fn of(reason: &str, kind: MistakeKind) -> Mistake {
        Mistake { reason: Some(reason.to_owned()), kind }
    }
}

impl Report {
    pub(super) fn about(contract: &Contract) -> Report {
        Report { contract: contract.name().to_owned(), mistakes: Vec::new() }
    }

    pub(super) fn add(&mut self, mistake: Mistake) {
        self.mistakes.push(mistake);
    }

    /// What is wrong, in the order of the contract.
    #[must_use]
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let count = self.mistakes.len();
        let noun = if count == 1 { "mistake" } else { "mistakes" };
        write!(f, "the contract {} has {count} {noun}:", self.contract)?;
        self.mistakes.iter().try_for_each(|mistake| write!(f, "\n- {mistake}"))
    }
}

impl Display for Mistake {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        if let Some(reason) = &self.reason {
            write!(f, "{reason}: ")?;
        }
        match &self.kind {
            MistakeKind::Rule(violation) => write!(f, "{violation}"),
            MistakeKind::NotAReason => f.write_str("the reason is not in snake_case"),
            MistakeKind::NotDeclared => f.write_str("the contract does not declare this reason"),
            MistakeKind::Changed { part, written, disclosed } => {
                write!(f, "the {part} is written as {written:?}, and leaves as {disclosed:?}: say it in other words")
            }
            MistakeKind::NotInText(dialect, part) => {
                write!(f, "in the dialect {dialect}, the first text of the result lacks the {part}")
            }
            MistakeKind::NotReadBack(dialect, part) => {
                write!(f, "in the dialect {dialect}, the {part} is not read back as it was written")
            }
            MistakeKind::Schema(why) => write!(f, "it does not fit failure.schema.json: {why}"),
        }
    }
}
