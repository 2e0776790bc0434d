//! What operators are told, off the path of the answer.
//!
//! The log and the functions that observe incidents and calls are not ours: they may panic, wait for a pipe that nobody
//! reads, or never return. So whoever answers a caller only hands a report over, which takes no longer whatever they do:
//!
//! ```text
//! guard, transports ──► hand_over ──► queue, bounded by count and bytes ──► one thread ──► fence ──► log, observers
//!                          └ no room: dropped and counted ─────────────────────┘ told as soon as there is room
//! ```
//!
//! - A policy and all that were made from it have one outbox, and its reports are handled one after the other, in the order
//!   in which they were handed over.
//! - The thread starts with the first report and ends with the last clone of the policy. It does not keep a process from
//!   ending, and needs no runtime. There are at most [`MOST_THREADS`]; policies beyond share one.
//! - When the last clone is dropped, what is still waiting is handled first, as long as that goes on: a report that takes
//!   longer than [`STUCK`] is not waited for. [`Outbox::flush`] waits as long as it is told to.
//! - A report runs behind the [fence](crate::fence), and is dropped behind it: its parts may be code of users, too.

#[cfg(feature = "tracing")]
mod log_context;

#[cfg(feature = "tracing")]
pub(crate) use log_context::LogContext;

use crate::fence::ignore_panic;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// How many reports wait at most, with the one that is being handled.
pub(crate) const MOST_REPORTS: usize = 4_096;
/// How many bytes they hold at most, as far as that is known.
pub(crate) const MOST_BYTES: usize = 8 * 1024 * 1024;
/// How many threads there are at most.
const MOST_THREADS: usize = 64;
/// How long one report may take while a policy waits for its end.
const STUCK: Duration = Duration::from_millis(250);
/// How long a policy waits at its end, altogether.
const LONGEST_END: Duration = Duration::from_secs(2);
/// How often it is told, under a load that does not end, how many were dropped.
const BETWEEN_NOTICES: Duration = Duration::from_secs(1);

/// Tells how many reports were dropped.
pub(crate) type Notice = Box<dyn Fn(u64) + Send>;

/// Reports on their way to the operator. When it is dropped, it ends with those that it has.
pub(crate) struct Outbox(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// How many threads there may be before its own.
    most_threads: usize,
    /// A report has arrived, or the outbox has ended.
    arrived: Condvar,
    /// A report was handled.
    handled: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Report>,
    /// All that were accepted and are not handled yet.
    count: usize,
    bytes: usize,
    /// How many were dropped since that was last told, and who tells it.
    untold: u64,
    notice: Option<Notice>,
    noticed_at: Option<Instant>,
    dropped: u64,
    thread: Option<ThreadId>,
    is_thread_waiting: bool,
    busy_since: Option<Instant>,
    flushing: usize,
    is_ending: bool,
}

struct Report {
    run: Box<dyn Fn() + Send>,
    bytes: usize,
}

enum Next {
    Report(Report),
    Notice(Notice, u64),
    End,
}

/// Those that have a thread.
static RUNNING: Mutex<Vec<Arc<Shared>>> = Mutex::new(Vec::new());

impl Outbox {
    pub(crate) fn new() -> Outbox {
        Outbox(Arc::new(Shared::within(MOST_THREADS)))
    }

    /// One that has a thread however many others do.
    pub(crate) fn in_any_case() -> Outbox {
        Outbox(Arc::new(Shared::within(usize::MAX)))
    }

    /// The one for what no policy stands for, and for policies beyond the most that have a thread of their own.
    pub(crate) fn of_process() -> &'static Arc<Outbox> {
        static OUTBOX: OnceLock<Arc<Outbox>> = OnceLock::new();
        OUTBOX.get_or_init(|| Arc::new(Outbox::in_any_case()))
    }

    /// Hands over a report that holds so many bytes; it is made only if there is room for it. If there is none, it is
    /// dropped, and the notice says later how many were.
    pub(crate) fn hand_over<R: Fn() + Send + 'static>(
        &self,
        bytes: usize,
        report: impl FnOnce() -> R,
        notice: impl FnOnce() -> Notice,
    ) {
        let shared = if self.0.has_thread() { &self.0 } else { &Outbox::of_process().0 };
        if !shared.has_thread() || !shared.accepts(bytes) {
            let mut state = shared.state();
            state.dropped += 1;
            state.untold += 1;
            if state.notice.is_none() {
                state.notice = Some(notice());
            }
            return;
        }
        let report = Report { run: Box::new(report()), bytes };
        let mut state = shared.state();
        state.waiting.push_back(report);
        if state.is_thread_waiting {
            shared.arrived.notify_one();
        }
    }

    /// Waits until all reports are handled, at most so long. Whether they are.
    pub(crate) fn flush(&self, timeout: Duration) -> bool {
        let end = after(timeout);
        let is_own = self.0.state().thread.is_some();
        // Without a thread of its own, its reports are with those of the process.
        if is_own { self.0.wait_until_handled(|_| end) } else { Outbox::of_process().0.wait_until_handled(|_| end) }
    }

    /// The same for all outboxes of the process.
    pub(crate) fn flush_all(timeout: Duration) -> bool {
        let end = after(timeout);
        let running = running().clone();
        // One that takes too long does not keep the others from being waited for.
        running.iter().filter(|shared| !shared.wait_until_handled(|_| end)).count() == 0
    }

    /// How many reports were dropped since the outbox was made.
    pub(crate) fn dropped(&self) -> u64 {
        self.0.state().dropped
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.0.state().is_ending = true;
        self.0.arrived.notify_one();
        let end = after(LONGEST_END);
        self.0.wait_until_handled(|state| state.busy_since.map_or(end, |since| end.min(since + STUCK)));
    }
}

impl Shared {
    fn within(most_threads: usize) -> Shared {
        Shared { state: Mutex::default(), most_threads, arrived: Condvar::new(), handled: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that panics runs while it is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it has a thread, which is started if there may be one more.
    fn has_thread(self: &Arc<Shared>) -> bool {
        let mut state = self.state();
        if state.thread.is_some() {
            return true;
        }
        let mut running = running();
        if running.len() >= self.most_threads {
            return false;
        }
        let shared = self.clone();
        let started = std::thread::Builder::new().name("candor-reports".to_owned()).spawn(move || shared.handle_all());
        let Ok(thread) = started else { return false };
        state.thread = Some(thread.thread().id());
        running.push(self.clone());
        true
    }

    /// Whether there is room for one more, which is then taken.
    fn accepts(&self, bytes: usize) -> bool {
        let mut state = self.state();
        let has_room = state.count < MOST_REPORTS && state.bytes.saturating_add(bytes) <= MOST_BYTES;
        if !has_room {
            return false;
        }
        state.count += 1;
        state.bytes += bytes;
        true
    }

    fn handle_all(&self) {
        loop {
            match self.next() {
                Next::Report(Report { run, bytes }) => {
                    ignore_panic(&run);
                    ignore_panic(|| drop(run));
                    let mut state = self.state();
                    state.count -= 1;
                    state.bytes -= bytes;
                    self.end_of_work(state);
                }
                Next::Notice(notice, count) => {
                    ignore_panic(|| notice(count));
                    ignore_panic(|| drop(notice));
                    self.end_of_work(self.state());
                }
                Next::End => return,
            }
        }
    }

    fn next(&self) -> Next {
        let mut state = self.state();
        loop {
            let is_notice_due = |at: Instant| at.elapsed() >= BETWEEN_NOTICES;
            if (state.waiting.is_empty() || state.noticed_at.is_none_or(is_notice_due))
                && let Some(notice) = state.notice.take()
            {
                state.noticed_at = Some(Instant::now());
                state.busy_since = state.noticed_at;
                return Next::Notice(notice, std::mem::take(&mut state.untold));
            }
            if let Some(report) = state.waiting.pop_front() {
                state.busy_since = Some(Instant::now());
                return Next::Report(report);
            }
            if state.is_ending && state.count == 0 {
                state.thread = None;
                running().retain(|shared| !std::ptr::eq(&raw const **shared, self));
                return Next::End;
            }
            state.is_thread_waiting = true;
            state = self.arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.is_thread_waiting = false;
        }
    }

    fn end_of_work(&self, mut state: MutexGuard<'_, State>) {
        state.busy_since = None;
        if state.flushing > 0 {
            self.handled.notify_all();
        }
    }

    /// Waits until all are handled, at most until then. Whether they are.
    fn wait_until_handled(&self, end: impl Fn(&State) -> Instant) -> bool {
        let mut state = self.state();
        if state.thread == Some(std::thread::current().id()) {
            // An observer asks, in a report that is itself not handled yet.
            return false;
        }
        state.flushing += 1;
        let are_handled = loop {
            if state.count == 0 && state.notice.is_none() && state.busy_since.is_none() {
                break true;
            }
            let left = end(&state).saturating_duration_since(Instant::now());
            if left.is_zero() {
                break false;
            }
            state = self.handled.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        };
        state.flushing -= 1;
        are_handled
    }
}

fn running() -> MutexGuard<'static, Vec<Arc<Shared>>> {
    // Nothing that panics runs while it is held.
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// So long from now, or a year if that is not a time any more.
fn after(timeout: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(timeout).unwrap_or_else(|| now + Duration::from_secs(365 * 24 * 60 * 60))
}
