//! What a child writes to its standard error: read whatever it floods, scrubbed, passed on, and its end kept.

mod allowance;
mod lines;
mod sink;
mod tail;

pub use sink::StderrSink;

use candor::FailurePolicy;
use lines::Lines;
use sink::Passing;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tail::Tail;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

/// How much is read at once, in bytes.
const READ: usize = 16 * 1024;

/// Reads a child's standard error to its end. If it is dropped, nobody reads any more.
pub(super) struct StderrReader {
    reading: JoinHandle<()>,
    tail: Arc<Mutex<Tail>>,
    policy: FailurePolicy,
}

/// Reads on a task of its own, so that a child never waits for anything but this.
pub(super) fn read(
    stderr: impl AsyncRead + Send + Unpin + 'static,
    sink: StderrSink,
    policy: &FailurePolicy,
) -> StderrReader {
    let tail = Arc::new(Mutex::new(Tail::default()));
    let reading = tokio::spawn(read_all(stderr, Passing::new(sink, policy.clone()), policy.clone(), tail.clone()));
    StderrReader { reading, tail, policy: policy.clone() }
}

async fn read_all(
    mut stderr: impl AsyncRead + Unpin,
    mut passing: Passing,
    policy: FailurePolicy,
    tail: Arc<Mutex<Tail>>,
) {
    let mut lines = Lines::new(policy.discretion().scrubber().longest_secret_len());
    let mut bytes = vec![0; READ];
    loop {
        let count = match stderr.read(&mut bytes).await {
            Ok(0) | Err(_) => break,
            Ok(count) => count,
        };
        passing.grow_allowance(Instant::now().into_std());
        lines.take(bytes.get(..count).unwrap_or_default(), |line| {
            locked(&tail).keep(line);
            passing.pass(line);
        });
        passing.hand_over();
    }
    lines.finish(|line| {
        locked(&tail).keep(line);
        passing.pass(line);
    });
    passing.finish();
}

impl StderrReader {
    /// Waits for its end, at most so long.
    pub(super) async fn drained(&mut self, at_most: Duration) {
        if !self.reading.is_finished() {
            let _ = timeout(at_most, &mut self.reading).await;
        }
    }

    /// The last lines, scrubbed.
    pub(super) fn tail(&self) -> Vec<String> {
        let text = locked(&self.tail).text();
        Tail::scrubbed(&text, &self.policy)
    }
}

impl Drop for StderrReader {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

fn locked(tail: &Mutex<Tail>) -> MutexGuard<'_, Tail> {
    // A line is kept as a whole or not at all.
    tail.lock().unwrap_or_else(PoisonError::into_inner)
}
