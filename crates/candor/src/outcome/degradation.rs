//! Warning or failure: what 000 decides for results that are less than perfect.

use super::WarningCode;
use crate::Code;

/// A reason why a result is less than perfect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Degradation {
    /// Content was cut, and the core of the result is there.
    ContentTruncated,
    /// All content was dropped and nothing is left to return.
    AllContentDropped,
    /// Summarising failed, and the raw content was used.
    SummaryFailedRawUsed,
    /// The token budget is too low to process anything.
    BudgetTooLow,
    /// Archiving failed, and the content is returned anyway.
    ArchiveFailedContentReturned,
    /// Archiving failed, and the content is not returned.
    ArchiveFailedContentLost,
    /// Configuration is missing, and safe defaults are used.
    ConfigurationDefaulted,
    /// Configuration is invalid, and what to do cannot be known.
    ConfigurationInvalid,
    /// State was migrated automatically.
    StateMigrated,
    /// State could not be migrated, and the data is damaged.
    StateCorrupted,
    /// Some items were processed, others failed.
    SomeItemsFailed,
    /// No item was processed.
    AllItemsFailed,
}

/// What a degradation is reported as. The set is closed: an outcome is a success or a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportedAs {
    /// A success with a warning, of the registry where it has one.
    Warning(Option<WarningCode>),
    /// A failure.
    Failure(Code),
}

impl Degradation {
    /// Every degradation, in 000's order.
    pub const ALL: &'static [Degradation] = &[
        Degradation::ContentTruncated,
        Degradation::AllContentDropped,
        Degradation::SummaryFailedRawUsed,
        Degradation::BudgetTooLow,
        Degradation::ArchiveFailedContentReturned,
        Degradation::ArchiveFailedContentLost,
        Degradation::ConfigurationDefaulted,
        Degradation::ConfigurationInvalid,
        Degradation::StateMigrated,
        Degradation::StateCorrupted,
        Degradation::SomeItemsFailed,
        Degradation::AllItemsFailed,
    ];

    /// Whether it is a warning or a failure.
    ///
    /// ```
    /// use candor::outcome::{ReportedAs, Degradation, WarningCode};
    ///
    /// let reported = Degradation::ContentTruncated.reported_as();
    /// assert_eq!(reported, ReportedAs::Warning(Some(WarningCode::ContentTruncated)));
    /// ```
    #[must_use]
    pub const fn reported_as(self) -> ReportedAs {
        match self {
            Degradation::ContentTruncated => ReportedAs::Warning(Some(WarningCode::ContentTruncated)),
            Degradation::AllContentDropped => ReportedAs::Failure(Code::OutOfRange),
            Degradation::SummaryFailedRawUsed => ReportedAs::Warning(Some(WarningCode::SummaryProviderFailed)),
            Degradation::BudgetTooLow => ReportedAs::Failure(Code::OutOfRange),
            Degradation::ArchiveFailedContentReturned => ReportedAs::Warning(Some(WarningCode::ArchiveWriteFailed)),
            Degradation::ArchiveFailedContentLost => ReportedAs::Failure(Code::Internal),
            Degradation::ConfigurationDefaulted => ReportedAs::Warning(Some(WarningCode::LimitsDefaulted)),
            Degradation::ConfigurationInvalid => ReportedAs::Failure(Code::Configuration),
            Degradation::StateMigrated => ReportedAs::Warning(Some(WarningCode::StateMigrationRecovered)),
            Degradation::StateCorrupted => ReportedAs::Failure(Code::Serialization),
            Degradation::SomeItemsFailed => ReportedAs::Warning(None),
            Degradation::AllItemsFailed => ReportedAs::Failure(Code::DependencyFailed),
        }
    }
}
