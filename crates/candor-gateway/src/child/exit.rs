//! How a child ended.

use std::fmt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

/// Who ended a child.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndedBy {
    /// It ended by itself, or somebody else has killed it.
    Itself,
    /// [`ChildProcess::stop`](super::ChildProcess::stop), or the drop of its `ChildProcess`.
    Stop,
    /// The process that watches it had died, so it was killed.
    LostWatcher,
    /// The runtime that supervised it ended before it. Its watcher kills it.
    LostRuntime,
}

/// How a child ended, when, and what it wrote last. `Display` says it in words: `exited with code 3`.
#[derive(Debug, Clone)]
pub struct ChildExit {
    pub(super) code: Option<i32>,
    pub(super) signal: Option<i32>,
    pub(super) by: EndedBy,
    pub(super) ran_for: Duration,
    pub(super) stderr: Arc<[String]>,
}

impl ChildExit {
    pub(super) fn new(status: Option<ExitStatus>, by: EndedBy, ran_for: Duration, stderr: Vec<String>) -> ChildExit {
        let code = status.and_then(|status| status.code());
        ChildExit { code, signal: status.and_then(signal_of), by, ran_for, stderr: stderr.into() }
    }

    /// Its exit code; none if it was ended by a signal, or if that is not known.
    #[must_use]
    pub fn code(&self) -> Option<i32> {
        self.code
    }

    /// The signal that ended it; none if it exited.
    #[must_use]
    pub fn signal(&self) -> Option<i32> {
        self.signal
    }

    /// Who ended it.
    #[must_use]
    pub fn ended_by(&self) -> EndedBy {
        self.by
    }

    /// How long it ran.
    #[must_use]
    pub fn ran_for(&self) -> Duration {
        self.ran_for
    }

    /// The last lines of its standard error, scrubbed, for the operator.
    #[must_use]
    pub fn stderr(&self) -> &[String] {
        &self.stderr
    }
}

/// What follows the child's name in a sentence.
impl fmt::Display for ChildExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.signal) {
            (Some(code), _) => write!(f, "exited with code {code}")?,
            (None, Some(signal)) => match signal_name(signal) {
                Some(name) => write!(f, "was killed by {name} ({signal})")?,
                None => write!(f, "was killed by signal {signal}")?,
            },
            (None, None) => write!(f, "ended in a way that is not known")?,
        }
        match self.by {
            EndedBy::Itself | EndedBy::LostRuntime => Ok(()),
            EndedBy::Stop => write!(f, " when it was stopped"),
            EndedBy::LostWatcher => write!(f, " because the process that watches it had died"),
        }
    }
}

#[cfg(unix)]
fn signal_of(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal_of(_status: ExitStatus) -> Option<i32> {
    None
}

/// The name of a signal that ends processes, whose number depends on the system.
#[cfg(unix)]
fn signal_name(number: i32) -> Option<&'static str> {
    use rustix::process::Signal;
    const NAMES: [(Signal, &str); 20] = [
        (Signal::HUP, "SIGHUP"),
        (Signal::INT, "SIGINT"),
        (Signal::QUIT, "SIGQUIT"),
        (Signal::ILL, "SIGILL"),
        (Signal::TRAP, "SIGTRAP"),
        (Signal::ABORT, "SIGABRT"),
        (Signal::BUS, "SIGBUS"),
        (Signal::FPE, "SIGFPE"),
        (Signal::KILL, "SIGKILL"),
        (Signal::USR1, "SIGUSR1"),
        (Signal::SEGV, "SIGSEGV"),
        (Signal::USR2, "SIGUSR2"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::ALARM, "SIGALRM"),
        (Signal::TERM, "SIGTERM"),
        (Signal::XCPU, "SIGXCPU"),
        (Signal::XFSZ, "SIGXFSZ"),
        (Signal::VTALARM, "SIGVTALRM"),
        (Signal::PROF, "SIGPROF"),
        (Signal::SYS, "SIGSYS"),
    ];
    NAMES.iter().find(|(signal, _)| signal.as_raw() == number).map(|(_, name)| *name)
}

#[cfg(not(unix))]
fn signal_name(_number: i32) -> Option<&'static str> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    fn words(raw: i32, by: EndedBy) -> String {
        ChildExit::new(Some(ExitStatus::from_raw(raw)), by, Duration::ZERO, Vec::new()).to_string()
    }

    #[test]
    fn an_exit_is_told_in_words() {
        assert_eq!(words(3 << 8, EndedBy::Itself), "exited with code 3");
        assert_eq!(words(11, EndedBy::Itself), "was killed by SIGSEGV (11)");
        assert_eq!(words(40, EndedBy::Itself), "was killed by signal 40");
        assert_eq!(words(0, EndedBy::Stop), "exited with code 0 when it was stopped");
        assert_eq!(
            words(9, EndedBy::LostWatcher),
            "was killed by SIGKILL (9) because the process that watches it had died"
        );
        let unknown = ChildExit::new(None, EndedBy::Itself, Duration::ZERO, Vec::new());
        assert_eq!(unknown.to_string(), "ended in a way that is not known");
    }
}
