//! Turns a `Result` of any error into one of a failure.

use crate::classify::Classifier;
use crate::{Code, Failure};
use std::borrow::Cow;
use std::error::Error;

/// Turns whatever error a `Result` holds into a [`Failure`] that says during what it happened.
///
/// It holds for every error that `?` takes into a `Box<dyn Error + Send + Sync>`, texts among them. The result is still
/// a `Result`: nothing is swallowed, and nothing is logged.
///
/// A contract is turned into its failure first, with `?` or `map_err(Failure::from)`: an error is taken for what it shows
/// as an [`Error`], which of a contract is its text alone.
///
/// ```
/// use candor::{Code, Failure, OrFail};
///
/// fn port(setting: &str) -> Result<u16, Failure> {
///     setting.parse::<u16>().or_fail_as(Code::Configuration, "reading the port")
/// }
///
/// let failure = port("hunter2").unwrap_err();
/// assert_eq!(failure.code(), Code::Configuration);
/// assert_eq!(failure.message(), "Reading the port failed: the server is misconfigured and cannot do this.");
/// assert_eq!(failure.causes().next().unwrap().to_string(), "invalid digit found in string");
/// ```
pub trait OrFail<T> {
    /// The value, or a failure as [`Failure::from_error`] makes it of the error.
    ///
    /// The operation is a phrase such as "loading the catalogue". It is in the message, so a caller may read it.
    ///
    /// # Errors
    ///
    /// The failure, if there was an error.
    fn or_fail(self, operation: impl Into<Cow<'static, str>>) -> Result<T, Failure>;

    /// The same with another classifier, such as one with rules of its own.
    ///
    /// ```
    /// use candor::classify::{Classifier, Rule, Rules};
    /// use candor::{Code, OrFail};
    ///
    /// let rules = Rules::new([Rule::new("shop_closed", Code::Unavailable).when_text("shop * closed")])?;
    /// let ours = Classifier::new().with_rules(rules);
    /// let failure = Err::<(), _>("the shop is closed").or_fail_by(&ours, "placing the order").unwrap_err();
    /// assert_eq!(failure.code(), Code::Unavailable);
    /// # Ok::<(), candor::classify::InvalidRules>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The failure, if there was an error.
    fn or_fail_by(self, classifier: &Classifier, operation: impl Into<Cow<'static, str>>) -> Result<T, Failure>;

    /// The same; an error that is not a failure yet gets this code, and what the code table says of it.
    ///
    /// # Errors
    ///
    /// The failure, if there was an error.
    fn or_fail_as(self, code: Code, operation: impl Into<Cow<'static, str>>) -> Result<T, Failure>;

    /// The same as [`or_fail`](OrFail::or_fail), and the failure gets what is known here: details, a recovery, a retry.
    ///
    /// ```
    /// use candor::OrFail;
    ///
    /// let answer: Result<(), _> = Err(std::io::Error::from(std::io::ErrorKind::ConnectionRefused));
    /// let failure = answer
    ///     .or_fail_with("asking for the stock", |failure| failure.with_entity("item", "17").with_private("shard", 4))
    ///     .unwrap_err();
    /// assert_eq!(failure.details().text("entity_id"), Some("17"));
    /// ```
    ///
    /// # Errors
    ///
    /// The failure, if there was an error.
    fn or_fail_with(
        self,
        operation: impl Into<Cow<'static, str>>,
        add: impl FnOnce(Failure) -> Failure,
    ) -> Result<T, Failure>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> OrFail<T> for Result<T, E> {
    fn or_fail(self, operation: impl Into<Cow<'static, str>>) -> Result<T, Failure> {
        self.map_err(|error| Failure::from_error(error, operation))
    }

    fn or_fail_by(self, classifier: &Classifier, operation: impl Into<Cow<'static, str>>) -> Result<T, Failure> {
        self.map_err(|error| Failure::from_error_by(classifier, error, operation))
    }

    fn or_fail_as(self, code: Code, operation: impl Into<Cow<'static, str>>) -> Result<T, Failure> {
        self.map_err(|error| Failure::from_error_as(code, error, operation))
    }

    fn or_fail_with(
        self,
        operation: impl Into<Cow<'static, str>>,
        add: impl FnOnce(Failure) -> Failure,
    ) -> Result<T, Failure> {
        self.or_fail(operation).map_err(add)
    }
}
