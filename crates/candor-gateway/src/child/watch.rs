//! The watcher's whole program: it waits for the end of a pipe, and ends the processes of a child if nobody else does.

use super::{Group, Mark};
use rustix::process::{getpgrp, getpid};
use std::ffi::OsString;
use std::io::{ErrorKind, Read, Write};
use std::process::ExitCode;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

/// The first argument of a program that is to be a watcher.
pub const WATCH_COMMAND: &str = "__watch-children";

/// What the parent writes when all is cleared and the watcher may go.
pub(super) const FAREWELL: u8 = b'.';
/// What the watcher writes as soon as the signals of the group do not end it any more.
pub(super) const READY: u8 = b'r';

/// How long processes have to end by themselves after their parent has died.
const GRACE: Duration = Duration::from_secs(2);
/// The exit code for a call that no parent has made.
const NOT_A_WATCHER: u8 = 2;

/// What is sent to a whole group to end it. The watcher is in the group, and is the one that must stay.
const IGNORED: [SignalKind; 4] =
    [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup(), SignalKind::quit()];

/// Is the watcher of a child if the program was started as one, and returns how it ended; none if it was not.
///
/// A program that starts children calls this first, before it reads its arguments, starts threads or a runtime:
///
/// ```
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     if let Some(code) = candor_gateway::watch_if_asked(std::env::args_os()) {
///         return code;
///     }
///     // What the program does.
///     ExitCode::SUCCESS
/// }
/// ```
#[must_use]
pub fn watch_if_asked(arguments: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let mut arguments = arguments.into_iter().skip(1);
    if arguments.next()? != WATCH_COMMAND {
        return None;
    }
    let mark = arguments.next().and_then(|mark| Mark::parse(&mark));
    // In a group that it does not lead, it would end those who have called it by hand.
    let leads = getpgrp() == getpid();
    Some(match mark {
        Some(mark) if leads => watch(&Group::new(getpid(), mark)),
        _ => ExitCode::from(NOT_A_WATCHER),
    })
}

fn watch(group: &Group) -> ExitCode {
    ignore_signals();
    // The parent may have died already; the pipe says so below.
    let _ = std::io::stdout().write_all(&[READY]).and_then(|()| std::io::stdout().flush());
    if is_dismissed() {
        return ExitCode::SUCCESS;
    }
    // Whatever else goes wrong, the group ends.
    if !std::panic::catch_unwind(|| group.clear(GRACE)).unwrap_or(false) {
        group.kill_with_leader();
    }
    ExitCode::SUCCESS
}

/// Takes the signals, which without `unsafe` a runtime alone can do, and never looks at them. They stay taken when it ends.
fn ignore_signals() {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
    let _entered = runtime.enter();
    for kind in IGNORED {
        // One that is not ignored ends the watcher, which the parent notices.
        let _ = signal(kind);
    }
}

/// Waits for the parent's last word or its death. Whether it was a word.
fn is_dismissed() -> bool {
    let mut word = [0];
    loop {
        match std::io::stdin().read(&mut word) {
            Ok(0) => return false,
            Ok(_) => return word == [FAREWELL],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return false,
        }
    }
}
