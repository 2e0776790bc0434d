//! What a guard lends to the tool that runs under it, and what it gets back.
//!
//! A tool's result has room for what the caller may know and for nothing else. So a failure that becomes a result, or a
//! JSON-RPC error, under a guard is also kept in a place that belongs to the task, where the guard finds it by its id.
//! In the same place lies the guard's discretion, for what leaves with a success.

use crate::{Disclosure, Discretion, Failure, Incident};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

/// How many failures of one call are kept: a tool may make several before it decides for one.
const MOST: usize = 16;

tokio::task_local! {
    static LENT: Arc<Loan>;
}

/// What a guard lends for one call, and what comes back, however the call ends.
pub(super) struct Loan {
    discretion: Discretion,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    /// Failures that became results.
    failures: VecDeque<Failure>,
    /// Failures of which a result tells, for the operator.
    incidents: Vec<Incident>,
}

impl Loan {
    pub(super) fn new(discretion: Discretion) -> Arc<Loan> {
        Arc::new(Loan { discretion, kept: Mutex::default() })
    }

    /// Runs the future with the loan at hand.
    pub(super) fn lent_to<F: Future>(self: &Arc<Loan>, future: F) -> impl Future<Output = F::Output> + use<F> {
        LENT.scope(self.clone(), future)
    }

    /// Takes out the failure with this id.
    pub(super) fn take(&self, id: Uuid) -> Option<Failure> {
        let is_it = |failure: &Failure| failure.occurrence().is_some_and(|known| known.id() == id);
        let mut kept = self.kept();
        let place = kept.failures.iter().position(is_it)?;
        kept.failures.remove(place)
    }

    /// Takes out what the operator has not been told yet.
    pub(super) fn take_incidents(&self) -> Vec<Incident> {
        std::mem::take(&mut self.kept().incidents)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Nothing that panics runs while it is held.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Discloses a failure that becomes a result, and hands it to the guard, if there is one; otherwise it is logged here,
/// since nobody else will. The guard discloses it once more, in its own way.
pub(super) fn disclosed<T>(failure: Failure, render: impl FnOnce(&Disclosure) -> T) -> T {
    let discretion = Discretion::new();
    let (disclosure, incident) = failure.disclose(&discretion);
    let rendered = render(&disclosure);
    let kept = LENT.try_with(|lent| {
        let mut kept = lent.kept();
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
    let _ = LENT.try_with(|lent| lent.kept().incidents.extend(incidents.take().into_iter().flatten()));
    incidents.iter().flatten().for_each(|incident| incident.log(discretion));
}
