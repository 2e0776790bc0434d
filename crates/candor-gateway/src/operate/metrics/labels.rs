//! The labels of what is counted. Every one has a set of values that callers and APIs cannot make grow without end.

use crate::context::{CallRecord, FailureFacts};
use candor::Code;
use prometheus_client::encoding::EncodeLabelSet;
use std::sync::Arc;

/// What stands for a name that no tool has.
const UNKNOWN: &str = "unknown";
/// What stands for the names beyond those that have a series of their own.
pub(super) const OTHER: &str = "other";
/// The longest reason that is a label, in bytes.
const LONGEST_REASON: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct CallLabels {
    pub(super) tool: Arc<str>,
    pub(super) upstream: Arc<str>,
    pub(super) outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct FailureLabels {
    pub(super) code: &'static str,
    pub(super) origin: &'static str,
    pub(super) reason: Arc<str>,
    pub(super) tool: Arc<str>,
    pub(super) upstream: Arc<str>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct UpstreamLabels {
    pub(super) upstream: Arc<str>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct RequestLabels {
    pub(super) upstream: Arc<str>,
    pub(super) status_class: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct RuleLabels {
    pub(super) rule: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Build {
    pub(super) version: &'static str,
}

/// The API and the tool of a call. Where the API is not known, the name of the tool is the caller's own word.
pub(super) fn names(record: &CallRecord) -> (&str, &str) {
    match &record.upstream {
        Some(upstream) => (upstream, &record.tool),
        None => ("", UNKNOWN),
    }
}

/// The reason, if it is one of the gateway's own, or the name of a code: those that APIs make up have no end.
pub(super) fn reason(facts: &FailureFacts) -> &str {
    let reason = facts.reason.as_str();
    let is_known = !facts.is_foreign_reason || Code::all().any(|code| code.name() == reason);
    let is_one = is_known
        && reason.len() <= LONGEST_REASON
        && reason.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if is_one { reason } else { OTHER }
}

/// The classes of statuses, and `none` where no answer came.
pub(super) const STATUS_CLASSES: [&str; 6] = ["none", "1xx", "2xx", "3xx", "4xx", "5xx"];

/// The place of a status in them.
pub(super) fn status_class(status: Option<u16>) -> usize {
    status.map_or(0, |status| usize::from(status / 100)).min(STATUS_CLASSES.len() - 1)
}
