//! What a tool that ran as a task failed with.

use super::core::Core;
use super::foreign::{self, Foreign};
use super::occasion::Occasion;
use crate::failure::Occurrence;
use crate::render::Place;
use crate::rmcp::{incomplete, read, wire};
use crate::{Disclosure, Failure};
use ::rmcp::ErrorData;
use ::rmcp::model::{CallToolResult, GetTaskResult, Task, TaskPayload};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How many tasks are remembered.
const MOST: usize = 10_000;

/// The failures of tasks that were reported, so that asking for one again is no further incident.
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

impl Core {
    /// A task as it may leave: what its tool failed with is disclosed like any other failure, under one id however often
    /// it is asked for.
    pub(super) fn finished_task(&self, occasion: &Occasion, mut asked: GetTaskResult) -> GetTaskResult {
        let task = &mut asked.task;
        self.scrub_status(&mut task.task);
        let renderer = self.settings().renderer(occasion.revision);
        match &mut task.payload {
            TaskPayload::Completed { result } => {
                let theirs = serde_json::from_value::<CallToolResult>(Value::Object(result.clone()));
                self.take_secrets_from(result);
                if let Ok(theirs) = theirs
                    && theirs.is_error == Some(true)
                {
                    let foreign = Foreign::of(&theirs, &self.settings().classifier);
                    let has_all_texts = foreign.has_all_texts();
                    let disclosure = self.disclosed_task(occasion, &task.task.task_id, foreign.failure);
                    let mut answer = wire::tool_result(&renderer, &disclosure);
                    Foreign::keep_the_rest(has_all_texts, &mut answer, theirs, &self.settings().discretion);
                    if let Ok(Value::Object(members)) = serde_json::to_value(answer) {
                        *result = members;
                    }
                }
            }
            TaskPayload::Failed { error } => {
                let theirs = serde_json::from_value::<ErrorData>(Value::Object(std::mem::take(error)));
                let failure = match &theirs {
                    Ok(theirs) => read::of_error(theirs, &self.settings().classifier),
                    Err(_) => Failure::internal(""),
                };
                let disclosure = self.disclosed_task(occasion, &task.task.task_id, failure);
                let answer = match theirs {
                    Ok(theirs) if foreign::is_of_the_protocol(theirs.code, occasion.revision) => {
                        incomplete::complete(theirs, &disclosure, &self.settings().discretion)
                    }
                    Ok(_) | Err(_) => wire::error(&renderer, &disclosure, Place::Request),
                };
                if let Ok(Value::Object(members)) = serde_json::to_value(answer) {
                    *error = members;
                }
            }
            TaskPayload::Working | TaskPayload::InputRequired { .. } | TaskPayload::Cancelled | _ => {}
        }
        asked
    }

    /// What a task says of its state is for the caller, too.
    pub(super) fn scrub_status(&self, task: &mut Task) {
        if let Some(message) = &mut task.status_message {
            *message = self.settings().discretion.scrubber().scrub(message).into_owned();
        }
    }

    fn disclosed_task(&self, occasion: &Occasion, task: &str, failure: Failure) -> Disclosure {
        let failure = occasion.noted_in(failure).with_private("task", task);
        let known = self.failed_tasks.known(task);
        let failure = match known {
            Some(occurrence) => failure.with_occurrence(occurrence),
            None => failure,
        };
        let (disclosure, incident) = failure.disclose(&self.settings().discretion);
        if known.is_none() {
            self.failed_tasks.remember(task, disclosure.occurrence());
            self.report(&incident);
        }
        disclosure
    }
}
