//! What a call that took longer than its deadline failed with.

use crate::failure::{Origin, Retry, Safety};
use crate::rmcp::guard::admit::ToolCall;
use crate::{Code, Failure, reason};
use std::time::Duration;

/// The tool did not finish.
pub(super) fn of_the_tool(call: &ToolCall, limit: Duration) -> Failure {
    let (safety, recovery) = if call.is_repeatable() {
        (Safety::Always, "Ask for less in one call, or try again later.")
    } else {
        (
            Safety::IfIdempotent,
            "It may have taken effect: check before you call it again, and ask for less in one call.",
        )
    };
    let message = format!("{} did not finish within {}", call.name(), in_words(limit));
    failure(message, limit).with_retry(Retry::Backoff(safety)).with_recovery(recovery)
}

/// The tool was not run, because the server did not list its tools.
pub(super) fn of_the_list(call: &ToolCall, limit: Duration) -> Failure {
    let message = format!("{} was not run: the server did not list its tools within {}", call.name(), in_words(limit));
    failure(message, limit)
        .with_retry(Retry::Backoff(Safety::Always))
        .with_recovery("It has not taken effect: try again later.")
}

fn failure(message: String, limit: Duration) -> Failure {
    Failure::new(Code::Timeout, message)
        .with_reason(reason!("deadline_exceeded"))
        .with_origin(Origin::Internal)
        .with_context(crate::failure::details::key::DEADLINE_MS, u64::try_from(limit.as_millis()).unwrap_or(u64::MAX))
}

fn in_words(duration: Duration) -> String {
    match (duration.as_secs(), duration.subsec_millis()) {
        (1, 0) => "1 second".to_owned(),
        (seconds, 0) => format!("{seconds} seconds"),
        (0, millis) => format!("{millis} ms"),
        (seconds, millis) => format!("{seconds}.{millis:03} seconds"),
    }
}
