//! Tools that ask back in their result and go on when they are called again with the answers.

use crate::questions::{self, accepted};
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use uuid::Uuid;

/// More open rounds than that are forgotten.
const MOST_STATES: usize = 1000;

/// What the server knows of open rounds; the client holds only a handle, so that it cannot change what it says.
#[derive(Default)]
pub(crate) struct States {
    open: Mutex<HashMap<String, &'static str>>,
}

impl States {
    /// A handle for the next call, which goes on at this step.
    fn issue(&self, step: &'static str) -> String {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= MOST_STATES {
            open.clear();
        }
        let handle = Uuid::new_v4().to_string();
        open.insert(handle.clone(), step);
        handle
    }

    /// The step that the handle stands for: each can be used once, and what was not issued here is refused.
    fn redeem(&self, handle: Option<&str>) -> Result<Option<&'static str>, ErrorData> {
        let Some(handle) = handle else { return Ok(None) };
        let step = self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(handle);
        let step =
            step.ok_or_else(|| ErrorData::invalid_params("The request state is not one of this server", None))?;
        Ok(Some(step))
    }
}

/// One round of the tool, or `None` where the tool is none of these.
pub(crate) fn call(
    states: &States,
    request: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<Option<CallToolResponse>, ErrorData> {
    let answers = request.input_responses.as_ref();
    let answer = |key: &str| answers.and_then(|answers| answers.get(key));
    let step = states.redeem(request.request_state.as_deref());
    let response = match request.name.as_ref() {
        "test_input_required_result_elicitation" => match accepted(answers, "user_name", "name") {
            Some(name) => done(&format!("Hello, {name}!")),
            None => ask([("user_name", questions::text("What is your name?", "name")?)], None),
        },
        "test_input_required_result_sampling" => match answer("capital_question").and_then(spoken) {
            Some(said) => done(said),
            None => ask([("capital_question", questions::model("What is the capital of France?")?)], None),
        },
        "test_input_required_result_list_roots" => {
            match answer("client_roots").and_then(|it| it.get("roots")?.as_array()) {
                Some(roots) => done(&format!("The client has {} roots", roots.len())),
                None => ask([("client_roots", questions::roots()?)], None),
            }
        }
        "test_input_required_result_request_state" | "test_input_required_result_tampered_state" => {
            match (step?, answer("confirm")) {
                (Some("confirm"), Some(_)) => done("state-ok"),
                _ => ask([("confirm", questions::yes_or_no("Please confirm", "ok")?)], Some(states.issue("confirm"))),
            }
        }
        "test_input_required_result_multiple_inputs" => {
            let keys = ["user_name", "greeting", "client_roots"];
            if step? == Some("multiple") && keys.iter().all(|key| answer(key).is_some()) {
                done("All three answers are here")
            } else {
                let asked = [
                    ("user_name", questions::text("What is your name?", "name")?),
                    ("greeting", questions::model("Generate a greeting")?),
                    ("client_roots", questions::roots()?),
                ];
                ask(asked, Some(states.issue("multiple")))
            }
        }
        "test_input_required_result_multi_round" => match step? {
            Some("step1") if accepted(answers, "step1", "name").is_some() => {
                let question = questions::text("Step 2: What is your favorite color?", "color")?;
                ask([("step2", question)], Some(states.issue("step2")))
            }
            Some("step2") if accepted(answers, "step2", "color").is_some() => done("Both steps are done"),
            _ => {
                let question = questions::text("Step 1: What is your name?", "name")?;
                ask([("step1", question)], Some(states.issue("step1")))
            }
        },
        "test_input_required_result_capabilities" | "test_streaming_elicitation" => {
            if answers.is_some_and(|answers| !answers.is_empty()) {
                done("Thank you")
            } else {
                match possible(&context.client_capabilities().unwrap_or_default())? {
                    asked if asked.is_empty() => done("This client can be asked nothing"),
                    asked => ask(asked, None),
                }
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(response))
}

/// The questions that this client can answer.
fn possible(client: &ClientCapabilities) -> Result<Vec<(&'static str, InputRequest)>, ErrorData> {
    let mut asked = Vec::new();
    if client.elicitation.is_some() {
        asked.push(("user_name", questions::text("What is your name?", "name")?));
    }
    if client.sampling.is_some() {
        asked.push(("greeting", questions::model("Generate a greeting")?));
    }
    if client.roots.is_some() {
        asked.push(("client_roots", questions::roots()?));
    }
    Ok(asked)
}

/// What the client's model said.
fn spoken(answer: &serde_json::Value) -> Option<&str> {
    answer.get("content")?.get("text")?.as_str()
}

fn done(text: &str) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

/// Asks back, with the handle to go on with.
pub(crate) fn ask<'a>(
    questions: impl IntoIterator<Item = (&'a str, InputRequest)>,
    state: Option<String>,
) -> CallToolResponse {
    let asked = questions.into_iter().map(|(key, question)| (key.to_owned(), question)).collect();
    InputRequiredResult::new(Some(asked), state).into()
}
