//! What a guard lends to the tool that runs under it, and what it gets back.
//!
//! A tool's result has room for what the caller may know and for nothing else. So a failure that becomes a result, or a
//! JSON-RPC error, under a guard is also kept in a place that belongs to the task, where the guard finds it by its id.
//! In the same place lies the guard's discretion, for what leaves with a success.

use crate::{Disclosure, Discretion, Failure, Incident};
use std::cell::RefCell;
use std::collections::VecDeque;
use uuid::Uuid;

/// How many failures of one call are kept: a tool may make several before it decides for one.
const MOST: usize = 16;

tokio::task_local! {
    static LENT: Lent;
}

struct Lent {
    discretion: Discretion,
    kept: RefCell<Kept>,
}

/// What became of the failures of one call.
#[derive(Default)]
pub(super) struct Kept {
    /// Those that became results.
    failures: VecDeque<Failure>,
    /// Those of which a result tells, for the operator.
    incidents: Vec<Incident>,
}

impl Kept {
    /// Takes out the failure with this id.
    pub(super) fn take(&mut self, id: Uuid) -> Option<Failure> {
        let is_it = |failure: &Failure| failure.occurrence().is_some_and(|known| known.id() == id);
        let place = self.failures.iter().position(is_it)?;
        self.failures.remove(place)
    }

    /// Takes out what the operator has not been told yet.
    pub(super) fn take_incidents(&mut self) -> Vec<Incident> {
        std::mem::take(&mut self.incidents)
    }
}

/// Runs the future under a guard with this discretion, and gives what it kept beside what it returns.
pub(super) async fn keeping<F: Future>(discretion: Discretion, future: F) -> (F::Output, Kept) {
    let work = async {
        let output = future.await;
        (output, LENT.with(|lent| lent.kept.take()))
    };
    LENT.scope(Lent { discretion, kept: RefCell::default() }, work).await
}

/// Discloses a failure that becomes a result, and hands it to the guard, if there is one; otherwise it is logged here,
/// since nobody else will. The guard discloses it once more, in its own way.
pub(super) fn disclosed<T>(failure: Failure, render: impl FnOnce(&Disclosure) -> T) -> T {
    let discretion = Discretion::new();
    let (disclosure, incident) = failure.disclose(&discretion);
    let rendered = render(&disclosure);
    let kept = LENT.try_with(|lent| {
        let mut kept = lent.kept.borrow_mut();
        if kept.failures.len() >= MOST {
            kept.failures.pop_front();
        }
        kept.failures.push_back(incident.failure().clone());
    });
    if kept.is_err() {
        incident.log(&discretion);
    }
    rendered
}

/// The discretion of the guard, if there is one.
pub(super) fn discretion() -> Discretion {
    LENT.try_with(|lent| lent.discretion.clone()).unwrap_or_default()
}

/// Hands incidents to the guard, if there is one; otherwise they are logged here.
pub(super) fn report(incidents: Vec<Incident>, discretion: &Discretion) {
    let mut incidents = Some(incidents);
    let _ = LENT.try_with(|lent| lent.kept.borrow_mut().incidents.extend(incidents.take().into_iter().flatten()));
    incidents.iter().flatten().for_each(|incident| incident.log(discretion));
}
