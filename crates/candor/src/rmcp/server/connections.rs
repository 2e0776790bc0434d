//! The connections that are open, and how many there may be.

use super::activity::Activity;
use super::peer::Network;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::task::{AbortHandle, Id, JoinSet};

/// How many connections may be open.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) all: usize,
    pub(super) per_peer: usize,
}

/// The connections that are open. When it is dropped, they are closed.
pub(super) struct Connections {
    limits: Limits,
    tasks: JoinSet<()>,
    open: HashMap<Id, Open>,
    of_peer: HashMap<Network, usize>,
}

struct Open {
    /// None if its peer may have any number.
    peer: Option<Network>,
    activity: Arc<Activity>,
    task: AbortHandle,
}

/// Whether there is room for one more connection.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Room {
    Free,
    /// Another one was closed for it.
    Made,
    /// All that count are being served.
    None,
}

impl Connections {
    pub(super) fn within(limits: Limits) -> Connections {
        Connections { limits, tasks: JoinSet::new(), open: HashMap::new(), of_peer: HashMap::new() }
    }

    /// Looks for room for a connection of this peer, and makes some if it must and can.
    pub(super) fn room_for(&mut self, peer: Option<Network>) -> Room {
        while let Some(ended) = self.tasks.try_join_next_with_id() {
            self.forget(id_of(ended));
        }
        let of_peer = peer.and_then(|peer| self.of_peer.get(&peer)).copied().unwrap_or(0);
        if of_peer >= self.limits.per_peer && peer.is_some() {
            self.close_one(|open| open.peer == peer)
        } else if self.open.len() >= self.limits.all {
            self.close_one(|_| true)
        } else {
            Room::Free
        }
    }

    /// Closes the connection whose client has been waited for the longest, of all.
    pub(super) fn make_room(&mut self) -> Room {
        self.close_one(|_| true)
    }

    fn close_one(&mut self, may_go: impl Fn(&Open) -> bool) -> Room {
        loop {
            let waiting = self.open.iter().filter(|(_, open)| may_go(open));
            let waiting = waiting.filter_map(|(id, open)| Some((open.activity.waits_for_client_since()?, *id)));
            let Some((since, id)) = waiting.min_by_key(|(since, _)| *since) else { return Room::None };
            // Otherwise its request has come meanwhile: another one has to go.
            if self.open.get(&id).is_some_and(|open| open.activity.close(since)) {
                if let Some(open) = self.forget(id) {
                    open.task.abort();
                }
                return Room::Made;
            }
        }
    }

    /// Serves a connection.
    pub(super) fn open(
        &mut self,
        peer: Option<Network>,
        activity: Arc<Activity>,
        serve: impl Future<Output = ()> + Send + 'static,
    ) {
        let task = self.tasks.spawn(serve);
        if let Some(peer) = peer {
            *self.of_peer.entry(peer).or_default() += 1;
        }
        self.open.insert(task.id(), Open { peer, activity, task });
    }

    /// Does something for a connection that is not served.
    pub(super) fn spawn(&mut self, work: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(work);
    }

    /// Waits until one has ended; for ever if there is none.
    pub(super) async fn one_ended(&mut self) {
        match self.tasks.join_next_with_id().await {
            Some(ended) => drop(self.forget(id_of(ended))),
            None => std::future::pending().await,
        }
    }

    /// Waits until all have ended.
    pub(super) async fn all_ended(&mut self) {
        while self.tasks.join_next_with_id().await.is_some() {}
    }

    fn forget(&mut self, id: Id) -> Option<Open> {
        let open = self.open.remove(&id)?;
        if let Some(peer) = open.peer
            && let Some(count) = self.of_peer.get_mut(&peer)
        {
            *count -= 1;
            if *count == 0 {
                self.of_peer.remove(&peer);
            }
        }
        Some(open)
    }
}

/// A connection whose service panicked has ended like any other.
fn id_of(ended: Result<(Id, ()), tokio::task::JoinError>) -> Id {
    ended.map_or_else(|error| error.id(), |(id, ())| id)
}
