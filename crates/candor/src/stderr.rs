//! Standard error for a log that nobody waits for.

use crate::outbox::{Notice, Outbox};
use std::io::{self, Write};

/// Standard error for a log: a write never waits.
///
/// Who starts a server over stdio may leave its stderr unread. Then the pipe is full after some 64 KiB, and whatever writes
/// to it waits for ever: with an ordinary writer that is every thread that logs something, rmcp's among them. What is
/// written here is handed to a thread of its own, in order. What does not fit (4,096 writes, or 8 MiB) is dropped, and one
/// line says how many were as soon as there is room again.
///
/// ```
/// # fn subscriber() -> Subscriber { Subscriber }
/// # struct Subscriber;
/// # impl Subscriber {
/// #     fn with_writer<W: std::io::Write>(self, _: impl Fn() -> W) -> Subscriber { self }
/// #     fn init(self) {}
/// # }
/// // With `tracing_subscriber::fmt()`:
/// subscriber().with_writer(candor::non_blocking_stderr).init();
/// ```
///
/// A program ends with [`FailurePolicy::flush_all`](crate::FailurePolicy::flush_all), which waits for the writes.
#[must_use]
pub fn non_blocking_stderr() -> NonBlockingStderr {
    NonBlockingStderr(())
}

/// What [`non_blocking_stderr`] gives.
#[derive(Debug, Clone, Copy)]
pub struct NonBlockingStderr(());

impl Write for NonBlockingStderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let report = || {
            let bytes = bytes.to_vec();
            // A failed write to standard error cannot be reported.
            move || drop(io::stderr().write_all(&bytes))
        };
        Outbox::of_stderr().hand_over(bytes.len(), report, notice);
        Ok(bytes.len())
    }

    /// Has no effect: it would wait.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn notice() -> Notice {
    Box::new(|count| {
        let line = format!("candor: {count} writes to this log were dropped: it was not read fast enough\n");
        let _ = io::stderr().write_all(line.as_bytes());
    })
}
