//! What servers tell and ask a client outside of its requests, and what a client tells its servers.

use super::ClientSession;
use crate::frame::Frame;
use crate::mcp::endpoint::McpEndpoint;
use crate::send::mcp::{McpServer, ServerEvent, ServerNotification, ServerQuestion};
use candor::rmcp::relay::Relay;
use serde_json::Value;
use std::sync::{Arc, Weak};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinSet;

/// What a client is told as its server writes it. Changed lists are told by the gateway, whose lists are those of all servers.
const PASSED: [&str; 3] =
    ["notifications/message", "notifications/resources/updated", "notifications/elicitation/complete"];

/// Listens to a connection of a client.
pub(super) struct Listening {
    session: Weak<ClientSession>,
    relay: Relay,
    server: McpServer,
    place: usize,
    questions: mpsc::Receiver<ServerQuestion>,
    notifications: broadcast::Receiver<Arc<ServerNotification>>,
    events: broadcast::Receiver<ServerEvent>,
}

impl Listening {
    pub(super) fn new(
        session: &Arc<ClientSession>,
        endpoint: &McpEndpoint,
        server: &McpServer,
        place: usize,
        questions: mpsc::Receiver<ServerQuestion>,
    ) -> Listening {
        Listening {
            session: Arc::downgrade(session),
            relay: endpoint.relay().clone(),
            server: server.clone(),
            place,
            questions,
            notifications: server.notifications(),
            events: server.events(),
        }
    }

    /// Does so until it is aborted, or the client has gone.
    pub(super) async fn keep(mut self) {
        let mut asking = JoinSet::new();
        let mut was_up = false;
        loop {
            tokio::select! {
                Some(question) = self.questions.recv() => {
                    let Some(session) = self.session.upgrade() else { return };
                    asking.spawn(session.ask(self.relay.clone(), question, None));
                }
                told = self.notifications.recv() => match told {
                    Ok(told) => {
                        let Some(session) = self.session.upgrade() else { return };
                        session.pass_on(&self.relay, &told, None);
                    }
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                },
                event = self.events.recv() => match event {
                    // It has forgotten what the client wants.
                    Ok(ServerEvent::IsBack) if was_up => {
                        let Some(session) = self.session.upgrade() else { return };
                        session.restore(&self.server, self.place).await;
                    }
                    Ok(ServerEvent::IsBack) => was_up = true,
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                },
                Some(_) = asking.join_next() => {}
            }
        }
    }
}

impl ClientSession {
    /// Tells the client what a server tells, on this way or on that of messages that belong to no request.
    pub(in crate::mcp) fn pass_on(
        &self,
        relay: &Relay,
        told: &ServerNotification,
        way: Option<&mpsc::Sender<Vec<u8>>>,
    ) {
        if !PASSED.contains(&&*told.method) {
            tracing::debug!(method = &*told.method, "a server tells what clients are not told");
            return;
        }
        let params = told.params.as_ref().map_or_else(String::new, |params| format!(r#","params":{params}"#));
        let frame = format!(r#"{{"jsonrpc":"2.0","method":{}{params}}}"#, Value::from(&*told.method)).into_bytes();
        let frame = relay.message(&frame).into_frame().unwrap_or(frame);
        match way {
            // A client that does not read misses some.
            Some(way) => drop(way.try_send(frame)),
            None => drop(self.outlet.offer(frame)),
        }
    }

    /// Takes a notification of the client.
    pub(crate) fn notified(self: &Arc<Self>, frame: &Frame<'_>, method: &str) {
        // Servers that were never asked anything for this client do not know it, and what it has.
        if method == "notifications/roots/list_changed" && self.can_be_asked() {
            let (servers, params) = (self.opened(), frame.params.map(ToOwned::to_owned));
            tokio::spawn(async move {
                let mut telling = JoinSet::new();
                for server in servers {
                    let params = params.clone();
                    telling.spawn(async move {
                        server.notify("notifications/roots/list_changed", params.as_deref()).await;
                    });
                }
                telling.join_all().await;
            });
        }
    }
}
