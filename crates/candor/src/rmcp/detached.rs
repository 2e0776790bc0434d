//! Failures that became a result or a JSON-RPC error outside of any call: without a guard, in a task that a tool has
//! spawned, or after the call has ended.
//!
//! They are disclosed and logged there, because no guard may see them: under the policy of the call that they were a
//! part of, else under the default one. If the answer reaches a guard after all, the guard finds the incident here by
//! its reference, as long as it is among the last [`MOST`]: then the guard has the whole failure, and the log has it
//! once, however often the answer is used. Later, it is read like any other answer.

use crate::failure::Occurrence;
use crate::render::META_KEY;
use crate::{Disclosure, Failure, FailurePolicy, Incident};
use ::rmcp::ErrorData;
use ::rmcp::model::CallToolResult;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// How many incidents are kept.
const MOST: usize = 64;

static INCIDENTS: Mutex<VecDeque<LoggedIncident>> = Mutex::new(VecDeque::new());

/// An incident that is in the log.
#[derive(Clone)]
pub(super) struct LoggedIncident {
    pub(super) incident: Incident,
    /// Whether the observers of a guard know it, too.
    pub(super) is_observed: bool,
}

/// The default policy.
fn policy() -> &'static FailurePolicy {
    static POLICY: LazyLock<FailurePolicy> = LazyLock::new(FailurePolicy::of_process);
    &POLICY
}

/// Reports an incident that was disclosed under the default policy.
pub(super) fn report(incident: &Incident) {
    policy().report(incident);
}

/// Discloses the failure, logs it, and keeps the incident for a guard.
pub(super) fn disclose(failure: Failure) -> Disclosure {
    disclose_under(policy(), failure, false)
}

/// The same for a failure in a call that has ended, under the policy of its guard: its observers are notified, too.
pub(super) fn disclose_after_call(failure: Failure, policy: &FailurePolicy) -> Disclosure {
    disclose_under(policy, failure, true)
}

fn disclose_under(policy: &FailurePolicy, failure: Failure, is_observed: bool) -> Disclosure {
    let (disclosure, incident) = failure.relayed().disclose(policy.discretion());
    policy.report(&incident);
    let mut kept = incidents();
    let gone = if kept.len() >= MOST { kept.pop_front() } else { None };
    kept.push_back(LoggedIncident { incident, is_observed });
    // A cause may be dropped with its incident, by code that is not ours: not while others wait.
    drop(kept);
    drop(gone);
    disclosure
}

/// The incident of a result.
pub(super) fn of_result(result: &CallToolResult) -> Option<LoggedIncident> {
    find(result.meta.as_ref()?.0.get(META_KEY)?)
}

/// The incident of a JSON-RPC error.
pub(super) fn of_error(error: &ErrorData) -> Option<LoggedIncident> {
    find(error.data.as_ref()?)
}

/// The incident with this reference. It may be asked for again, so it is now the last to be dropped.
fn find(disclosed: &Value) -> Option<LoggedIncident> {
    let id = disclosed.get("instance").and_then(Value::as_str).and_then(Occurrence::parse_instance)?;
    let mut kept = incidents();
    let place = kept.iter().position(|logged| logged.incident.occurrence().id() == id)?;
    let logged = kept.remove(place)?;
    kept.push_back(logged.clone());
    Some(logged)
}

fn incidents() -> MutexGuard<'static, VecDeque<LoggedIncident>> {
    // Nothing that panics runs while it is held.
    INCIDENTS.lock().unwrap_or_else(PoisonError::into_inner)
}
