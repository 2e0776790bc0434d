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
//!   longer than [`STUCK`] is not waited for. What a log has made of the reports by then is waited for, too, in the outbox of
//!   standard error. Inside a runtime of tokio, whose thread has other work, all that takes no longer than [`STUCK`] together.
//!   [`Outbox::flush`] waits as long as it is told to, for what was handed over before it was called.
//! - The thread rests for [`REST`] when it has handled all there is. What comes meanwhile is handled together, and nobody who answers
//!   a caller pays for waking it each time. A flush, an end, and a queue that fills do not wait for that.
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
const MOST_REPORTS: u64 = 4_096;
/// How many bytes they hold at most, as far as that is known.
const MOST_BYTES: usize = 8 * 1024 * 1024;
/// How many threads there are at most.
const MOST_THREADS: usize = 64;
/// How long one report may take while a policy waits for its end.
const STUCK: Duration = Duration::from_millis(250);
/// How long a policy waits at its end, altogether.
const LONGEST_END: Duration = Duration::from_secs(2);
/// How long a thread that has handled all reports leaves the next ones waiting.
const REST: Duration = Duration::from_millis(5);
/// How many reports end a rest.
const MOST_AT_REST: usize = 256;
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
    /// There is a report or a notice, or the outbox has ended.
    arrived: Condvar,
    /// Something was handled, or is being handled from now on.
    handled: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Report>,
    /// How many were accepted so far, and how many of them are handled.
    accepted: u64,
    handled: u64,
    /// What those hold that are not handled yet.
    bytes: usize,
    /// How many were dropped since that was last told, and who tells it.
    untold: u64,
    notice: Option<Notice>,
    /// How many notices there were so far, and how many of them are told.
    notices: u64,
    notices_told: u64,
    noticed_at: Option<Instant>,
    /// How many reports of its owner were dropped, here or by the outbox of the process.
    dropped: u64,
    /// Whether the outbox of the process was given reports of its owner.
    is_shared: bool,
    thread: Option<ThreadId>,
    is_thread_waiting: bool,
    /// Whether it waits for a time, and not for the next report.
    is_thread_resting: bool,
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

static OF_PROCESS: OnceLock<Arc<Outbox>> = OnceLock::new();
static OF_STDERR: OnceLock<Outbox> = OnceLock::new();

/// Those that have a thread.
static RUNNING: Mutex<Vec<Arc<Shared>>> = Mutex::new(Vec::new());

impl Outbox {
    pub(crate) fn new() -> Outbox {
        Outbox(Arc::new(Shared::within(MOST_THREADS)))
    }

    /// The one for what no policy stands for, and for policies beyond the most that have a thread of their own.
    pub(crate) fn of_process() -> &'static Arc<Outbox> {
        OF_PROCESS.get_or_init(|| Arc::new(Outbox::in_any_case()))
    }

    /// The one for what is written to standard error.
    pub(crate) fn of_stderr() -> &'static Outbox {
        OF_STDERR.get_or_init(Outbox::in_any_case)
    }

    /// Waits for what is to be written to standard error, if the process may be about to end: not on a thread of a runtime,
    /// which goes on with other work after a panic.
    pub(crate) fn flush_stderr_before_an_end() {
        let ends_the_process = cfg!(panic = "abort") || std::thread::current().name() == Some("main");
        if let Some(outbox) = OF_STDERR.get()
            && (ends_the_process || !is_in_runtime())
        {
            outbox.flush(STUCK);
        }
    }

    /// One that has a thread however many others do.
    fn in_any_case() -> Outbox {
        Outbox(Arc::new(Shared::within(usize::MAX)))
    }

    /// Hands over a report that holds so many bytes; it is made only if there is room for it. If there is none, it is
    /// dropped, and the notice says later how many were.
    pub(crate) fn hand_over<R: Fn() + Send + 'static>(
        &self,
        bytes: usize,
        report: impl FnOnce() -> R,
        notice: impl FnOnce() -> Notice,
    ) {
        let is_own = self.0.has_thread();
        let shared = if is_own { &self.0 } else { &Outbox::of_process().0 };
        if !is_own {
            self.0.state().is_shared = true;
        }
        if !shared.accepts(bytes, report, notice) {
            self.0.state().dropped += 1;
        }
    }

    /// Whether another report waits, and nobody waits for this one to be handled.
    pub(crate) fn has_more(&self) -> bool {
        let state = self.0.state();
        !state.waiting.is_empty() && state.flushing == 0
    }

    /// Waits until all reports are handled that were handed over so far, at most so long. Whether they are.
    pub(crate) fn flush(&self, timeout: Duration) -> bool {
        let end = after(timeout);
        let is_shared = self.0.state().is_shared;
        let are_own_handled = self.0.wait_until_handled(|_| end);
        (!is_shared || Outbox::of_process().0.wait_until_handled(|_| end)) && are_own_handled
    }

    /// The same for all outboxes of the process, and for what they have written to standard error by then.
    pub(crate) fn flush_all(timeout: Duration) -> bool {
        let end = after(timeout);
        let running = running().clone();
        // One that takes too long does not keep the others from being waited for.
        let are_handled = running.iter().filter(|shared| !shared.wait_until_handled(|_| end)).count() == 0;
        OF_STDERR.get().is_none_or(|stderr| stderr.0.wait_until_handled(|_| end)) && are_handled
    }

    /// How many reports were dropped since the outbox was made.
    pub(crate) fn dropped(&self) -> u64 {
        self.0.state().dropped
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_ending = true;
        let is_unused = state.accepted == 0 && state.dropped == 0 && !state.is_shared;
        drop(state);
        self.0.arrived.notify_one();
        if is_unused {
            return;
        }
        let end = after(if is_in_runtime() { STUCK } else { LONGEST_END });
        let until = |state: &State| state.busy_since.map_or(end, |since| end.min(since + STUCK));
        self.0.wait_until_handled(until);
        // Its reports may have been the first that these were given.
        if let Some(outbox) = OF_PROCESS.get() {
            outbox.0.wait_until_handled(until);
        }
        if let Some(outbox) = OF_STDERR.get() {
            outbox.0.wait_until_handled(until);
        }
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

    /// Takes the report if there is room for it, else notes that it was dropped. Whether there is.
    fn accepts<R: Fn() + Send + 'static>(
        self: &Arc<Shared>,
        bytes: usize,
        report: impl FnOnce() -> R,
        notice: impl FnOnce() -> Notice,
    ) -> bool {
        let has_thread = self.has_thread();
        let mut state = self.state();
        if has_thread && state.has_room(bytes) {
            // A subscriber may be asked for its part of the report: not while others wait.
            drop(state);
            let report = Report { run: Box::new(report()), bytes };
            state = self.state();
            if state.has_room(bytes) {
                state.accepted += 1;
                state.bytes += bytes;
                state.waiting.push_back(report);
                self.wake_thread(&state);
                return true;
            }
            drop(state);
            ignore_panic(|| drop(report));
            state = self.state();
        }
        state.untold += 1;
        // Without a thread, nobody would tell it: that is left to the next one.
        if has_thread && state.notice.is_none() {
            state.notice = Some(notice());
            state.notices += 1;
            self.wake_thread(&state);
        }
        false
    }

    fn wake_thread(&self, state: &State) {
        let ends_rest =
            state.is_thread_resting && (state.waiting.len() >= MOST_AT_REST || state.bytes >= MOST_BYTES / 4);
        if state.is_thread_waiting || ends_rest {
            self.arrived.notify_one();
        }
    }

    fn handle_all(&self) {
        loop {
            match self.next() {
                Next::Report(Report { run, bytes }) => {
                    ignore_panic(&run);
                    ignore_panic(|| drop(run));
                    let mut state = self.state();
                    state.handled += 1;
                    state.bytes -= bytes;
                    self.end_of_work(state);
                }
                Next::Notice(notice, count) => {
                    ignore_panic(|| notice(count));
                    ignore_panic(|| drop(notice));
                    let mut state = self.state();
                    state.notices_told += 1;
                    self.end_of_work(state);
                }
                Next::End => return,
            }
        }
    }

    fn next(&self) -> Next {
        let mut state = self.state();
        let mut has_rested = false;
        loop {
            let is_notice_due = |at: Instant| at.elapsed() >= BETWEEN_NOTICES;
            if (state.waiting.is_empty() || state.noticed_at.is_none_or(is_notice_due))
                && let Some(notice) = state.notice.take()
            {
                state.noticed_at = Some(Instant::now());
                self.begin_of_work(&mut state);
                return Next::Notice(notice, std::mem::take(&mut state.untold));
            }
            if let Some(report) = state.waiting.pop_front() {
                self.begin_of_work(&mut state);
                return Next::Report(report);
            }
            if state.is_ending {
                state.thread = None;
                running().retain(|shared| !std::ptr::eq(&raw const **shared, self));
                return Next::End;
            }
            if !has_rested && state.handled > 0 && state.flushing == 0 {
                has_rested = true;
                state.is_thread_resting = true;
                state = self.arrived.wait_timeout(state, REST).unwrap_or_else(PoisonError::into_inner).0;
                state.is_thread_resting = false;
                continue;
            }
            state.is_thread_waiting = true;
            state = self.arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.is_thread_waiting = false;
        }
    }

    fn begin_of_work(&self, state: &mut State) {
        state.busy_since = Some(Instant::now());
        self.wake_waiting(state);
    }

    fn end_of_work(&self, mut state: MutexGuard<'_, State>) {
        state.busy_since = None;
        self.wake_waiting(&state);
    }

    /// Wakes those that wait until all is handled: how long they do depends on what is being handled.
    fn wake_waiting(&self, state: &State) {
        if state.flushing > 0 {
            self.handled.notify_all();
        }
    }

    /// Waits until all is handled that there is now, at most until then. Whether it is.
    fn wait_until_handled(&self, end: impl Fn(&State) -> Instant) -> bool {
        let mut state = self.state();
        if state.thread == Some(std::thread::current().id()) {
            // An observer asks, in a report that is itself not handled yet.
            return false;
        }
        let (accepted, notices) = (state.accepted, state.notices);
        state.flushing += 1;
        if state.is_thread_resting {
            self.arrived.notify_one();
        }
        let are_handled = loop {
            if state.handled >= accepted && state.notices_told >= notices {
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

impl State {
    fn has_room(&self, bytes: usize) -> bool {
        self.accepted - self.handled < MOST_REPORTS && self.bytes.saturating_add(bytes) <= MOST_BYTES
    }
}

/// Whether the thread is one of a runtime, which has other work to do. Without the feature, Candor knows of none.
fn is_in_runtime() -> bool {
    #[cfg(feature = "rmcp")]
    return tokio::runtime::Handle::try_current().is_ok();
    #[cfg(not(feature = "rmcp"))]
    return false;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;
    use std::sync::atomic::Ordering::SeqCst;

    #[test]
    fn a_flush_after_a_report_that_was_refused_ends_as_soon_as_that_is_told() {
        const LONG: Duration = Duration::from_secs(20);
        let (outbox, told) = (Outbox::in_any_case(), Arc::new(AtomicU64::new(0)));
        let hand_over = |bytes| {
            let told = told.clone();
            let notice: Notice = Box::new(move |count| told.store(count, SeqCst));
            outbox.hand_over(bytes, || || {}, || notice);
        };
        hand_over(1);
        assert!(outbox.flush(LONG));
        // The thread waits now, and this is more than there is ever room for.
        std::thread::sleep(Duration::from_millis(50));
        hand_over(MOST_BYTES + 1);
        assert!(outbox.flush(LONG));
        assert_eq!((told.load(SeqCst), outbox.dropped()), (1, 1));
    }
}
