//! A call as one line of JSON. Its members are part of what the gateway promises: they are added to, and not renamed.

use super::Line;
use crate::context::CallOutcome;
use serde::Serialize;
use std::time::Duration;

#[derive(Serialize)]
struct Members<'a> {
    time: &'a str,
    event: &'static str,
    tool: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    upstream: Option<&'a str>,
    outcome: &'static str,
    duration_ms: f64,
    request_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    caller: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace_id: Option<String>,
    attempts: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout_ms: Option<f64>,
    bytes_sent: u64,
    bytes_received: u64,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    warnings: &'a [&'static str],
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<FailureMembers<'a>>,
}

#[derive(Serialize)]
struct FailureMembers<'a> {
    code: &'static str,
    reason: &'a str,
    origin: &'static str,
    reference: &'a str,
}

/// The line, with its end.
pub(super) fn line(line: &Line<'_>) -> String {
    let record = line.record;
    let failure = match &record.outcome {
        CallOutcome::Failed(facts) => Some(FailureMembers {
            code: facts.code.name(),
            reason: line.reason,
            origin: facts.origin.name(),
            reference: &facts.reference,
        }),
        CallOutcome::Succeeded | CallOutcome::Cancelled => None,
    };
    let members = Members {
        time: &line.time,
        event: "call",
        tool: &line.tool,
        upstream: record.upstream.as_deref(),
        outcome: line.outcome,
        duration_ms: milliseconds(record.duration),
        request_id: &line.request_id,
        caller: line.caller.as_deref(),
        trace_id: line.trace_id.map(|id| format!("{id:032x}")),
        attempts: record.attempts,
        status: record.status,
        timeout_ms: record.timeout.map(milliseconds),
        bytes_sent: record.bytes_sent,
        bytes_received: record.bytes_received,
        warnings: &record.warnings,
        failure,
    };
    // Strings, numbers and lists of them can always be written.
    let mut text = serde_json::to_string(&members).unwrap_or_default();
    text.push('\n');
    text
}

/// With three digits, which is what a clock of a log is good for.
fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}
