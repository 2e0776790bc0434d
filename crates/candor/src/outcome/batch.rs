//! Many items at once: some may succeed and others fail.

use super::{Outcome, Success, Warning};
use crate::failure::author_words::AuthorWords;
use crate::failure::details::key;
use crate::failure::excerpt::cut_text;
use crate::failure::{Details, Message, Retry, Safety};
use crate::{Code, Discretion, Failure, Incident, Origin, Reason};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The results of one operation on many items.
///
/// All succeeded: a success. Some failed: a success with a warning that says how many. All failed: a failure, with the code
/// that all items share. If they share none, it is `validation` where each is the caller's fault, and otherwise the code of
/// the first that is not. It is to be retried if that can help any item.
///
/// ```
/// use candor::outcome::{Batch, Outcome};
/// use candor::{Discretion, Failure};
///
/// let mut batch = Batch::new("delete", "deleted");
/// batch.succeed("a");
/// batch.fail("b", Failure::not_found("Item b does not exist"));
///
/// let (outcome, incidents) = batch.finish(&Discretion::new());
/// let Outcome::Succeeded(success) = outcome else { panic!("one of two succeeded") };
/// assert_eq!(success.warnings()[0].message(), "1 of 2 items could not be deleted");
/// assert_eq!(incidents.len(), 1);
/// ```
#[derive(Clone)]
pub struct Batch<T> {
    verb: &'static str,
    done: &'static str,
    succeeded: Vec<T>,
    failed: Vec<(String, Failure)>,
    whole_failure: Option<Failure>,
}

impl<T: Serialize> Batch<T> {
    /// A batch of an operation: its verb, such as `delete`, and what its items then are, such as `deleted`.
    #[must_use]
    pub fn new(verb: &'static str, done: &'static str) -> Batch<T> {
        Batch { verb, done, succeeded: Vec::new(), failed: Vec::new(), whole_failure: None }
    }

    /// The same, and this is its failure if nothing succeeds. What failed and why is added to its details, as `failed`.
    ///
    /// ```
    /// use candor::outcome::{Batch, Outcome};
    /// use candor::{Code, Discretion, Failure};
    ///
    /// let closed = Failure::new(Code::Conflict, "The shop is closed");
    /// let mut batch: Batch<&str> = Batch::new("delete", "deleted").failing_with(closed);
    /// batch.fail("a", Failure::new(Code::Conflict, "Item a is in use"));
    ///
    /// let (outcome, _) = batch.finish(&Discretion::new());
    /// let Outcome::Failed(failure) = outcome else { panic!("nothing succeeded") };
    /// assert_eq!(failure.message(), "The shop is closed");
    /// assert_eq!(failure.details().get("failed").unwrap()[0]["message"], "Item a is in use");
    /// ```
    #[must_use]
    pub fn failing_with(self, failure: impl Into<Failure>) -> Batch<T> {
        Batch { whole_failure: Some(failure.into()), ..self }
    }

    /// An item worked.
    pub fn succeed(&mut self, item: T) {
        self.succeeded.push(item);
    }

    /// An item, by its id, did not.
    pub fn fail(&mut self, id: impl Into<String>, failure: impl Into<Failure>) {
        self.failed.push((id.into(), failure.into()));
    }

    /// The failure of a batch in which nothing succeeded, as its items have it.
    fn whole_failure(&self) -> Failure {
        if let Some(failure) = &self.whole_failure {
            return failure.clone();
        }
        let message = match self.failed.len() {
            1 => format!("Failed to {} the only item", self.verb),
            count => format!("Failed to {} all {count} items", self.verb),
        };
        let verb = "Failed to ".len();
        let message = Message::around(message, [verb..verb + self.verb.len(), 0..0]);
        let (code, origin) = self.whole_code();
        let failure = Failure::from_message(code, message).with_origin(origin).with_retry(self.whole_retry());
        match self.shared(|failed| failed.recovery().into_owned()) {
            Some(recovery) => failure.with_recovery_and_docs(recovery),
            None => failure
                .with_recovery("The list `failed` says why each item failed: retry only those that are retryable."),
        }
    }

    /// The code that all items share; that of any invalid input, if all are the caller's; else that of the first which is not
    /// the caller's, because no change of the input corrects it. With it goes whose fault it is.
    fn whole_code(&self) -> (Code, Origin) {
        let first_of_others = self.failed.iter().map(|(_, failed)| failed).find(|it| it.origin() != Origin::Caller);
        let code = match (self.shared(Failure::code), first_of_others) {
            (Some(code), _) => code,
            (None, Some(other)) => other.code(),
            (None, None) => Code::Validation,
        };
        (code, first_of_others.map_or(Origin::Caller, Failure::origin))
    }

    /// The retry that helps at least one item and does no harm to any: after the longest delay, and only if it is idempotent
    /// where one item needs that.
    fn whole_retry(&self) -> Retry {
        let items = || self.failed.iter().map(|(_, failed)| (failed.retry(), failed.origin()));
        // What is not the caller's fault, and not to be retried, may have taken effect.
        let is_final = |(retry, origin): (Retry, Origin)| retry == Retry::Never && origin != Origin::Caller;
        let at_most = if items().any(is_final) { Safety::IfIdempotent } else { Safety::Always };
        let safety = items().filter_map(|(retry, _)| retry.safety()).reduce(Safety::and);
        let delay = items().filter_map(|(retry, _)| retry.delay()).max();
        match (safety, delay) {
            (None, _) => Retry::Never,
            (Some(safety), None) => Retry::Backoff(safety.and(at_most)),
            (Some(safety), Some(delay)) => Retry::After(delay, safety.and(at_most)),
        }
    }

    /// What all failures have in common, if it is the same for all.
    fn shared<P: PartialEq>(&self, part: impl Fn(&Failure) -> P) -> Option<P> {
        let mut parts = self.failed.iter().map(|(_, failure)| part(failure));
        let first = parts.next()?;
        parts.all(|other| other == first).then_some(first)
    }

    /// The outcome, and for the operator an incident for each item that failed: the reasons of the
    /// failed items are part of the answer, so they are disclosed here.
    #[must_use]
    pub fn finish(self, discretion: &Discretion) -> (Outcome<BatchData<T>>, Vec<Incident>) {
        let (failed_count, total) = (self.failed.len(), self.failed.len() + self.succeeded.len());
        let whole = (self.succeeded.is_empty() && failed_count > 0).then(|| self.whole_failure());
        let (failed, incidents) =
            self.failed.into_iter().map(|(id, failure)| FailedItem::disclosed(id, failure, discretion)).unzip();
        if let Some(whole) = whole {
            let failed: Vec<FailedItem> = failed;
            return (Outcome::Failed(whole.with_context(key::FAILED, failed)), incidents);
        }
        let success = Success::new(BatchData { done: self.done, succeeded: self.succeeded, failed });
        let success = if failed_count == 0 {
            success
        } else {
            let message = format!("{failed_count} of {total} items could not be {}", self.done);
            success.with_warning(Warning::new(message))
        };
        (Outcome::Succeeded(success), incidents)
    }
}

/// The data of a batch that succeeded at least in part: `{"deleted": […], "failed": […]}`.
#[derive(Clone)]
pub struct BatchData<T> {
    done: &'static str,
    succeeded: Vec<T>,
    failed: Vec<FailedItem>,
}

impl<T> BatchData<T> {
    /// The items that worked.
    #[must_use]
    pub fn succeeded(&self) -> &[T] {
        &self.succeeded
    }

    /// The items that did not.
    #[must_use]
    pub fn failed(&self) -> &[FailedItem] {
        &self.failed
    }
}

impl<T: Serialize> Serialize for BatchData<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.done, &self.succeeded)?;
        if !self.failed.is_empty() {
            map.serialize_entry("failed", &self.failed)?;
        }
        map.end()
    }
}

/// The longest id of an item, in bytes.
const LONGEST_ID: usize = 100;
/// The longest message of an item, in bytes: there may be many.
const LONGEST_MESSAGE: usize = 300;

/// One item of a batch that failed: its id, and what its caller may know of why.
#[derive(Debug, Clone, Serialize)]
pub struct FailedItem {
    id: String,
    reason: Reason,
    message: String,
    retryable: bool,
}

impl FailedItem {
    fn disclosed(id: String, failure: Failure, discretion: &Discretion) -> (FailedItem, Incident) {
        let (disclosure, incident) = failure.disclose(discretion);
        let item = FailedItem {
            id: cut_text(&discretion.disclosed(&id, AuthorWords::None, &Details::default()).0, LONGEST_ID).into_owned(),
            reason: disclosure.reason().clone(),
            message: cut_text(disclosure.message(), LONGEST_MESSAGE).into_owned(),
            retryable: disclosure.retry().is_retryable(),
        };
        (item, incident)
    }

    /// The item's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Why it failed.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.reason
    }
}
