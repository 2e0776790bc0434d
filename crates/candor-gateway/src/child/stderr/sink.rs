//! Where the lines of a child's standard error go.

use super::allowance::{Allowance, Dropped};
use candor::{FailurePolicy, non_blocking_stderr};
use std::fmt;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// From how many bytes on lines are handed over to the log without waiting for more of them: it takes 64 KiB as one text.
const BATCH: usize = 24 * 1024;

/// Where the lines of a child's standard error go, scrubbed. Nothing of it makes the child wait: of a flood, what is too much is dropped,
/// counted and told.
#[derive(Clone)]
pub enum StderrSink {
    /// To standard error of this program, as they are.
    Own,
    /// To standard error of this program, each behind this name.
    Named(String),
    /// To this function, which must not block.
    Lines(Arc<dyn Fn(&str) + Send + Sync>),
    /// Nowhere. The last ones are still kept for the child's exit.
    Nowhere,
}

impl StderrSink {
    /// To this function, which must not block.
    #[must_use]
    pub fn lines(each: impl Fn(&str) + Send + Sync + 'static) -> StderrSink {
        StderrSink::Lines(Arc::new(each))
    }
}

impl fmt::Debug for StderrSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StderrSink::Own => write!(f, "Own"),
            StderrSink::Named(name) => f.debug_tuple("Named").field(name).finish(),
            StderrSink::Lines(_) => write!(f, "Lines(..)"),
            StderrSink::Nowhere => write!(f, "Nowhere"),
        }
    }
}

/// Lines on their way to a sink.
pub(super) struct Passing {
    sink: StderrSink,
    policy: FailurePolicy,
    allowance: Allowance,
    /// What is not handed over yet, for standard error. That scrubs it by itself, on a thread of its own, of the secrets of all policies
    /// that live: this one does.
    batch: Vec<u8>,
}

impl Passing {
    pub(super) fn new(sink: StderrSink, policy: FailurePolicy) -> Passing {
        Passing { sink, policy, allowance: Allowance::default(), batch: Vec::new() }
    }

    /// More is passed on as time goes by.
    pub(super) fn grow_allowance(&mut self, now: Instant) {
        self.allowance.grow(now);
    }

    /// Passes a line on, if there is room for it.
    pub(super) fn pass(&mut self, line: &[u8]) {
        if matches!(self.sink, StderrSink::Nowhere) || !self.allowance.spend(line.len() + 1) {
            return;
        }
        self.tell_dropped();
        self.write(line);
    }

    /// Hands over what was passed on.
    pub(super) fn hand_over(&mut self) {
        if !self.batch.is_empty() {
            // It takes all.
            let _ = non_blocking_stderr().write_all(&self.batch);
            self.batch.clear();
        }
    }

    /// Ends with what is left to be told.
    pub(super) fn finish(&mut self) {
        self.tell_dropped();
        self.hand_over();
    }

    fn tell_dropped(&mut self) {
        if let Some(Dropped { lines, bytes }) = self.allowance.dropped() {
            let told =
                format!("candor: {lines} lines ({bytes} bytes) of a server's log were dropped: it writes too fast");
            self.write(told.as_bytes());
        }
    }

    fn write(&mut self, line: &[u8]) {
        match &self.sink {
            StderrSink::Own => self.batch.extend_from_slice(line),
            StderrSink::Named(name) => {
                self.batch.extend_from_slice(format!("[{name}] ").as_bytes());
                self.batch.extend_from_slice(line);
            }
            StderrSink::Lines(each) => {
                let line = self.policy.discretion().scrubber().scrub_bytes(line);
                return each(&String::from_utf8_lossy(&line));
            }
            StderrSink::Nowhere => return,
        }
        self.batch.push(b'\n');
        if self.batch.len() > BATCH {
            self.hand_over();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::allowance::AT_ONCE;
    use super::*;
    use std::sync::Mutex;
    use std::time::Duration;

    #[test]
    fn what_is_dropped_is_told_before_the_next_line_or_at_the_end() {
        let passed = Arc::new(Mutex::new(Vec::new()));
        let sink = passed.clone();
        let sink = StderrSink::lines(move |line| sink.lock().unwrap().push(line.to_owned()));
        let (mut passing, start) = (Passing::new(sink, FailurePolicy::new()), Instant::now());
        passing.grow_allowance(start);
        assert!(passing.allowance.spend(AT_ONCE));
        for line in ["one", "two"] {
            passing.pass(line.as_bytes());
        }
        passing.grow_allowance(start + Duration::from_secs(1));
        passing.pass(b"three");
        assert!(passing.allowance.spend(1_000_000));
        passing.pass(&b"four ".repeat(20_000));
        passing.finish();
        let told = |count, bytes| {
            format!("candor: {count} lines ({bytes} bytes) of a server's log were dropped: it writes too fast")
        };
        assert_eq!(*passed.lock().unwrap(), [told(2, 8), "three".to_owned(), told(1, 100_001)]);
    }
}
