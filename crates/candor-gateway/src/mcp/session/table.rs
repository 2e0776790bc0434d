//! The sessions of clients over HTTP. How many there are, and how long they may be idle, is limited by the guard around the endpoint, which
//! ends one like a client: with a DELETE.

use super::sealed::{LONGEST, SessionId, UpstreamSession};
use super::{ClientSession, Mailbox, Node, Outlet};
use crate::mcp::Changed;
use crate::mcp::endpoint::McpEndpoint;
use crate::seal::Seal;
use crate::send::mcp::Era;
use crate::upstream::McpReach;
use candor::render::Revision;
use http::HeaderValue;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

/// How many sessions are kept that another gateway began, and how many that have ended are remembered.
const MOST_OF_OTHERS: usize = 512;
const MOST_ENDED: usize = 10_000;
/// How long `initialize` waits for sessions of servers over HTTP. One that takes longer is opened when it is needed, and is of no use to
/// other gateways.
const UPSTREAM_BEGIN: Duration = Duration::from_secs(5);

/// The sessions of an endpoint. Clones share them.
#[derive(Clone)]
pub(crate) struct Sessions(Arc<Inner>);

struct Inner {
    seal: Seal,
    node: Node,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    open: HashMap<Arc<str>, Entry>,
    /// Sessions of other gateways that a client has ended here.
    ended: HashMap<Arc<str>, Instant>,
    is_telling: bool,
}

struct Entry {
    session: Arc<ClientSession>,
    is_of_other: bool,
    began: Instant,
    used: Instant,
}

/// There is no such session, for this caller.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unknown;

impl Sessions {
    pub(crate) fn new(seal: Seal, node: Node) -> Sessions {
        Sessions(Arc::new(Inner { seal, node, table: Mutex::default() }))
    }

    /// A session with a client that has sent these params of `initialize`, before it is begun.
    pub(crate) fn prepare(&self, params: Option<&RawValue>, revision: Revision) -> Arc<ClientSession> {
        let outlet = Outlet::Mailbox(Arc::default());
        Arc::new(ClientSession::new(params, revision, self.0.node.clone(), outlet))
    }

    /// Begins this session. None if it cannot be given an id.
    pub(crate) async fn begin(
        &self,
        endpoint: &McpEndpoint,
        session: Arc<ClientSession>,
        caller: String,
    ) -> Option<HeaderValue> {
        let upstream = upstream_sessions(&session, endpoint).await;
        let mut id = SessionId::new(&session, caller, upstream);
        let sealed = id.sealed(&self.0.seal).ok()?;
        let now = Instant::now();
        let entry = Entry { session, is_of_other: false, began: now, used: now };
        let (over, has_to_tell) = {
            let mut table = self.table();
            table.open.insert(Arc::clone(&id.id), entry);
            (table.over(now), !std::mem::replace(&mut table.is_telling, true))
        };
        over.iter().for_each(|session| session.end());
        if has_to_tell {
            tokio::spawn(self.clone().tell_changes(endpoint.clone()));
        }
        Some(sealed)
    }

    /// The session with this id, if it is this caller's. One that another gateway has begun goes on here.
    pub(crate) fn find(&self, sealed: &HeaderValue, caller: &str) -> Result<Arc<ClientSession>, Unknown> {
        let id = SessionId::opened(&self.0.seal, sealed).filter(|id| id.caller == caller).ok_or(Unknown)?;
        let mut table = self.table();
        let now = Instant::now();
        if let Some(entry) = table.open.get_mut(&id.id) {
            entry.used = now;
            return Ok(Arc::clone(&entry.session));
        }
        // One of this gateway that is not there has ended.
        if id.process == self.0.node.process || table.ended.contains_key(&id.id) {
            return Err(Unknown);
        }
        let revision = id.revision().ok_or(Unknown)?;
        let mut session =
            ClientSession::new(None, revision, self.0.node.clone(), Outlet::Mailbox(Arc::<Mailbox>::default()));
        session.capabilities = id.capabilities;
        session.elsewhere = Some(id.node);
        session.given = id.upstream;
        let session = Arc::new(session);
        let entry = Entry { session: Arc::clone(&session), is_of_other: true, began: now, used: now };
        table.open.insert(id.id, entry);
        let over = table.over(now);
        drop(table);
        over.iter().for_each(|session| session.end());
        Ok(session)
    }

    /// Ends the session with this id. The guard that limits how many there are has no caller.
    pub(crate) fn end(&self, sealed: &HeaderValue, caller: &str) -> Result<(), Unknown> {
        let is_theirs = |id: &SessionId| caller.is_empty() || id.caller == caller;
        let id = SessionId::opened(&self.0.seal, sealed).filter(is_theirs).ok_or(Unknown)?;
        let mut table = self.table();
        let entry = table.open.remove(&id.id);
        let is_of_other = id.process != self.0.node.process;
        if is_of_other {
            table.remember_end(id.id);
        }
        drop(table);
        match entry {
            Some(entry) => entry.session.end(),
            None if is_of_other => {}
            None => return Err(Unknown),
        }
        Ok(())
    }

    /// Ends the streams of what belongs to no request: they would last as long as running requests are waited for.
    pub(crate) fn end_streams(&self) {
        for entry in self.table().open.values() {
            entry.session.end_stream();
        }
    }

    /// Tells all clients which lists change, as long as there is somebody to tell it.
    async fn tell_changes(self, endpoint: McpEndpoint) {
        let mut changes = endpoint.changes();
        let sessions = Arc::downgrade(&self.0);
        // The servers end with the last of those who use them.
        drop((self, endpoint));
        loop {
            let changed: &[Changed] = match changes.recv().await {
                Ok(Changed::Tools) => &[Changed::Tools],
                Ok(Changed::Prompts) => &[Changed::Prompts],
                Ok(Changed::Resources) => &[Changed::Resources],
                Err(RecvError::Lagged(_)) => &[Changed::Tools, Changed::Prompts, Changed::Resources],
                Err(RecvError::Closed) => return,
            };
            let Some(inner) = sessions.upgrade() else { return };
            let sessions: Vec<_> = Sessions(inner).table().open.values().map(|it| Arc::clone(&it.session)).collect();
            for (session, changed) in sessions.iter().flat_map(|session| changed.iter().map(move |it| (session, it))) {
                session.tell(changed.notification().into_bytes());
            }
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // Nothing that panics runs while it is held.
        self.0.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Takes out the sessions whose time is over, and those of other gateways that are too many: of these, the ones that were not used for
    /// longest.
    fn over(&mut self, now: Instant) -> Vec<Arc<ClientSession>> {
        let mut over: Vec<Arc<str>> = Vec::new();
        over.extend(self.open.iter().filter(|(_, it)| now - it.began >= LONGEST).map(|(id, _)| Arc::clone(id)));
        let mut of_others: Vec<(Instant, Arc<str>)> =
            self.open.iter().filter(|(_, it)| it.is_of_other).map(|(id, it)| (it.used, Arc::clone(id))).collect();
        if let Some(too_many) = of_others.len().checked_sub(MOST_OF_OTHERS).filter(|it| *it > 0) {
            of_others.sort_unstable();
            over.extend(of_others.into_iter().take(too_many).map(|(_, id)| id));
        }
        over.iter().filter_map(|id| self.open.remove(id)).map(|entry| entry.session).collect()
    }

    fn remember_end(&mut self, id: Arc<str>) {
        let now = Instant::now();
        if self.ended.len() >= MOST_ENDED {
            self.ended.retain(|_, ended| now - *ended < LONGEST);
        }
        if self.ended.len() < MOST_ENDED {
            self.ended.insert(id, now);
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let table = self.table.get_mut().unwrap_or_else(PoisonError::into_inner);
        table.open.drain().for_each(|(_, entry)| entry.session.end());
    }
}

/// Opens the sessions of servers over HTTP that have to know the client: their ids go into that of the client's session.
async fn upstream_sessions(session: &Arc<ClientSession>, endpoint: &McpEndpoint) -> Vec<UpstreamSession> {
    if !session.can_be_asked() {
        return Vec::new();
    }
    let mut opening = JoinSet::new();
    for (place, server) in endpoint.servers().servers().iter().enumerate() {
        let is_legacy = super::connections::facts_of(server).is_some_and(|facts| facts.era == Era::Legacy);
        if is_legacy && matches!(server.settings().reach, McpReach::Http(_)) {
            let (session, endpoint) = (Arc::clone(session), endpoint.clone());
            opening.spawn(async move {
                let server = session.server(&endpoint, place).await.ok()?;
                let (revision, id) = server.session_id().await?;
                let id = id.to_str().ok()?.to_owned();
                Some(UpstreamSession { server: Arc::clone(server.name()), revision: revision.date().to_owned(), id })
            });
        }
    }
    let mut opened = Vec::new();
    let all = async {
        while let Some(found) = opening.join_next().await {
            opened.extend(found.ok().flatten());
        }
    };
    let _ = timeout(UPSTREAM_BEGIN, all).await;
    opened.sort_by(|one: &UpstreamSession, other| one.server.cmp(&other.server));
    opened
}
