//! Keeps one subscription at one server, whatever becomes of the way there.

use super::{Inner, Key, Outcome, Subject, Told, is_wanted};
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
use std::sync::{Arc, Weak};
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
    all: Weak<Inner>,
}

/// Does so until it is aborted, or the server refuses it.
pub(super) async fn keep(
    server: McpServer,
    key: Key,
    said: watch::Sender<Outcome>,
    told: broadcast::Sender<Arc<Told>>,
    all: Weak<Inner>,
) {
    let upkeep = Upkeep { server, key, said, told, all };
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
        // The server may subscribe whether its answer is waited for or not.
        let mut end = self.unsubscribe(uri);
        let answer = self.ask("resources/subscribe", uri).await;
        end.is_due = matches!(answer, Some(ServerAnswer::Result(_)));
        match answer {
            Some(ServerAnswer::Result(_)) => self.is_taken(),
            Some(ServerAnswer::Error(_)) => return false,
            None => return true,
        }
        loop {
            tokio::select! {
                told = notifications.recv() => match told {
                    Ok(it) if &*it.method == "notifications/resources/updated" => {
                        let updated: Option<String> = it.params.as_ref().and_then(|params| member(params, "uri"));
                        if updated.is_some_and(|updated| is_in(&updated, uri)) {
                            self.tell(it.params.clone());
                        }
                    }
                    Ok(_) => {}
                    Err(broadcast::error::RecvError::Lagged(_)) => self.tell(None),
                    Err(broadcast::error::RecvError::Closed) => return true,
                },
                event = events.recv() => match event {
                    Ok(ServerEvent::WentOut | ServerEvent::IsBack) => {
                        // It has forgotten it.
                        end.is_due = false;
                        return true;
                    }
                    Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return true,
                },
            }
        }
    }

    fn unsubscribe(&self, uri: &str) -> Unsubscribe {
        let (server, key, told) = (self.server.clone(), self.key.clone(), self.told.clone());
        Unsubscribe { server, uri: uri.into(), key, told, all: self.all.clone(), is_due: true }
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

/// Whether this is what was subscribed to, or a part of it.
fn is_in(updated: &str, subscribed: &str) -> bool {
    let rest = updated.strip_prefix(subscribed);
    rest.is_some_and(|rest| rest.is_empty() || subscribed.ends_with('/') || rest.starts_with(['/', '#', '?']))
}

fn of_resource(server: &McpServer, method: &str, uri: &str) -> ServerRequest {
    let params = raw(json!({ "uri": uri }).to_string());
    ServerRequest { is_repeatable: true, ..ServerRequest::new(method, params, server.settings().timeout) }
}

/// Ends a subscription when it is dropped, unless it has ended by itself.
struct Unsubscribe {
    server: McpServer,
    uri: Box<str>,
    key: Key,
    told: broadcast::Sender<Arc<Told>>,
    all: Weak<Inner>,
    is_due: bool,
}

impl Drop for Unsubscribe {
    fn drop(&mut self) {
        let runtime = tokio::runtime::Handle::try_current();
        let (true, Ok(runtime), ServerState::Up(_)) = (self.is_due, runtime, self.server.state()) else { return };
        let (server, uri, key) = (self.server.clone(), self.uri.clone(), self.key.clone());
        let (told, all) = (self.told.clone(), self.all.clone());
        runtime.spawn(async move {
            let _ = server.request(of_resource(&server, "resources/unsubscribe", &uri)).await;
            // Whoever has subscribed meanwhile is not any more, or never was: the server may have seen it in either order.
            if is_wanted(&all, &key) {
                let _ = server.request(of_resource(&server, "resources/subscribe", &uri)).await;
                let _ = told.send(Arc::new(Told { key, params: None }));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::is_in;

    #[test]
    fn a_part_of_a_resource_is_told_to_who_subscribed_to_the_whole_and_a_neighbour_is_not() {
        for (updated, is_part) in [
            ("file:///a", true),
            ("file:///a/b", true),
            ("file:///a#b", true),
            ("file:///a?b", true),
            ("file:///ab", false),
            ("file:///", false),
        ] {
            assert_eq!(is_in(updated, "file:///a"), is_part, "{updated}");
        }
        assert!(is_in("file:///a/b", "file:///a/"));
    }
}
