//! 004's structural rules for contracts, and one for the message, which 004's entries do not have.

/// One of 004's fourteen structural rules, or the rule for the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ContractRule {
    /// `errors` is a list.
    Type,
    /// The list is not empty.
    Empty,
    /// Each entry is an object.
    EntryType,
    /// `code` is a number.
    CodeType,
    /// `code` is a number that 004 knows.
    CodeUnknown,
    /// `code` is not the one for an unknown cause.
    CodeUnknownError,
    /// `reason` is there and not empty.
    ReasonRequired,
    /// `reason` is snake_case.
    ReasonFormat,
    /// No two entries have the same `reason`.
    ReasonUnique,
    /// `when` is there and not empty.
    WhenRequired,
    /// `recovery` is there and a text.
    RecoveryRequired,
    /// `recovery` is not blank.
    RecoveryEmpty,
    /// `recovery` has five words or more.
    RecoveryMinWords,
    /// `retryable`, where it is given, is true or false.
    RetryableType,
    /// The message, which is `when` where there is no `message`, names something. It is 000's rule.
    MessageVague,
}

/// How serious 004 calls a violation of the rule. Candor refuses the contract either way. The set is closed, as in 004.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleSeverity {
    /// The contract cannot be used.
    Error,
    /// The contract says less than it should.
    Warning,
}

impl RuleSeverity {
    /// 004's name for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RuleSeverity::Error => "error",
            RuleSeverity::Warning => "warning",
        }
    }
}

impl ContractRule {
    /// Every rule: those of 004 in its order, then the one for the message.
    pub const ALL: &'static [ContractRule] = &[
        ContractRule::Type,
        ContractRule::Empty,
        ContractRule::EntryType,
        ContractRule::CodeType,
        ContractRule::CodeUnknown,
        ContractRule::CodeUnknownError,
        ContractRule::ReasonRequired,
        ContractRule::ReasonFormat,
        ContractRule::ReasonUnique,
        ContractRule::WhenRequired,
        ContractRule::RecoveryRequired,
        ContractRule::RecoveryEmpty,
        ContractRule::RecoveryMinWords,
        ContractRule::RetryableType,
        ContractRule::MessageVague,
    ];

    /// The id of the rule, which 004 gives to its own.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            ContractRule::Type => "error-contract-type",
            ContractRule::Empty => "error-contract-empty",
            ContractRule::EntryType => "error-contract-entry-type",
            ContractRule::CodeType => "error-contract-code-type",
            ContractRule::CodeUnknown => "error-contract-code-unknown",
            ContractRule::CodeUnknownError => "error-contract-code-unknown-error",
            ContractRule::ReasonRequired => "error-contract-reason-required",
            ContractRule::ReasonFormat => "error-contract-reason-format",
            ContractRule::ReasonUnique => "error-contract-reason-unique",
            ContractRule::WhenRequired => "error-contract-when-required",
            ContractRule::RecoveryRequired => "error-contract-recovery-required",
            ContractRule::RecoveryEmpty => "error-contract-recovery-empty",
            ContractRule::RecoveryMinWords => "error-contract-recovery-min-words",
            ContractRule::RetryableType => "error-contract-retryable-type",
            ContractRule::MessageVague => "error-contract-message-vague",
        }
    }

    /// How serious a violation is, by 004 for its own rules.
    #[must_use]
    pub const fn severity(self) -> RuleSeverity {
        match self {
            ContractRule::Empty
            | ContractRule::CodeUnknownError
            | ContractRule::ReasonFormat
            | ContractRule::RecoveryMinWords
            | ContractRule::RetryableType => RuleSeverity::Warning,
            ContractRule::Type
            | ContractRule::EntryType
            | ContractRule::CodeType
            | ContractRule::CodeUnknown
            | ContractRule::ReasonRequired
            | ContractRule::ReasonUnique
            | ContractRule::WhenRequired
            | ContractRule::RecoveryRequired
            | ContractRule::RecoveryEmpty
            | ContractRule::MessageVague => RuleSeverity::Error,
        }
    }

    /// What the rule asks for, and so how to fix a violation.
    #[must_use]
    pub const fn demand(self) -> &'static str {
        match self {
            ContractRule::Type => "A contract is an object whose `errors` is a list.",
            ContractRule::Empty => "Declare at least one failure, or leave the contract out.",
            ContractRule::EntryType => "Each entry of `errors` is an object.",
            ContractRule::CodeType => "Give `code` as a number, such as -32001.",
            ContractRule::CodeUnknown => "Use a code of the table, such as -32001; `candor explain` lists them.",
            ContractRule::CodeUnknownError => "-32099 says nothing; choose the code that fits.",
            ContractRule::ReasonRequired => "Give a `reason`, such as \"no_match\".",
            ContractRule::ReasonFormat => "Write `reason` in snake_case, such as \"no_match\".",
            ContractRule::ReasonUnique => "Each `reason` is unique in a contract; rename one.",
            ContractRule::WhenRequired => "Say in `when` under which circumstances it fails.",
            ContractRule::RecoveryRequired => "Say in `recovery`, as text, what a caller can do next.",
            ContractRule::RecoveryEmpty => "Fill `recovery`: say what a caller can do next.",
            ContractRule::RecoveryMinWords => {
                "Write `recovery` in five words or more: name the tool, value or time that helps."
            }
            ContractRule::RetryableType => "Set `retryable` to true or false, or leave it out.",
            ContractRule::MessageVague => {
                "Name in `message`, or in `when` without it, what failed: these words would fit any failure."
            }
        }
    }
}

/// A contract breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleViolation {
    /// The rule.
    pub rule: ContractRule,
    /// Where in the JSON, as a JSON pointer.
    pub pointer: String,
}

impl std::fmt::Display for RuleViolation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}): {}", self.pointer, self.rule.id(), self.rule.demand())
    }
}
