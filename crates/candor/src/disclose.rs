//! Splits a failure into what the caller may know and what the operator keeps. Nothing leaves without this step.

mod budget;
mod constants;
pub(crate) mod incident;

#[doc(inline)]
pub use candor_scrub::{Allowed, Family, Profile, Removal, Scrubber, UnknownProfile, UnusableSecret};
#[cfg(feature = "schema")]
pub(crate) use candor_scrub::{REDACTED, is_sensitive_member};
pub use incident::{Fingerprint, Incident, IncidentLevel};

use crate::Code;
use crate::failure::author_words::AuthorWords;
use crate::failure::{Details, Failure, Occurrence, Origin, Reason, Recovery, Retry};
use budget::Budget;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
#[cfg(feature = "rmcp")]
use serde_json::Value;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// How much is said: which secrets are known, and how long a reply may be.
///
/// ```
/// use candor::Discretion;
///
/// let discretion = Discretion::new().with_secret("hunter2-production").with_reply_cap(8 * 1024);
/// ```
#[derive(Debug, Clone)]
pub struct Discretion {
    scrubber: Scrubber,
    reply_cap: usize,
}

impl Discretion {
    /// The longest reply, in bytes, unless another is set.
    pub const DEFAULT_REPLY_CAP: usize = 16 * 1024;
    /// The shortest cap under which every reply can still say what it must.
    pub const MIN_REPLY_CAP: usize = 4 * 1024;

    /// All rules of the scrubber, no configured secrets, replies of at most 16 KiB.
    #[must_use]
    pub const fn new() -> Discretion {
        Discretion { scrubber: Scrubber::new(), reply_cap: Discretion::DEFAULT_REPLY_CAP }
    }

    /// The same, and this exact text never leaves.
    #[must_use]
    pub fn with_secret(self, secret: impl Into<String>) -> Discretion {
        Discretion { scrubber: self.scrubber.with_secret(secret), ..self }
    }

    /// The same, and exactly these texts never leave: the search for them is built once.
    #[must_use]
    pub fn with_secrets(self, secrets: impl IntoIterator<Item = impl Into<String>>) -> Discretion {
        Discretion { scrubber: self.scrubber.with_secrets(secrets), ..self }
    }

    /// The same with this profile of the scrubber.
    #[must_use]
    pub fn with_profile(self, profile: Profile) -> Discretion {
        Discretion { scrubber: self.scrubber.with_profile(profile), ..self }
    }

    /// The same for the answer to one call: what its caller already knows is kept, beside what was allowed before.
    ///
    /// ```
    /// use candor::disclose::Allowed;
    /// use candor::{Discretion, Failure};
    ///
    /// let server = Discretion::new();
    /// let call = server.allowing(Allowed::new().with_text("/etc/shop/prices.csv"));
    /// let (disclosure, _) = Failure::not_found("no /etc/shop/prices.csv, but /etc/shop/tax.csv").disclose(&call);
    /// assert_eq!(disclosure.message(), "no /etc/shop/prices.csv, but [path]");
    /// ```
    #[must_use]
    pub fn allowing(&self, allowed: impl Into<Arc<Allowed>>) -> Discretion {
        Discretion { scrubber: self.scrubber.clone().allowing(allowed), ..self.clone() }
    }

    /// The same with this scrubber.
    #[must_use]
    pub fn with_scrubber(self, scrubber: Scrubber) -> Discretion {
        Discretion { scrubber, ..self }
    }

    /// No reply, in any dialect, is longer than this many bytes; less than [`Discretion::MIN_REPLY_CAP`]
    /// counts as that.
    #[must_use]
    pub fn with_reply_cap(self, bytes: usize) -> Discretion {
        Discretion { reply_cap: bytes.max(Discretion::MIN_REPLY_CAP), ..self }
    }

    /// The longest reply, in bytes.
    #[cfg(feature = "rmcp")]
    pub(crate) fn reply_cap(&self) -> usize {
        self.reply_cap
    }

    /// A text and its particulars, scrubbed and bounded.
    pub(crate) fn disclosed(&self, text: &str, words: AuthorWords<'_>, details: &Details) -> (String, Details) {
        let mut budget = Budget::new(&self.scrubber, self.reply_cap, details);
        (budget.message(text, words), budget.details(details))
    }

    /// A value beside a failure, scrubbed like its details: what is a secret by its name is not shown in its texts either.
    #[cfg(feature = "rmcp")]
    pub(crate) fn scrub_value(&self, value: &Value) -> Value {
        let mut budget = Budget::new(&self.scrubber, self.reply_cap, &Details::default());
        budget.hide_secrets_in(value);
        budget.scrubber().scrub_json(value)
    }

    /// Whether a name may leave. A part of the program only has to be free of the configured secrets.
    #[allow(clippy::ptr_arg, reason = "whether the name is part of the program is what the type says")]
    pub(crate) fn shows_name(&self, name: &Cow<'static, str>) -> bool {
        let is_clean = match name {
            Cow::Borrowed(name) => self.scrubber.secrets_only().is_none_or(|secrets| secrets.scrub(name) == *name),
            Cow::Owned(name) => self.scrubber.scrub(name) == *name,
        };
        is_clean && !self.scrubber.contains_secret_loosely(name)
    }

    /// The scrubber.
    #[must_use]
    pub fn scrubber(&self) -> &Scrubber {
        &self.scrubber
    }
}

impl Default for Discretion {
    fn default() -> Self {
        Discretion::new()
    }
}

/// What the caller may know of a failure: scrubbed and bounded.
///
/// [`Failure::disclose`] is the only way to get one, and dialects take nothing else: what was not scrubbed
/// cannot be rendered. Serialized, it is Candor's canonical form.
#[derive(Clone, PartialEq)]
pub struct Disclosure {
    code: Code,
    reason: Reason,
    message: String,
    origin: Origin,
    retry: Retry,
    recovery: Recovery,
    details: Details,
    occurrence: Occurrence,
    /// The instance, then the time, in one allocation.
    occurrence_text: String,
}

impl Failure {
    /// Splits the failure into what the caller may know and what the operator keeps, under one id.
    ///
    /// Every string is scrubbed, then cut to its share of the reply; where something was cut, the text says so. A message of
    /// which nothing is left becomes the sentence in which the code table explains the code.
    ///
    /// ```
    /// use candor::{Discretion, Failure};
    ///
    /// let failure = Failure::database("cannot reach postgres://app:hunter2@db.internal/orders");
    /// let (disclosure, incident) = failure.disclose(&Discretion::new());
    ///
    /// assert_eq!(disclosure.message(), "cannot reach postgres://[redacted]/orders");
    /// assert_eq!(incident.occurrence(), disclosure.occurrence());
    /// ```
    #[must_use]
    pub fn disclose(self, discretion: &Discretion) -> (Disclosure, Incident) {
        let mut budget = Budget::new(&discretion.scrubber, discretion.reply_cap, self.details());
        let occurrence = budget.occurrence(self.occurrence_or_drawn());
        let reason = budget.reason(self.reason(), self.code());
        let message = budget.message(self.message(), self.author_words());
        let meaning = self.code().row().meaning;
        let message = if has_words(&message) { message } else { budget.message(meaning, AuthorWords::Whole(meaning)) };
        let recovery = budget.recovery(self.recovery());
        let details = budget.details(self.details());
        let disclosure = Disclosure {
            code: self.code(),
            reason,
            message,
            origin: self.origin(),
            retry: self.retry(),
            recovery,
            details,
            occurrence,
            occurrence_text: occurrence.instance_and_time(),
        };
        (disclosure, Incident::new(self.with_occurrence(occurrence), budget.into_rules()))
    }
}

impl Disclosure {
    /// What kind of failure it is.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Why it failed, for programs.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// What went wrong, for people and models.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
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

    /// What to do next.
    #[must_use]
    pub fn recovery(&self) -> &Recovery {
        &self.recovery
    }

    /// The particulars.
    #[must_use]
    pub fn details(&self) -> &Details {
        &self.details
    }

    /// The id and time under which the operator finds the rest.
    #[must_use]
    pub fn occurrence(&self) -> Occurrence {
        self.occurrence
    }

    /// The id in short, as in texts for models: its first eight hexadecimal digits, by which the whole id is found in
    /// the log or the incidents.
    ///
    /// ```
    /// use candor::{Discretion, Failure};
    ///
    /// let (disclosure, incident) = Failure::internal("It broke").disclose(&Discretion::new());
    /// assert!(incident.occurrence().id().to_string().starts_with(disclosure.reference()));
    /// ```
    #[must_use]
    pub fn reference(&self) -> &str {
        self.occurrence_text.get(REFERENCE).unwrap_or_default()
    }

    /// The id as dialects write it: `urn:uuid:…`.
    #[must_use]
    pub fn instance(&self) -> &str {
        self.occurrence_text.get(..Occurrence::INSTANCE_LEN).unwrap_or_default()
    }

    /// The time as dialects write it: RFC 3339 with milliseconds, in UTC.
    #[must_use]
    pub fn time(&self) -> &str {
        self.occurrence_text.get(Occurrence::INSTANCE_LEN..).unwrap_or_default()
    }
}

/// Whether the message still says something beside its placeholders.
fn has_words(message: &str) -> bool {
    const PLACEHOLDERS: [&str; 3] = [candor_scrub::REDACTED, "[path]", "[email]"];
    let mut rest = message;
    loop {
        rest = rest.trim_start_matches(|sign: char| !sign.is_alphanumeric() && sign != '[');
        let without = PLACEHOLDERS.iter().find_map(|placeholder| rest.strip_prefix(placeholder));
        match without.or_else(|| rest.strip_prefix('[')) {
            Some(after) => rest = after,
            None => return !rest.is_empty(),
        }
    }
}

/// Where the first eight digits of the id are in an instance.
const REFERENCE: Range<usize> = "urn:uuid:".len().."urn:uuid:".len() + 8;

/// The canonical form.
impl std::fmt::Debug for Disclosure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&serde_json::to_string(self).unwrap_or_default())
    }
}

/// The canonical form, the same that is under `_meta["dev.candor/failure"]`.
impl Serialize for Disclosure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Disclosure", 9)?;
        object.serialize_field("code", &self.code)?;
        object.serialize_field("reason", &self.reason)?;
        object.serialize_field("message", &self.message)?;
        object.serialize_field("origin", &self.origin)?;
        object.serialize_field("retry", &self.retry)?;
        object.serialize_field("recovery", &self.recovery)?;
        object.serialize_field("details", &self.details)?;
        object.serialize_field("instance", self.instance())?;
        object.serialize_field("time", self.time())?;
        object.end()
    }
}
