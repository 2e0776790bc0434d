//! Errors that are about an argument of the call, and do not say so.

use super::RelayedRequest;
use crate::failure::{Origin, Retry};
use crate::{Code, Failure, reason};

/// The failure with what it means, if it is about an argument.
pub(super) fn named(failure: Failure, request: &RelayedRequest) -> Failure {
    let Some(tool) = request.tool().filter(|_| failure.reason().as_str() == failure.code().name()) else {
        return failure;
    };
    let code = failure.code();
    if code == Code::Database && failure.retry() == Retry::Never {
        wrong_statement(failure, tool, request)
    } else if [Code::DependencyFailed, Code::Internal].contains(&code) {
        nothing_else(failure, tool, request)
    } else {
        failure
    }
}

/// What cannot be carried out is a statement that the caller has written.
fn wrong_statement(failure: Failure, tool: &str, request: &RelayedRequest) -> Failure {
    const VERBS: [&str; 12] = [
        "select", "insert", "update", "delete", "create", "drop", "alter", "with", "replace", "pragma", "merge",
        "explain",
    ];
    let is_statement = |text: &str| {
        let mut words = text.split_whitespace();
        let verb = words.next().unwrap_or_default().to_ascii_lowercase();
        VERBS.contains(&verb.as_str()) && words.next().is_some()
    };
    let Some(name) = request.argument_with(is_statement) else { return failure };
    failure
        .with_code(Code::Validation)
        .with_reason(reason!("statement_refused"))
        .with_origin(Origin::Caller)
        .with_recovery(format!("Correct the statement in /{name}, then call {tool} again."))
        .with_context("field", format!("/{name}"))
}

/// Its text is the argument and nothing else, as that of exceptions is which have only the path or the key that they are about.
fn nothing_else(failure: Failure, tool: &str, request: &RelayedRequest) -> Failure {
    let text = without_prefix(failure.message(), tool).trim_matches(['\'', '"']);
    let Some(name) = request.argument_with(|argument| argument == text) else { return failure };
    let message = format!("{tool} failed on /{name}, and says nothing but its value: {text}");
    let recovery =
        format!("Check /{name}: it may not exist, or may not be what {tool} works on. Then call {tool} again.");
    Failure::new(Code::Validation, message)
        .with_reason(reason!("argument_refused"))
        .with_origin(Origin::Caller)
        .with_retry(Retry::Never)
        .with_recovery(recovery)
        .with_context("field", format!("/{name}"))
}

/// The text without what programs put before the message of an error that they caught around a tool.
fn without_prefix<'a>(text: &'a str, tool: &str) -> &'a str {
    let rest = text.split_once(": ").filter(|(before, _)| before.contains(tool) && before.starts_with("Error "));
    rest.map_or(text, |(_, rest)| rest).trim()
}
