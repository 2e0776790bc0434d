//! MCP servers behind the gateway: the way of a message to one, and of its answer back.
//!
//! ```text
//! McpServer ──► era (which revision it speaks) ──► child (lines over pipes) or http (POST, JSON or a stream of events)
//! ```
//!
//! Messages stay the text that they are: what an era wants is written between what was there. Nothing is decided here about what an
//! answer means, but for what the way to the server does to it.

mod child;
mod era;
mod fault;
mod http;
mod message;
mod patience;
mod question;
mod state;

pub(crate) use message::LISTEN;
pub(crate) use question::{Announced, ClientAnswer, ServerQuestion, capability_for};
pub(crate) use state::{Era, RESOURCE_UPDATED, ServerEvent, ServerFacts, ServerNotification, ServerState};

use self::http::HttpServer;
use crate::upstream::{McpReach, McpServerSettings};
use ::http::HeaderValue;
use candor::render::Revision;
use candor::{Failure, FailurePolicy};
use child::ChildServer;
use serde_json::value::RawValue;
use state::Publisher;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};

/// An MCP server behind the gateway, whatever its transport and era. Clones are the same server.
#[derive(Clone)]
pub(crate) struct McpServer(Arc<Inner>);

struct Inner {
    name: Arc<str>,
    settings: McpServerSettings,
    publisher: Arc<Publisher>,
    way: Way,
}

/// How it is reached.
enum Way {
    Child(Arc<ChildServer>),
    Http(Arc<HttpServer>),
}

/// How long a child has to end by itself where nobody says otherwise.
pub(crate) const GRACE: Duration = Duration::from_secs(5);

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
    /// Gets what else the server tells of this request: over HTTP on its own stream, from a child while it is the only one that runs.
    pub(crate) notifications: Option<mpsc::Sender<ServerNotification>>,
    /// Gets what a server with a handshake asks while this request runs: over HTTP on its own stream, from a child while it is the only
    /// one that runs. Without it, or without the capability at the handshake, such a question is refused.
    pub(crate) questions: Option<mpsc::Sender<ServerQuestion>>,
    /// The capabilities of the client that a server of 2026-07-28 is told with this request, in JSON; none, if it is not set.
    pub(crate) capabilities: Option<Box<str>>,
    pub(crate) traceparent: Option<Box<str>>,
}

impl ServerRequest {
    /// A request that does harm if it is sent twice, and of which nothing but its answer is wanted.
    pub(crate) fn new(method: &str, params: Option<Box<RawValue>>, limit: Duration) -> ServerRequest {
        ServerRequest {
            method: method.into(),
            params,
            subject: None,
            mirrored: Vec::new(),
            limit,
            is_repeatable: false,
            progress: None,
            notifications: None,
            questions: None,
            capabilities: None,
            traceparent: None,
        }
    }
}

/// What a server answered, as it was written.
#[derive(Debug)]
pub(crate) enum ServerAnswer {
    Result(Box<RawValue>),
    Error(Box<RawValue>),
}

impl McpServer {
    /// What keeps these settings from being used, without reaching anything.
    pub(crate) fn mistakes_in(settings: &McpServerSettings) -> Vec<String> {
        match &settings.reach {
            McpReach::Child(_) => Vec::new(),
            McpReach::Http(address) => HttpServer::mistakes_in(settings, address),
        }
    }

    /// Starts to reach it, and returns at once. Inside a runtime. With settings that have mistakes, each request fails as one of the
    /// configuration. The announced is what it is told if it wants a handshake.
    pub(crate) fn new(settings: McpServerSettings, policy: FailurePolicy, announced: Announced) -> McpServer {
        let publisher = Arc::new(Publisher::new());
        let way = match &settings.reach {
            McpReach::Child(child) => Way::Child(ChildServer::start(&settings, child, &policy, announced, &publisher)),
            McpReach::Http(address) => Way::Http(HttpServer::start(&settings, address, announced, &publisher)),
        };
        McpServer(Arc::new(Inner { name: settings.name.as_str().into(), settings, publisher, way }))
    }

    /// Another connection to it, that is begun with by itself. To a server at an address, it goes on with this session, if there is one, and
    /// what the server said of itself then; the way there and its credentials are shared.
    pub(crate) fn beside(
        &self,
        policy: FailurePolicy,
        announced: Announced,
        session: Option<(ServerFacts, HeaderValue)>,
    ) -> McpServer {
        let settings = self.0.settings.clone();
        let publisher = Arc::new(Publisher::new());
        let way = match (&self.0.way, &settings.reach) {
            (Way::Http(http), _) => Way::Http(http.beside(announced, &publisher, session)),
            (Way::Child(_), McpReach::Child(child)) => {
                Way::Child(ChildServer::start(&settings, child, &policy, announced, &publisher))
            }
            (Way::Child(_), McpReach::Http(address)) => {
                Way::Http(HttpServer::start(&settings, address, announced, &publisher))
            }
        };
        McpServer(Arc::new(Inner { name: Arc::clone(&self.0.name), settings, publisher, way }))
    }

    /// The session that a server at an address keeps, as soon as it was begun with; none if it keeps none, or is a child.
    pub(crate) async fn session_id(&self) -> Option<(Revision, HeaderValue)> {
        match &self.0.way {
            Way::Child(_) => None,
            Way::Http(http) => http.session_id().await,
        }
    }

    pub(crate) fn name(&self) -> &Arc<str> {
        &self.0.name
    }

    pub(crate) fn settings(&self) -> &McpServerSettings {
        &self.0.settings
    }

    /// Sends a request and waits for its answer, as the server wrote it, or a failure of the way to it. A server that is being reached
    /// is waited for. Dropping the future cancels the request at the server.
    pub(crate) async fn request(&self, request: ServerRequest) -> Result<ServerAnswer, Failure> {
        match &self.0.way {
            Way::Child(child) => child.request(request).await,
            Way::Http(http) => http.request(request).await,
        }
    }

    /// Whether it can be seen whose request it tells of. A child that several clients share does not say it: it may still tell of one that its
    /// client has given up while that of another one runs.
    pub(crate) fn says_whose(&self) -> bool {
        match &self.0.way {
            Way::Child(child) => child.is_of_one_client(),
            Way::Http(_) => true,
        }
    }

    /// What is known of it now.
    pub(crate) fn state(&self) -> ServerState {
        self.0.publisher.now()
    }

    /// Tells what happens from now on. Whoever lags behind looks at everything again.
    pub(crate) fn events(&self) -> broadcast::Receiver<ServerEvent> {
        self.0.publisher.listen()
    }

    /// Tells what it tells by itself from now on, but for progress and changed lists. Whoever lags behind loses some, and learns how many.
    pub(crate) fn notifications(&self) -> broadcast::Receiver<Arc<ServerNotification>> {
        self.0.publisher.notifications()
    }

    /// Tells it this, if it can be reached now. Nobody learns whether it got it.
    pub(crate) async fn notify(&self, method: &str, params: Option<&RawValue>) {
        match &self.0.way {
            Way::Child(child) => child.notify(method, params),
            Way::Http(http) => http.notify(method, params).await,
        }
    }

    /// Ends it: a child is stopped within the grace, and some seconds.
    pub(crate) async fn stop(&self, grace: Duration) {
        match &self.0.way {
            Way::Child(child) => child.stop(grace).await,
            Way::Http(http) => http.stop(grace).await,
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        match &self.way {
            Way::Child(child) => child.end(GRACE),
            Way::Http(http) => http.end(),
        }
    }
}

impl std::fmt::Debug for McpServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("McpServer").field("settings", &self.0.settings).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
