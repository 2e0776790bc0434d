//! The parts of a failure that a dialect keeps or loses.

use crate::Disclosure;
use crate::failure::details::key;

/// One part of a failure, as a dialect may or may not carry it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FailurePart {
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

impl FailurePart {
    /// Every part.
    pub const ALL: &'static [FailurePart] = &[
        FailurePart::Code,
        FailurePart::Reason,
        FailurePart::Message,
        FailurePart::Origin,
        FailurePart::Retryable,
        FailurePart::RetryDelay,
        FailurePart::RetrySafety,
        FailurePart::RecoveryHint,
        FailurePart::RecoveryDocs,
        FailurePart::NamedDetails,
        FailurePart::Context,
        FailurePart::Instance,
        FailurePart::Time,
    ];

    /// The part's name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FailurePart::Code => "code",
            FailurePart::Reason => "reason",
            FailurePart::Message => "message",
            FailurePart::Origin => "origin",
            FailurePart::Retryable => "retryable",
            FailurePart::RetryDelay => "retry delay",
            FailurePart::RetrySafety => "retry safety",
            FailurePart::RecoveryHint => "recovery hint",
            FailurePart::RecoveryDocs => "documentation link",
            FailurePart::NamedDetails => "named details",
            FailurePart::Context => "context",
            FailurePart::Instance => "instance",
            FailurePart::Time => "time",
        }
    }

    /// Whether two disclosures differ in this part.
    #[must_use]
    pub fn differs(self, one: &Disclosure, other: &Disclosure) -> bool {
        match self {
            FailurePart::Code => one.code() != other.code(),
            FailurePart::Reason => one.reason() != other.reason(),
            FailurePart::Message => one.message() != other.message(),
            FailurePart::Origin => one.origin() != other.origin(),
            FailurePart::Retryable => one.retry().is_retryable() != other.retry().is_retryable(),
            FailurePart::RetryDelay => one.retry().after_ms() != other.retry().after_ms(),
            FailurePart::RetrySafety => one.retry().safety() != other.retry().safety(),
            FailurePart::RecoveryHint => one.recovery().hint() != other.recovery().hint(),
            FailurePart::RecoveryDocs => one.recovery().docs() != other.recovery().docs(),
            FailurePart::NamedDetails => !same_details(one, other, |name| key::NAMED.contains(&name)),
            FailurePart::Context => !same_details(one, other, |name| !key::NAMED.contains(&name)),
            FailurePart::Instance => one.occurrence().id() != other.occurrence().id(),
            FailurePart::Time => one.occurrence().time() != other.occurrence().time(),
        }
    }
}

impl std::fmt::Display for FailurePart {
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
