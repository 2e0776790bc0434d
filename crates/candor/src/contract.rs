//! What a tool can fail with, declared once: an enum with `#[derive(Contract)]`, and the same as data.

mod from_json;
mod rules;

pub use from_json::ContractErrors;
pub use rules::{ContractRule, RuleViolation, Severity};

use crate::Code;
use crate::failure::{Failure, Origin, Retry};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// An error type whose every value becomes a complete [`Failure`], and which says so as data.
///
/// Derive it with [`#[derive(Contract)]`](derive@crate::Contract).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no failure contract",
    label = "not a contract",
    note = "derive one: `#[derive(Debug, Contract)]`, with `#[failure(code = …, message = …, recovery = …)]` on each variant"
)]
pub trait IntoFailure: Sized {
    /// Everything that a value of this type can become.
    const CONTRACT: Contract;

    /// The failure that this value stands for.
    fn into_failure(self) -> Failure;
}

/// A failure is its own contract: an open one, which promises nothing about its reasons.
impl IntoFailure for Failure {
    const CONTRACT: Contract = Contract {
        name: Cow::Borrowed("Failure"),
        failures: Cow::Borrowed(&[]),
        includes: Cow::Borrowed(&[]),
        open: true,
    };

    fn into_failure(self) -> Failure {
        self
    }
}

/// A tool's failure contract as data: what it can fail with, when, and what a caller can do about each.
///
/// Serialized, it has the shape that 004 declares a tool's `errors` in.
///
/// ```
/// use candor::{Code, Contract, IntoFailure};
///
/// /// What `fetch_articles` can fail with.
/// #[derive(Debug, Contract)]
/// enum FetchArticles {
///     /// No requested PMID returned data.
///     #[failure(code = NotFound, message = "None of {requested} PMIDs returned data",
///               recovery = "Try pubmed_search_articles to discover valid PMIDs first.")]
///     NoMatch { requested: usize },
/// }
///
/// let contract = FetchArticles::CONTRACT;
/// let mode = contract.failures().next().unwrap();
/// assert_eq!((mode.reason(), mode.code()), ("no_match", Code::NotFound));
/// assert_eq!(mode.when(), "No requested PMID returned data.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    name: Cow<'static, str>,
    failures: Cow<'static, [FailureMode]>,
    includes: Cow<'static, [Contract]>,
    open: bool,
}

impl Contract {
    /// A contract, as the derive writes it.
    #[doc(hidden)]
    #[must_use]
    pub const fn declared(
        name: &'static str,
        failures: &'static [FailureMode],
        includes: &'static [Contract],
    ) -> Contract {
        Contract {
            name: Cow::Borrowed(name),
            failures: Cow::Borrowed(failures),
            includes: Cow::Borrowed(includes),
            open: false,
        }
    }

    /// The name of the type that declares it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Every way to fail that it declares, and those of the contracts that it passes on.
    pub fn failures(&self) -> impl Iterator<Item = &FailureMode> {
        let own = self.failures.iter();
        let included: Box<dyn Iterator<Item = &FailureMode>> =
            Box::new(self.includes.iter().flat_map(|contract| contract.failures().collect::<Vec<_>>()));
        own.chain(included)
    }

    /// Whether failures beyond the declared ones can come: it passes on a [`Failure`] of any kind.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open || self.includes.iter().any(Contract::is_open)
    }
}

impl Serialize for Contract {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Contract", 3)?;
        object.serialize_field("name", &self.name)?;
        object.serialize_field("errors", &self.failures().collect::<Vec<_>>())?;
        object.serialize_field("open", &self.is_open())?;
        object.end()
    }
}

/// One way to fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureMode {
    reason: Cow<'static, str>,
    code: Code,
    when: Cow<'static, str>,
    message: Cow<'static, str>,
    recovery: Cow<'static, str>,
    origin: Origin,
    retry: Retry,
}

impl FailureMode {
    /// One way to fail, as the derive writes it: origin and retry as the code table says.
    #[doc(hidden)]
    #[must_use]
    pub const fn declared(
        reason: &'static str,
        code: Code,
        when: &'static str,
        message: &'static str,
        recovery: &'static str,
    ) -> FailureMode {
        FailureMode {
            reason: Cow::Borrowed(reason),
            code,
            when: Cow::Borrowed(when),
            message: Cow::Borrowed(message),
            recovery: Cow::Borrowed(recovery),
            origin: code.row().origin.value,
            retry: code.row().retry.value,
        }
    }

    /// The same with another origin.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_origin(mut self, origin: Origin) -> FailureMode {
        self.origin = origin;
        self
    }

    /// The same with another retry.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_retry(mut self, retry: Retry) -> FailureMode {
        self.retry = retry;
        self
    }

    /// The identifier that programs switch on.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// When it happens.
    #[must_use]
    pub fn when(&self) -> &str {
        &self.when
    }

    /// The template of the message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The template of what to do next.
    #[must_use]
    pub fn recovery(&self) -> &str {
        &self.recovery
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
}

/// 004's entry (`reason`, `code`, `when`, `recovery`, `retryable`) and what Candor knows beyond it.
impl Serialize for FailureMode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("FailureMode", 9)?;
        object.serialize_field("reason", &self.reason)?;
        object.serialize_field("code", &self.code.row().structured.value.number)?;
        object.serialize_field("kind", &self.code)?;
        object.serialize_field("when", &self.when)?;
        object.serialize_field("message", &self.message)?;
        object.serialize_field("recovery", &self.recovery)?;
        object.serialize_field("retryable", &self.retry.is_retryable())?;
        object.serialize_field("retry", &self.retry)?;
        object.serialize_field("origin", &self.origin)?;
        object.end()
    }
}

/// What the derive's code calls; not part of the interface.
#[doc(hidden)]
pub mod derived {
    use crate::Failure;
    use serde::Serialize;
    use std::fmt::Display;

    /// A value that can stand in a failure's details.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be a detail of a failure",
        label = "this field is not serializable",
        note = "implement `serde::Serialize` for it, or hold its text instead; a cause is marked `#[source]` or `#[from]`"
    )]
    pub trait Detail: Serialize {}

    #[diagnostic::do_not_recommend]
    impl<T: Serialize> Detail for T {}

    /// [`Failure::with_context`] under a bound whose message says how to mend it.
    #[must_use]
    pub fn with_detail<T: Detail>(failure: Failure, name: &'static str, value: &T) -> Failure {
        failure.with_context(name, value)
    }

    /// [`Failure::with_private`] under the same bound.
    #[must_use]
    pub fn with_private_detail<T: Detail>(failure: Failure, name: &'static str, value: &T) -> Failure {
        failure.with_private(name, value)
    }

    /// A value that can stand in a failure's message or recovery.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot stand in a text for a caller",
        label = "this field has no `Display`",
        note = "implement `Display` for it, or take it out of the template: it reaches the caller among the details"
    )]
    pub trait Shown: Display {}

    #[diagnostic::do_not_recommend]
    impl<T: Display> Shown for T {}

    /// Passes the value on; its only use is the bound, whose message says how to mend it.
    pub fn shown<T: Shown>(value: &T) -> &dyn Display {
        value
    }
}
