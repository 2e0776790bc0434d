//! Failures that became a result or a JSON-RPC error outside of any call: without a guard, or in a task that a tool has
//! spawned.
//!
//! They are disclosed and logged there, under the default policy, because nobody else may come. If the answer gets to a
//! guard after all, the guard finds the incident here by its reference. So it has the whole failure, and the log has it
//! once.

use crate::failure::Occurrence;
use crate::render::META_KEY;
use crate::{Disclosure, Failure, FailurePolicy, Incident};
use ::rmcp::ErrorData;
use ::rmcp::model::CallToolResult;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many incidents are kept.
const MOST: usize = 64;

static INCIDENTS: Mutex<VecDeque<Incident>> = Mutex::new(VecDeque::new());

/// Discloses the failure, logs it, and keeps the incident for a guard.
pub(super) fn disclose(failure: Failure) -> Disclosure {
    let policy = FailurePolicy::new();
    let (disclosure, incident) = failure.disclose(policy.discretion());
    policy.report(&incident);
    let mut incidents = incidents();
    if incidents.len() >= MOST {
        incidents.pop_front();
    }
    incidents.push_back(incident);
    disclosure
}

/// Takes out the incident that a result tells of.
pub(super) fn take_for_result(result: &CallToolResult) -> Option<Incident> {
    take(result.meta.as_ref()?.0.get(META_KEY)?)
}

/// Takes out the incident that a JSON-RPC error tells of.
pub(super) fn take_for_error(error: &ErrorData) -> Option<Incident> {
    take(error.data.as_ref()?)
}

fn take(disclosed: &Value) -> Option<Incident> {
    let id = disclosed.get("instance").and_then(Value::as_str).and_then(Occurrence::parse_instance)?;
    let mut incidents = incidents();
    let place = incidents.iter().position(|incident| incident.occurrence().id() == id)?;
    incidents.remove(place)
}

fn incidents() -> MutexGuard<'static, VecDeque<Incident>> {
    // Nothing that panics runs while it is held.
    INCIDENTS.lock().unwrap_or_else(PoisonError::into_inner)
}
