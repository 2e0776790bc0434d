//! The way to one process: what is on its way to it, and who waits for what of it.

use crate::child::ChildExit;
use crate::send::mcp::patience::Patience;
use crate::send::mcp::question::{Asked, OpenQuestions};
use crate::send::mcp::{Announced, Era, ServerAnswer, ServerNotification, ServerQuestion, ServerRequest, message};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

/// How many requests wait until the process has read those before them. Further ones wait outside.
const QUEUE: usize = 64;
/// How many replies and notifications wait likewise. What is more is dropped: the process does not read.
const CONTROL_QUEUE: usize = 1_024;

/// The way to one process.
pub(super) struct Link {
    requests: mpsc::Sender<(u64, Vec<u8>)>,
    control: mpsc::Sender<Vec<u8>>,
    state: Mutex<State>,
    /// Known when it was begun with.
    era: OnceLock<Era>,
    /// Why the process is to be ended and started again.
    unfit: watch::Sender<Option<Cow<'static, str>>>,
    has_answered: AtomicBool,
    /// The questions that belong to no single request.
    questions: OpenQuestions,
    /// How many calls in a row were not answered in time.
    pub(super) unanswered_in_a_row: AtomicU32,
}

/// What waits for the pipe.
pub(super) struct Queue {
    pub(super) requests: mpsc::Receiver<(u64, Vec<u8>)>,
    pub(super) control: mpsc::Receiver<Vec<u8>>,
}

#[derive(Default)]
struct State {
    waiting: HashMap<u64, Waiting>,
    /// Why nothing more is answered.
    lost: Option<Lost>,
    last_message: Option<Instant>,
}

struct Waiting {
    waiter: Waiter,
    answer: oneshot::Sender<Result<ServerAnswer, Lost>>,
    was_sent: Arc<AtomicBool>,
}

/// Who wants to know how a request gets on.
pub(super) struct Waiter {
    patience: Option<Arc<Patience>>,
    progress: Option<mpsc::Sender<Box<RawValue>>>,
    notifications: Option<mpsc::Sender<ServerNotification>>,
    questions: Option<(mpsc::Sender<ServerQuestion>, OpenQuestions)>,
    /// Whether it waits for what is told, and not for an answer.
    is_listening: bool,
}

/// Why there is no answer.
#[derive(Debug, Clone)]
pub(super) enum Lost {
    /// The process ended before it got the request.
    Unsent,
    /// The process has ended.
    Ended(Arc<ChildExit>),
    /// The process is being ended, because of this.
    Stopped(Cow<'static, str>),
    /// The answer is longer than a message may be.
    TooLong,
    /// There was no memory for it.
    NoRoom,
    /// It is not a message.
    Malformed,
}

impl State {
    /// Those who wait for an answer, but for the gateway itself.
    fn running(&self) -> impl Iterator<Item = &Waiter> {
        let waiters = self.waiting.values().map(|waiting| &waiting.waiter);
        waiters.filter(|waiter| waiter.patience.is_some() && !waiter.is_listening)
    }
}

impl Waiter {
    pub(super) fn new(patience: &Arc<Patience>, request: &ServerRequest) -> Waiter {
        Waiter {
            patience: Some(Arc::clone(patience)),
            progress: request.progress.clone(),
            notifications: request.notifications.clone(),
            questions: request.questions.clone().map(|questions| (questions, OpenQuestions::of_request())),
            is_listening: &*request.method == message::LISTEN,
        }
    }

    /// Somebody who wants the answer and nothing else.
    pub(super) fn of_own() -> Waiter {
        Waiter { patience: None, progress: None, notifications: None, questions: None, is_listening: false }
    }
}

impl Link {
    pub(super) fn new() -> (Arc<Link>, Queue) {
        let (requests, requests_out) = mpsc::channel(QUEUE);
        let (control, control_out) = mpsc::channel(CONTROL_QUEUE);
        let link = Link {
            requests,
            control,
            state: Mutex::default(),
            era: OnceLock::new(),
            unfit: watch::Sender::new(None),
            has_answered: AtomicBool::new(false),
            questions: OpenQuestions::of_connection(),
            unanswered_in_a_row: AtomicU32::new(0),
        };
        (Arc::new(link), Queue { requests: requests_out, control: control_out })
    }

    pub(super) fn era(&self) -> Era {
        self.era.get().copied().unwrap_or(Era::Legacy)
    }

    /// It was begun with.
    pub(super) fn is_of(&self, era: Era) {
        let _ = self.era.set(era);
    }

    /// Waits for the answer to this id from now on.
    pub(super) fn open(self: &Arc<Link>, id: u64, waiter: Waiter) -> Open {
        let (answer, answered) = oneshot::channel();
        let was_sent = Arc::new(AtomicBool::new(false));
        let mut state = self.state();
        match &state.lost {
            Some(_) => {
                let _ = answer.send(Err(Lost::Unsent));
            }
            None => {
                state.waiting.insert(id, Waiting { waiter, answer, was_sent: Arc::clone(&was_sent) });
            }
        }
        drop(state);
        Open { link: Arc::clone(self), id, answered, was_sent, is_cancelled_by_drop: true }
    }

    /// Puts a request on its way. It waits while too many are.
    pub(super) async fn send(&self, id: u64, text: Vec<u8>) {
        // If nobody writes any more, whoever waits is told so.
        let _ = self.requests.send((id, text)).await;
    }

    /// Puts a reply or a notification on its way, before all requests that wait.
    pub(super) fn control(&self, text: Vec<u8>) {
        let _ = self.control.try_send(text);
    }

    /// A request is written now; whether anybody still wants it.
    pub(super) fn is_being_sent(&self, id: u64) -> bool {
        self.state().waiting.get(&id).map(|waiting| waiting.was_sent.store(true, Ordering::Relaxed)).is_some()
    }

    /// A request could not be written whole: half a line is not a request (decision 86).
    pub(super) fn was_not_sent(&self, id: u64) {
        if let Some(waiting) = self.state().waiting.get(&id) {
            waiting.was_sent.store(false, Ordering::Relaxed);
        }
    }

    /// The process has written a message.
    pub(super) fn note_message(&self) {
        self.state().last_message = Some(Instant::now());
    }

    pub(super) fn last_message(&self) -> Option<Instant> {
        self.state().last_message
    }

    /// Hands an answer over; whether anybody has waited for it.
    pub(super) fn answer(&self, id: u64, outcome: Result<ServerAnswer, Lost>) -> bool {
        self.has_answered.store(true, Ordering::Relaxed);
        let waiting = self.state().waiting.remove(&id);
        let is_awaited = waiting.is_some();
        if let Some(waiting) = waiting {
            // Whoever asked may have given up just now.
            let _ = waiting.answer.send(outcome);
        }
        is_awaited
    }

    /// Passes progress on. Whoever does not take it in time does without.
    pub(super) fn progress(&self, id: u64, params: &RawValue) {
        let state = self.state();
        let Some(waiting) = state.waiting.get(&id) else { return };
        if let Some(patience) = &waiting.waiter.patience {
            patience.sign();
        }
        if let Some(progress) = &waiting.waiter.progress {
            let _ = progress.try_send(params.to_owned());
        }
    }

    /// Puts a question of the process to the only request that runs, or to the client whose connection this is. What nobody takes is
    /// refused.
    pub(super) fn question(self: &Arc<Link>, announced: &Announced, asked: &Asked<'_>, limit: Duration) {
        let link = Arc::clone(self);
        let reply = move |text| async move { link.control(text) };
        let state = self.state();
        let mut running = state.running();
        let only = running.next().filter(|_| running.next().is_none());
        let of_only = only.and_then(|waiter| Some((waiter.questions.as_ref()?, waiter.patience.as_ref()?)));
        match (of_only, &announced.questions) {
            _ if !announced.offers(asked.method) => self.control(message::reply(asked.id.json(), asked.method)),
            (Some(((to, open), patience)), _) => open.put(asked, to, vec![patience.hold()], limit, reply),
            (None, Some(to)) => {
                let held = state.running().filter_map(|waiter| Some(waiter.patience.as_ref()?.hold())).collect();
                self.questions.put(asked, to, held, limit, reply);
            }
            (None, None) => self.control(message::reply(asked.id.json(), asked.method)),
        }
    }

    /// The process has ended what somebody listens to.
    pub(super) fn ends_listening(&self, id: u64) {
        let is_listening = self.state().waiting.get(&id).is_some_and(|waiting| waiting.waiter.is_listening);
        if is_listening {
            self.answer(id, Ok(ServerAnswer::Result(RawValue::NULL.to_owned())));
        }
    }

    /// The process does not want the answer to its question any more.
    pub(super) fn cancel_question(&self, id: &str) {
        self.questions.cancel(id);
        for (_, open) in self.state().running().filter_map(|waiter| waiter.questions.as_ref()) {
            open.cancel(id);
        }
    }

    /// Tells whoever listens under this id, or the only request that runs; whether somebody wants to be told.
    pub(super) fn tell(&self, subscription: Option<u64>, method: &str, params: Option<&RawValue>) -> bool {
        let state = self.state();
        let mut running = state.running();
        let waiter = match subscription {
            Some(id) => state.waiting.get(&id).map(|waiting| &waiting.waiter),
            None => running.next().filter(|_| running.next().is_none()),
        };
        let Some(notifications) = waiter.and_then(|waiter| waiter.notifications.as_ref()) else { return false };
        let told = ServerNotification { method: method.into(), params: params.map(ToOwned::to_owned) };
        // Whoever does not take it in time does without.
        let _ = notifications.try_send(told);
        true
    }

    /// Nothing more is answered: whoever waits learns why.
    pub(super) fn close(&self, lost: &Lost) {
        let waiting = {
            let mut state = self.state();
            state.lost = Some(lost.clone());
            std::mem::take(&mut state.waiting)
        };
        for waiting in waiting.into_values() {
            let lost = if waiting.was_sent.load(Ordering::Relaxed) { lost.clone() } else { Lost::Unsent };
            let _ = waiting.answer.send(Err(lost));
        }
    }

    /// Whether the process has answered anything.
    pub(super) fn has_answered(&self) -> bool {
        self.has_answered.load(Ordering::Relaxed)
    }

    /// The process does not work any more, and is to be started anew.
    pub(super) fn is_unfit(&self, why: impl Into<Cow<'static, str>>) {
        let why = why.into();
        self.unfit.send_if_modified(|unfit| {
            let is_first = unfit.is_none();
            if is_first {
                *unfit = Some(why);
            }
            is_first
        });
    }

    /// Whether nothing says that the process does not work any more.
    pub(super) fn is_fit(&self) -> bool {
        self.unfit.borrow().is_none()
    }

    /// Why that is, as soon as it is so.
    pub(super) async fn unfit(&self) -> Cow<'static, str> {
        let mut unfit = self.unfit.subscribe();
        let why = unfit.wait_for(Option::is_some).await.ok().and_then(|why| why.clone());
        match why {
            Some(why) => why,
            None => std::future::pending().await,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that panics runs while it is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that waits. Dropped before its answer has come, it tells the server that nobody waits any more.
pub(super) struct Open {
    link: Arc<Link>,
    id: u64,
    answered: oneshot::Receiver<Result<ServerAnswer, Lost>>,
    was_sent: Arc<AtomicBool>,
    is_cancelled_by_drop: bool,
}

impl Open {
    /// The same for a request that cannot be cancelled.
    pub(super) fn without_cancellation(mut self) -> Open {
        self.is_cancelled_by_drop = false;
        self
    }

    pub(super) async fn outcome(&mut self) -> Result<ServerAnswer, Lost> {
        (&mut self.answered).await.unwrap_or(Err(Lost::Unsent))
    }

    pub(super) fn was_sent(&self) -> bool {
        self.was_sent.load(Ordering::Relaxed)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let is_open = self.link.state().waiting.remove(&self.id).is_some();
        if is_open && self.is_cancelled_by_drop && self.was_sent() {
            self.link.control(message::cancelled(self.id));
        }
    }
}
