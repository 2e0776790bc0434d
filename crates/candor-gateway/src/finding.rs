//! What a document says that cannot be brought over, with its place.

use crate::operation::OperationKey;
use std::fmt;
use std::sync::Arc;

/// Where something is written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file, as it was named or, for files that it refers to, beside the file that was named.
    pub file: Arc<str>,
    /// The line, from 1; 0 if the whole file is meant.
    pub line: u32,
    /// The column in characters, from 1; 0 if the whole file is meant.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.file),
            line => write!(f, "{}:{line}:{}", self.file, self.column),
        }
    }
}

/// How much a finding takes away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The operation is not a tool; without an operation, the document cannot be read at all.
    Refused,
    /// The tool is there, but something of its description is left out, or is checked less strictly than it says.
    Loosened,
}

/// Something in a document that cannot be brought over as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Where it is written.
    pub place: Place,
    /// The operation that it concerns, if it is one alone.
    pub operation: Option<OperationKey>,
    /// How much it takes away.
    pub severity: Severity,
    /// What is wrong, and what follows from it.
    pub reason: String,
    /// What of the options it is about, or how it is skipped.
    pub(crate) subject: Option<Subject>,
}

/// What a finding is about, for whoever knows where it is written beside the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Subject {
    /// An operation that is to be skipped.
    Skip(String),
    /// An operation that is to be changed.
    Override(String),
    /// An argument that is to be fixed.
    Argument(String),
    /// A path that leads nowhere, with all of its operations.
    Path(String),
}

/// One line: place, operation, reason.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.operation {
            Some(operation) => write!(f, "{}: {operation}: {}", self.place, self.reason),
            None => write!(f, "{}: {}", self.place, self.reason),
        }
    }
}

/// Why a document cannot be read at all: everything that was found, one line each.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct LoadErrors(pub(crate) Vec<Finding>);

impl LoadErrors {
    /// What was found.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.0
    }
}

/// A reason at a place, before it is known which operations it concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) place: Place,
    pub(crate) reason: String,
    pub(crate) subject: Option<Subject>,
}

impl Problem {
    pub(crate) fn new(place: Place, reason: impl Into<String>) -> Problem {
        Problem { place, reason: reason.into(), subject: None }
    }

    /// Says what it is about.
    pub(crate) fn about(self, subject: Subject) -> Problem {
        Problem { subject: Some(subject), ..self }
    }

    pub(crate) fn finding(self, severity: Severity, operation: Option<OperationKey>) -> Finding {
        Finding { place: self.place, operation, severity, reason: self.reason, subject: self.subject }
    }
}
