//! What the parts of a wrapper share: who waits for what, and the two ways out.

use super::handshake::Handshake;
use super::lines::write_line;
use super::own_requests::OwnRequests;
use super::pending::PendingRequests;
use super::report::{Repair, RepairKind, Repairs, WrapReport};
use super::tools::KnownTools;
use super::{Wrap, fault};
use crate::frame::IdKey;
use candor::rmcp::MemoryBudget;
use candor::rmcp::relay::{Relay, Relayed, RelayedRequest};
use candor::{Failure, Incident};
use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::AsyncWrite;
use tokio::process::ChildStdin;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep, timeout};

/// How long a write to the client may take without being noticed.
const NOTICED: Duration = Duration::from_millis(250);
/// How long a client that does not read is waited for when all is to end.
const LAST_WRITES: Duration = Duration::from_secs(1);
/// How many requests of the server are remembered that the client has not answered.
const MOST_ASKED: usize = 10_000;

/// One client before one server.
pub(super) struct Session {
    pub(super) wrap: Wrap,
    pub(super) relay: Relay,
    /// The room for messages in memory, both ways.
    pub(super) memory: MemoryBudget,
    /// The server's name, for sentences.
    pub(super) name: String,
    state: Mutex<State>,
    to_client: tokio::sync::Mutex<Box<dyn AsyncWrite + Unpin + Send>>,
    /// Whether something is being written to the client.
    is_writing: AtomicBool,
    to_server: tokio::sync::Mutex<Option<ChildStdin>>,
    /// Only one asks for the list of tools at a time.
    pub(super) listing: tokio::sync::Mutex<()>,
    /// How often the server was started.
    generation: AtomicU64,
    pub(super) life: watch::Sender<Life>,
    /// Whether the whole thing is to end.
    end: watch::Sender<bool>,
    client_gone: watch::Sender<bool>,
    /// A request waits that no deadline was kept for.
    pub(super) waits: Notify,
    /// Why the server is to be ended and started again.
    unfit: watch::Sender<Option<&'static str>>,
    /// Somebody wants a server that is not there.
    pub(super) wanted: Notify,
    settled: Notify,
    repairs: Repairs,
}

/// What changes with each message.
#[derive(Default)]
pub(super) struct State {
    pub(super) pending: PendingRequests,
    /// Requests of the server that the client has not answered.
    pub(super) asked: HashMap<IdKey, Asked>,
    pub(super) own: OwnRequests,
    pub(super) tools: KnownTools,
    pub(super) handshake: Handshake,
    /// When the server has written its last message.
    pub(super) last_message: Option<Instant>,
    /// How many calls in a row were not answered in time.
    pub(super) unanswered_in_a_row: u32,
    /// When the last of those had passed its limit.
    pub(super) last_timeout: Option<Instant>,
    /// When the server has last failed to list its tools.
    pub(super) not_listed_at: Option<Instant>,
    /// Whether the server has answered anything since it was started.
    pub(super) has_answered: bool,
}

/// A request of the server that the client has not answered.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// Its id in JSON, as the server wrote it.
    pub(super) own: Box<str>,
    /// The same as the client got it.
    pub(super) shown: Box<str>,
}

/// Whether the server is there.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Life {
    Starting,
    Up,
    /// It is not, because of this, and is tried again at that time if it is known.
    Down {
        why: String,
        again: Option<Instant>,
    },
    Ended,
}

impl Session {
    pub(super) fn new(
        wrap: Wrap,
        to_client: Box<dyn AsyncWrite + Unpin + Send>,
        on_repair: Box<dyn Fn(&Repair) + Send + Sync>,
    ) -> Session {
        let relay = Relay::new(wrap.policy.clone()).with_output_mismatch(wrap.output_mismatch);
        // The longest message takes three quarters of a budget at most.
        let memory = MemoryBudget::new(MemoryBudget::DEFAULT_BYTES.max(wrap.limits.max_message.saturating_mul(3)));
        Session {
            memory,
            name: wrap.name.clone(),
            relay,
            state: Mutex::default(),
            to_client: tokio::sync::Mutex::new(to_client),
            is_writing: AtomicBool::new(false),
            to_server: tokio::sync::Mutex::new(None),
            listing: tokio::sync::Mutex::new(()),
            generation: AtomicU64::new(0),
            life: watch::Sender::new(Life::Starting),
            end: watch::Sender::new(false),
            client_gone: watch::Sender::new(false),
            waits: Notify::new(),
            unfit: watch::Sender::new(None),
            wanted: Notify::new(),
            settled: Notify::new(),
            repairs: Repairs::new(wrap.policy.clone(), on_repair),
            wrap,
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that panics runs while it is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a message to the client. One that has gone is told to nobody but [`client_gone`](Session::client_gone).
    pub(super) async fn to_client(&self, message: &[u8]) {
        let mut client = self.to_client.lock().await;
        if *self.client_gone.borrow() {
            return;
        }
        let begin = Instant::now();
        self.is_writing.store(true, Ordering::Release);
        let written = tokio::select! {
            written = write_line(&mut *client, message) => written.is_ok(),
            // A part of the message may be written: nothing follows it.
            () = self.past_end() => false,
        };
        if begin.elapsed() >= NOTICED {
            self.state().pending.begin_anew(Instant::now());
        }
        self.is_writing.store(false, Ordering::Release);
        if !written {
            self.client_gone.send_replace(true);
        }
    }

    /// Whether the client has not read yet what it is being told. Then the server may have said more than is known.
    pub(super) fn is_client_busy(&self) -> bool {
        self.is_writing.load(Ordering::Acquire)
    }

    /// Writes a message to the server. One that does not read is not waited for longer than for any other sign of life.
    pub(super) async fn to_server(&self, message: &[u8]) -> bool {
        let mut server = self.to_server.lock().await;
        let generation = self.generation();
        let Some(why) = self.fault_of_writing(server.as_mut(), message).await else { return true };
        let is_there = server.take().is_some();
        drop(server);
        if is_there {
            self.is_unfit(generation, why);
        }
        false
    }

    /// Why the message could not be written to this pipe, if it could not.
    async fn fault_of_writing(&self, pipe: Option<&mut ChildStdin>, message: &[u8]) -> Option<&'static str> {
        let Some(pipe) = pipe else { return Some("is not there") };
        let mut writing = pin!(write_line(pipe, message));
        loop {
            match timeout(self.wrap.limits.idle_timeout, &mut writing).await {
                Ok(Ok(())) => return None,
                Ok(Err(_)) => return Some("closed its standard input"),
                // It does not read because it cannot write.
                Err(_) if self.is_client_busy() => {}
                // A part of the message may be written: nothing can follow it.
                Err(_) => return Some("stopped reading its standard input"),
            }
        }
    }

    /// Gives the server's standard input over, or closes it.
    pub(super) async fn connect(&self, server: Option<ChildStdin>) {
        *self.to_server.lock().await = server;
    }

    /// Answers the client for the server.
    pub(super) async fn fail(&self, request: &RelayedRequest, failure: Failure, kind: RepairKind) {
        let relayed = self.would_fail(request, failure, kind, None);
        if let Some(frame) = relayed.frame() {
            self.to_client(frame).await;
        }
    }

    /// Reports what the client is answered for the server, or would be; returns that answer.
    pub(super) fn would_fail(
        &self,
        request: &RelayedRequest,
        failure: Failure,
        kind: RepairKind,
        before: Option<&[u8]>,
    ) -> Relayed {
        let relayed = self.relay.failure(failure, request);
        self.repaired(kind, Some(request), before, &relayed);
        relayed
    }

    /// Takes a repair up in the report.
    pub(super) fn repaired(
        &self,
        kind: RepairKind,
        request: Option<&RelayedRequest>,
        before: Option<&[u8]>,
        relayed: &Relayed,
    ) {
        self.noticed(kind, request, before, relayed.frame(), relayed.incident());
    }

    /// The same where the relay had no part in it.
    pub(super) fn noticed(
        &self,
        kind: RepairKind,
        request: Option<&RelayedRequest>,
        before: Option<&[u8]>,
        after: Option<&[u8]>,
        incident: Option<&Incident>,
    ) {
        self.repairs.add(kind, request, before, after, incident);
    }

    pub(super) fn count_message(&self) {
        self.repairs.count_message();
    }

    pub(super) fn report(&self) -> WrapReport {
        self.repairs.report()
    }

    /// Whether the server can be written to.
    pub(super) fn is_up(&self) -> bool {
        *self.life.borrow() == Life::Up
    }

    /// Waits until the server can be written to.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub(super) async fn up(&self) -> Result<(), Failure> {
        let mut life = self.life.subscribe();
        let ended = || fault::not_running(&self.name, "has been stopped", None);
        loop {
            let now = life.borrow_and_update().clone();
            match now {
                Life::Up => return Ok(()),
                Life::Starting => {}
                Life::Down { why, again: Some(again) } if again > Instant::now() => {
                    let again = again.saturating_duration_since(Instant::now());
                    return Err(fault::not_running(&self.name, &why, Some(again)));
                }
                Life::Down { .. } => self.wanted.notify_one(),
                Life::Ended => return Err(ended()),
            }
            if life.changed().await.is_err() {
                return Err(ended());
            }
        }
    }

    /// Which start of the server the present one is.
    pub(super) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// The server of this start does not work any more, and is to be started anew.
    pub(super) fn is_unfit(&self, generation: u64, why: &'static str) {
        if generation == self.generation() {
            self.go_down();
            self.unfit.send_replace(Some(why));
        }
    }

    /// Whoever wants the server waits for the next one.
    pub(super) fn go_down(&self) {
        self.life.send_if_modified(|life| {
            let was_up = *life == Life::Up;
            if was_up {
                *life = Life::Starting;
            }
            was_up
        });
    }

    /// Why that is, as soon as it is so.
    pub(super) async fn unfit(&self) -> &'static str {
        let mut unfit = self.unfit.subscribe();
        let why = unfit.wait_for(Option::is_some).await.ok().and_then(|why| *why);
        match why {
            Some(why) => why,
            None => std::future::pending().await,
        }
    }

    /// A new server begins without a stain.
    pub(super) fn begin_anew(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
        self.unfit.send_replace(None);
        let mut state = self.state();
        state.asked.clear();
        state.own.clear();
        state.unanswered_in_a_row = 0;
        state.last_timeout = None;
        state.not_listed_at = None;
        state.has_answered = false;
    }

    /// Notes whether the server has got a request; whether it still waits for its answer.
    pub(super) fn note_sent(&self, id: &IdKey, was_sent: bool) -> bool {
        self.state().pending.get_mut(id).map(|pending| pending.was_sent = was_sent).is_some()
    }

    /// Remembers a request of the server; returns the id under which the client gets it, if that is another one. The ids of a server that
    /// was started again are those of the first, whose requests the client may still answer.
    pub(super) fn note_asked(&self, own: &str) -> Option<String> {
        let generation = self.generation();
        let mut state = self.state();
        let shown =
            if generation <= 1 { own.to_owned() } else { format!("\"candor-{generation}-{}\"", state.own.next()) };
        if state.asked.len() < MOST_ASKED
            && let Some(key) = IdKey::of(&shown)
        {
            state.asked.insert(key, Asked { own: own.into(), shown: shown.as_str().into() });
        }
        (shown != own).then_some(shown)
    }

    /// Tells the client that nobody waits for its answers to the server any more.
    pub(super) async fn withdraw_asked(&self) {
        let asked: Vec<Asked> = self.state().asked.drain().map(|(_, asked)| asked).collect();
        for Asked { shown, .. } in asked {
            let message = format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{shown},"reason":"The server has ended."}}}}"#
            );
            self.to_client(message.as_bytes()).await;
        }
    }

    /// A request has got its answer.
    pub(super) fn note_settled(&self) {
        self.settled.notify_waiters();
    }

    /// Waits until no request of the client is open that has to be answered. Nobody keeps the limits of a server that is only observed.
    pub(super) async fn drained(&self) {
        let limits = &self.wrap.limits;
        let longest = if self.wrap.is_observing { limits.idle_timeout } else { limits.max_duration };
        let _ = timeout(longest, self.until_drained()).await;
    }

    async fn until_drained(&self) {
        loop {
            let settled = self.settled.notified();
            if !self.state().pending.has_limited() {
                return;
            }
            // A notification between the look and the wait would be missed.
            let _ = timeout(Duration::from_millis(100), settled).await;
        }
    }

    pub(super) fn end(&self) {
        self.end.send_replace(true);
    }

    /// Waits until the whole thing is to end.
    pub(super) async fn to_end(&self) {
        let _ = self.end.subscribe().wait_for(|end| *end).await;
    }

    /// Waits until all should have ended.
    async fn past_end(&self) {
        self.to_end().await;
        sleep(LAST_WRITES).await;
    }

    pub(super) fn is_ending(&self) -> bool {
        *self.end.borrow()
    }

    /// Waits until the client does not read any more.
    pub(super) async fn client_gone(&self) {
        let _ = self.client_gone.subscribe().wait_for(|gone| *gone).await;
    }

    /// Waits until the server is there for the last time.
    pub(super) async fn ended(&self) {
        let _ = self.life.subscribe().wait_for(|life| *life == Life::Ended).await;
    }
}
