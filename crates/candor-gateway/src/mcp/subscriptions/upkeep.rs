//! Keeps one subscription at one server, whatever becomes of the way there.

use super::{Key, Outcome, Subject, Told};
use crate::frame::member;
use crate::mcp::object::raw;
use crate::mcp::read::TASKS;
use crate::mcp::session::facts_of;
use crate::send::mcp::{
    Era, LISTEN, McpServer, ServerAnswer, ServerEvent, ServerNotification, ServerRequest, ServerState,
};
use serde_json::json;
use serde_json::value::RawValue;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::sleep;

/// The pause after which a subscription that has ended is made again, which doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// As long as anybody wants it.
const FOREVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// How many notifications of a server may wait.
const MOST_WAITING: usize = 64;

/// Who keeps it.
struct Upkeep {
    server: McpServer,
    key: Key,
    said: watch::Sender<Outcome>,
    told: broadcast::Sender<Arc<Told>>,
}

/// Does so until it is aborted, or the server refuses it.
pub(super) async fn keep(
    server: McpServer,
    key: Key,
    said: watch::Sender<Outcome>,
    told: broadcast::Sender<Arc<Told>>,
) {
    let upkeep = Upkeep { server, key, said, told };
    let mut pause = FIRST_PAUSE;
    loop {
        let began = tokio::time::Instant::now();
        let era = upkeep.era().await;
        let is_kept = match (era, &upkeep.key.1) {
            (Era::Modern, _) => upkeep.listens().await,
            (Era::Legacy, Subject::Resource(uri)) => upkeep.subscribes(uri).await,
            (Era::Legacy, Subject::Task(_)) => false,
        };
        if !is_kept {
            upkeep.said.send_replace(Outcome::Refused);
            return std::future::pending().await;
        }
        pause = if began.elapsed() > LONGEST_PAUSE { FIRST_PAUSE } else { pause };
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

impl Upkeep {
    /// Waits until the server is there.
    async fn era(&self) -> Era {
        let mut events = self.server.events();
        loop {
            if let (ServerState::Up(_), Some(facts)) = (self.server.state(), facts_of(&self.server)) {
                return facts.era;
            }
            // Whatever has happened, it may be there now.
            let _ = tokio::time::timeout(LONGEST_PAUSE, events.recv()).await;
        }
    }

    /// Listens at a server of 2026-07-28 until the stream ends; whether it may be tried again.
    async fn listens(&self) -> bool {
        let (sender, mut notifications) = mpsc::channel(MOST_WAITING);
        let (filter, capabilities) = match &self.key.1 {
            Subject::Resource(uri) => (json!({"resourceSubscriptions": [uri]}), json!({})),
            Subject::Task(id) => (json!({"taskIds": [id]}), json!({"extensions": { TASKS: {} }})),
        };
        let request = ServerRequest {
            is_repeatable: true,
            notifications: Some(sender),
            capabilities: Some(capabilities.to_string().into()),
            ..ServerRequest::new(LISTEN, raw(json!({"notifications": filter}).to_string()), FOREVER)
        };
        let mut answer = pin!(self.server.request(request));
        loop {
            tokio::select! {
                biased;
                Some(it) = notifications.recv() => self.heard(it),
                answer = &mut answer => return !matches!(answer, Ok(ServerAnswer::Error(_))),
            }
        }
    }

    fn heard(&self, it: ServerNotification) {
        match (&*it.method, &self.key.1) {
            ("notifications/subscriptions/acknowledged", _) => self.acknowledged(it.params.as_deref()),
            ("notifications/resources/updated", Subject::Resource(_)) | ("notifications/tasks", Subject::Task(_)) => {
                self.tell(it.params);
            }
            _ => {}
        }
    }

    fn acknowledged(&self, params: Option<&RawValue>) {
        let name = match &self.key.1 {
            Subject::Resource(_) => "resourceSubscriptions",
            Subject::Task(_) => "taskIds",
        };
        let filter: Option<&RawValue> = params.and_then(|params| member(params, "notifications"));
        let taken: Option<Vec<String>> = filter.and_then(|filter| member(filter, name));
        match taken.is_some_and(|taken| !taken.is_empty()) {
            true => self.is_taken(),
            false => {
                self.said.send_replace(Outcome::Refused);
            }
        }
    }

    /// Subscribes at a server with a handshake, and waits until it is another one; whether it may be tried again.
    async fn subscribes(&self, uri: &str) -> bool {
        let mut notifications = self.server.notifications();
        let mut events = self.server.events();
        match self.ask("resources/subscribe", uri).await {
            Some(ServerAnswer::Result(_)) => self.is_taken(),
            Some(ServerAnswer::Error(_)) => return false,
            None => return true,
        }
        let _unsubscribe = Unsubscribe { server: self.server.clone(), uri: uri.into() };
        loop {
            tokio::select! {
                told = notifications.recv() => match told {
                    Ok(it) if &*it.method == "notifications/resources/updated" => {
                        let updated: Option<String> = it.params.as_ref().and_then(|params| member(params, "uri"));
                        // It may be a part of what was subscribed to.
                        if updated.is_some_and(|updated| updated.starts_with(uri)) {
                            self.tell(it.params.clone());
                        }
                    }
                    Ok(_) => {}
                    Err(broadcast::error::RecvError::Lagged(_)) => self.tell(None),
                    Err(broadcast::error::RecvError::Closed) => return true,
                },
                event = events.recv() => match event {
                    Ok(ServerEvent::WentOut | ServerEvent::IsBack) => return true,
                    Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return true,
                },
            }
        }
    }

    async fn ask(&self, method: &str, uri: &str) -> Option<ServerAnswer> {
        let request = of_resource(&self.server, method, uri);
        self.server.request(request).await.ok()
    }

    /// The server tells from now on. Whatever has changed since it has told last was told to nobody.
    fn is_taken(&self) {
        if self.said.send_replace(Outcome::Taken) == Outcome::Taken {
            self.tell(None);
        }
    }

    fn tell(&self, params: Option<Box<RawValue>>) {
        let _ = self.told.send(Arc::new(Told { key: self.key.clone(), params }));
    }
}

fn of_resource(server: &McpServer, method: &str, uri: &str) -> ServerRequest {
    let params = raw(json!({ "uri": uri }).to_string());
    ServerRequest { is_repeatable: true, ..ServerRequest::new(method, params, server.settings().timeout) }
}

/// Ends a subscription when it is dropped.
struct Unsubscribe {
    server: McpServer,
    uri: Box<str>,
}

impl Drop for Unsubscribe {
    fn drop(&mut self) {
        let (server, request) = (self.server.clone(), of_resource(&self.server, "resources/unsubscribe", &self.uri));
        if let (Ok(runtime), ServerState::Up(_)) = (tokio::runtime::Handle::try_current(), server.state()) {
            runtime.spawn(async move { server.request(request).await });
        }
    }
}
