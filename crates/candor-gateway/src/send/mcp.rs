//! MCP servers behind the gateway: the way of a message to one, and of its answer back.
//!
//! ```text
//! McpServer ──► era (which revision it speaks) ──► child (lines over pipes) or http (POST, JSON or a stream of events)
//! ```
//!
//! Messages stay the text that they are: what an era wants is written between what was there. Nothing is decided here about what an
//! answer means, but for what the way to the server does to it.
#![allow(dead_code, reason = "the endpoint that uses it is merged next")]

mod state;

#[allow(unused_imports, reason = "the endpoint that uses it is merged next")]
pub(crate) use state::{Era, ServerEvent, ServerFacts, ServerState};

use crate::upstream::McpServerSettings;
use candor::{Code, Failure, FailurePolicy};
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};

/// An MCP server behind the gateway, whatever its transport and era. Clones are the same server.
#[derive(Clone)]
pub(crate) struct McpServer(Arc<Inner>);

struct Inner {
    name: Arc<str>,
    settings: McpServerSettings,
    events: broadcast::Sender<ServerEvent>,
}

/// A request for a server.
#[derive(Debug)]
pub(crate) struct ServerRequest {
    pub(crate) method: Box<str>,
    /// The params as they are to arrive, without anything of an era: no `_meta["io.modelcontextprotocol/…"]`. Names are the server's own.
    pub(crate) params: Option<Box<RawValue>>,
    /// The name or the URI in the params of `tools/call`, `prompts/get` and `resources/read`, for `Mcp-Name`.
    pub(crate) subject: Option<Box<str>>,
    /// Arguments that the tool's schema wants in headers (`x-mcp-header`): the header's name after `Mcp-Param-`, and the value.
    pub(crate) mirrored: Vec<(Box<str>, Box<str>)>,
    /// How long it may be without a sign of life.
    pub(crate) limit: Duration,
    /// Whether it does no harm to send it twice.
    pub(crate) is_repeatable: bool,
    /// Gets the params of each `notifications/progress` for this request. Their token is the connection's own.
    pub(crate) progress: Option<mpsc::Sender<Box<RawValue>>>,
    pub(crate) traceparent: Option<Box<str>>,
}

/// What a server answered, as it was written.
#[derive(Debug)]
pub(crate) enum ServerAnswer {
    Result(Box<RawValue>),
    Error(Box<RawValue>),
}

impl McpServer {
    /// What keeps these settings from being used, without reaching anything.
    pub(crate) fn mistakes_in(_settings: &McpServerSettings) -> Vec<String> {
        Vec::new()
    }

    /// Starts to reach it, and returns at once. Inside a runtime.
    pub(crate) fn new(settings: McpServerSettings, _policy: FailurePolicy) -> McpServer {
        let events = broadcast::Sender::new(64);
        McpServer(Arc::new(Inner { name: settings.name.as_str().into(), settings, events }))
    }

    pub(crate) fn name(&self) -> &Arc<str> {
        &self.0.name
    }

    pub(crate) fn settings(&self) -> &McpServerSettings {
        &self.0.settings
    }

    /// Sends a request and waits for its answer, as the server wrote it, or a failure of the way to it. A server that is being reached
    /// is waited for. Dropping the future cancels the request at the server.
    pub(crate) async fn request(&self, _request: ServerRequest) -> Result<ServerAnswer, Failure> {
        Err(Failure::new(Code::Unavailable, format!("The server {} is not running", self.0.name)))
    }

    /// Sends a notification, if the server can be reached now.
    pub(crate) async fn notify(&self, _method: &str, _params: Option<&RawValue>) {}

    /// What is known of it now.
    pub(crate) fn state(&self) -> ServerState {
        ServerState::Starting
    }

    /// Tells what happens from now on. Whoever lags behind looks at everything again.
    pub(crate) fn events(&self) -> broadcast::Receiver<ServerEvent> {
        self.0.events.subscribe()
    }

    /// Ends it: a child is stopped within the grace, and some seconds.
    pub(crate) async fn stop(&self, _grace: Duration) {}
}
