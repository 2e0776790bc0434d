//! What is known of a server, and who is told when that changes.

use crate::frame::member;
use candor::render::Revision;
use serde_json::value::RawValue;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use tokio::sync::broadcast;

/// How many events a listener may be behind before it has to look at everything again.
const MOST_BEHIND: usize = 64;

/// The same of notifications, which whoever is behind does without.
const MOST_UNHEARD: usize = 256;
/// How long the params of a notification may be, in bytes. A longer one is not told.
const LONGEST_NOTIFICATION: usize = 64 * 1024;

/// Whether a server can be reached now.
#[derive(Debug, Clone, Default)]
pub(crate) enum ServerState {
    /// It has not answered yet.
    #[default]
    Starting,
    /// It has answered, and nothing says that it would not now.
    Up(Arc<ServerFacts>),
    /// It does not answer.
    Out {
        since: SystemTime,
        /// What is the matter, without the server's name: `exited with code 1`.
        why: Box<str>,
        /// What was known of it before.
        last: Option<Arc<ServerFacts>>,
    },
}

/// What a server says of itself.
#[derive(Debug)]
pub(crate) struct ServerFacts {
    pub(crate) era: Era,
    /// What it speaks with the gateway.
    pub(crate) revision: Revision,
    /// As it wrote them.
    pub(crate) capabilities: Box<RawValue>,
    /// Its name and version, as it wrote them.
    pub(crate) info: Option<Box<RawValue>>,
    pub(crate) instructions: Option<Box<str>>,
}

impl ServerFacts {
    /// What of its lists it says that it tells changes of: the members of a filter that asks for these.
    pub(super) fn told_changes(&self) -> Vec<&'static str> {
        let rows =
            [("tools", "toolsListChanged"), ("resources", "resourcesListChanged"), ("prompts", "promptsListChanged")];
        let is_told = |list: &str| {
            let capability: Option<&RawValue> = member(&self.capabilities, list);
            capability.and_then(|capability| member(capability, "listChanged")) == Some(true)
        };
        rows.into_iter().filter(|(list, _)| is_told(list)).map(|(_, asked)| asked).collect()
    }

    /// Whether it may tell something else by itself: that a resource has changed, or how a task gets on.
    pub(super) fn tells_by_itself(&self) -> bool {
        let resources: Option<&RawValue> = member(&self.capabilities, "resources");
        let tasks: Option<&RawValue> = member(&self.capabilities, "tasks");
        tasks.is_some() || resources.and_then(|resources| member(resources, "subscribe")) == Some(true)
    }
}

/// Whether a server is begun with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Era {
    /// It is, by `initialize`: revisions up to 2025-11-25.
    Legacy,
    /// Each request stands for itself: 2026-07-28.
    Modern,
}

/// What happens to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ServerEvent {
    ToolsChanged,
    ResourcesChanged,
    PromptsChanged,
    /// It does not answer any more.
    WentOut,
    /// It has answered for the first time, or again.
    IsBack,
}

impl ServerEvent {
    /// That a list has changed which a filter names so.
    pub(super) fn of_filter(asked: &str) -> Option<ServerEvent> {
        match asked {
            "toolsListChanged" => Some(ServerEvent::ToolsChanged),
            "resourcesListChanged" => Some(ServerEvent::ResourcesChanged),
            "promptsListChanged" => Some(ServerEvent::PromptsChanged),
            _ => None,
        }
    }

    /// What a notification with this method tells.
    pub(super) fn of(method: &str) -> Option<ServerEvent> {
        match method {
            "notifications/tools/list_changed" => Some(ServerEvent::ToolsChanged),
            "notifications/resources/list_changed" => Some(ServerEvent::ResourcesChanged),
            "notifications/prompts/list_changed" => Some(ServerEvent::PromptsChanged),
            _ => None,
        }
    }
}

/// What a server tells by itself, but for progress and for lists that have changed.
#[derive(Debug)]
pub(crate) struct ServerNotification {
    pub(crate) method: Box<str>,
    /// As the server wrote them.
    pub(crate) params: Option<Box<RawValue>>,
}

/// Where the state of a server is kept, and told.
#[derive(Debug)]
pub(super) struct Publisher {
    state: Mutex<ServerState>,
    events: broadcast::Sender<ServerEvent>,
    notifications: broadcast::Sender<Arc<ServerNotification>>,
}

impl Publisher {
    pub(super) fn new() -> Publisher {
        Publisher {
            state: Mutex::default(),
            events: broadcast::Sender::new(MOST_BEHIND),
            notifications: broadcast::Sender::new(MOST_UNHEARD),
        }
    }

    pub(super) fn now(&self) -> ServerState {
        self.state().clone()
    }

    pub(super) fn listen(&self) -> broadcast::Receiver<ServerEvent> {
        self.events.subscribe()
    }

    pub(super) fn tell(&self, event: ServerEvent) {
        // Nobody may listen.
        let _ = self.events.send(event);
    }

    pub(super) fn notifications(&self) -> broadcast::Receiver<Arc<ServerNotification>> {
        self.notifications.subscribe()
    }

    /// The server tells this by itself.
    pub(super) fn notify(&self, method: &str, params: Option<&RawValue>) {
        // Those who are behind keep it in memory.
        let is_short = params.is_none_or(|params| params.get().len() <= LONGEST_NOTIFICATION);
        if is_short && self.notifications.receiver_count() > 0 {
            let told = ServerNotification { method: method.into(), params: params.map(ToOwned::to_owned) };
            let _ = self.notifications.send(Arc::new(told));
        }
    }

    /// The server has answered.
    pub(super) fn up(&self, facts: &Arc<ServerFacts>) {
        let mut state = self.state();
        let is_known = matches!(&*state, ServerState::Up(known) if Arc::ptr_eq(known, facts));
        if is_known {
            return;
        }
        *state = ServerState::Up(Arc::clone(facts));
        drop(state);
        self.tell(ServerEvent::IsBack);
    }

    /// The server does not answer, because of this.
    pub(super) fn out(&self, why: &str) {
        let mut state = self.state();
        let (since, last, is_new) = match &*state {
            ServerState::Starting => (SystemTime::now(), None, true),
            ServerState::Up(facts) => (SystemTime::now(), Some(Arc::clone(facts)), true),
            ServerState::Out { since, last, .. } => (*since, last.clone(), false),
        };
        *state = ServerState::Out { since, why: why.into(), last };
        drop(state);
        if is_new {
            self.tell(ServerEvent::WentOut);
        }
    }

    pub(super) fn is_out(&self) -> bool {
        matches!(*self.state(), ServerState::Out { .. })
    }

    fn state(&self) -> MutexGuard<'_, ServerState> {
        // Nothing that panics runs while it is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
