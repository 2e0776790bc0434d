//! The task that sees a child to its end, and what it has started, too.

use super::stderr::StderrReader;
use super::{ChildExit, EndedBy, Group, Watcher};
use std::future::pending;
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use tokio::process::Child;
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::{sleep_until, timeout};

/// How long a child has to end by itself after its standard input was closed, before it gets SIGTERM.
const AFTER_INPUT: Duration = Duration::from_millis(300);
/// How long a child has that was dropped without a stop, after SIGTERM.
const AFTER_DROP: Duration = Duration::from_secs(2);
/// How long what a child has left behind has to end, after SIGTERM.
const LEFT_BEHIND: Duration = Duration::from_millis(500);
/// How long a child that was killed has to be gone: longer only if the system itself keeps it.
const SURE_DEATH: Duration = Duration::from_secs(2);
/// How long the last words of a child that has ended are waited for: others may hold its standard error.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Whether a child is to stop, and how much time it has.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Order(Option<Times>);

#[derive(Debug, Clone, Copy)]
struct Times {
    terminate: Instant,
    kill: Instant,
}

impl Order {
    /// The order to stop now. It does not give more time than one before.
    pub(super) fn stop_within(&mut self, grace: Duration) {
        let terminate = Instant::now() + AFTER_INPUT.min(grace);
        // A grace that is not a time any more is one that does not end.
        let kill = terminate.checked_add(grace).unwrap_or_else(|| terminate + Duration::from_secs(365 * 24 * 60 * 60));
        let before = self.0.unwrap_or(Times { terminate, kill });
        self.0 = Some(Times { terminate: before.terminate.min(terminate), kill: before.kill.min(kill) });
    }
}

/// What is known of a child.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub(super) exit: Option<ChildExit>,
    /// Whether nothing of what it has started is left, either.
    pub(super) is_gone: bool,
}

/// A child with all that belongs to it.
pub(super) struct Supervised {
    pub(super) child: Child,
    pub(super) watcher: Watcher,
    pub(super) stderr: StderrReader,
    pub(super) started: Instant,
    pub(super) ordered: watch::Receiver<Order>,
    pub(super) told: watch::Sender<State>,
}

/// Sees the child to its end. If this is dropped, the watcher does.
pub(super) async fn run(mut supervised: Supervised) {
    let (status, by) = supervised.end().await;
    let Supervised { mut watcher, mut stderr, started, told, .. } = supervised;
    let ran_for = started.elapsed();
    stderr.drained(LAST_WORDS).await;
    let exit = ChildExit::new(status, by, ran_for, stderr.tail());
    told.send_modify(|state| state.exit = Some(exit));

    watcher.ready().await;
    blocking(watcher.group(), |group| group.clear(LEFT_BEHIND), Group::kill_with_leader).await;
    watcher.dismiss().await;
    stderr.drained(LAST_WORDS).await;
    told.send_modify(|state| state.is_gone = true);
}

impl Supervised {
    /// Waits for the end of the child, or brings it about.
    async fn end(&mut self) -> (Option<ExitStatus>, EndedBy) {
        let by = tokio::select! {
            biased;
            status = self.child.wait() => return (status.ok(), EndedBy::Itself),
            () = self.watcher.lost() => EndedBy::LostWatcher,
            _ = due(&mut self.ordered, |times| Instant::now().min(times.terminate)) => EndedBy::Stop,
        };
        if by == EndedBy::Stop
            && let Some(status) = self.end_in_peace().await
        {
            return (status, by);
        }
        // The child itself, also where there are no groups.
        let _ = self.child.start_kill();
        blocking(self.watcher.group(), Group::kill, Group::kill_with_leader).await;
        let status = timeout(SURE_DEATH, self.child.wait()).await;
        (status.ok().and_then(Result::ok), by)
    }

    /// Waits until the child has ended by itself or by SIGTERM; none if it has not, and its time is up.
    async fn end_in_peace(&mut self) -> Option<Option<ExitStatus>> {
        tokio::select! {
            biased;
            status = self.child.wait() => return Some(status.ok()),
            () = self.watcher.lost() => return None,
            () = due(&mut self.ordered, |times| times.terminate) => {}
        }
        self.watcher.ready().await;
        blocking(self.watcher.group(), Group::terminate, |_| {}).await;
        tokio::select! {
            biased;
            status = self.child.wait() => Some(status.ok()),
            () = self.watcher.lost() => None,
            () = due(&mut self.ordered, |times| times.kill) => None,
        }
    }
}

/// Is done when the child is to stop and this time has come, which a later order may hasten.
async fn due(ordered: &mut watch::Receiver<Order>, which: impl Fn(Times) -> Instant) {
    loop {
        let order = *ordered.borrow_and_update();
        let until = order.0.map(&which);
        tokio::select! {
            () = until_then(until) => return,
            changed = ordered.changed() => {
                if changed.is_err() {
                    break;
                }
            }
        }
    }
    // Nobody is left who could order anything.
    let mut order = *ordered.borrow();
    if order.0.is_none() {
        order.stop_within(AFTER_DROP);
    }
    until_then(order.0.map(which)).await;
}

async fn until_then(then: Option<Instant>) {
    match then {
        Some(then) => sleep_until(then.into()).await,
        None => pending().await,
    }
}

/// Does what looks at the system's processes, or waits for them, on a thread of its own; otherwise if that fails.
async fn blocking<T: Send + 'static>(
    group: Group,
    work: impl FnOnce(&Group) -> T + Send + 'static,
    otherwise: impl FnOnce(&Group),
) {
    let own = group.clone();
    if spawn_blocking(move || work(&own)).await.is_err() {
        otherwise(&group);
    }
}
