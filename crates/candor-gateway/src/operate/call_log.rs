//! One line a call, on standard error.

mod json;
mod text;

use super::served_policy::{Secrets, ServedPolicy};
use super::strangers_word::{told, told_reason};
use crate::context::{CallObserver, CallOutcome, CallRecord};
use crate::settings::LogFormat;
use candor::non_blocking_stderr;
use jiff::Timestamp;
use std::borrow::Cow;
use std::io::{IsTerminal, Write};

/// Writes each call that has ended as one line. No call waits for it: what standard error does not take in time is dropped, and
/// counted there.
#[derive(Debug)]
pub(super) struct CallLog {
    form: Form,
    policy: ServedPolicy,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Json,
    Text { coloured: bool },
}

impl CallLog {
    /// The log in this format, if there is to be one. A line for people has colours where standard error is a terminal that wants them.
    pub(super) fn new(format: LogFormat, policy: ServedPolicy) -> Option<CallLog> {
        let form = match format {
            LogFormat::Json => Form::Json,
            LogFormat::Text => {
                let stderr = std::io::stderr();
                // `CLICOLOR_FORCE` would colour a file, too.
                let wanted = anstream::AutoStream::choice(&stderr) != anstream::ColorChoice::Never;
                Form::Text { coloured: wanted && stderr.is_terminal() }
            }
            LogFormat::Off => return None,
        };
        Some(CallLog { form, policy })
    }

    fn line(&self, record: &CallRecord) -> String {
        let line = Line::of(record, &self.policy.secrets());
        match self.form {
            Form::Json => json::line(&line),
            Form::Text { coloured } => text::line(&line, coloured),
        }
    }
}

impl CallObserver for CallLog {
    fn sealed(&self, record: &CallRecord) {
        // A write to it cannot fail: what does not fit is counted.
        let _ = non_blocking_stderr().write_all(self.line(record).as_bytes());
    }
}

/// What a line says, whatever its form.
struct Line<'a> {
    record: &'a CallRecord,
    /// UTC, as RFC 3339 has it, with milliseconds.
    time: String,
    tool: Cow<'a, str>,
    request_id: Cow<'a, str>,
    caller: Option<Cow<'a, str>>,
    trace_id: Option<u128>,
    outcome: &'static str,
    /// That of the failure, if it has failed.
    reason: &'a str,
}

impl<'a> Line<'a> {
    fn of(record: &'a CallRecord, secrets: &Secrets) -> Line<'a> {
        let time = Timestamp::try_from(record.started).unwrap_or(Timestamp::UNIX_EPOCH);
        let tool = match record.upstream {
            Some(_) => Cow::Borrowed(record.tool.as_str()),
            None => told(&record.tool, secrets),
        };
        Line {
            record,
            time: format!("{time:.3}"),
            tool,
            request_id: told(&record.request_id, secrets),
            // The subject of a token is the word of its issuer, and an address that of a proxy.
            caller: record.caller.as_deref().map(|name| told(name, secrets)),
            trace_id: trace_id(record),
            outcome: outcome_name(&record.outcome),
            reason: match &record.outcome {
                CallOutcome::Failed(facts) => told_reason(facts, secrets),
                CallOutcome::Succeeded | CallOutcome::Cancelled => "",
            },
        }
    }
}

fn trace_id(record: &CallRecord) -> Option<u128> {
    let own = record.trace.map(|trace| trace.trace_id);
    own.or_else(|| Some(super::trace_parent::TraceParent::parse(record.traceparent.as_deref()?)?.trace_id))
}

/// How a call ended, as log, metrics and traces name it.
pub(super) fn outcome_name(outcome: &CallOutcome) -> &'static str {
    match outcome {
        CallOutcome::Succeeded => "succeeded",
        CallOutcome::Failed(_) => "failed",
        CallOutcome::Cancelled => "cancelled",
    }
}

#[cfg(test)]
mod tests;
