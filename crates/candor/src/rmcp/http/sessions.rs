//! The sessions of a server: how many there are, what they take, and when they end.

mod end;

use crate::rmcp::memory::{Charge, MemoryBudget, NoSession};
use ::http::{HeaderMap, HeaderValue, Method, Request, Uri, header};
use bytes::Bytes;
use http_body_util::Full;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The header with the id of a session.
pub(super) const SESSION_ID: &str = "mcp-session-id";
/// What a session of `rmcp` takes beside what its client has said: its tasks, and channels with room for 32 messages each.
const SESSION_COST: usize = 60 * 1024;

/// How many sessions there may be, and how long they may be idle.
#[derive(Debug, Clone, Copy)]
pub(super) struct SessionLimits {
    pub(super) max: usize,
    /// How long one may be idle.
    pub(super) idle: Duration,
    /// How long one may be idle that was opened and never used.
    pub(super) unused: Duration,
}

/// The sessions that are open. Clones share them.
#[derive(Debug, Clone)]
pub(super) struct Sessions {
    pub(super) limits: SessionLimits,
    table: Arc<Mutex<Table>>,
}

#[derive(Debug, Default)]
struct Table {
    open: HashMap<HeaderValue, Session>,
    /// How many are being opened.
    opening: usize,
    /// Whether a task ends those that are idle.
    is_watched: bool,
}

#[derive(Debug)]
struct Session {
    /// What its requests name as the host, which the server may check.
    host: Option<HeaderValue>,
    since: Instant,
    /// How many requests and streams are open in it.
    in_use: usize,
    was_used: bool,
    /// It takes what it took until it has ended, and is not used again.
    is_ending: bool,
    _charge: Charge,
}

/// A session that is to end. It is in the table until this is dropped.
#[derive(Debug)]
struct Ending {
    sessions: Sessions,
    id: HeaderValue,
    host: Option<HeaderValue>,
}

/// The session is about to end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct IsEnding;

/// What there is for a session that is to be opened.
enum Room {
    Place(Place),
    /// There is room once this one has ended.
    After(Ending),
    /// All are in use.
    None,
    /// Messages take the memory that it needs.
    NoMemory,
}

impl Sessions {
    pub(super) fn new(limits: SessionLimits) -> Sessions {
        Sessions { limits, table: Arc::default() }
    }

    /// Looks for room for a session whose client has said this much. One ends for another only where sessions take the room:
    /// what messages take, they give back by themselves.
    fn room_for(&self, said: usize, budget: &MemoryBudget) -> Room {
        self.with(|table| {
            if table.open.len() + table.opening < self.limits.max {
                match budget.charge_session(SESSION_COST.saturating_add(said)) {
                    Ok(charge) => {
                        table.opening += 1;
                        return Room::Place(Place { sessions: self.clone(), charge: Some(charge) });
                    }
                    Err(NoSession::Messages) => return Room::NoMemory,
                    Err(NoSession::Sessions) => {}
                }
            }
            let longest_idle = table.take_longest_idle();
            longest_idle.map_or(Room::None, |(id, host)| Room::After(Ending { sessions: self.clone(), id, host }))
        })
    }

    /// A request of this session is being served until what is returned is dropped; None if it is not known.
    pub(super) fn visit(&self, id: &HeaderValue) -> Result<Option<Visit>, IsEnding> {
        self.with(|table| {
            let Some(session) = table.open.get_mut(id) else { return Ok(None) };
            if session.is_ending {
                return Err(IsEnding);
            }
            session.in_use += 1;
            session.was_used = true;
            Ok(Some(Visit { sessions: self.clone(), id: id.clone() }))
        })
    }

    /// The session has ended.
    pub(super) fn forget(&self, id: &HeaderValue) {
        self.with(|table| table.open.remove(id));
    }

    /// Whether a task is needed that ends what is idle; from now on there is one.
    fn needs_watch(&self) -> bool {
        self.with(|table| !table.open.is_empty() && !std::mem::replace(&mut table.is_watched, true))
    }

    /// Those that have been idle for too long, which are to end; None if there are no others to watch.
    fn take_idle(&self) -> Option<Vec<Ending>> {
        self.with(|table| {
            let limits = self.limits;
            let mut over = Vec::new();
            for (id, session) in table.open.iter_mut().filter(|(_, session)| session.is_idle()) {
                let limit = if session.was_used { limits.idle } else { limits.unused.min(limits.idle) };
                if session.since.elapsed() >= limit {
                    session.is_ending = true;
                    over.push(Ending { sessions: self.clone(), id: id.clone(), host: session.host.clone() });
                }
            }
            if table.open.is_empty() {
                table.is_watched = false;
                table.open.shrink_to_fit();
                return None;
            }
            Some(over)
        })
    }

    /// Nobody ends what is idle any more.
    fn is_not_watched(&self) {
        self.with(|table| table.is_watched = false);
    }

    /// How often to look for idle ones.
    fn watch_period(&self) -> Duration {
        (self.limits.unused.min(self.limits.idle) / 4).max(Duration::from_millis(10))
    }

    fn with<T>(&self, change: impl FnOnce(&mut Table) -> T) -> T {
        // No change panics halfway, so a poisoned table is whole.
        change(&mut self.table.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Table {
    /// The id and the host of the session that goes first: of those that nobody has used, or else of all, that which is idle
    /// longest. Whoever only opens sessions takes none from others.
    fn take_longest_idle(&mut self) -> Option<(HeaderValue, Option<HeaderValue>)> {
        let idle = self.open.iter_mut().filter(|(_, session)| session.is_idle());
        let (id, session) = idle.min_by_key(|(_, session)| (session.was_used, session.since))?;
        session.is_ending = true;
        Some((id.clone(), session.host.clone()))
    }
}

impl Session {
    fn is_idle(&self) -> bool {
        self.in_use == 0 && !self.is_ending
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.sessions.forget(&self.id);
    }
}

impl Ending {
    /// The request that ends it.
    fn request(&self) -> Request<Full<Bytes>> {
        let mut request = Request::new(Full::default());
        *request.method_mut() = Method::DELETE;
        request.headers_mut().insert(SESSION_ID, self.id.clone());
        if let Some(host) = &self.host {
            request.headers_mut().insert(header::HOST, host.clone());
        }
        request
    }
}

/// A place for a session that is being opened.
#[derive(Debug)]
pub(super) struct Place {
    sessions: Sessions,
    charge: Option<Charge>,
}

impl Place {
    /// The session has been opened, by a request to this host.
    pub(super) fn fill(mut self, id: HeaderValue, host: Option<HeaderValue>) {
        let Some(charge) = self.charge.take() else { return };
        let session =
            Session { host, since: Instant::now(), in_use: 0, was_used: false, is_ending: false, _charge: charge };
        self.sessions.with(|table| table.open.insert(id, session));
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.sessions.with(|table| table.opening = table.opening.saturating_sub(1));
    }
}

/// A request or a stream of a session.
#[derive(Debug)]
pub(super) struct Visit {
    sessions: Sessions,
    id: HeaderValue,
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.sessions.with(|table| {
            if let Some(session) = table.open.get_mut(&self.id) {
                session.in_use = session.in_use.saturating_sub(1);
                session.since = Instant::now();
            }
        });
    }
}

/// What a request names as its host: over HTTP/2 it is in the address.
pub(super) fn host_of(uri: &Uri, headers: &HeaderMap) -> Option<HeaderValue> {
    let in_address = || uri.authority().and_then(|authority| HeaderValue::from_str(authority.as_str()).ok());
    headers.get(header::HOST).cloned().or_else(in_address)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: SessionLimits =
        SessionLimits { max: 2, idle: Duration::from_secs(300), unused: Duration::from_secs(60) };

    fn id(number: usize) -> HeaderValue {
        HeaderValue::from_str(&format!("session-{number}")).unwrap()
    }

    fn open(sessions: &Sessions, budget: &MemoryBudget, number: usize) -> Option<HeaderValue> {
        let mut ended = None;
        loop {
            match sessions.room_for(1_000, budget) {
                Room::Place(place) => {
                    place.fill(id(number), None);
                    return ended;
                }
                Room::After(ending) => ended = ending.request().headers().get(SESSION_ID).cloned(),
                Room::None | Room::NoMemory => panic!("there is no room"),
            }
        }
    }

    fn visit(sessions: &Sessions, number: usize) -> Option<Visit> {
        sessions.visit(&id(number)).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn the_session_that_is_idle_longest_makes_room_for_another() {
        let (sessions, budget) = (Sessions::new(LIMITS), MemoryBudget::new(1_000_000));
        assert_eq!(open(&sessions, &budget, 1), None);
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(open(&sessions, &budget, 2), None);
        tokio::time::advance(Duration::from_secs(1)).await;
        drop(visit(&sessions, 1).unwrap());
        assert_eq!(open(&sessions, &budget, 3), Some(id(2)));
        let _visits = [visit(&sessions, 1).unwrap(), visit(&sessions, 3).unwrap()];
        assert!(matches!(sessions.room_for(1_000, &budget), Room::None));
        assert!(visit(&sessions, 2).is_none());
    }

    #[test]
    fn sessions_have_room_as_long_as_the_budget_has() {
        let limits = SessionLimits { max: 1_000, ..LIMITS };
        let (sessions, budget) = (Sessions::new(limits), MemoryBudget::new(1_000_000));
        let ended = (0..100).filter_map(|number| open(&sessions, &budget, number)).count();
        assert!(ended > 90 && budget.in_use() <= 500_000, "{ended} {}", budget.in_use());
        (0..100).for_each(|number| sessions.forget(&id(number)));
        assert_eq!(budget.in_use(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn idle_sessions_end_and_those_that_were_never_used_sooner() {
        let (sessions, budget) = (Sessions::new(LIMITS), MemoryBudget::new(1_000_000));
        open(&sessions, &budget, 1);
        open(&sessions, &budget, 2);
        assert!(sessions.needs_watch() && !sessions.needs_watch());
        drop(visit(&sessions, 1));
        tokio::time::advance(Duration::from_secs(60)).await;
        let ids = |over: Option<Vec<Ending>>| over.unwrap().iter().map(|it| it.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(sessions.take_idle()), [id(2)]);
        let visited = visit(&sessions, 1);
        tokio::time::advance(Duration::from_secs(1_000)).await;
        assert!(ids(sessions.take_idle()).is_empty(), "it is in use");
        drop(visited);
        tokio::time::advance(Duration::from_secs(300)).await;
        assert_eq!(ids(sessions.take_idle()), [id(1)]);
        assert!(sessions.take_idle().is_none());
        assert_eq!(budget.in_use(), 0);
    }

    #[test]
    fn a_place_that_is_not_filled_is_free_again() {
        let (sessions, budget) = (Sessions::new(LIMITS), MemoryBudget::new(1_000_000));
        for _ in 0..10 {
            assert!(matches!(sessions.room_for(1_000, &budget), Room::Place(_)));
        }
        assert_eq!(budget.in_use(), 0);
    }

    #[test]
    fn no_session_ends_for_another_while_messages_take_the_memory() {
        let limits = SessionLimits { max: 1_000, ..LIMITS };
        let (sessions, budget) = (Sessions::new(limits), MemoryBudget::new(1_000_000));
        open(&sessions, &budget, 1);
        open(&sessions, &budget, 2);
        let mut message = budget.open_charge();
        message.resize(745_000).unwrap();
        assert!(matches!(sessions.room_for(10_000, &budget), Room::NoMemory));
        assert!(visit(&sessions, 1).is_some() && visit(&sessions, 2).is_some());
        drop(message);
        assert_eq!(open(&sessions, &budget, 3), None);
    }

    #[test]
    fn sessions_that_end_meanwhile_are_never_taken_for_messages() {
        let limits = SessionLimits { max: 1_000, ..LIMITS };
        let (sessions, budget) = (Sessions::new(limits), MemoryBudget::new(1_000_000));
        // There is room for one more.
        let _others: Vec<_> = (0..7).map(|_| budget.charge_session(SESSION_COST).unwrap()).collect();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..20_000 {
                        assert!(!matches!(sessions.room_for(1_000, &budget), Room::NoMemory));
                    }
                });
                // What is given back while another asks.
                scope.spawn(|| (0..20_000).for_each(|_| drop(budget.charge_session(SESSION_COST))));
            }
        });
    }

    #[test]
    fn a_session_that_is_about_to_end_is_not_used_again_and_takes_what_it_took_until_then() {
        let limits = SessionLimits { max: 1, ..LIMITS };
        let (sessions, budget) = (Sessions::new(limits), MemoryBudget::new(1_000_000));
        open(&sessions, &budget, 1);
        let taken = budget.in_use();
        let Room::After(ending) = sessions.room_for(1_000, &budget) else { panic!("it is idle") };
        assert_eq!(sessions.visit(&id(1)).err(), Some(IsEnding));
        assert!(matches!(sessions.room_for(1_000, &budget), Room::None), "it ends once");
        assert_eq!(budget.in_use(), taken);
        drop(ending);
        assert_eq!(budget.in_use(), 0);
        assert!(visit(&sessions, 1).is_none());
    }
}
