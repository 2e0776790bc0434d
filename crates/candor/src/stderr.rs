//! Standard error for a log that nobody waits for, and in which nothing stands that callers must not see.

mod scrubbing;

#[cfg(feature = "tracing")]
pub(crate) use scrubbing::{Known, knowing};
pub(crate) use scrubbing::{LogSecrets, scrubbed};

use crate::outbox::{Notice, Outbox};
use scrubbing::Scrubbing;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// The longest text that is written, in bytes. More of it is counted.
const LONGEST: usize = 64 * 1024;

/// Standard error for a log: a write never waits, and what is written is scrubbed.
///
/// Who starts a server over stdio may leave its stderr unread. Then the pipe is full after some 64 KiB, and whatever writes
/// to it waits for ever: with an ordinary writer that is every thread that logs something, rmcp's among them. What is
/// written here is handed to a thread of its own, in order. What does not fit (4,096 writes, or 8 MiB) is dropped, and one
/// line says how many were as soon as there is room again.
///
/// What Candor logs is scrubbed. What other crates log is not, such as the requests that rmcp logs on the level `DEBUG`. So that
/// thread scrubs all that is written here, whoever wrote it: by all rules, and of the secrets of every
/// [`FailurePolicy`](crate::FailurePolicy) that lives. A subscriber writes each event as one text; otherwise, one text is what comes before the end of a
/// line. After 64 KiB it is cut, and the rest is counted. Only where an incident says that something happened in the program's own
/// source, that place stays.
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
    NonBlockingStderr { text: Vec::new(), cut: 0, has_fields_alone: false }
}

/// What [`non_blocking_stderr`] gives. What is left without the end of a line is written when it is dropped.
#[derive(Debug)]
pub struct NonBlockingStderr {
    /// What is not handed over yet.
    text: Vec<u8>,
    /// How many bytes of it were not kept.
    cut: usize,
    has_fields_alone: bool,
}

impl NonBlockingStderr {
    /// The same for a subscriber that writes nothing but an event's own fields: no span, no field of a span.
    ///
    /// Each field of an incident was scrubbed by all rules before it became one, so the text that a subscriber makes of them is scrubbed
    /// of secrets alone. Any other event is scrubbed by all rules, as everything that is written here.
    #[must_use]
    pub fn with_fields_alone(mut self) -> NonBlockingStderr {
        // What was written before is not of the event.
        self.hand_over();
        self.has_fields_alone = true;
        self
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = LONGEST.saturating_sub(self.text.len());
        let kept = bytes.get(..room).unwrap_or(bytes);
        self.text.extend_from_slice(kept);
        self.cut += bytes.len() - kept.len();
    }

    fn hand_over(&mut self) {
        let (text, cut) = (std::mem::take(&mut self.text), std::mem::take(&mut self.cut));
        if text.is_empty() {
            return;
        }
        let scrubbing = match self.has_fields_alone {
            true => Scrubbing::of_the_fields(),
            false => Scrubbing::of_this_thread(),
        };
        let length = text.len();
        let report = move || move || write(&scrubbing::scrubbed_text(&text, cut, &scrubbing));
        Outbox::of_stderr().hand_over(length, report, notice);
    }
}

impl Write for NonBlockingStderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match memchr::memrchr(b'\n', bytes).and_then(|end| bytes.split_at_checked(end + 1)) {
            Some((whole, rest)) => {
                self.keep(whole);
                self.hand_over();
                self.keep(rest);
            }
            None => self.keep(bytes),
        }
        Ok(bytes.len())
    }

    /// Has no effect: it would wait.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for NonBlockingStderr {
    fn drop(&mut self) {
        self.hand_over();
    }
}

/// Writes what is scrubbed already. It is not waited for.
pub(crate) fn write_scrubbed(text: String) {
    let length = text.len();
    Outbox::of_stderr().hand_over(length, move || move || write(text.as_bytes()), notice);
}

/// So much is written at once at most, if more of it waits.
const MOST_AT_ONCE: usize = 32 * 1024;

/// What is written together with what comes next.
static TOGETHER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Writes the bytes, or leaves them to the next write if that waits already: whoever reads the log is woken once for both.
fn write(bytes: &[u8]) {
    let mut together = TOGETHER.lock().unwrap_or_else(PoisonError::into_inner);
    together.extend_from_slice(bytes);
    if together.len() < MOST_AT_ONCE && Outbox::of_stderr().has_more() {
        return;
    }
    // A failed write to standard error cannot be reported.
    let _ = io::stderr().write_all(&together);
    together.clear();
    together.shrink_to(MOST_AT_ONCE);
}

fn notice() -> Notice {
    Box::new(|count| {
        write(format!("candor: {count} writes to this log were dropped: it was not read fast enough\n").as_bytes());
    })
}
