//! Systems without process groups: the child alone is ended, and nobody watches it.

use std::ffi::OsString;
use std::future::pending;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tokio::process::Command;

/// The first argument of a program that is to be a watcher, on systems that have them.
pub const WATCH_COMMAND: &str = "__watch-children";

/// Is the watcher of a child if the program was started as one. On this system there are none.
#[must_use]
pub fn watch_if_asked(_arguments: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    None
}

/// The program that watches children. On this system there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatcherProgram(PathBuf);

impl WatcherProgram {
    /// The program that is running.
    #[must_use]
    pub fn this_program() -> WatcherProgram {
        WatcherProgram(PathBuf::new())
    }

    /// The program at this path.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> WatcherProgram {
        WatcherProgram(path.into())
    }
}

/// In place of a watcher.
#[derive(Debug)]
pub(super) struct Watcher;

impl Watcher {
    pub(super) fn spawn(_program: &WatcherProgram) -> io::Result<Watcher> {
        Ok(Watcher)
    }

    /// The child ends at least with its handle.
    pub(super) fn adopt(&self, command: &mut Command) {
        command.kill_on_drop(true);
    }

    pub(super) fn group(&self) -> Group {
        Group
    }

    pub(super) async fn ready(&mut self) {}

    pub(super) async fn lost(&mut self) {
        pending().await
    }

    pub(super) async fn dismiss(self) {}
}

/// In place of a process group.
#[derive(Debug, Clone)]
pub(super) struct Group;

impl Group {
    pub(super) fn terminate(&self) {}

    pub(super) fn kill_with_leader(&self) {}

    pub(super) fn kill(&self) -> bool {
        true
    }

    pub(super) fn clear(&self, _grace: Duration) -> bool {
        true
    }
}
