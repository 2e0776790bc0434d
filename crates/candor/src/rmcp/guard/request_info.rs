//! Which request a failure belongs to.

use super::sent::{self, Sent};
use crate::disclose::Allowed;
use crate::failure::details::{key, private_key};
use crate::render::{Place, Revision};
use crate::rmcp::{refusal, revision_of};
use crate::{Discretion, Failure, FailurePolicy};
use ::rmcp::RoleServer;
use ::rmcp::model::RequestId;
use ::rmcp::service::RequestContext;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

/// One request, as much of it as outlives its handling.
pub(super) struct RequestInfo {
    pub(super) method: &'static str,
    pub(super) tool: Option<Cow<'static, str>>,
    /// Whether there is a tool of that name.
    pub(super) is_tool_known: bool,
    /// The resource that the request is about.
    pub(super) uri: Option<String>,
    /// Where a failure of this request happens; for calls of tools, where one happens before the tool is known.
    pub(super) place: Place<'static>,
    pub(super) revision: Revision,
    pub(super) begin: Instant,
    id: RequestId,
    trace: Option<Box<Trace>>,
    /// What the caller has sent, which may be said to it.
    sent: Sent,
}

/// The caller's trace, as the request's `_meta` gives it.
struct Trace {
    trace_id: String,
    span_id: String,
    state: Option<String>,
    baggage: Option<String>,
}

impl RequestInfo {
    pub(super) fn of(method: &'static str, context: &RequestContext<RoleServer>) -> RequestInfo {
        RequestInfo {
            method,
            tool: None,
            is_tool_known: false,
            uri: None,
            place: Place::Request,
            revision: revision_of(context),
            begin: Instant::now(),
            id: context.id.clone(),
            trace: Trace::of(context).map(Box::new),
            sent: None,
        }
    }

    pub(super) fn for_tool(self, tool: Cow<'static, str>) -> RequestInfo {
        RequestInfo { tool: Some(tool), ..self }
    }

    pub(super) fn for_prompt(self) -> RequestInfo {
        RequestInfo { place: Place::Prompt, ..self }
    }

    pub(super) fn for_resource(self, uri: String) -> RequestInfo {
        RequestInfo { place: Place::Resource, sent: sent::text(&uri), uri: Some(uri), ..self }
    }

    /// The same for a request with which this was sent.
    pub(super) fn having_sent(self, sent: Sent) -> RequestInfo {
        RequestInfo { sent, ..self }
    }

    /// Adds to what the caller has sent.
    pub(super) fn add_to_sent(&mut self, add: impl FnOnce(Allowed) -> Allowed) {
        let sent = self.sent.take().map(Arc::unwrap_or_clone).unwrap_or_default();
        self.sent = Some(Arc::new(add(sent)));
    }

    /// What may be said to the caller of this request: what it has sent itself, too.
    pub(super) fn discretion<'a>(&self, policy: &'a FailurePolicy) -> Cow<'a, Discretion> {
        match &self.sent {
            Some(sent) => Cow::Owned(policy.discretion().allowing(sent.clone())),
            None => Cow::Borrowed(policy.discretion()),
        }
    }

    /// What the caller has sent.
    pub(super) fn sent(&self) -> &Sent {
        &self.sent
    }

    /// Why the request is refused whatever it asks for, if it is: an empty id identifies nothing (003 rule 2). Candor's
    /// transports refuse it before; others do not.
    pub(super) fn refused(&self) -> Option<Failure> {
        let is_empty = matches!(&self.id, RequestId::String(id) if id.is_empty());
        is_empty.then(|| refusal::empty_id().failure)
    }

    /// Its JSON-RPC id, as text.
    pub(super) fn request_id(&self) -> String {
        self.id.to_string()
    }

    /// The failure with the resource that the request is about.
    pub(super) fn about(&self, failure: Failure) -> Failure {
        match &self.uri {
            Some(uri) => failure.with_uri(uri.as_str()),
            None => failure,
        }
    }

    /// The failure with what is known of the request: the tool for the caller too, the rest for the operator.
    pub(super) fn note_in(&self, failure: Failure) -> Failure {
        let failure = match &self.tool {
            Some(tool) if failure.details().get(key::TOOL).is_none() => failure.with_tool(tool.as_ref()),
            Some(_) | None => failure,
        };
        let failure = failure
            .with_private(private_key::METHOD, self.method)
            .with_private(private_key::JSONRPC_ID, self.id.to_string());
        let Some(trace) = &self.trace else { return failure };
        let mut failure = failure
            .with_private(private_key::TRACE_ID, &trace.trace_id)
            .with_private(private_key::PARENT_SPAN_ID, &trace.span_id);
        if let Some(state) = &trace.state {
            failure = failure.with_private("tracestate", state);
        }
        if let Some(baggage) = &trace.baggage {
            failure = failure.with_private("baggage", baggage);
        }
        failure
    }
}

impl Trace {
    fn of(context: &RequestContext<RoleServer>) -> Option<Trace> {
        let (trace_id, span_id) = ids_of(context.meta.get_traceparent()?)?;
        Some(Trace {
            trace_id: trace_id.to_owned(),
            span_id: span_id.to_owned(),
            state: context.meta.get_tracestate().map(ToOwned::to_owned),
            baggage: context.meta.get_baggage().map(ToOwned::to_owned),
        })
    }
}

/// The ids of the trace and of the caller's span, if this is a trace parent of any version.
fn ids_of(parent: &str) -> Option<(&str, &str)> {
    let mut parts = parent.splitn(4, '-');
    let (version, trace_id, span_id) = (parts.next()?, parts.next()?, parts.next()?);
    let flags = parts.next()?.get(..2)?;
    let is_hex = |text: &str, length| {
        text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    };
    let is_set = |text: &str| text.bytes().any(|byte| byte != b'0');
    let is_whole =
        is_hex(version, 2) && version != "ff" && is_hex(trace_id, 32) && is_hex(span_id, 16) && is_hex(flags, 2);
    (is_whole && is_set(trace_id) && is_set(span_id)).then_some((trace_id, span_id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_trace_parent_gives_ids() {
        let trace_id = "0af7651916cd43dd8448eb211c80319c";
        let rows = [
            (format!("00-{trace_id}-00f067aa0ba902b7-01"), true),
            (format!("01-{trace_id}-00f067aa0ba902b7-01-later"), true),
            (format!("ff-{trace_id}-00f067aa0ba902b7-01"), false),
            (format!("00-{trace_id}-00f067aa0ba902b7"), false),
            (format!("00-{trace_id}-0000000000000000-01"), false),
            (format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)), false),
            (format!("00-{}-00f067aa0ba902b7-01", trace_id.to_uppercase()), false),
            ("password=hunter2".to_owned(), false),
            (String::new(), false),
        ];
        for (parent, is_whole) in rows {
            assert_eq!(ids_of(&parent).is_some(), is_whole, "{parent}");
        }
    }
}
