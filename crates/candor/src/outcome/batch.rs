//! Many items at once: some may succeed and others fail.

mod tally;

use super::{Outcome, Success, Warning};
use crate::failure::author_words::AuthorWords;
use crate::failure::details::key;
use crate::failure::excerpt::cut_text;
use crate::failure::{Details, Message};
use crate::{Discretion, Failure, Incident, Reason};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use tally::{Omitted, Tally};

/// The results of one operation on many items.
///
/// All succeeded: a success. Some failed: a success with a warning that says how many. All failed: a failure, with the code
/// that all items share. If they share none, it is `validation` where each is the caller's fault, and otherwise the code of
/// the first that is not. It is to be retried if that can help any item.
///
/// The first 1,000 failed items are kept. Of the others, `failed_omitted` says how many there are of each code, beside
/// `failed`; all count for the code and the retry of the whole.
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
    /// The first that failed.
    failed: Vec<(String, Failure)>,
    /// The others.
    omitted: Omitted,
    tally: Tally,
    whole_failure: Option<Failure>,
}

impl<T: Serialize> Batch<T> {
    /// A batch of an operation: its verb, such as `delete`, and what its items then are, such as `deleted`.
    #[must_use]
    pub fn new(verb: &'static str, done: &'static str) -> Batch<T> {
        Batch {
            verb,
            done,
            succeeded: Vec::new(),
            failed: Vec::new(),
            omitted: Omitted::default(),
            tally: Tally::default(),
            whole_failure: None,
        }
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
        let failure = failure.into();
        self.tally.add(&failure);
        if self.failed.len() < MOST_KEPT {
            self.failed.push((id.into(), failure));
        } else {
            self.omitted.add(failure.code());
        }
    }

    /// The failure of a batch in which nothing succeeded, as its items have it.
    fn whole_failure(&self) -> Failure {
        if let Some(failure) = &self.whole_failure {
            return failure.clone();
        }
        let message = match self.tally.count {
            1 => format!("Failed to {} the only item", self.verb),
            count => format!("Failed to {} all {count} items", self.verb),
        };
        let verb = "Failed to ".len();
        let message = Message::around(message, [verb..verb + self.verb.len(), 0..0]);
        let (code, origin) = self.tally.code();
        let failure = Failure::from_message(code, message).with_origin(origin).with_retry(self.tally.retry());
        match self.tally.recovery.get() {
            Some(recovery) => failure.with_recovery_and_docs(recovery.clone()),
            None => failure
                .with_recovery("The list `failed` says why each item failed: retry only those that are retryable."),
        }
    }

    /// The outcome, and for the operator an incident for each item that failed and was kept, and one for the others: the
    /// reasons of the failed items are part of the answer, so they are disclosed here.
    #[must_use]
    pub fn finish(self, discretion: &Discretion) -> (Outcome<BatchData<T>>, Vec<Incident>) {
        let (failed_count, total) = (self.tally.count, self.tally.count + self.succeeded.len());
        let whole = (self.succeeded.is_empty() && failed_count > 0).then(|| self.whole_failure());
        let omitted = (self.omitted.count() > 0).then_some(self.omitted);
        let (code, origin) = self.tally.code();
        let about_omitted = omitted.as_ref().map(|omitted| {
            let message = format!("{} further items of a batch could not be {}", omitted.count(), self.done);
            Failure::new(code, message).with_origin(origin).with_context(key::FAILED_OMITTED, omitted)
        });
        let (failed, mut incidents): (Vec<FailedItem>, Vec<Incident>) =
            self.failed.into_iter().map(|(id, failure)| FailedItem::disclosed(id, failure, discretion)).unzip();
        incidents.extend(about_omitted.map(|failure| failure.disclose(discretion).1));
        if let Some(whole) = whole {
            let whole = whole.with_context(key::FAILED, failed);
            let whole = match omitted {
                Some(omitted) => whole.with_context(key::FAILED_OMITTED, omitted),
                None => whole,
            };
            return (Outcome::Failed(whole), incidents);
        }
        let success = Success::new(BatchData { done: self.done, succeeded: self.succeeded, failed, omitted });
        let success = if failed_count == 0 {
            success
        } else {
            let message = format!("{failed_count} of {total} items could not be {}", self.done);
            success.with_warning(Warning::new(message))
        };
        (Outcome::Succeeded(success), incidents)
    }
}

/// The data of a batch that succeeded at least in part: `{"deleted": […], "failed": […]}`, and `failed_omitted` if more failed
/// than are kept.
#[derive(Clone)]
pub struct BatchData<T> {
    done: &'static str,
    succeeded: Vec<T>,
    failed: Vec<FailedItem>,
    omitted: Option<Omitted>,
}

impl<T> BatchData<T> {
    /// The items that worked.
    #[must_use]
    pub fn succeeded(&self) -> &[T] {
        &self.succeeded
    }

    /// The items that did not, as far as they were kept.
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
            map.serialize_entry(key::FAILED, &self.failed)?;
        }
        if let Some(omitted) = &self.omitted {
            map.serialize_entry(key::FAILED_OMITTED, omitted)?;
        }
        map.end()
    }
}

/// How many failed items are kept.
const MOST_KEPT: usize = 1_000;
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
