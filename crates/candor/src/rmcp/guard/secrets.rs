//! The secrets of the policy, which are taken from successes, too.

use super::state::GuardState;
use crate::disclose::{REDACTED, Scrubber};
use ::rmcp::model::{CallToolResult, ContentBlock, JsonObject, Task};
use serde_json::Value;

/// The result without the policy's secrets. Nothing else is taken from what a tool answers.
pub(super) fn without_secrets(state: &GuardState, mut result: CallToolResult) -> CallToolResult {
    let Some(secrets) = secrets_of(state) else { return result };
    result.content.iter_mut().for_each(|block| scrub_block(&secrets, block));
    if let Some(content) = &mut result.structured_content {
        scrub_texts(&secrets, content);
    }
    if let Some(meta) = &mut result.meta {
        scrub_members(&secrets, &mut meta.0);
    }
    result
}

/// The same for a result that was kept as JSON.
pub(super) fn take_secrets_from(state: &GuardState, result: &mut JsonObject) {
    if let Some(secrets) = secrets_of(state) {
        scrub_members(&secrets, result);
    }
}

/// Scrubs a task's status message by all rules: it may contain the text of an error.
pub(super) fn scrub_status(state: &GuardState, task: &mut Task) {
    if let Some(message) = &mut task.status_message {
        *message = state.policy().discretion().scrubber().scrub(message).into_owned();
    }
}

fn secrets_of(state: &GuardState) -> Option<Scrubber> {
    state.policy().discretion().scrubber().secrets_only()
}

fn scrub_block(secrets: &Scrubber, block: &mut ContentBlock) {
    if let ContentBlock::Text(text) = block {
        return scrub_text(secrets, &mut text.text);
    }
    let Ok(value) = serde_json::to_value(&*block) else { return };
    let mut scrubbed = value.clone();
    scrub_texts(secrets, &mut scrubbed);
    if scrubbed != value {
        *block = serde_json::from_value(scrubbed).unwrap_or_else(|_| ContentBlock::text(REDACTED));
    }
}

fn scrub_texts(secrets: &Scrubber, value: &mut Value) {
    match value {
        Value::String(text) => scrub_text(secrets, text),
        Value::Array(items) => items.iter_mut().for_each(|item| scrub_texts(secrets, item)),
        Value::Object(members) => scrub_members(secrets, members),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn scrub_members(secrets: &Scrubber, members: &mut JsonObject) {
    members.values_mut().for_each(|member| scrub_texts(secrets, member));
}

fn scrub_text(secrets: &Scrubber, text: &mut String) {
    if let std::borrow::Cow::Owned(scrubbed) = secrets.scrub(text) {
        *text = scrubbed;
    }
}
