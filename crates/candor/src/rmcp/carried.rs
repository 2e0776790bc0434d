//! How a failure gets from a tool to the guard around it, whole.
//!
//! A tool's result has room for what the caller may know and for nothing else. So a failure that becomes a result, or a
//! JSON-RPC error, under a guard is also kept in a place that belongs to the task, where the guard finds it by its id.

use crate::{Disclosure, Discretion, Failure};
use std::cell::RefCell;
use std::collections::VecDeque;
use uuid::Uuid;

/// How many failures of one call are kept: a tool may make several before it decides for one.
const MOST: usize = 16;

tokio::task_local! {
    static KEPT: RefCell<VecDeque<Failure>>;
}

/// The failures of one call that became results.
#[derive(Default)]
pub(super) struct Kept(VecDeque<Failure>);

impl Kept {
    /// Takes out the failure with this id.
    pub(super) fn take(&mut self, id: Uuid) -> Option<Failure> {
        let place = self.0.iter().position(|failure| failure.occurrence().is_some_and(|known| known.id() == id))?;
        self.0.remove(place)
    }
}

/// Runs the future, and gives what it kept beside what it returns.
pub(super) async fn keeping<F: Future>(future: F) -> (F::Output, Kept) {
    let work = async {
        let output = future.await;
        (output, Kept(KEPT.with(RefCell::take)))
    };
    KEPT.scope(RefCell::default(), work).await
}

/// Discloses a failure where no guard's discretion is at hand, and hands it to the guard, if there is one; otherwise it is
/// logged here, since nobody else will.
pub(super) fn disclosed<T>(failure: Failure, render: impl FnOnce(&Disclosure) -> T) -> T {
    let discretion = Discretion::new();
    let (disclosure, incident) = failure.disclose(&discretion);
    let rendered = render(&disclosure);
    let kept = KEPT.try_with(|kept| {
        let mut kept = kept.borrow_mut();
        if kept.len() >= MOST {
            kept.pop_front();
        }
        kept.push_back(incident.failure().clone());
    });
    if kept.is_err() {
        incident.log(&discretion);
    }
    rendered
}
