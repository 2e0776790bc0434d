//! A child that runs.

use super::supervisor::{self, Order, State};
use super::{ChildCommand, ChildExit, EndedBy, SpawnError, StderrSink, Watcher, WatcherProgram, stderr};
use candor::FailurePolicy;
use std::io;
use std::time::{Duration, Instant};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::watch;

/// How children are watched, and where their standard error goes. One value serves any number of them.
#[derive(Clone)]
pub struct Supervision {
    watcher: WatcherProgram,
    policy: FailurePolicy,
    stderr: StderrSink,
}

impl Supervision {
    /// Children are watched by this program, and write to its standard error, scrubbed of the policy's secrets and by all rules.
    #[must_use]
    pub fn new(watcher: WatcherProgram, policy: FailurePolicy) -> Supervision {
        Supervision { watcher, policy, stderr: StderrSink::Own }
    }

    /// The same with another place for what they write to standard error.
    #[must_use]
    pub fn with_stderr(self, stderr: StderrSink) -> Supervision {
        Supervision { stderr, ..self }
    }
}

/// A child that runs, with its watcher. It does not outlive this value: a drop is a [`stop`](ChildProcess::stop) that nobody
/// waits for.
///
/// ```no_run
/// use candor_gateway::{ChildCommand, ChildProcess, Supervision, WatcherProgram};
/// use std::time::Duration;
///
/// # async fn run() -> Result<(), candor_gateway::SpawnError> {
/// let supervision = Supervision::new(WatcherProgram::this_program(), candor::FailurePolicy::new());
/// let mut child = ChildProcess::spawn(&ChildCommand::new("mcp-server-time"), &supervision)?;
/// let (stdin, stdout) = (child.take_stdin(), child.take_stdout());
/// // Frames go to `stdin` and come from `stdout`.
/// drop((stdin, stdout));
/// let exit = child.stop(Duration::from_secs(5)).await;
/// println!("The server {exit}");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ChildProcess {
    id: u32,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    orders: watch::Sender<Order>,
    ended: ChildExitHandle,
}

impl ChildProcess {
    /// Starts the command. Inside a runtime of tokio, which supervises the child from then on.
    ///
    /// It returns when the system has begun the program, which is a matter of a few milliseconds.
    ///
    /// # Errors
    ///
    /// The program cannot be run, or the system starts no process now. Nothing is left running then.
    pub fn spawn(command: &ChildCommand, supervision: &Supervision) -> Result<ChildProcess, SpawnError> {
        let name = || command.name();
        let watcher =
            Watcher::spawn(&supervision.watcher).map_err(|source| SpawnError::Watcher { name: name(), source })?;
        let mut prepared = command.to_command();
        watcher.adopt(&mut prepared);
        let mut child = match prepared.spawn() {
            Ok(child) => child,
            Err(error) => {
                tokio::spawn(watcher.dismiss());
                return Err(SpawnError::of(command, error));
            }
        };
        let started = Instant::now();
        let (Some(id), stdin, stdout, Some(errors)) =
            (child.id(), child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            // Its watcher is dropped here, and ends it.
            return Err(SpawnError::System { name: name(), source: io::Error::other("it has no number or no pipes") });
        };
        let stderr = stderr::read(errors, supervision.stderr.clone(), &supervision.policy);
        let (orders, ordered) = watch::channel(Order::default());
        let (told, state) = watch::channel(State::default());
        tokio::spawn(supervisor::run(supervisor::Supervised { child, watcher, stderr, started, ordered, told }));
        Ok(ChildProcess { id, stdin, stdout, orders, ended: ChildExitHandle { state, started } })
    }

    /// Its number in the system.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The pipe to its standard input, once. Who takes it closes it by a drop.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.stdin.take()
    }

    /// The pipe from its standard output, once.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.stdout.take()
    }

    /// What tells how it ended, for anybody who wants to know. It does not keep the child running.
    #[must_use]
    pub fn ended(&self) -> ChildExitHandle {
        self.ended.clone()
    }

    /// Stops it, and all that it has started: its standard input is closed, and then it gets SIGTERM, so much time, and SIGKILL. Is done when
    /// nothing is left.
    ///
    /// Whoever has [taken](ChildProcess::take_stdin) its standard input drops that first; otherwise it learns of the stop by SIGTERM. A second
    /// call with less time hastens the first. All in all it takes no longer than the grace and some seconds, whatever the child does.
    pub async fn stop(&mut self, grace: Duration) -> ChildExit {
        self.stdin = None;
        self.orders.send_modify(|order| order.stop_within(grace));
        self.ended.gone().await
    }
}

/// Tells how a child ended; clones tell the same.
#[derive(Debug, Clone)]
pub struct ChildExitHandle {
    state: watch::Receiver<State>,
    started: Instant,
}

impl ChildExitHandle {
    /// Waits until the child has ended, and returns how. What it has started may still be running, but not for long.
    pub async fn wait(&self) -> ChildExit {
        self.until(|_| true).await
    }

    /// Waits until the child has ended and nothing of what it has started is left.
    pub async fn gone(&self) -> ChildExit {
        self.until(|state| state.is_gone).await
    }

    /// How it ended; none while it runs.
    #[must_use]
    pub fn now(&self) -> Option<ChildExit> {
        self.state.borrow().exit.clone()
    }

    async fn until(&self, wanted: impl Fn(&State) -> bool) -> ChildExit {
        let mut state = self.state.clone();
        let waited = state.wait_for(|state| state.exit.is_some() && wanted(state)).await;
        let exit = waited.map_or_else(|_| None, |state| state.exit.clone());
        exit.or_else(|| self.now())
            .unwrap_or_else(|| ChildExit::new(None, EndedBy::LostRuntime, self.started.elapsed(), Vec::new()))
    }
}
