//! The policies of one tool.

use crate::upstream::{FailureRule, OnEmpty, OnMismatch, Upstream};
use std::time::Duration;

/// The policies of one tool: its own, and those of its API for the rest.
#[derive(Debug)]
pub(crate) struct Effective {
    pub(crate) timeout: Duration,
    /// How long it may take until a connection stands: never longer than the call.
    pub(crate) connect_timeout: Duration,
    pub(crate) schema_mismatch: OnMismatch,
    pub(crate) empty_response: OnEmpty,
    pub(crate) response_cap: usize,
    pub(crate) failed_when: Vec<FailureRule>,
    pub(crate) retry: Option<candor::retry::Policy>,
}

impl Effective {
    /// Those of the tool of this name.
    pub(crate) fn of(upstream: &Upstream, tool: &str) -> Effective {
        let policies = &upstream.policies;
        let own = upstream.tools.get(tool).cloned().unwrap_or_default();
        Effective {
            timeout: own.timeout.unwrap_or(upstream.connection.timeout),
            connect_timeout: upstream.connection.connect_timeout.min(upstream.connection.timeout),
            schema_mismatch: own.schema_mismatch.unwrap_or(policies.schema_mismatch),
            empty_response: own.empty_response.unwrap_or(policies.empty_response),
            response_cap: own.response_cap.unwrap_or(policies.response_cap),
            failed_when: policies.failed_when.clone(),
            retry: own.retry.unwrap_or_else(|| policies.retry.clone()),
        }
    }
}
