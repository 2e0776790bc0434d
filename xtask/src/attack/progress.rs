//! How long an attack has been going on, for who watches it.

use std::io::{IsTerminal, Write, stderr};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A line on the terminal that counts the seconds. Where there is no terminal, there is no line.
pub(super) struct Progress {
    begin: Instant,
    counting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Counts from now on. The attack should end after that time.
    pub(super) fn show(limit: Duration) -> Progress {
        let begin = Instant::now();
        let counting = stderr().is_terminal().then(|| {
            let (end, ended) = mpsc::channel();
            let count = move || {
                while ended.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
                    let (seconds, limit) = (begin.elapsed().as_secs(), limit.as_secs());
                    // A failed write to standard error cannot be reported.
                    let _ = write!(stderr(), "\r      {seconds} s of about {limit} s ");
                }
                let _ = write!(stderr(), "\r{:40}\r", "");
            };
            (end, std::thread::spawn(count))
        });
        Progress { begin, counting }
    }

    /// Removes the line. How long it took.
    pub(super) fn end(self) -> Duration {
        if let Some((end, counting)) = self.counting {
            drop(end);
            // It only prints.
            let _ = counting.join();
        }
        self.begin.elapsed()
    }
}
