//! What a task says of itself.

use super::state::GuardState;
use crate::rmcp::outbound::secrets;
use ::rmcp::model::{JsonObject, Task};

/// Takes the configured secrets from a result that was kept as JSON.
pub(super) fn take_secrets_from(state: &GuardState, result: &mut JsonObject) {
    if let Some(rewritten) = secrets::removed_from(state.policy(), result) {
        *result = serde_json::from_slice(&rewritten).unwrap_or_default();
    }
}

/// Scrubs a task's status message by all rules: it may contain the text of an error.
pub(super) fn scrub_status(state: &GuardState, task: &mut Task) {
    if let Some(message) = &mut task.status_message {
        *message = state.policy().discretion().scrubber().scrub(message).into_owned();
    }
}
