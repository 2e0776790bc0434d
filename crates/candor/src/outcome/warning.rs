//! What a success left out: 000's registry of warnings, and those that servers declare themselves.

mod own_code;

pub use own_code::{InvalidWarningCode, OwnWarningCode};

use crate::Discretion;
use crate::code::same_words;
use crate::failure::Details;
use crate::failure::author_words::AuthorWords;
use crate::failure::message::is_blank;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// A warning of 000's registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningCode {
    /// The content was cut to fit a limit.
    ContentTruncated,
    /// Whole items were left out.
    ContentDropped,
    /// Content of low priority was replaced by a summary.
    PrioritySummarized,
    /// The summary could not be made; something simpler took its place.
    SummaryProviderFailed,
    /// The budget of tokens was raised to the least that makes sense.
    TokenBudgetFloored,
    /// No limits were configured; the defaults apply.
    LimitsDefaulted,
    /// What was dropped could not be archived.
    ArchiveWriteFailed,
    /// What must not be dropped took more than its share.
    ProtectedOverflow,
    /// State was read from an older form.
    StateMigrationRecovered,
    /// Tokens were estimated, not counted.
    TokenCountEstimateUsed,
}

/// How much a warning matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Good to know.
    Info,
    /// It may affect the result.
    Warning,
    /// The result is likely degraded.
    Error,
}

/// The phase of processing that a warning comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Counting tokens.
    TokenEstimation,
    /// Sharing out the budget.
    BudgetAllocation,
    /// Deciding what matters most.
    ContentPrioritization,
    /// Making summaries.
    Summarization,
    /// Putting the answer together.
    ContentAssembly,
    /// Keeping what was dropped.
    Archival,
    /// Loading state.
    StateManagement,
}

impl WarningCode {
    /// Every warning, in the registry's order.
    pub const ALL: &'static [WarningCode] = &[
        WarningCode::ContentTruncated,
        WarningCode::ContentDropped,
        WarningCode::PrioritySummarized,
        WarningCode::SummaryProviderFailed,
        WarningCode::TokenBudgetFloored,
        WarningCode::LimitsDefaulted,
        WarningCode::ArchiveWriteFailed,
        WarningCode::ProtectedOverflow,
        WarningCode::StateMigrationRecovered,
        WarningCode::TokenCountEstimateUsed,
    ];

    /// The name on the wire, the severity and the phase, as the registry has them.
    const fn entry(self) -> (&'static str, Severity, Phase) {
        match self {
            WarningCode::ContentTruncated => ("CONTENT_TRUNCATED", Severity::Info, Phase::ContentAssembly),
            WarningCode::ContentDropped => ("CONTENT_DROPPED", Severity::Info, Phase::ContentAssembly),
            WarningCode::PrioritySummarized => ("PRIORITY_SUMMARIZED", Severity::Info, Phase::Summarization),
            WarningCode::SummaryProviderFailed => ("SUMMARY_PROVIDER_FAILED", Severity::Warning, Phase::Summarization),
            WarningCode::TokenBudgetFloored => ("TOKEN_BUDGET_FLOORED", Severity::Warning, Phase::BudgetAllocation),
            WarningCode::LimitsDefaulted => ("LIMITS_DEFAULTED", Severity::Info, Phase::BudgetAllocation),
            WarningCode::ArchiveWriteFailed => ("ARCHIVE_WRITE_FAILED", Severity::Warning, Phase::Archival),
            WarningCode::ProtectedOverflow => ("PROTECTED_OVERFLOW", Severity::Warning, Phase::ContentPrioritization),
            WarningCode::StateMigrationRecovered => {
                ("STATE_MIGRATION_RECOVERED", Severity::Info, Phase::StateManagement)
            }
            WarningCode::TokenCountEstimateUsed => {
                ("TOKEN_COUNT_ESTIMATE_USED", Severity::Info, Phase::TokenEstimation)
            }
        }
    }

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.entry().0
    }

    /// How much it matters.
    #[must_use]
    pub const fn severity(self) -> Severity {
        self.entry().1
    }

    /// The phase that it comes from.
    #[must_use]
    pub const fn phase(self) -> Phase {
        self.entry().2
    }

    /// What it means, in one sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            WarningCode::ContentTruncated => "The content was cut to fit a limit on tokens or size.",
            WarningCode::ContentDropped => "Whole items were left out to save space.",
            WarningCode::PrioritySummarized => "Low-priority content was replaced by a summary.",
            WarningCode::SummaryProviderFailed => "Summarization failed; a simpler method was used instead.",
            WarningCode::TokenBudgetFloored => "The token budget was below the minimum and was raised to it.",
            WarningCode::LimitsDefaulted => "No usable limits were configured; the defaults apply.",
            WarningCode::ArchiveWriteFailed => "Dropped content could not be archived and may be lost.",
            WarningCode::ProtectedOverflow => "Protected content exceeded its share and left less room for the rest.",
            WarningCode::StateMigrationRecovered => "State of an older schema was migrated without loss.",
            WarningCode::TokenCountEstimateUsed => "Tokens were estimated because no tokenizer was available.",
        }
    }

    /// Whether it says that content is missing from the answer.
    #[must_use]
    pub const fn reduces_content(self) -> bool {
        matches!(self, WarningCode::ContentTruncated | WarningCode::ContentDropped | WarningCode::PrioritySummarized)
    }

    /// The warning by its name, in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<WarningCode> {
        WarningCode::ALL.iter().copied().find(|code| same_words(code.name(), name))
    }
}

impl Severity {
    /// Every severity, mildest first.
    pub const ALL: &'static [Severity] = &[Severity::Info, Severity::Warning, Severity::Error];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    /// What a consumer does about it.
    #[must_use]
    pub const fn consumer_action(self) -> &'static str {
        match self {
            Severity::Info => "Log it; the operation succeeded in full.",
            Severity::Warning => "Consider showing it to the user: it may affect the result.",
            Severity::Error => "Alert the user, and consider a retry or an alternative.",
        }
    }
}

impl Phase {
    /// Every phase, in the order of 000's matrix.
    pub const ALL: &'static [Phase] = &[
        Phase::TokenEstimation,
        Phase::BudgetAllocation,
        Phase::ContentPrioritization,
        Phase::Summarization,
        Phase::ContentAssembly,
        Phase::Archival,
        Phase::StateManagement,
    ];

    /// 000's name for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Phase::TokenEstimation => "Token Estimation",
            Phase::BudgetAllocation => "Budget Allocation",
            Phase::ContentPrioritization => "Content Prioritization",
            Phase::Summarization => "Summarization",
            Phase::ContentAssembly => "Content Assembly",
            Phase::Archival => "Archival",
            Phase::StateManagement => "State Management",
        }
    }

    /// What happens in it, in one sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Phase::TokenEstimation => "The content's tokens are counted.",
            Phase::BudgetAllocation => "The token budget is allocated.",
            Phase::ContentPrioritization => "Content is ranked by priority.",
            Phase::Summarization => "Content is replaced by summaries.",
            Phase::ContentAssembly => "The response is assembled and trimmed to fit.",
            Phase::Archival => "Dropped content is archived.",
            Phase::StateManagement => "State of an earlier run is loaded.",
        }
    }

    /// The warnings that it can emit.
    pub fn warnings(self) -> impl Iterator<Item = WarningCode> {
        WarningCode::ALL.iter().copied().filter(move |code| code.phase() == self)
    }
}

/// A limit that a success admits: in words, and, where it has a code, with severity and context.
#[derive(Clone, PartialEq)]
pub struct Warning {
    code: Option<AnyCode>,
    message: Cow<'static, str>,
    context: Details,
}

#[derive(Debug, Clone, PartialEq)]
enum AnyCode {
    Registry(WarningCode),
    Own(OwnWarningCode),
}

impl AnyCode {
    fn name(&self) -> &str {
        match self {
            AnyCode::Registry(code) => code.name(),
            AnyCode::Own(code) => code.name(),
        }
    }

    fn severity(&self) -> Severity {
        match self {
            AnyCode::Registry(code) => code.severity(),
            AnyCode::Own(code) => code.severity(),
        }
    }
}

impl Warning {
    /// A warning in words only. Blank words become a warning that something is missing.
    #[must_use]
    pub fn new(message: impl Into<Cow<'static, str>>) -> Warning {
        Warning { code: None, message: or_else(message.into(), "Content was left out."), context: Details::default() }
    }

    /// A warning of the registry. Blank words become the registry's own.
    #[must_use]
    pub fn coded(code: WarningCode, message: impl Into<Cow<'static, str>>) -> Warning {
        let message = or_else(message.into(), code.meaning());
        Warning { code: Some(AnyCode::Registry(code)), message, context: Details::default() }
    }

    /// A warning that the server declares itself. Blank words become what it means.
    #[must_use]
    pub fn own(code: OwnWarningCode, message: impl Into<Cow<'static, str>>) -> Warning {
        let message = message.into();
        let message = if is_blank(&message) { code.default_words() } else { message };
        Warning { code: Some(AnyCode::Own(code)), ..Warning::new(message) }
    }

    /// A warning in an answer of another server, as an entry of `warning_details`; none without words.
    ///
    /// A code of the registry has the registry's severity. Any other keeps the one that is stated, and is a `warning` if
    /// none is.
    pub(crate) fn read(entry: &Map<String, Value>) -> Option<Warning> {
        let text = |name: &str| entry.get(name).and_then(Value::as_str);
        let message = text("message").filter(|message| !is_blank(message))?.to_owned();
        let stated = Severity::ALL.iter().copied().find(|severity| text("severity") == Some(severity.name()));
        let code = text("code").and_then(|name| match WarningCode::from_name(name) {
            Some(code) => Some(AnyCode::Registry(code)),
            None => OwnWarningCode::foreign(name, stated.unwrap_or(Severity::Warning)).map(AnyCode::Own),
        });
        let mut warning = Warning { code, ..Warning::new(message) };
        for (key, value) in entry.get("context").and_then(Value::as_object).into_iter().flatten() {
            warning.context.set(key.clone(), value);
        }
        Some(warning)
    }

    /// The same with a particular more, bounded in depth and size.
    #[must_use]
    pub fn with_context(mut self, key: impl Into<Cow<'static, str>>, value: impl Serialize) -> Warning {
        self.context.set(key, &value);
        self
    }

    /// The code, if it is one of the registry.
    #[must_use]
    pub fn code(&self) -> Option<WarningCode> {
        match self.code {
            Some(AnyCode::Registry(code)) => Some(code),
            Some(AnyCode::Own(_)) | None => None,
        }
    }

    /// The name of its code, of the registry or of a server's own; none for a warning in words only.
    #[must_use]
    pub fn code_name(&self) -> Option<&str> {
        self.code.as_ref().map(AnyCode::name)
    }

    /// How much it matters; none for a warning in words only.
    #[must_use]
    pub fn severity(&self) -> Option<Severity> {
        self.code.as_ref().map(AnyCode::severity)
    }

    /// What was left out.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The particulars.
    #[must_use]
    pub fn context(&self) -> &Details {
        &self.context
    }

    /// Scrubbed and bounded by the same rules as a failure.
    pub(super) fn disclose(self, discretion: &Discretion) -> Warning {
        let (message, context) = discretion.disclosed(&self.message, AuthorWords::of(&self.message), &self.context);
        let code = self.code.and_then(|code| match code {
            AnyCode::Registry(code) => Some(AnyCode::Registry(code)),
            AnyCode::Own(code) => code.disclose(discretion).map(AnyCode::Own),
        });
        Warning { code, message: Cow::Owned(message), context }
    }
}

/// Its code and how many particulars it has: the words may hold what must not be printed.
impl std::fmt::Debug for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Warning")
            .field("code", &self.code_name())
            .field("context", &self.context)
            .finish_non_exhaustive()
    }
}

fn or_else(text: Cow<'static, str>, otherwise: &'static str) -> Cow<'static, str> {
    if is_blank(&text) { Cow::Borrowed(otherwise) } else { text }
}

/// An entry of `warning_details`.
impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Warning", 4)?;
        if let Some(code) = &self.code {
            object.serialize_field("code", code.name())?;
            object.serialize_field("severity", &code.severity())?;
        }
        object.serialize_field("message", &self.message)?;
        if !self.context.is_empty() {
            object.serialize_field("context", &self.context)?;
        }
        object.end()
    }
}
