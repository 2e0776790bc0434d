//! The request that an answer belongs to.

use super::RelayedTool;
use crate::disclose::Allowed;
use crate::failure::details::{key, private_key};
use crate::failure::{Retry, Safety};
use crate::render::{Place, Renderer, Revision};
use crate::rmcp::wire;
use crate::{Discretion, Failure, FailurePolicy};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::Arc;

/// A request on its way to the server, as much of it as its answer is judged by.
#[derive(Debug, Clone)]
pub struct RelayedRequest {
    id: Box<str>,
    method: Cow<'static, str>,
    tool: Option<Box<str>>,
    known: Option<Arc<RelayedTool>>,
    uri: Option<Box<str>>,
    revision: Revision,
    sent: Option<Arc<Allowed>>,
    /// The short texts among the arguments, under their names.
    texts: Arc<[(Box<str>, Box<str>)]>,
    has_state: bool,
}

/// Which arguments are compared with the text of a failure: how many at most, and how long they are in bytes.
const MOST: usize = 16;
const SHORTEST: usize = 2;
const LONGEST: usize = 4_096;

impl RelayedRequest {
    /// The request with this id, in JSON as it was written, and this method.
    #[must_use]
    pub fn new(id: &str, method: impl Into<Cow<'static, str>>) -> RelayedRequest {
        RelayedRequest {
            id: id.into(),
            method: method.into(),
            tool: None,
            known: None,
            uri: None,
            revision: Revision::default(),
            sent: None,
            texts: Arc::default(),
            has_state: false,
        }
    }

    /// The same for a call of this tool, with what is known of it.
    #[must_use]
    pub fn for_tool(self, name: &str, known: Option<Arc<RelayedTool>>) -> RelayedRequest {
        RelayedRequest { tool: Some(name.into()), known, ..self }
    }

    /// The same for this resource.
    #[must_use]
    pub fn for_resource(self, uri: &str) -> RelayedRequest {
        let sent = Some(Arc::new(Allowed::new().with_text(uri)));
        RelayedRequest { uri: Some(uri.into()), sent, ..self }
    }

    /// The same from a client that speaks this revision.
    #[must_use]
    pub fn with_revision(self, revision: Revision) -> RelayedRequest {
        RelayedRequest { revision, ..self }
    }

    /// The same, and these were sent with it: they may be said to whoever sent them.
    #[must_use]
    pub fn with_arguments(self, arguments: &Map<String, Value>) -> RelayedRequest {
        let sent = arguments.values().fold(Allowed::new(), Allowed::with_request);
        let texts = arguments.iter().filter_map(|(name, value)| Some((name, value.as_str()?)));
        let texts = texts.filter(|(_, text)| (SHORTEST..=LONGEST).contains(&text.len())).take(MOST);
        let texts = texts.map(|(name, text)| (name.as_str().into(), text.into())).collect();
        RelayedRequest { sent: (!sent.is_empty()).then(|| Arc::new(sent)), texts, ..self }
    }

    /// The same, and it brings back the state that a result which asked for input came with (`requestState`). No model has seen that
    /// state: a server that refuses it tells an error of the protocol and not a failure of the tool.
    #[must_use]
    pub fn with_request_state(self) -> RelayedRequest {
        RelayedRequest { has_state: true, ..self }
    }

    /// The same, refused before anything was known of what it asks for.
    pub(super) fn before_any_tool(self) -> RelayedRequest {
        RelayedRequest { tool: None, known: None, uri: None, sent: None, texts: Arc::default(), ..self }
    }

    /// Its id, in JSON as it was written.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its method.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The tool that is called.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// What is known of that tool.
    #[must_use]
    pub fn known_tool(&self) -> Option<&Arc<RelayedTool>> {
        self.known.as_ref()
    }

    /// The revision that the client speaks.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Whether the request can be repeated without harm: it only reads, or its tool says that it is read-only or idempotent.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        match &self.known {
            Some(tool) => tool.is_repeatable(),
            None => self.tool.is_none(),
        }
    }

    /// The failure of this request, which the server did not answer: unless repeating it does no harm, it may have been carried out.
    #[must_use]
    pub fn unanswered(&self, failure: Failure) -> Failure {
        if self.is_repeatable() {
            return failure.with_retry(Retry::Backoff(Safety::Always));
        }
        failure
            .with_retry(Retry::Backoff(Safety::IfIdempotent))
            .with_context("may_have_taken_effect", true)
            .with_recovery("The call may have taken effect: check before you call it again.")
    }

    /// Whether it brings back a state of the server.
    pub(super) fn has_state(&self) -> bool {
        self.has_state
    }

    /// The resource that it is about.
    pub(super) fn uri(&self) -> Option<&str> {
        self.uri.as_deref()
    }

    /// The name of the argument whose text is so.
    pub(super) fn argument_with(&self, is_so: impl Fn(&str) -> bool) -> Option<&str> {
        self.texts.iter().find(|(_, text)| is_so(text)).map(|(name, _)| &**name)
    }

    /// Where a failure of it happens.
    pub(super) fn place(&self) -> Place<'_> {
        match (&self.tool, &self.uri, &*self.method) {
            (Some(_), _, _) => {
                // Whether a reply fits a schema that cannot be used is not known.
                let schema = self.known.as_ref().and_then(|tool| tool.output_schema());
                Place::Tool { output_schema: schema.map(|schema| schema.unwrap_or(&wire::NOTHING)) }
            }
            (None, Some(_), _) => Place::Resource,
            (None, None, "prompts/get") => Place::Prompt,
            (None, None, _) => Place::Request,
        }
    }

    pub(super) fn renderer(&self, policy: &FailurePolicy) -> Renderer {
        let id = serde_json::from_str::<String>(&self.id).unwrap_or_else(|_| self.id.to_string());
        policy.renderer().clone().with_revision(self.revision).with_request_id(id)
    }

    pub(super) fn discretion<'a>(&self, policy: &'a FailurePolicy) -> Cow<'a, Discretion> {
        match &self.sent {
            Some(sent) => Cow::Owned(policy.discretion().allowing(sent.clone())),
            None => Cow::Borrowed(policy.discretion()),
        }
    }

    /// Who failed, as a sentence begins with it.
    pub(super) fn subject(&self) -> &str {
        self.tool.as_deref().unwrap_or("The server")
    }

    /// The failure with what is known of the request, and with what the tool's contract declares. Its retry does no harm.
    pub(super) fn note_in(&self, failure: Failure) -> Failure {
        let failure = match self.known.as_ref().and_then(|tool| tool.contract()) {
            Some(contract) => failure.completed_by(contract),
            None => failure,
        };
        let failure = if self.is_repeatable() { failure } else { failure.with_careful_retry() };
        let failure = match &self.tool {
            Some(tool) if failure.details().get(key::TOOL).is_none() => failure.with_tool(tool.to_string()),
            Some(_) | None => failure,
        };
        let failure = match &self.uri {
            Some(uri) => failure.with_uri(uri.to_string()),
            None => failure,
        };
        failure
            .with_private(private_key::METHOD, self.method.to_string())
            .with_private(private_key::JSONRPC_ID, self.id.to_string())
    }
}
