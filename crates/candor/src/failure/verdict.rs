//! What the classifier says: the code, and why.

use super::{Origin, Retry};
use crate::Code;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// What an error means, and what decided it.
///
/// A [`Classifier`](crate::classify::Classifier) makes it of evidence, and [`Failure::verdict`](crate::Failure::verdict)
/// keeps it. An [`ErrorReader`](crate::classify::ErrorReader) makes one by hand, where the type of an error decides.
///
/// ```
/// use candor::Code;
/// use candor::classify::{Classifier, Step};
///
/// let verdict = Classifier::standard().classify_text("connect ECONNREFUSED 127.0.0.1:5432");
/// assert_eq!(verdict.code(), Code::Unavailable);
/// assert_eq!(verdict.step(), Step::Provider);
/// assert_eq!(verdict.rule(), "errno.ECONNREFUSED");
/// assert_eq!(verdict.decided_by(), "ECONNREFUSED");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Verdict {
    code: Code,
    origin: Origin,
    retry: Retry,
    step: Step,
    rule: Cow<'static, str>,
    decided_by: DecidedBy,
    certainty: Certainty,
}

/// What in the input decided it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum DecidedBy {
    /// A number that was handed over.
    Number(u16),
    /// A name that the rules know.
    Known(&'static str),
    /// A short part of the input, which needs no memory of its own.
    Short(Short),
    /// Part of the input.
    Text(String),
}

impl DecidedBy {
    /// This part of the input.
    pub(crate) fn text(text: &str) -> DecidedBy {
        Short::of(text).map_or_else(|| DecidedBy::Text(text.to_owned()), DecidedBy::Short)
    }
}

/// The longest text that is short.
const SHORT: usize = 30;

/// A short text; zeros follow it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Short {
    bytes: [u8; SHORT],
    length: u8,
}

impl Short {
    fn of(text: &str) -> Option<Short> {
        let mut bytes = [0; SHORT];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Short { bytes, length: u8::try_from(text.len()).ok()? })
    }

    fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..usize::from(self.length)).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}

/// Without the part of the input that decided, which may hold what must not be printed.
impl std::fmt::Debug for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Verdict")
            .field("code", &self.code)
            .field("origin", &self.origin)
            .field("retry", &self.retry)
            .field("step", &self.step)
            .field("rule", &self.rule)
            .field("certainty", &self.certainty)
            .finish_non_exhaustive()
    }
}

impl Verdict {
    /// The number that decided, such as a status, if one did.
    pub(crate) fn number(&self) -> Option<u16> {
        match self.decided_by {
            DecidedBy::Number(number) => Some(number),
            DecidedBy::Known(_) | DecidedBy::Short(_) | DecidedBy::Text(_) => None,
        }
    }

    /// The verdict of a rule that knows the type of an error, with everything else as the code table says.
    ///
    /// ```
    /// use candor::Code;
    /// use candor::classify::{Step, Verdict};
    ///
    /// let verdict = Verdict::new(Code::Conflict, "orders.sold_out");
    /// assert_eq!((verdict.step(), verdict.rule()), (Step::Typed, "orders.sold_out"));
    /// assert_eq!(verdict.retry(), Code::Conflict.row().retry.value);
    /// ```
    #[must_use]
    pub fn new(code: Code, rule: impl Into<Cow<'static, str>>) -> Verdict {
        let row = code.row();
        let decided_by = DecidedBy::Known("");
        Verdict::decided(code, row.origin.value, row.retry.value, Step::Typed, rule.into(), decided_by)
    }

    /// Whose fault it is, where the code's default is wrong.
    #[must_use]
    pub fn with_origin(self, origin: Origin) -> Verdict {
        Verdict { origin, ..self }
    }

    /// Whether a retry can help, where the code's default is wrong.
    #[must_use]
    pub fn with_retry(self, retry: Retry) -> Verdict {
        Verdict { retry, ..self }
    }

    /// What in the input decided it, for the operator.
    #[must_use]
    pub fn with_decided_by(self, text: &str) -> Verdict {
        Verdict { decided_by: DecidedBy::text(text), ..self }
    }

    pub(crate) const fn set_origin(&mut self, origin: Origin) {
        self.origin = origin;
    }

    pub(crate) const fn set_certainty(&mut self, certainty: Certainty) {
        self.certainty = certainty;
    }

    pub(crate) const fn set_retry(&mut self, retry: Retry) {
        self.retry = retry;
    }

    #[inline]
    pub(crate) const fn decided(
        code: Code,
        origin: Origin,
        retry: Retry,
        step: Step,
        rule: Cow<'static, str>,
        decided_by: DecidedBy,
    ) -> Verdict {
        Verdict { code, origin, retry, step, rule, decided_by, certainty: Certainty::of(step) }
    }

    /// What kind of failure it is.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Whose fault it is.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Whether a retry can help.
    #[must_use]
    pub fn retry(&self) -> Retry {
        self.retry
    }

    /// The step that decided.
    #[must_use]
    pub fn step(&self) -> Step {
        self.step
    }

    /// The rule that decided, such as `errno.ECONNREFUSED` or `words.already_exists`.
    #[must_use]
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// How sure the code is.
    ///
    /// ```
    /// use candor::classify::{Certainty, Classifier};
    ///
    /// let certainty = |text| Classifier::standard().classify_text(text).certainty();
    /// assert_eq!(certainty("You do not have permission to delete this project"), Certainty::Sure);
    /// assert_eq!(certainty("the squirrel is on strike"), Certainty::Unsure);
    /// ```
    #[must_use]
    pub fn certainty(&self) -> Certainty {
        self.certainty
    }

    /// What in the input decided it. It can quote the input, so it is for the operator only.
    #[must_use]
    pub fn decided_by(&self) -> Cow<'_, str> {
        match &self.decided_by {
            DecidedBy::Number(number) => Cow::Owned(number.to_string()),
            DecidedBy::Known(name) => Cow::Borrowed(name),
            DecidedBy::Short(text) => Cow::Borrowed(text.as_str()),
            DecidedBy::Text(text) => Cow::Borrowed(text),
        }
    }
}

/// The whole verdict, with the part of the input that decided as it is there: for the operator.
impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Verdict", 6)?;
        object.serialize_field("code", &self.code())?;
        object.serialize_field("origin", &self.origin())?;
        object.serialize_field("retry", &self.retry())?;
        object.serialize_field("step", &self.step)?;
        object.serialize_field("rule", &self.rule)?;
        object.serialize_field("decided_by", &self.decided_by())?;
        object.end()
    }
}

/// How sure a verdict is, in steps that were measured on messages that no rule was written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Certainty {
    /// A guess: of these, about half are right.
    Unsure,
    /// About four of five are right.
    Likely,
    /// About 98 of 100 are right.
    Sure,
}

impl Certainty {
    /// The name, such as `sure`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Certainty::Unsure => "unsure",
            Certainty::Likely => "likely",
            Certainty::Sure => "sure",
        }
    }

    /// How sure a step is where nothing else is known.
    const fn of(step: Step) -> Certainty {
        match step {
            Step::Failure | Step::User | Step::Typed => Certainty::Sure,
            Step::Provider | Step::Common => Certainty::Likely,
            Step::Cancellation | Step::Fallback => Certainty::Unsure,
        }
    }
}

impl std::fmt::Display for Certainty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// The steps of a classification, in their order: the first that has an opinion decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Step {
    /// A [`Failure`](crate::Failure) was there already.
    Failure,
    /// One of your own rules.
    User,
    /// Typed evidence: a type in the cause chain, a class name, an errno, a status, an SQLSTATE, an exit code.
    Typed,
    /// An identifier or number in the text that a platform, a database or a service defines.
    Provider,
    /// What the words say.
    Common,
    /// The call was cancelled, and nothing more is known.
    Cancellation,
    /// No rule knew the error.
    Fallback,
}

impl Step {
    /// Every step, in order.
    pub const ALL: &'static [Step] =
        &[Step::Failure, Step::User, Step::Typed, Step::Provider, Step::Common, Step::Cancellation, Step::Fallback];

    /// The name in a verdict, such as `typed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Step::Failure => "failure",
            Step::User => "user",
            Step::Typed => "typed",
            Step::Provider => "provider",
            Step::Common => "common",
            Step::Cancellation => "cancellation",
            Step::Fallback => "fallback",
        }
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
