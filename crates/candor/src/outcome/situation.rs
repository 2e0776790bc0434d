//! Warning or error: 000's decisions for situations that could be either.

use super::WarningCode;
use crate::Code;

/// Something that went less than perfectly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Situation {
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
    /// State was migrated without a hand.
    StateMigrated,
    /// State could not be migrated, and the data is damaged.
    StateCorrupted,
    /// Some items were processed, others failed.
    SomeItemsFailed,
    /// No item was processed.
    AllItemsFailed,
}

/// What a situation counts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ruling {
    /// A success with a warning, of the registry where it has one.
    Warning(Option<WarningCode>),
    /// A failure.
    Failure(Code),
}

impl Situation {
    /// Every situation, in 000's order.
    pub const ALL: [Situation; 12] = [
        Situation::ContentTruncated,
        Situation::AllContentDropped,
        Situation::SummaryFailedRawUsed,
        Situation::BudgetTooLow,
        Situation::ArchiveFailedContentReturned,
        Situation::ArchiveFailedContentLost,
        Situation::ConfigurationDefaulted,
        Situation::ConfigurationInvalid,
        Situation::StateMigrated,
        Situation::StateCorrupted,
        Situation::SomeItemsFailed,
        Situation::AllItemsFailed,
    ];

    /// Whether it is a warning or a failure.
    ///
    /// ```
    /// use candor::outcome::{Ruling, Situation, WarningCode};
    ///
    /// let ruling = Situation::ContentTruncated.ruling();
    /// assert_eq!(ruling, Ruling::Warning(Some(WarningCode::ContentTruncated)));
    /// ```
    #[must_use]
    pub const fn ruling(self) -> Ruling {
        match self {
            Situation::ContentTruncated => Ruling::Warning(Some(WarningCode::ContentTruncated)),
            Situation::AllContentDropped => Ruling::Failure(Code::OutOfRange),
            Situation::SummaryFailedRawUsed => Ruling::Warning(Some(WarningCode::SummaryProviderFailed)),
            Situation::BudgetTooLow => Ruling::Failure(Code::OutOfRange),
            Situation::ArchiveFailedContentReturned => Ruling::Warning(Some(WarningCode::ArchiveWriteFailed)),
            Situation::ArchiveFailedContentLost => Ruling::Failure(Code::Internal),
            Situation::ConfigurationDefaulted => Ruling::Warning(Some(WarningCode::LimitsDefaulted)),
            Situation::ConfigurationInvalid => Ruling::Failure(Code::Configuration),
            Situation::StateMigrated => Ruling::Warning(Some(WarningCode::StateMigrationRecovered)),
            Situation::StateCorrupted => Ruling::Failure(Code::Serialization),
            Situation::SomeItemsFailed => Ruling::Warning(None),
            Situation::AllItemsFailed => Ruling::Failure(Code::DependencyFailed),
        }
    }
}
