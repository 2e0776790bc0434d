//! The connections of one client to servers with a handshake: what the client can be asked is agreed upon by that.

use super::ClientSession;
use super::told::Listening;
use super::wishes::TooMany;
use crate::mcp::endpoint::McpEndpoint;
use crate::mcp::object::RawObject;
use crate::mcp::{GRACE, MOST_QUESTIONS, fault};
use crate::send::mcp::{
    Announced, Era, McpServer, ServerAnswer, ServerFacts, ServerQuestion, ServerRequest, ServerState,
};
use crate::upstream::McpReach;
use candor::Failure;
use http::HeaderValue;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, OwnedSemaphorePermit, mpsc};
use tokio::task::{AbortHandle, JoinSet};

/// The connections of a client, by the places of their servers.
#[derive(Default)]
pub(super) struct Connections(Mutex<HashMap<usize, Arc<OnceCell<Own>>>>);

/// A connection of a client.
struct Own {
    server: McpServer,
    listening: AbortHandle,
    /// Whether the server is ended with it.
    ends: bool,
    _child: Option<OwnedSemaphorePermit>,
}

impl Connections {
    fn cell(&self, place: usize) -> Arc<OnceCell<Own>> {
        Arc::clone(self.all().entry(place).or_default())
    }

    fn opened(&self, place: usize) -> Option<McpServer> {
        Some(self.all().get(&place)?.get()?.server.clone())
    }

    fn all(&self) -> MutexGuard<'_, HashMap<usize, Arc<OnceCell<Own>>>> {
        // Nothing that panics runs while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClientSession {
    /// The connection over which requests of this client go to a server: one of its own if the server has to know the client, which is
    /// opened for the first request that needs it.
    ///
    /// # Errors
    ///
    /// The server lives with another gateway, or there are too many of its kind.
    pub(in crate::mcp) async fn server(
        self: &Arc<Self>,
        endpoint: &McpEndpoint,
        place: usize,
    ) -> Result<McpServer, Failure> {
        if let Some(own) = self.connections.opened(place) {
            return Ok(own);
        }
        let Some(shared) = endpoint.servers().server(place) else {
            return Err(fault::not_started(endpoint.servers().origins().name(place)));
        };
        if !self.needs_own(shared, place) {
            return Ok(shared.clone());
        }
        let cell = self.connections.cell(place);
        let own = cell.get_or_try_init(|| self.open(endpoint, shared, place)).await?;
        Ok(own.server.clone())
    }

    /// Whether a server has to be begun with for this client.
    fn needs_own(&self, shared: &McpServer, place: usize) -> bool {
        let Some(facts) = facts_of(shared).filter(|facts| facts.era == Era::Legacy) else { return false };
        let is_logged = || self.wishes.level().is_some() && announces(&facts, "logging");
        self.can_be_asked() || is_logged() || !self.wishes.subscribed_at(place).is_empty()
    }

    async fn open(self: &Arc<Self>, endpoint: &McpEndpoint, shared: &McpServer, place: usize) -> Result<Own, Failure> {
        let child = match (&shared.settings().reach, &self.elsewhere) {
            (McpReach::Child(_), Some(node)) => return Err(fault::lives_elsewhere(shared.name(), node)),
            (McpReach::Child(_), None) => {
                let room = Arc::clone(endpoint.servers().own_children()).try_acquire_owned();
                Some(room.map_err(|_| fault::too_many_children(shared.name()))?)
            }
            (McpReach::Http(_), _) => None,
        };
        let (questions, asked) = mpsc::channel(MOST_QUESTIONS);
        let announced = Announced { capabilities: Arc::clone(&self.capabilities), questions: Some(questions) };
        let policy = endpoint.servers().policy().clone();
        let server = shared.beside(policy, announced, self.given(shared));
        let listening = self.listen(endpoint, &server, place, asked);
        self.restore(&server, place).await;
        Ok(Own { server, listening, ends: self.elsewhere.is_none(), _child: child })
    }

    /// The session of this server that another gateway has opened for the client.
    fn given(&self, shared: &McpServer) -> Option<(ServerFacts, HeaderValue)> {
        let given = self.given.iter().find(|given| *given.server == **shared.name())?;
        let known = facts_of(shared)?;
        let facts = ServerFacts {
            era: Era::Legacy,
            revision: given.revision()?,
            capabilities: known.capabilities.clone(),
            info: known.info.clone(),
            instructions: known.instructions.clone(),
        };
        Some((facts, HeaderValue::from_str(&given.id).ok()?))
    }

    fn listen(
        self: &Arc<Self>,
        endpoint: &McpEndpoint,
        server: &McpServer,
        place: usize,
        asked: mpsc::Receiver<ServerQuestion>,
    ) -> AbortHandle {
        let listening = Listening::new(self, endpoint, server, place, asked);
        tokio::spawn(listening.keep()).abort_handle()
    }

    /// The connections that all share are those of this client: it is the only one.
    pub(crate) fn has_all(self: &Arc<Self>, endpoint: &McpEndpoint, questions: Vec<mpsc::Receiver<ServerQuestion>>) {
        let mut questions = questions.into_iter();
        for (place, server) in endpoint.servers().servers().iter().enumerate() {
            // A server that was begun with for nobody asks nothing.
            let asked = questions.next().unwrap_or_else(|| mpsc::channel(1).1);
            let listening = self.listen(endpoint, server, place, asked);
            let own = Own { server: server.clone(), listening, ends: false, _child: None };
            self.connections.all().insert(place, Arc::new(OnceCell::from(own)));
        }
    }

    /// Tells a server that was begun with anew what the client wants of it.
    pub(super) async fn restore(&self, server: &McpServer, place: usize) {
        let level = self.wishes.level().map(|level| ("logging/setLevel", format!(r#"{{"level":"{level}"}}"#)));
        let subscribed = self.wishes.subscribed_at(place).into_iter();
        let subscribed = subscribed.map(|uri| ("resources/subscribe", format!(r#"{{"uri":{}}}"#, Value::from(&*uri))));
        for (method, params) in level.into_iter().chain(subscribed) {
            // What a server refuses now it has accepted before, or does not have.
            let _ = self.wish(server, method, &params).await;
        }
    }

    pub(super) async fn wish(&self, server: &McpServer, method: &str, params: &str) -> Result<ServerAnswer, Failure> {
        let params = RawValue::from_string(params.to_owned()).ok();
        let request = ServerRequest::new(method, params, server.settings().timeout);
        server.request(ServerRequest { is_repeatable: true, ..request }).await
    }

    /// Wants messages of logs from this level on; whether there is such a level.
    pub(in crate::mcp) fn set_level(&self, level: &str) -> bool {
        self.wishes.set_level(level)
    }

    /// Tells the level to those servers that are begun with, all at once.
    pub(in crate::mcp) async fn tell_level(self: &Arc<Self>) {
        let Some(level) = self.wishes.level() else { return };
        let mut telling = JoinSet::new();
        for server in self.opened() {
            if facts_of(&server).is_some_and(|facts| facts.era == Era::Legacy && announces(&facts, "logging")) {
                let session = Arc::clone(self);
                let params = format!(r#"{{"level":"{level}"}}"#);
                // One that refuses it tells what it likes.
                telling.spawn(async move { drop(session.wish(&server, "logging/setLevel", &params).await) });
            }
        }
        telling.join_all().await;
    }

    pub(in crate::mcp) fn subscribe(&self, uri: &str, server: usize) -> Result<(), TooMany> {
        self.wishes.subscribe(uri, server)
    }

    pub(in crate::mcp) fn unsubscribe(&self, uri: &str) -> Option<usize> {
        self.wishes.unsubscribe(uri)
    }

    /// Those that are open.
    pub(super) fn opened(&self) -> Vec<McpServer> {
        self.connections.all().values().filter_map(|own| Some(own.get()?.server.clone())).collect()
    }

    /// Nothing more is sent or asked.
    pub(crate) fn end(&self) {
        self.end_stream();
        for (_, running) in self.running().drain() {
            running.task.abort();
        }
        let connections = std::mem::take(&mut *self.connections.all());
        drop(connections);
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        self.listening.abort();
        if let (true, Ok(runtime)) = (self.ends, tokio::runtime::Handle::try_current()) {
            let server = self.server.clone();
            runtime.spawn(async move { server.stop(GRACE).await });
        }
    }
}

/// What the server said of itself last.
pub(in crate::mcp) fn facts_of(server: &McpServer) -> Option<Arc<ServerFacts>> {
    match server.state() {
        ServerState::Up(facts) => Some(facts),
        ServerState::Out { last, .. } => last,
        ServerState::Starting => None,
    }
}

/// Whether the server has a capability of this name.
pub(in crate::mcp) fn announces(facts: &ServerFacts, name: &str) -> bool {
    RawObject::read(&facts.capabilities).and_then(|it| it.get(name)).is_some_and(|it| it.get() != "null")
}
