//! Failures: JSON-RPC errors, failed results of tools, and what tasks failed with. One that this process has disclosed passes;
//! any other is read, disclosed and written anew, whatever it claims to be.

use super::json::{member, parts, replaced};
use super::tickets::{self, PARTS_OF_ERROR, PARTS_OF_RESULT};
use super::{Passed, Sent};
use crate::failure::Retry;
use crate::render::{Place, add_result_member};
use crate::rmcp::foreign_result::ForeignResult;
use crate::rmcp::{incomplete, wire};
use crate::{Disclosure, Failure, FailurePolicy, reason};
use ::rmcp::ErrorData;
use ::rmcp::model::{CallToolResult, JsonObject};
use serde::Serialize;
use serde_json::Value;
use std::ops::Range;

/// A JSON-RPC error as it may leave.
pub(super) fn error(policy: &FailurePolicy, message: &[u8], span: Range<usize>, before: Option<Sent>) -> Passed {
    match error_in(policy, message, span.clone(), before) {
        Ok(sent) => Passed { message: None, sent: Some(sent) },
        Err((new, sent)) => Passed { message: Some(replaced(message, vec![(span, new)])), sent },
    }
}

/// The error in this span: whether it may leave as it is, or what takes its place.
fn error_in(
    policy: &FailurePolicy,
    message: &[u8],
    span: Range<usize>,
    before: Option<Sent>,
) -> Result<Sent, (Vec<u8>, Option<Sent>)> {
    if before == Some(Sent::Disclosed) || takes_ticket(message, span.clone(), PARTS_OF_ERROR, &["code"]) {
        return Ok(Sent::Disclosed);
    }
    let written = message.get(span).unwrap_or_default();
    let disclose = |failure| disclosed(policy, failure, before);
    let Ok(error) = serde_json::from_slice::<ErrorData>(written) else {
        if let Some(new) = scrubbed(policy, written) {
            return Err((new, None));
        }
        let disclosure = disclose(unreadable("An error"));
        let plain = wire::error(policy.renderer(), &disclosure, Place::Request);
        return Err((written_anew(&plain), Some(Sent::Completed(disclosure.occurrence()))));
    };
    let (error, occurrence) = incomplete::completed_by(policy, error, disclose);
    Err((written_anew(&error), Some(Sent::Completed(occurrence))))
}

fn written_anew(failure: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(failure).unwrap_or_else(|_| b"{}".to_vec())
}

/// What takes the place of something that cannot be read, such as JSON with too many levels.
pub(in crate::rmcp) fn unreadable(what: &str) -> Failure {
    Failure::internal(format!("{what} could not be read to be checked, so it was held back"))
        .with_reason(reason!("unreadable_answer"))
        .with_retry(Retry::Never)
}

/// Whether a result may be one of a failed tool or of a task.
pub(in crate::rmcp) fn may_be_in(message: &[u8]) -> bool {
    let is_true = |at: usize| {
        let rest = message.get(at + IS_ERROR.len()..).unwrap_or_default().trim_ascii_start();
        rest.strip_prefix(b":").is_some_and(|value| value.trim_ascii_start().starts_with(b"true"))
    };
    memchr::memmem::find_iter(message, IS_ERROR).any(is_true) || super::json::may_name(message, "\"taskId\"")
}

const IS_ERROR: &[u8] = b"\"isError\"";

/// A result as it may leave, if it is one of a failed tool or of a task.
pub(super) fn result(policy: &FailurePolicy, message: &[u8], span: Range<usize>, before: Option<Sent>) -> Passed {
    if is_failed(message, span.clone()) {
        return tool_result(policy, message, span, before);
    }
    if member(message, span.clone(), "taskId").is_none() {
        return Passed::default();
    }
    let mut changes = Vec::new();
    let mut sent = None;
    for part in parts(message, span) {
        if part.is_named(message, "result") && is_failed(message, part.value.clone()) {
            let nested = tool_result(policy, message.get(part.value.clone()).unwrap_or_default(), WHOLE, before);
            changes.extend(nested.message.map(|new| (part.value.clone(), new)));
            sent = nested.sent;
        } else if part.is_named(message, "error") {
            match error_in(policy, message, part.value.clone(), before) {
                Ok(known) => sent = Some(known),
                Err((new, known)) => {
                    changes.push((part.value, new));
                    sent = known;
                }
            }
        } else if part.is_named(message, "statusMessage") {
            let new = scrubbed(policy, message.get(part.value.clone()).unwrap_or_default());
            changes.push((part.value, new.unwrap_or_else(|| b"\"\"".to_vec())));
        }
    }
    let is_changed = changes.iter().any(|(span, new)| message.get(span.clone()) != Some(new.as_slice()));
    Passed { message: is_changed.then(|| replaced(message, changes)), sent }
}

/// All of a text.
const WHOLE: Range<usize> = 0..usize::MAX;

/// The task of a notification, as it may leave.
pub(super) fn scrub_task(policy: &FailurePolicy, task: &mut JsonObject) {
    let text = Value::Object(task.clone()).to_string();
    let passed = result(policy, text.as_bytes(), 0..text.len(), None);
    if let Some(new) = passed.message {
        *task = serde_json::from_slice(&new).unwrap_or_default();
    }
}

fn is_failed(message: &[u8], span: Range<usize>) -> bool {
    let span = span.start..span.end.min(message.len());
    parts(message, span).any(|part| part.is_named(message, "isError") && message.get(part.value) == Some(b"true"))
}

/// Members of a result that only say what kind it is.
const KEPT_OF_RESULT: [&str; 2] = ["isError", "resultType"];

/// A failed result of a tool.
fn tool_result(policy: &FailurePolicy, message: &[u8], span: Range<usize>, before: Option<Sent>) -> Passed {
    let span = span.start..span.end.min(message.len());
    let dialect = policy.renderer().dialect();
    let written = message.get(span.clone()).unwrap_or_default();
    if before == Some(Sent::Disclosed) || takes_ticket(message, span.clone(), PARTS_OF_RESULT, &KEPT_OF_RESULT) {
        let with_member = || {
            let mut members: JsonObject = serde_json::from_slice(written).ok()?;
            add_result_member(dialect, &mut members).then(|| Value::Object(members).to_string().into_bytes())
        };
        let new = dialect.has_result_member().then(with_member).flatten();
        return Passed { message: new.map(|new| replaced(message, vec![(span, new)])), sent: Some(Sent::Disclosed) };
    }
    let (Ok(mut members), Ok(result)) =
        (serde_json::from_slice::<JsonObject>(written), serde_json::from_slice::<CallToolResult>(written))
    else {
        let (new, sent) = match scrubbed(policy, written) {
            Some(new) => (new, None),
            None => {
                let disclosure = disclosed(policy, unreadable("A failed result"), before);
                let plain = wire::tool_result(policy.renderer(), &disclosure);
                (written_anew(&plain), Some(Sent::Completed(disclosure.occurrence())))
            }
        };
        return Passed { message: Some(replaced(message, vec![(span, new)])), sent };
    };
    let (failure, rest) = ForeignResult::read(result, policy.classifier(), "The tool");
    let disclosure = disclosed(policy, failure, before);
    let mut ours = wire::tool_result(policy.renderer(), &disclosure);
    rest.add_to(&mut ours, policy.discretion());
    members.retain(|name, _| KEPT_OF_RESULT.contains(&name.as_str()));
    if let Ok(Value::Object(ours)) = serde_json::to_value(ours) {
        members.extend(ours.into_iter().filter(|(name, _)| PARTS_OF_RESULT.contains(&name.as_str())));
    }
    add_result_member(dialect, &mut members);
    let new = Value::Object(members).to_string().into_bytes();
    Passed { message: Some(replaced(message, vec![(span, new)])), sent: Some(Sent::Completed(disclosure.occurrence())) }
}

/// Discloses a failure of unknown origin. One that leaves again keeps its reference, and is no other incident.
fn disclosed(policy: &FailurePolicy, failure: Failure, before: Option<Sent>) -> Disclosure {
    match before {
        Some(Sent::Completed(occurrence)) => {
            failure.relayed().with_occurrence(occurrence).disclose(policy.discretion()).0
        }
        Some(Sent::Disclosed) | None => policy.disclose(failure),
    }
}

/// Whether this process has disclosed what is written here as these members. Beside them, only those may be there that say
/// nothing, and each of them once.
fn takes_ticket<const COUNT: usize>(message: &[u8], span: Range<usize>, names: [&str; COUNT], others: &[&str]) -> bool {
    let there: Vec<_> = parts(message, span).collect();
    let named = |name: &str| there.iter().find(|part| part.is_named(message, name));
    let known = names.iter().chain(others).filter(|name| named(name).is_some()).count();
    known == there.len()
        && tickets::take(names.map(|name| named(name).and_then(|part| message.get(part.value.clone()))))
}

/// Leaves a ticket for what is written here as these members.
pub(super) fn leave_ticket<const COUNT: usize>(message: &[u8], span: Range<usize>, names: [&str; COUNT]) {
    let there: Vec<_> = parts(message, span).collect();
    let named = |name: &str| there.iter().find(|part| part.is_named(message, name));
    tickets::issue_for_parts(names.map(|name| named(name).and_then(|part| message.get(part.value.clone()))));
}

/// JSON by all rules, where it is not what it should be; `None` if it cannot be read.
fn scrubbed(policy: &FailurePolicy, json: &[u8]) -> Option<Vec<u8>> {
    let value = serde_json::from_slice::<Value>(json).ok()?;
    Some(policy.discretion().scrub_value(&value).to_string().into_bytes())
}
