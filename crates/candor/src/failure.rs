//! One occurrence of a failure: everything that is known about it, public or not.

pub(crate) mod author_words;
pub(crate) mod bounded;
pub(crate) mod details;
pub(crate) mod error_text;
pub(crate) mod excerpt;
mod factories;
pub(crate) mod message;
pub(crate) mod names;
pub(crate) mod occurrence;
pub(crate) mod printable;
mod reason;
mod recovery;
mod stated;
pub(crate) mod trace;
mod unknown_tool;
mod verdict;

pub use details::Details;
pub use message::{BlankMessage, Message};
pub use occurrence::{InvalidOccurrence, Occurrence};
pub use reason::{InvalidReason, Reason};
pub use recovery::Recovery;
pub use trace::SourcePlace;
pub use verdict::{Certainty, Step, Verdict};

#[doc(inline)]
pub use crate::code::{Origin, Retry, Safety};
pub(crate) use stated::{Declared, StatedRetry};
pub(crate) use verdict::DecidedBy;

use crate::Code;
use author_words::AuthorWords;
use error_text::source_of;
use jiff::Timestamp;
use stated::{SafetyBasis, Stated};
use std::borrow::Cow;
use std::error::Error;
use std::sync::Arc;
use trace::Trace;
use uuid::Uuid;

/// What went wrong, whose fault it is, whether a retry can help, and what to do next.
///
/// A failure reaches no caller until it is [disclosed](Failure::disclose). Whatever is not set follows
/// from its [`Code`], so that no field is ever undecided.
///
/// ```
/// use candor::{Code, Failure, Origin};
///
/// let failure = Failure::not_found("Order 17 does not exist")
///     .with_entity("order", "17")
///     .with_recovery("List the orders with list_orders first.");
///
/// assert_eq!(failure.code(), Code::NotFound);
/// assert_eq!(failure.origin(), Origin::Caller);
/// assert!(!failure.retry().is_retryable());
/// ```
#[derive(Clone)]
pub struct Failure(Box<Parts>);

#[derive(Clone)]
struct Parts {
    code: Code,
    reason: Reason,
    message: Message,
    origin: Origin,
    retry: Retry,
    recovery: Option<Recovery>,
    details: Details,
    private: Details,
    id: Option<Uuid>,
    /// Whether the id was read in the reply of another server.
    is_foreign_id: bool,
    time: Timestamp,
    cause: Option<Arc<dyn Error + Send + Sync>>,
    verdict: Option<Box<Verdict>>,
    trace: Option<Arc<Trace>>,
    is_critical: bool,
    stated: Stated,
}

impl Failure {
    /// A failure with this code and message, and everything else as the code table says.
    ///
    /// A failure always has a message: blank text is replaced by the code's own sentence.
    /// [`Message::new`] with [`Failure::from_message`] refuses it instead.
    #[must_use]
    pub fn new(code: Code, message: impl Into<Cow<'static, str>>) -> Failure {
        Failure::from_message(code, Message::or_meaning(message, code))
    }

    /// A failure with a message that was checked before.
    #[must_use]
    pub fn from_message(code: Code, message: Message) -> Failure {
        let row = code.row();
        Failure(Box::new(Parts {
            code,
            reason: code.into(),
            message,
            origin: row.origin.value,
            retry: row.retry.value,
            recovery: None,
            details: Details::default(),
            private: Details::default(),
            id: None,
            is_foreign_id: false,
            time: occurrence::now(),
            cause: None,
            verdict: None,
            trace: None,
            is_critical: false,
            stated: Stated::default(),
        }))
    }

    /// What kind of failure it is.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// Why it failed, for programs.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.0.reason
    }

    /// What went wrong, as it was said: not scrubbed, so not for the caller.
    #[must_use]
    pub fn message(&self) -> &str {
        self.0.message.as_str()
    }

    /// The message without the words of Candor's own.
    pub(crate) fn given_message(&self) -> impl Iterator<Item = &str> {
        self.0.message.given()
    }

    /// The words of the message that its author wrote.
    pub(crate) fn author_words(&self) -> AuthorWords<'_> {
        self.0.message.author_words()
    }

    /// Whose fault it is.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.0.origin
    }

    /// Whether a retry can help.
    #[must_use]
    pub fn retry(&self) -> Retry {
        self.0.retry
    }

    /// What to do next: what was set, or what the code and the retry suggest.
    #[must_use]
    pub fn recovery(&self) -> Cow<'_, Recovery> {
        if let Some(recovery) = &self.0.recovery {
            return Cow::Borrowed(recovery);
        }
        let row = self.0.code.row();
        let hint = match self.0.retry {
            Retry::After(_, _) => {
                format!("Wait {} seconds before retrying.", self.0.retry.after_seconds().unwrap_or_default()).into()
            }
            Retry::Never if row.retry.value.is_retryable() => Cow::Borrowed(NOT_RETRYABLE),
            Retry::Never | Retry::Backoff(_) => Cow::Borrowed(row.recovery),
        };
        Cow::Owned(Recovery::new(hint))
    }

    /// The details that the caller may know.
    #[must_use]
    pub fn details(&self) -> &Details {
        &self.0.details
    }

    /// The details that only the operator may know.
    #[must_use]
    pub fn private(&self) -> &Details {
        &self.0.private
    }

    /// The occurrence, if it was given.
    #[must_use]
    pub fn occurrence(&self) -> Option<Occurrence> {
        self.0.id.map(|id| Occurrence::new(id, self.0.time))
    }

    /// What the classifier said, where the failure was made of a foreign error or response.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        self.0.verdict.as_deref()
    }

    /// The same with the origin and the retry of a verdict, which is kept for the operator. The code stays.
    #[must_use]
    pub fn with_verdict(mut self, verdict: Verdict) -> Failure {
        self.0.origin = verdict.origin();
        self.0.retry = verdict.retry();
        self.0.stated = Stated::BY_VERDICT;
        self.0.verdict = Some(Box::new(verdict));
        self
    }

    /// The same, and the operator is to be alerted: the [level](crate::disclose::IncidentLevel) of its incident is `critical`,
    /// whatever its origin. No caller learns of it.
    ///
    /// ```
    /// use candor::disclose::IncidentLevel;
    /// use candor::{Discretion, Failure};
    ///
    /// let failure = Failure::database("The ledger does not add up").critical();
    /// let (_, incident) = failure.disclose(&Discretion::new());
    /// assert_eq!(incident.level(), IncidentLevel::Critical);
    /// ```
    #[must_use]
    pub fn critical(mut self) -> Failure {
        self.0.is_critical = true;
        self
    }

    /// Whether the operator is to be alerted.
    #[must_use]
    pub fn is_critical(&self) -> bool {
        self.0.is_critical
    }

    /// The reason, in place of the code's name.
    #[must_use]
    pub fn with_reason(mut self, reason: Reason) -> Failure {
        self.0.reason = reason;
        self
    }

    /// Whose fault it is, where the code's default is wrong.
    #[must_use]
    pub fn with_origin(mut self, origin: Origin) -> Failure {
        self.0.origin = origin;
        self.0.stated.origin = true;
        self
    }

    /// Whether a retry can help, where the code's default is wrong.
    #[must_use]
    pub fn with_retry(mut self, retry: Retry) -> Failure {
        self.0.retry = retry;
        self.0.stated.retry = true;
        self.0.stated.safety = SafetyBasis::Author;
        self
    }

    /// What to do next, in one sentence. Blank text changes nothing.
    ///
    /// Text that is part of the program is its author's: an e-mail address in it, such as that of a help desk, reaches the
    /// caller. In text that was made when the program ran, it does not.
    ///
    /// ```
    /// use candor::{Discretion, Failure};
    ///
    /// let failure = Failure::invalid_params("Invalid email format").with_recovery("Provide it as in user@domain.com.");
    /// let (disclosure, _) = failure.disclose(&Discretion::new());
    /// assert_eq!(disclosure.recovery().hint(), "Provide it as in user@domain.com.");
    /// ```
    #[must_use]
    pub fn with_recovery(self, hint: impl Into<Cow<'static, str>>) -> Failure {
        self.with_recovery_and_docs(Recovery::new(hint))
    }

    /// What to do next, with a link to documentation. A blank hint changes nothing.
    #[must_use]
    pub fn with_recovery_and_docs(mut self, recovery: Recovery) -> Failure {
        if !message::is_blank(recovery.hint()) {
            self.0.recovery = Some(recovery);
        }
        self
    }

    /// The occurrence, in place of a random id and of the time at which the failure was made.
    #[must_use]
    pub fn with_occurrence(mut self, occurrence: Occurrence) -> Failure {
        self.0.id = Some(occurrence.id());
        self.0.is_foreign_id = false;
        self.0.time = occurrence.time();
        self
    }

    /// The error that caused this failure. It and the causes below it go to the operator only.
    #[must_use]
    pub fn with_cause(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Failure {
        self.0.cause = Some(Arc::from(cause.into()));
        self
    }

    /// The error texts below this failure, nearest first.
    pub fn causes(&self) -> impl Iterator<Item = &(dyn Error + 'static)> {
        std::iter::successors(self.source(), |&cause| source_of(cause)).take(MAX_CAUSES)
    }

    /// About how many bytes it holds. Of its cause, which is not ours, only the outside is known: the rest is a guess, and so
    /// is a backtrace.
    pub(crate) fn held_bytes(&self) -> usize {
        const INSIDE_OF_CAUSE: usize = 1024;
        const BACKTRACE: usize = 16 * 1024;
        let details = self.0.details.held_bytes() + self.0.private.held_bytes();
        let cause = self.0.cause.as_ref().map_or(0, |cause| size_of_val(&**cause) + INSIDE_OF_CAUSE);
        let backtrace = self.trace().filter(|trace| trace.backtrace.is_some()).map_or(0, |_| BACKTRACE);
        size_of::<Parts>() + self.message().len() + self.recovery().hint().len() + details + cause + backtrace
    }

    pub(crate) fn with_known_occurrence(mut self, id: Option<Uuid>, time: Option<Timestamp>) -> Failure {
        self.0.id = id;
        self.0.is_foreign_id = id.is_some();
        self.0.time = time.unwrap_or(self.0.time);
        self
    }

    /// The failure as one of this server: an id that another server gave it is the detail `upstream_reference`, and it gets
    /// its own.
    pub(crate) fn relayed(mut self) -> Failure {
        match self.0.id.take_if(|_| self.0.is_foreign_id) {
            Some(id) => {
                self.0.is_foreign_id = false;
                self.with_context(details::key::UPSTREAM_REFERENCE, id.to_string())
            }
            None => self,
        }
    }

    /// Another message, for a failure that was made before its words were known.
    pub(crate) fn with_message(mut self, message: impl Into<Cow<'static, str>>) -> Failure {
        self.0.message = Message::or_meaning(message, self.0.code);
        self
    }

    /// A message in words of Candor's, for a failure whose own words say nothing.
    #[cfg(feature = "rmcp")]
    pub(crate) fn with_worded_message(mut self, message: Message) -> Failure {
        self.0.message = message;
        self
    }

    /// Another code, for a failure that was taken for something else; the reason follows it, unless it is a reason of
    /// its own.
    pub(crate) fn with_code(mut self, code: Code) -> Failure {
        if self.0.reason == Reason::from(self.0.code) {
            self.0.reason = code.into();
        }
        self.0.code = code;
        self
    }

    /// The id, if it was given.
    #[cfg(feature = "http")]
    pub(crate) fn known_id(&self) -> Option<Uuid> {
        self.0.id
    }

    /// What to do next, if it was set.
    #[cfg(feature = "http")]
    pub(crate) fn known_recovery(&self) -> Option<&Recovery> {
        self.0.recovery.as_ref()
    }

    pub(crate) fn occurrence_or_drawn(&self) -> Occurrence {
        Occurrence::new(self.0.id.unwrap_or_else(occurrence::draw_id), self.0.time)
    }

    pub(crate) fn details_mut(&mut self) -> &mut Details {
        &mut self.0.details
    }

    pub(crate) fn private_mut(&mut self) -> &mut Details {
        &mut self.0.private
    }
}

/// The hint where the code's own hint would advise a retry that the failure excludes.
const NOT_RETRYABLE: &str = "Do not repeat the request as it is; give the reference to the operator.";

/// How many causes of a chain are read: one can be its own cause.
pub(crate) const MAX_CAUSES: usize = 32;

/// The reason and what its code means. The message may hold what must not be printed: [`Failure::message`] gives it to
/// those who ask, and a dialect writes it scrubbed.
impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.0.reason, self.0.code.row().meaning)
    }
}

/// Names only, for the same reason.
impl std::fmt::Debug for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Failure")
            .field("code", &self.0.code)
            .field("reason", &self.0.reason.as_str())
            .field("origin", &self.0.origin)
            .field("retry", &self.0.retry)
            .finish_non_exhaustive()
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.cause.as_deref().map(|cause| cause as &(dyn Error + 'static))
    }
}
