//! From an error to a failure: what it means, and what is kept of it for the operator.

use super::operation::{self, sentence};
use crate::classify::{Classifier, Verdict, failure_within};
use crate::{Code, Failure};
use std::borrow::Cow;
use std::error::Error;

/// Failures that are made of errors.
impl Failure {
    /// The failure for an error during an operation such as "loading the catalogue".
    ///
    /// If the error is a failure, or has one among its causes, that failure stays as it is. Otherwise the
    /// [classifier](Classifier::standard) decides the code, the origin and the retry, and the message is made of the
    /// operation and of what the code means: never of the error's own words, which are not meant for the caller. The
    /// error becomes the cause, the [verdict](Failure::verdict) is kept, and the operation joins the private details as
    /// `operations`. Where `RUST_BACKTRACE` or `RUST_LIB_BACKTRACE` asks for backtraces, a
    /// [backtrace](Failure::backtrace) is kept.
    ///
    /// ```
    /// use candor::{Code, Failure};
    ///
    /// let failure = Failure::from_error("connect ECONNREFUSED 10.1.2.3:5432", "loading the catalogue");
    /// assert_eq!(failure.code(), Code::Unavailable);
    /// assert_eq!(
    ///     failure.message(),
    ///     "Loading the catalogue failed: a service is unreachable or unavailable.",
    /// );
    /// assert_eq!(failure.verdict().unwrap().rule(), "errno.ECONNREFUSED");
    /// ```
    #[must_use]
    pub fn from_error(
        error: impl Into<Box<dyn Error + Send + Sync>>,
        operation: impl Into<Cow<'static, str>>,
    ) -> Failure {
        Failure::from_error_by(Classifier::standard(), error, operation)
    }

    /// The same with another classifier, such as one with rules of its own.
    #[must_use]
    pub fn from_error_by(
        classifier: &Classifier,
        error: impl Into<Box<dyn Error + Send + Sync>>,
        operation: impl Into<Cow<'static, str>>,
    ) -> Failure {
        captured(error.into(), operation.into(), |error, operation| classifier.classify(error).into_failure(operation))
    }

    /// The same, but an error that is not a failure yet gets this code, and everything else as the code table says.
    #[must_use]
    pub fn from_error_as(
        code: Code,
        error: impl Into<Box<dyn Error + Send + Sync>>,
        operation: impl Into<Cow<'static, str>>,
    ) -> Failure {
        captured(error.into(), operation.into(), |_, operation| {
            Failure::from_message(code, sentence(&operation, code)).with_operation(operation)
        })
    }

    /// An operation in which it happened, for the operator: the private detail `operations` lists them, the innermost
    /// first. Blank text changes nothing.
    #[must_use]
    pub fn with_operation(mut self, operation: impl Into<Cow<'static, str>>) -> Failure {
        operation::add(self.private_mut(), operation.into());
        self
    }
}

impl Verdict {
    /// The failure for the verdict, during an operation such as "loading the catalogue".
    ///
    /// It is what [`Failure::from_error`] is made of, for those who have evidence and no error.
    ///
    /// ```
    /// use candor::Code;
    /// use candor::classify::Classifier;
    ///
    /// let failure = Classifier::standard().classify_text("order 17 already exists").into_failure("placing the order");
    /// assert_eq!(failure.code(), Code::AlreadyExists);
    /// assert_eq!(failure.message(), "Placing the order failed: the resource already exists.");
    /// ```
    #[must_use]
    pub fn into_failure(self, operation: impl Into<Cow<'static, str>>) -> Failure {
        let operation = operation.into();
        Failure::from_message(self.code(), sentence(&operation, self.code()))
            .with_verdict(self)
            .with_operation(operation)
    }
}

/// The failure that is there already, or the one that is made, with the error as its cause.
fn captured(
    error: Box<dyn Error + Send + Sync>,
    operation: Cow<'static, str>,
    make: impl FnOnce(&(dyn Error + 'static), Cow<'static, str>) -> Failure,
) -> Failure {
    let error = match error.downcast::<Failure>() {
        Ok(failure) => return failure.with_operation(operation).with_backtrace_if_enabled(),
        Err(error) => error,
    };
    let failure = match failure_within(&*error) {
        Some(failure) => failure.clone().with_operation(operation),
        None => make(&*error, operation),
    };
    failure.with_cause(error).with_backtrace_if_enabled()
}
