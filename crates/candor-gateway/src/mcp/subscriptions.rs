//! Subscriptions at servers, shared by all clients that want the same: made for the first one, and dropped with the last one.
//!
//! A server of 2026-07-28 has a `subscriptions/listen` for each, one with a handshake is sent `resources/subscribe`. Where the way to the server
//! breaks, it is subscribed to again, and whoever listens is told that something may have changed meanwhile.

mod upkeep;

use crate::send::mcp::McpServer;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{broadcast, watch};
use tokio::task::AbortHandle;

/// How many subscriptions there may be at servers, and how many clients that listen.
const MOST_AT_SERVERS: usize = 1_000;
const MOST_LISTENERS: usize = 1_000;
/// How many notifications a client may be behind before it is told that something may have changed in their place.
const MOST_BEHIND: usize = 256;

/// What can be subscribed to at one server.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Subject {
    /// The resource with this address.
    Resource(Box<str>),
    /// The task that the server calls so.
    Task(Box<str>),
}

/// A subject, and the place of its server.
pub(super) type Key = (usize, Subject);

/// What a server has told of a subject.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) key: Key,
    /// As the server wrote them; none if something may have been missed.
    pub(super) params: Option<Box<RawValue>>,
}

/// All subscriptions of a gateway. Clones share them.
#[derive(Debug, Clone)]
pub(super) struct Subscriptions(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    entries: Mutex<HashMap<Key, Entry>>,
    told: broadcast::Sender<Arc<Told>>,
    listeners: AtomicUsize,
    /// Whether those who listen are to end.
    end: watch::Sender<bool>,
}

#[derive(Debug)]
struct Entry {
    users: usize,
    outcome: watch::Receiver<Outcome>,
    upkeep: AbortHandle,
}

/// What the server has said to the subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Pending,
    Taken,
    Refused,
}

impl Subscriptions {
    pub(super) fn new() -> Subscriptions {
        Subscriptions(Arc::new(Inner {
            entries: Mutex::default(),
            told: broadcast::Sender::new(MOST_BEHIND),
            listeners: AtomicUsize::new(0),
            end: watch::Sender::new(false),
        }))
    }

    /// One more who listens; none if there are too many.
    pub(super) fn listener(&self) -> Option<Listener> {
        let listener = Listener { all: self.0.clone(), told: self.0.told.subscribe(), end: self.0.end.subscribe() };
        let before = self.0.listeners.fetch_add(1, Ordering::Relaxed);
        // Dropped, it is not counted any more.
        (before < MOST_LISTENERS).then_some(listener)
    }

    /// Wants this of the server; none if there are too many already.
    pub(super) fn want(&self, server: &McpServer, key: Key) -> Option<Wanted> {
        let mut entries = self.0.entries();
        let has_room = entries.len() < MOST_AT_SERVERS;
        let entry = match entries.get_mut(&key) {
            Some(entry) => entry,
            None if !has_room => return None,
            None => {
                let (said, outcome) = watch::channel(Outcome::Pending);
                let upkeep = upkeep::keep(server.clone(), key.clone(), said, self.0.told.clone());
                let upkeep = tokio::spawn(upkeep).abort_handle();
                entries.entry(key.clone()).or_insert(Entry { users: 0, outcome, upkeep })
            }
        };
        entry.users += 1;
        Some(Wanted { all: self.0.clone(), outcome: entry.outcome.clone(), key })
    }

    /// Ends all who listen, from now on.
    pub(super) fn end(&self) {
        self.0.end.send_replace(true);
    }
}

impl Inner {
    fn entries(&self) -> MutexGuard<'_, HashMap<Key, Entry>> {
        // Nothing that panics runs while it is held.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A client that listens.
#[derive(Debug)]
pub(super) struct Listener {
    all: Arc<Inner>,
    pub(super) told: broadcast::Receiver<Arc<Told>>,
    end: watch::Receiver<bool>,
}

impl Listener {
    /// Is ready when it is to end.
    pub(super) fn ended(&self) -> impl Future<Output = ()> + use<> {
        let mut end = self.end.clone();
        async move {
            let _ = end.wait_for(|end| *end).await;
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.all.listeners.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A subscription that somebody wants.
#[derive(Debug)]
pub(super) struct Wanted {
    all: Arc<Inner>,
    outcome: watch::Receiver<Outcome>,
    pub(super) key: Key,
}

impl Wanted {
    /// What the server says to it.
    pub(super) async fn outcome(&self) -> Outcome {
        let mut outcome = self.outcome.clone();
        outcome.wait_for(|outcome| *outcome != Outcome::Pending).await.map_or(Outcome::Refused, |outcome| *outcome)
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        let mut entries = self.all.entries();
        let Some(entry) = entries.get_mut(&self.key) else { return };
        entry.users = entry.users.saturating_sub(1);
        if entry.users == 0 {
            // It lets the server know.
            entry.upkeep.abort();
            entries.remove(&self.key);
        }
    }
}
