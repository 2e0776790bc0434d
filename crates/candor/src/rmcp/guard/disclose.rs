//! The fourth stage: the failure is split into what the caller may know and what the operator keeps. Each failure comes here
//! once.

use super::interpret::known_failure::KnownFailure;
use super::interpret::{Failed, Form};
use super::observe::{self, CallStatus};
use super::request_info::RequestInfo;
use super::state::GuardState;
use crate::failure::{Occurrence, Retry, Safety};
use crate::rmcp::detached::LoggedIncident;
use crate::{Code, Disclosure, Discretion, Failure, Incident, reason};
use std::borrow::Cow;

/// What the caller may know of a failure, and the form of its reply.
pub(super) struct Disclosed<'a> {
    pub(super) disclosure: Disclosure,
    pub(super) form: Form,
    /// What applies to whatever else is said to the caller.
    pub(super) discretion: Cow<'a, Discretion>,
}

/// Discloses the failure of a request: the operator and the observers of calls are notified.
pub(super) fn disclose<'a>(state: &'a GuardState, info: &RequestInfo, failed: Failed) -> Disclosed<'a> {
    let Failed { failure, form, logged } = failed;
    let failure = info.note_in(failure.relayed());
    let discretion = info.discretion(state.policy());
    let (disclosure, incident) = failure.disclose(&discretion);
    let incident = report(state, incident, logged);
    observe::ended(state, info, CallStatus::Failed(&incident));
    Disclosed { disclosure, form, discretion }
}

/// Discloses a failure that no caller waits for.
pub(super) fn to_operator(state: &GuardState, failure: Failure) {
    let _ = state.policy().disclose(failure);
}

/// Discloses what a task failed with. If it was reported before, its occurrence is `known`, and it is not reported again.
pub(super) fn task(state: &GuardState, failed: KnownFailure, known: Option<Occurrence>) -> Disclosure {
    let KnownFailure { failure, logged } = failed;
    let failure = failure.relayed();
    let discretion = state.policy().discretion();
    match known {
        Some(occurrence) => failure.with_occurrence(occurrence).disclose(discretion).0,
        None => {
            let (disclosure, incident) = failure.disclose(discretion);
            report(state, incident, logged);
            disclosure
        }
    }
}

/// Reports the incident to those who do not know it yet: it may be in the log already, and the observers may have it.
fn report(state: &GuardState, incident: Incident, logged: Option<LoggedIncident>) -> Incident {
    let (incident, is_observed) = match logged {
        Some(LoggedIncident { incident: logged, is_observed }) => (incident.sharing_log_with(&logged), is_observed),
        None => (incident, false),
    };
    if !is_observed {
        state.policy().report(&incident);
    }
    incident
}

/// Reports the failure of one item of a batch, which was disclosed when the batch became a result.
pub(super) fn report_item(state: &GuardState, info: &RequestInfo, incident: Incident) {
    state.policy().report(&incident.map_failure(|failure| info.note_in(failure)));
}

/// What is said of a request that its caller has cancelled. It is not an incident.
pub(super) fn cancelled(state: &GuardState) -> Disclosure {
    let failure = Failure::new(Code::Cancelled, "The request was cancelled before it finished")
        .with_reason(reason!("interrupted"))
        .with_retry(Retry::Backoff(Safety::IfIdempotent))
        .with_recovery("It may have taken effect: check before you send it again.");
    failure.disclose(state.policy().discretion()).0
}
