//! An MCP server that is a child of the gateway, and speaks in lines.
//!
//! ```text
//! request ──► link (ids, who waits) ──► writer ──► child ──► incoming ──► whoever waits
//! life      starts it, begins with it, answers what is open when it ends, and starts it again
//! health    finds out whether one that has not answered in time is slow, silent or half dead
//! ```

mod begin;
mod health;
mod incoming;
mod life;
mod link;
mod writer;

use super::message::{self, Metadata};
use super::patience::Patience;
use super::state::Publisher;
use super::{Announced, GRACE, ServerAnswer, ServerRequest, fault};
use crate::child::Supervision;
use crate::server_fault;
use crate::upstream::{McpChild, McpServerSettings};
use candor::{Failure, FailurePolicy};
use link::{Link, Lost, Waiter};
use serde_json::value::RawValue;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

/// A server that the gateway starts.
pub(super) struct ChildServer {
    name: Arc<str>,
    child: McpChild,
    supervision: Supervision,
    limits: Limits,
    announced: Announced,
    publisher: Arc<Publisher>,
    life: watch::Sender<Life>,
    /// Somebody wants a server that was given up for a while.
    wanted: Notify,
    /// Within which time all is to end, as soon as it is.
    end: watch::Sender<Option<Duration>>,
    ids: AtomicU64,
}

/// What a server may take.
#[derive(Debug, Clone, Copy)]
struct Limits {
    silence: Duration,
    longest: Duration,
    start: Duration,
    message: usize,
}

/// Whether the server can be asked.
#[derive(Clone)]
enum Life {
    Starting,
    Up(Arc<Link>),
    /// It cannot, because of this, and is tried again at that time.
    Down {
        failure: Failure,
        again: Instant,
    },
    Ended,
}

impl ChildServer {
    /// Starts it, and returns at once.
    pub(super) fn start(
        settings: &McpServerSettings,
        child: &McpChild,
        policy: &FailurePolicy,
        announced: Announced,
        publisher: &Arc<Publisher>,
    ) -> Arc<ChildServer> {
        let server = Arc::new(ChildServer {
            name: settings.name.as_str().into(),
            child: child.clone(),
            supervision: Supervision::new(child.watcher.clone(), policy.clone()).with_stderr(child.stderr.clone()),
            limits: Limits {
                silence: settings.timeout,
                longest: settings.longest,
                start: settings.start,
                message: settings.max_message,
            },
            announced,
            publisher: Arc::clone(publisher),
            life: watch::Sender::new(Life::Starting),
            wanted: Notify::new(),
            end: watch::Sender::new(None),
            ids: AtomicU64::new(1),
        });
        tokio::spawn(life::live(Arc::clone(&server)));
        server
    }

    /// Sends a request, and waits for its answer. A server that has not taken it has not carried it out, so the one that is started
    /// in its place gets it.
    pub(super) async fn request(&self, request: ServerRequest) -> Result<ServerAnswer, Failure> {
        let patience = Arc::new(Patience::new(request.limit, self.limits.longest));
        for _ in 0..2 {
            let link = tokio::select! {
                up = self.up() => up?,
                passed = patience.passed() => return Err(server_fault::never_sent(fault::too_slow(&self.name, passed))),
            };
            match self.ask(&link, &request, &patience).await? {
                Some(answer) => return Ok(answer),
                None => continue,
            }
        }
        Err(fault::not_taken(&self.name))
    }

    /// The answer to the request on this link; none if the server ended before it got it.
    async fn ask(
        &self,
        link: &Arc<Link>,
        request: &ServerRequest,
        patience: &Arc<Patience>,
    ) -> Result<Option<ServerAnswer>, Failure> {
        let id = self.next_id();
        let is_call = &*request.method == "tools/call";
        let metadata = Metadata {
            era: link.era(),
            progress_token: request.progress.is_some().then_some(id),
            capabilities: request.capabilities.as_deref(),
            traceparent: request.traceparent.as_deref(),
        };
        let text = message::request(id, &request.method, request.params.as_deref(), metadata);
        let waiter = Waiter::new(patience, request);
        let mut open = link.open(id, waiter);
        let outcome = tokio::select! {
            biased;
            outcome = async {
                link.send(id, text).await;
                open.outcome().await
            } => outcome,
            passed = patience.passed() => {
                let failure = fault::too_slow(&self.name, passed);
                if !open.was_sent() {
                    return Err(server_fault::never_sent(failure));
                }
                health::judge(self, link, patience.began(), is_call);
                return Err(fault::unanswered(failure, request.is_repeatable));
            }
        };
        match outcome {
            Ok(answer) => {
                if is_call {
                    link.unanswered_in_a_row.store(0, Ordering::Relaxed);
                }
                Ok(Some(answer))
            }
            Err(Lost::Unsent) => Ok(None),
            Err(lost @ Lost::TooLong) => {
                let failure = fault::unusable(self.failure(&lost), request.is_repeatable);
                Err(failure.with_recovery(server_fault::ASK_FOR_LESS))
            }
            Err(lost) => Err(fault::unanswered(self.failure(&lost), request.is_repeatable)),
        }
    }

    /// Whether it was started for one client.
    pub(super) fn is_of_one_client(&self) -> bool {
        self.announced.questions.is_some()
    }

    /// Tells it this, if it runs.
    pub(super) fn notify(&self, method: &str, params: Option<&RawValue>) {
        let life = self.life.borrow().clone();
        if let Life::Up(link) = life {
            link.control(message::notification(method, params, link.era()));
        }
    }

    /// What it is that there is no answer.
    fn failure(&self, lost: &Lost) -> Failure {
        let name = &self.name;
        match lost {
            Lost::Unsent => fault::not_taken(name),
            Lost::Ended(exit) => server_fault::ended(name, exit),
            Lost::Stopped(why) => server_fault::stopped(name, why),
            Lost::TooLong => server_fault::answer_too_long(name, self.limits.message),
            Lost::NoRoom => server_fault::no_room(name),
            Lost::Malformed => server_fault::malformed(name),
        }
    }

    /// Ends it within the grace.
    pub(super) async fn stop(&self, grace: Duration) {
        self.end(grace);
        let _ = self.life.subscribe().wait_for(|life| matches!(life, Life::Ended)).await;
    }

    /// The same, and nobody waits for it.
    pub(super) fn end(&self, grace: Duration) {
        self.end.send_modify(|end| *end = Some(end.map_or(grace, |before| before.min(grace))));
    }

    fn next_id(&self) -> u64 {
        self.ids.fetch_add(1, Ordering::Relaxed)
    }

    /// Waits until the server can be asked.
    async fn up(&self) -> Result<Arc<Link>, Failure> {
        let mut life = self.life.subscribe();
        loop {
            let now = life.borrow_and_update().clone();
            match now {
                Life::Up(link) if link.is_fit() => return Ok(link),
                Life::Up(_) | Life::Starting => {}
                Life::Down { failure, again } if again > Instant::now() => return Err(failure),
                Life::Down { .. } => self.wanted.notify_one(),
                Life::Ended => return Err(fault::has_been_stopped(&self.name)),
            }
            if life.changed().await.is_err() {
                return Err(fault::has_been_stopped(&self.name));
            }
        }
    }

    /// Whoever asks from now on waits for the next link, if it was this one that they would have got.
    fn leaves(&self, link: &Arc<Link>) {
        self.life.send_if_modified(|life| {
            let is_this = matches!(life, Life::Up(up) if Arc::ptr_eq(up, link));
            if is_this {
                *life = Life::Starting;
            }
            is_this
        });
    }

    /// Waits until all is to end, and says within which time.
    async fn to_end(&self) -> Duration {
        let mut end = self.end.subscribe();
        let ends = end.wait_for(Option::is_some).await.ok().and_then(|end| *end);
        ends.unwrap_or(GRACE)
    }

    fn is_ending(&self) -> bool {
        self.end.borrow().is_some()
    }
}
