//! What the faults of an MCP server become that it does not answer for itself, before the request that they meet is looked at.

use crate::child::ChildExit;
use candor::failure::{Origin, Retry, Safety};
use candor::{Code, Failure, reason};
use std::time::Duration;

/// Which limit a request has passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passed {
    /// The server has given no sign for so long.
    Silence(Duration),
    /// It has reported progress, and not come to an end in so long.
    Longest(Duration),
}

/// The server has ended before it answered.
pub(crate) fn ended(name: &str, exit: &ChildExit) -> Failure {
    let failure = Failure::new(Code::Unavailable, format!("The server {name} {exit} before it answered"))
        .with_reason(reason!("server_ended"))
        .with_origin(Origin::Transport);
    of_exit(failure, exit)
}

/// The server does not work any more, and is ended.
pub(crate) fn stopped(name: &str, why: &str) -> Failure {
    Failure::new(Code::Unavailable, format!("The server {name} {why} before it answered"))
        .with_reason(reason!("server_stopped"))
        .with_origin(Origin::Transport)
}

/// For the operator: how the server ended, and what it said last.
fn of_exit(failure: Failure, exit: &ChildExit) -> Failure {
    let failure = failure.with_private("exit", exit.to_string());
    let lines: Vec<&str> = exit.stderr().iter().map(String::as_str).collect();
    if lines.is_empty() { failure } else { failure.with_private("stderr", lines.join("\n")) }
}

/// The server is not there, and will be tried again at some time.
pub(crate) fn not_running(name: &str, why: &str, again: Option<Duration>) -> Failure {
    let failure = Failure::new(Code::Unavailable, format!("The server {name} is not running: it {why}"))
        .with_reason(reason!("server_not_running"))
        .with_origin(Origin::Transport);
    match again {
        // The protocol counts in whole seconds.
        Some(again) => failure.with_retry(Retry::After(Duration::from_secs(again.as_secs() + 1), Safety::Always)),
        None => failure.with_retry(Retry::Backoff(Safety::Always)),
    }
}

/// The request has taken too long. Whose limit it was is said in front of it, such as `the gateway's limit of `.
pub(crate) fn too_slow(name: &str, passed: Passed, whose: &str) -> Failure {
    let (words, limit) = match passed {
        Passed::Silence(limit) => ("gave no answer and no progress", limit),
        Passed::Longest(limit) => ("reported progress, but did not finish", limit),
    };
    Failure::new(Code::Timeout, format!("The server {name} {words} within {whose}{}", in_words(limit)))
        .with_reason(reason!("server_too_slow"))
        .with_origin(Origin::Transport)
        .with_context("deadline_ms", u64::try_from(limit.as_millis()).unwrap_or(u64::MAX))
}

/// The failure of a request that the server has not got.
pub(crate) fn never_sent(failure: Failure) -> Failure {
    failure
        .with_retry(Retry::Backoff(Safety::Always))
        .with_recovery("It was never sent to the server: try again later.")
}

/// The answer is longer than it may be.
pub(crate) fn answer_too_long(name: &str, limit: usize) -> Failure {
    Failure::new(Code::DependencyFailed, format!("The answer of {name} is longer than {limit} bytes"))
        .with_reason(reason!("response_too_large"))
        .with_origin(Origin::Upstream)
        .with_context("limit", limit)
}

/// What a caller can do about an answer that is too long.
pub(crate) const ASK_FOR_LESS: &str = "Ask for less in one call.";

/// There is no memory for the answer.
pub(crate) fn no_room(name: &str) -> Failure {
    Failure::new(Code::Unavailable, format!("There is no memory for the answer of {name} now"))
        .with_reason(reason!("out_of_memory_budget"))
        .with_origin(Origin::Internal)
}

/// The answer is not a message.
pub(crate) fn malformed(name: &str) -> Failure {
    Failure::new(Code::DependencyFailed, format!("The answer of {name} is not a JSON-RPC message"))
        .with_reason(reason!("malformed_body"))
        .with_origin(Origin::Upstream)
}

fn in_words(duration: Duration) -> String {
    match (duration.as_secs(), duration.subsec_millis()) {
        (1, 0) => "1 second".to_owned(),
        (seconds, 0) => format!("{seconds} seconds"),
        (0, millis) => format!("{millis} ms"),
        (seconds, millis) => format!("{seconds}.{millis:03} seconds"),
    }
}
