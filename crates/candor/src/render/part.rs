//! The parts of a failure that a dialect keeps or loses.

use crate::Disclosure;
use crate::failure::details::key;

/// One part of a failure, as a dialect may or may not carry it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The code.
    Code,
    /// The reason.
    Reason,
    /// The message.
    Message,
    /// Whose fault it is.
    Origin,
    /// Whether a retry can help.
    Retryable,
    /// How long to wait before a retry.
    RetryDelay,
    /// When a retry is safe.
    RetrySafety,
    /// What to do next.
    RecoveryHint,
    /// The link to documentation.
    RecoveryDocs,
    /// The details that the documents know by name.
    NamedDetails,
    /// All other details.
    Context,
    /// The id of the occurrence.
    Instance,
    /// The time of the occurrence.
    Time,
}

impl Part {
    /// Every part.
    pub const ALL: [Part; 13] = [
        Part::Code,
        Part::Reason,
        Part::Message,
        Part::Origin,
        Part::Retryable,
        Part::RetryDelay,
        Part::RetrySafety,
        Part::RecoveryHint,
        Part::RecoveryDocs,
        Part::NamedDetails,
        Part::Context,
        Part::Instance,
        Part::Time,
    ];

    /// The part's name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Part::Code => "code",
            Part::Reason => "reason",
            Part::Message => "message",
            Part::Origin => "origin",
            Part::Retryable => "retryable",
            Part::RetryDelay => "retry delay",
            Part::RetrySafety => "retry safety",
            Part::RecoveryHint => "recovery hint",
            Part::RecoveryDocs => "documentation link",
            Part::NamedDetails => "named details",
            Part::Context => "context",
            Part::Instance => "instance",
            Part::Time => "time",
        }
    }

    /// Whether two disclosures differ in this part.
    #[must_use]
    pub fn differs(self, one: &Disclosure, other: &Disclosure) -> bool {
        match self {
            Part::Code => one.code() != other.code(),
            Part::Reason => one.reason() != other.reason(),
            Part::Message => one.message() != other.message(),
            Part::Origin => one.origin() != other.origin(),
            Part::Retryable => one.retry().is_retryable() != other.retry().is_retryable(),
            Part::RetryDelay => one.retry().after_ms() != other.retry().after_ms(),
            Part::RetrySafety => one.retry().safety() != other.retry().safety(),
            Part::RecoveryHint => one.recovery().hint() != other.recovery().hint(),
            Part::RecoveryDocs => one.recovery().docs() != other.recovery().docs(),
            Part::NamedDetails => !same_details(one, other, |name| key::NAMED.contains(&name)),
            Part::Context => !same_details(one, other, |name| !key::NAMED.contains(&name)),
            Part::Instance => one.occurrence().id() != other.occurrence().id(),
            Part::Time => one.occurrence().time() != other.occurrence().time(),
        }
    }
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// Whether two disclosures have the same details among the chosen ones, in whatever order.
fn same_details(one: &Disclosure, other: &Disclosure, chosen: impl Fn(&str) -> bool) -> bool {
    let within = |a: &Disclosure, b: &Disclosure| {
        a.details().iter().filter(|(name, _)| chosen(name)).all(|(name, value)| b.details().get(name) == Some(value))
    };
    within(one, other) && within(other, one)
}
