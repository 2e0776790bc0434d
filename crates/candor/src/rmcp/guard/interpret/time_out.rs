//! What a tool that took longer than its deadline failed with.

use crate::failure::{Origin, Retry, Safety};
use crate::rmcp::guard::admit::ToolCall;
use crate::{Code, Failure, reason};
use std::time::Duration;

pub(super) fn failure(call: &ToolCall, deadline: Duration) -> Failure {
    let name = call.info.tool.as_deref().unwrap_or("The tool");
    let (safety, recovery) = if call.is_repeatable() {
        (Safety::Always, "Ask for less in one call, or try again later.")
    } else {
        (
            Safety::IfIdempotent,
            "It may have taken effect: check before you call it again, and ask for less in one call.",
        )
    };
    Failure::new(Code::Timeout, format!("{name} did not finish within {}", in_words(deadline)))
        .with_reason(reason!("deadline_exceeded"))
        .with_origin(Origin::Internal)
        .with_retry(Retry::Backoff(safety))
        .with_recovery(recovery)
        .with_context(
            crate::failure::details::key::DEADLINE_MS,
            u64::try_from(deadline.as_millis()).unwrap_or(u64::MAX),
        )
}

fn in_words(duration: Duration) -> String {
    match (duration.as_secs(), duration.subsec_millis()) {
        (1, 0) => "1 second".to_owned(),
        (seconds, 0) => format!("{seconds} seconds"),
        (0, millis) => format!("{millis} ms"),
        (seconds, millis) => format!("{seconds}.{millis:03} seconds"),
    }
}
