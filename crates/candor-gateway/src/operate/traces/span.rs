//! The spans of a call, with the names of OpenTelemetry's conventions for MCP and for HTTP clients. None has a text of a stranger.

use crate::context::{CallOutcome, CallRecord, CallTrace, UpstreamRequest};
use crate::operate::call_log::outcome_name;
use crate::operate::served_policy::Secrets;
use crate::operate::strangers_word::told_reason;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue, any_value};
use opentelemetry_proto::tonic::trace::v1::{Span, Status, span::SpanKind, status::StatusCode};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The longest id of a request that is told: those of clients are numbers and UUIDs.
const LONGEST_ID: usize = 36;
/// The bits of `flags` that say that the parent is remote, and that this is known (`SpanFlags`).
const HAS_IS_REMOTE: u32 = 0x100;
const IS_REMOTE: u32 = 0x200;
const SAMPLED: u32 = 1;

/// The span of the call, and one of each request that it sent to its API.
pub(super) fn of_call(record: &CallRecord, trace: CallTrace, secrets: &Secrets) -> Vec<Span> {
    let mut spans = Vec::with_capacity(1 + record.requests.len());
    spans.push(server_span(record, trace, secrets));
    spans.extend(
        record.requests.iter().enumerate().map(|(place, request)| client_span(record, trace, place, request, secrets)),
    );
    spans
}

fn server_span(record: &CallRecord, trace: CallTrace, secrets: &Secrets) -> Span {
    let mut attributes = vec![
        text("mcp.method.name", "tools/call"),
        text("gen_ai.operation.name", "execute_tool"),
        text("candor.outcome", outcome_name(&record.outcome)),
        number("candor.attempts", i64::from(record.attempts)),
    ];
    let mut name = "tools/call".to_owned();
    // Without an API, the name of the tool is the caller's own word.
    if let Some(upstream) = &record.upstream {
        name = format!("tools/call {}", record.tool);
        attributes.push(text("gen_ai.tool.name", &record.tool));
        attributes.push(text("candor.upstream", upstream));
    }
    if is_id(&record.request_id) && secrets.scrub(&record.request_id) == record.request_id {
        attributes.push(text("jsonrpc.request.id", &record.request_id));
    }
    let mut status = None;
    if let CallOutcome::Failed(facts) = &record.outcome {
        // The failure of a tool is a result of it.
        attributes.push(text("error.type", if record.upstream.is_some() { "tool_error" } else { facts.code.name() }));
        attributes.push(text("candor.failure.code", facts.code.name()));
        let reason = told_reason(facts, secrets);
        attributes.push(text("candor.failure.reason", reason));
        attributes.push(text("candor.failure.origin", facts.origin.name()));
        attributes.push(text("candor.failure.reference", &facts.reference));
        status = Some(error(format!("{}: {reason}", facts.code.name())));
    }
    Span {
        trace_id: trace.trace_id.to_be_bytes().to_vec(),
        span_id: trace.span_id.to_be_bytes().to_vec(),
        parent_span_id: trace.parent_id.map(|id| id.to_be_bytes().to_vec()).unwrap_or_default(),
        flags: SAMPLED | HAS_IS_REMOTE | if trace.parent_id.is_some() { IS_REMOTE } else { 0 },
        name,
        kind: SpanKind::Server.into(),
        start_time_unix_nano: nanoseconds(record.started, Duration::ZERO),
        end_time_unix_nano: nanoseconds(record.started, record.duration),
        attributes,
        status,
        ..Span::default()
    }
}

fn client_span(
    record: &CallRecord,
    trace: CallTrace,
    place: usize,
    request: &UpstreamRequest,
    secrets: &Secrets,
) -> Span {
    let method = record.method.as_ref().map(http::Method::as_str);
    let mut attributes = Vec::with_capacity(8);
    attributes.extend(method.map(|method| text("http.request.method", method)));
    if let Some((host, port)) = &record.server {
        attributes.push(text("server.address", host));
        attributes.push(number("server.port", i64::from(*port)));
    }
    attributes.extend(record.upstream.as_deref().map(|upstream| text("candor.upstream", upstream)));
    attributes
        .extend((place > 0).then(|| number("http.request.resend_count", i64::try_from(place).unwrap_or(i64::MAX))));
    attributes.extend(request.status.map(|status| number("http.response.status_code", i64::from(status))));
    let error_type = match (request.status, &record.outcome) {
        (Some(status), _) => (status >= 400).then(|| status.to_string()),
        // The reason of the call's failure is that of its last request.
        (None, CallOutcome::Failed(facts)) if place + 1 == record.requests.len() => {
            Some(told_reason(facts, secrets).to_owned())
        }
        (None, CallOutcome::Cancelled) => Some("cancelled".to_owned()),
        (None, CallOutcome::Failed(_) | CallOutcome::Succeeded) => Some("no_answer".to_owned()),
    };
    attributes.extend(error_type.as_deref().map(|kind| text("error.type", kind)));
    Span {
        trace_id: trace.trace_id.to_be_bytes().to_vec(),
        span_id: request.span_id.to_be_bytes().to_vec(),
        parent_span_id: trace.span_id.to_be_bytes().to_vec(),
        flags: SAMPLED | HAS_IS_REMOTE,
        name: method.unwrap_or("HTTP").to_owned(),
        kind: SpanKind::Client.into(),
        start_time_unix_nano: nanoseconds(record.started, request.begin),
        end_time_unix_nano: nanoseconds(record.started, request.end),
        attributes,
        status: error_type.map(error),
        ..Span::default()
    }
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn error(message: String) -> Status {
    Status { message, code: StatusCode::Error.into() }
}

pub(super) fn text(key: &str, value: &str) -> KeyValue {
    attribute(key, any_value::Value::StringValue(value.to_owned()))
}

fn number(key: &str, value: i64) -> KeyValue {
    attribute(key, any_value::Value::IntValue(value))
}

fn attribute(key: &str, value: any_value::Value) -> KeyValue {
    KeyValue { key: key.to_owned(), value: Some(AnyValue { value: Some(value) }), ..KeyValue::default() }
}

fn nanoseconds(started: SystemTime, after: Duration) -> u64 {
    let since = started.duration_since(UNIX_EPOCH).unwrap_or_default().saturating_add(after);
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}
