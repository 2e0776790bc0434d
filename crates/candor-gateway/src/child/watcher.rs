//! The parent's side of a watcher.

use super::watch::{FAREWELL, READY, WATCH_COMMAND};
use super::{Group, Mark, mark};
use rustix::process::Pid;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

/// How long a watcher that has just been started has to take the signals of its group. It needs some milliseconds.
const GETS_READY: Duration = Duration::from_secs(1);
/// How long a watcher that may go has to be gone.
const LEAVES: Duration = Duration::from_secs(1);

/// The program that watches children: one whose `main` begins with [`watch_if_asked`](super::watch_if_asked).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatcherProgram(PathBuf);

impl WatcherProgram {
    /// The program that is running, which has to begin so.
    ///
    /// On Linux it is the file that is running, also when another was put in its place in the meantime.
    #[must_use]
    pub fn this_program() -> WatcherProgram {
        let running = Path::new("/proc/self/exe");
        match running.exists() {
            true => WatcherProgram(running.to_owned()),
            false => WatcherProgram(std::env::current_exe().unwrap_or_else(|_| PathBuf::from("candor"))),
        }
    }

    /// The program at this path.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> WatcherProgram {
        WatcherProgram(path.into())
    }
}

/// A process that leads the group of a child, and ends the group when this process ends.
///
/// When it is dropped before it was dismissed, it does so at once.
#[derive(Debug)]
pub(super) struct Watcher {
    /// Not waited for before the group is cleared: until then, its number is that of the group.
    process: Child,
    /// The only writing end of the pipe that it reads.
    pipe: ChildStdin,
    /// What it writes: a word when it is ready, and the end when it is dead.
    life: ChildStdout,
    is_ready: bool,
    leader: Pid,
    mark: Mark,
}

impl Watcher {
    /// Starts one, and does not wait until it is ready. Inside a runtime of tokio.
    pub(super) fn spawn(program: &WatcherProgram) -> io::Result<Watcher> {
        let mark = Mark::new();
        let mut command = Command::new(&program.0);
        command.arg0("candor").arg(WATCH_COMMAND).arg(mark.as_str());
        // It must outlive those that are marked, by whomever they are killed.
        command.env_remove(mark::VARIABLE);
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn()?;
        let leader = process.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        match (leader, process.stdin.take(), process.stdout.take()) {
            (Some(leader), Some(pipe), Some(life)) => {
                Ok(Watcher { process, pipe, life, is_ready: false, leader, mark })
            }
            _ => Err(io::Error::other("the watcher has no number or no pipes")),
        }
    }

    /// Makes what is started by the command a member of the group that carries the mark.
    pub(super) fn adopt(&self, command: &mut Command) {
        command.process_group(self.leader.as_raw_nonzero().get());
        command.env(mark::VARIABLE, self.mark.value(std::env::var_os(mark::VARIABLE)));
    }

    pub(super) fn group(&self) -> Group {
        Group::new(self.leader, self.mark.clone())
    }

    /// Waits until signals to the group do not end it; not for long.
    pub(super) async fn ready(&mut self) {
        if !self.is_ready {
            // One that is too slow is ended by the signal, and then the group is cleared without it.
            let _ = timeout(GETS_READY, self.word()).await;
        }
    }

    /// Is done when it has died.
    pub(super) async fn lost(&mut self) {
        while self.word().await {}
    }

    /// The next word of it. Whether there was one.
    async fn word(&mut self) -> bool {
        let mut word = [0];
        let is_word = matches!(self.life.read(&mut word).await, Ok(1..));
        self.is_ready |= is_word && word == [READY];
        is_word
    }

    /// Lets it go, once the group is cleared.
    pub(super) async fn dismiss(mut self) {
        // It may be dead already.
        let _ = self.pipe.write_all(&[FAREWELL]).await;
        if timeout(LEAVES, self.process.wait()).await.is_err() {
            let _ = self.process.start_kill();
            let _ = timeout(LEAVES, self.process.wait()).await;
        }
    }
}
