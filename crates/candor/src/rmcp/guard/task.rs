//! What a tool that ran as a task failed with.

use super::disclose;
use super::interpret::is_of_the_protocol;
use super::interpret::known_failure::{self, KnownFailure};
use super::leaving::Leaving;
use super::reply;
use super::request_info::RequestInfo;
use super::secrets::{scrub_status, take_secrets_from};
use super::state::GuardState;
use super::success;
use crate::failure::Occurrence;
use crate::render::{Place, add_result_member};
use crate::rmcp::call_scope::HandedOver;
use crate::rmcp::marker;
use crate::rmcp::outbound::tickets;
use crate::rmcp::{incomplete, read, wire};
use crate::{Disclosure, Failure};
use ::rmcp::ErrorData;
use ::rmcp::model::{CallToolResult, GetTaskResult, TaskPayload};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How many tasks are remembered.
const MOST: usize = 10_000;

/// The failures of tasks that were reported, so that asking for one again is not another incident.
#[derive(Default)]
pub(super) struct FailedTasks(Mutex<HashMap<String, Occurrence>>);

impl FailedTasks {
    fn known(&self, task: &str) -> Option<Occurrence> {
        // Nothing that panics runs while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(task).copied()
    }

    fn remember(&self, task: &str, occurrence: Occurrence) {
        let mut tasks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tasks.len() >= MOST {
            tasks.clear();
        }
        tasks.insert(task.to_owned(), occurrence);
    }
}

/// A task as it may leave: what its tool failed with is disclosed like any other failure, under one id however often it is
/// asked for.
pub(super) fn finished(state: &GuardState, info: &RequestInfo, mut asked: GetTaskResult) -> GetTaskResult {
    let task = &mut asked.task;
    scrub_status(state, &mut task.task);
    marker::strip_meta(&mut asked.meta);
    match &mut task.payload {
        TaskPayload::Completed { result } => {
            let theirs = serde_json::from_value::<CallToolResult>(Value::Object(result.clone()));
            take_secrets_from(state, result);
            marker::strip_members(result);
            let is_failure = theirs.as_ref().is_ok_and(|theirs| state.is_failure(theirs));
            let ours = match theirs {
                Ok(theirs) if is_failure => Some(failed_result(state, info, &task.task.task_id, theirs)),
                Ok(_) if state.writes_successes() => {
                    let theirs = serde_json::from_value(Value::Object(result.clone())).ok();
                    theirs.map(|theirs| success::written(info, theirs))
                }
                Ok(_) | Err(_) => None,
            };
            if let Some(ours) = ours
                && let Ok(Value::Object(mut members)) = serde_json::to_value(ours)
            {
                add_result_member(state.policy().renderer().dialect(), &mut members);
                take_secrets_from(state, &mut members);
                if is_failure {
                    tickets::issue_for_members(&members);
                }
                *result = members;
            }
        }
        TaskPayload::Failed { error } => {
            let theirs = serde_json::from_value::<ErrorData>(Value::Object(std::mem::take(error)));
            let ours = failed_error(state, info, &task.task.task_id, theirs.ok());
            if let Ok(Value::Object(members)) = serde_json::to_value(reply::issued(ours)) {
                *error = members;
            }
        }
        TaskPayload::InputRequired { input_requests } => {
            *input_requests = std::mem::take(input_requests).without_markers();
        }
        TaskPayload::Working | TaskPayload::Cancelled | _ => {}
    }
    asked
}

/// A failed result, as it may leave.
fn failed_result(state: &GuardState, info: &RequestInfo, task: &str, theirs: CallToolResult) -> CallToolResult {
    let (failed, rest) = known_failure::of_result(state, "The task", theirs, HandedOver::default());
    let disclosure = disclosed(state, info, task, failed);
    let mut result = wire::tool_result(&state.renderer(info), &disclosure);
    if let Some(rest) = rest {
        rest.add_to(&mut result, state.policy().discretion());
    }
    result
}

/// A JSON-RPC error, as it may leave; `None` if it could not be read.
fn failed_error(state: &GuardState, info: &RequestInfo, task: &str, mut theirs: Option<ErrorData>) -> ErrorData {
    let known = theirs.as_mut().and_then(|error| KnownFailure::of_error(state, error, HandedOver::default()));
    let unknown = |failure| KnownFailure { failure, logged: None };
    let failed = match (known, &theirs) {
        (Some(known), _) => known,
        (None, Some(theirs)) => unknown(read::of_error(theirs, state.policy().classifier()).naming("The task")),
        (None, None) => unknown(Failure::internal("")),
    };
    let disclosure = disclosed(state, info, task, failed);
    let plain = || wire::error(&state.renderer(info), &disclosure, Place::Request);
    match theirs {
        Some(theirs) if is_of_the_protocol(theirs.code, info.revision) => {
            incomplete::complete(theirs, &disclosure, state.policy().discretion())
                .without_secrets(state.policy())
                .unwrap_or_else(plain)
        }
        Some(_) | None => plain(),
    }
}

fn disclosed(state: &GuardState, info: &RequestInfo, task: &str, failed: KnownFailure) -> Disclosure {
    let failure = info.note_in(failed.failure).with_private("task", task);
    let known = state.failed_tasks.known(task);
    let disclosure = disclose::task(state, KnownFailure { failure, ..failed }, known);
    if known.is_none() {
        state.failed_tasks.remember(task, disclosure.occurrence());
    }
    disclosure
}
