//! What is done about answers that are not as promised: for an API, or for one tool.

use super::super::format::{DURATION, POINTER, SIZE};
use super::super::key::{Key, Kind, Section};
use super::super::reader::Reader;
use super::super::value::Table;
use crate::upstream::{Breaker, FailureRule, OnEmpty, OnMismatch, Policies, ToolPolicies};
use candor::retry::Policy;
use std::time::Duration;

/// The keys of policies that an API and a tool share.
pub(super) const SCHEMA_MISMATCH: Key = Key::new(
    "schema_mismatch",
    Kind::Choice(|| vec!["fail", "warn"]),
    "\"warn\"",
    "An answer that does not fit its schema: the call fails, or the answer has a warning in it.",
);
pub(super) const EMPTY_RESPONSE: Key = Key::new(
    "empty_response",
    Kind::Choice(|| vec!["fail", "warn", "accept"]),
    "\"accept\"",
    "An empty answer where a body is promised: the call fails, the answer has a warning in it, or it is a success without content.",
);
pub(super) const RESPONSE_CAP: Key = Key::new(
    "response_cap",
    Kind::Text(&SIZE),
    "\"256KiB\"",
    "The longest answer that is read. A longer one is a failure.",
);
pub(super) const RETRY_EXAMPLE: &str = "{ attempts = 3 }";

pub(super) const RETRY: Section = Section {
    name: "retry",
    about: "Calls that failed are tried again where the failure says that it can help. A call that may have taken effect is repeated only if that is harmless.",
    keys: &[
        Key::new(
            "attempts",
            Kind::Count { least: 2, most: 20 },
            "3",
            "How often a call is tried at most, the first time included.",
        )
        .or("`3`"),
        Key::new(
            "first_delay",
            Kind::Text(&DURATION),
            "\"100ms\"",
            "The longest wait before the second attempt. It doubles each time.",
        )
        .or("`100ms`"),
        Key::new("longest_delay", Kind::Text(&DURATION), "\"10s\"", "What the waiting grows to at most.").or("`10s`"),
        Key::new(
            "deadline",
            Kind::Text(&DURATION),
            "\"30s\"",
            "How long all attempts and the waiting may take together.",
        )
        .or("`30s`"),
    ],
};

pub(super) const BREAKER: Section = Section {
    name: "breaker",
    about: "Leaves an API alone for a while when it is broken. An answer such as 404 is no sign of that.",
    keys: &[
        Key::new("failures", Kind::Count { least: 1, most: 1_000 }, "5", "So many failures in a row open it.")
            .or("`5`"),
        Key::new(
            "pause",
            Kind::Text(&DURATION),
            "\"30s\"",
            "How long nothing is sent then, before one call tries again.",
        )
        .or("`30s`"),
    ],
};

pub(super) const FAILED_WHEN: Section = Section {
    name: "failed_when",
    about: "When an answer with a status of success says that it failed.",
    keys: &[
        Key::new("pointer", Kind::Text(&POINTER), "\"/ok\"", "Where the value is that tells.").required(),
        Key::new("equals", Kind::Json, "false", "The value that means failure.")
            .or("any but `null`, `false`, `\"\"`, `[]`, `{}`"),
        Key::new("message", Kind::Text(&POINTER), "\"/error/message\"", "Where the message for the caller is.")
            .or("none"),
    ],
};

/// The policies of an API.
pub(crate) fn read(table: &Table, reader: &mut Reader<'_>) -> Policies {
    let mut policies = Policies::default();
    policies.schema_mismatch = table.get("schema_mismatch").map_or(policies.schema_mismatch, on_mismatch);
    policies.empty_response = table.get("empty_response").map_or(policies.empty_response, on_empty);
    policies.response_cap = table.get("response_cap").unwrap_or(policies.response_cap);
    policies.retry = table.get("retry").and_then(|table| retry(table, reader));
    policies.breaker = table.get("breaker").map(breaker);
    let rules: Vec<&Table> = table.all("failed_when");
    policies.failed_when = rules.into_iter().filter_map(failure_rule).collect();
    policies
}

/// The policies of one tool.
pub(crate) fn read_for_tool(table: &Table, reader: &mut Reader<'_>) -> ToolPolicies {
    let retry = match table.get::<bool>("retry") {
        Some(_) => Some(None),
        None => table.get("retry").map(|table| retry(table, reader)),
    };
    ToolPolicies {
        timeout: table.get("timeout"),
        schema_mismatch: table.get("schema_mismatch").map(on_mismatch),
        empty_response: table.get("empty_response").map(on_empty),
        response_cap: table.get("response_cap"),
        retry,
    }
}

fn on_mismatch(word: &str) -> OnMismatch {
    if word == "warn" { OnMismatch::Warn } else { OnMismatch::Fail }
}

fn on_empty(word: &str) -> OnEmpty {
    match word {
        "warn" => OnEmpty::Warn,
        "accept" => OnEmpty::Accept,
        _ => OnEmpty::Fail,
    }
}

fn retry(table: &Table, reader: &mut Reader<'_>) -> Option<Policy> {
    let mut builder = Policy::builder();
    if let Some(attempts) = table.get("attempts") {
        builder = builder.attempts(attempts);
    }
    if let Some(delay) = table.get("first_delay") {
        builder = builder.first_delay(delay);
    }
    if let Some(delay) = table.get("longest_delay") {
        builder = builder.longest_delay(delay);
    }
    if let Some(deadline) = table.get("deadline") {
        builder = builder.deadline(deadline);
    }
    match builder.build() {
        Ok(policy) => Some(policy),
        Err(error) => {
            reader.mistake(table.span.clone(), format!("this cannot be done: {error}"), None);
            None
        }
    }
}

fn breaker(table: &Table) -> Breaker {
    Breaker {
        failures: table.get("failures").unwrap_or(5),
        pause: table.get("pause").unwrap_or(Duration::from_secs(30)),
    }
}

fn failure_rule(table: &Table) -> Option<FailureRule> {
    Some(FailureRule { pointer: table.get("pointer")?, equals: table.get("equals"), message: table.get("message") })
}
