//! What an operation knows about its attempt, and what a log is told about the next.

use crate::Failure;
use std::time::Duration;
use tokio::time::Instant;

/// One attempt at an operation: which it is, and how long it may take.
#[derive(Debug, Clone, Copy)]
pub struct Attempt {
    pub(super) number: u32,
    pub(super) clock: Clock,
}

impl Attempt {
    /// Which attempt it is; the first is 1.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// How much is left of the deadline over all attempts. What is still running then is stopped, so that an operation
    /// which can end itself in time, and say what it was waiting for, does better.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        self.clock.left()
    }
}

/// When a call began, and how long it may take. It holds a length and not an end, so that no length is too long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    begun: Instant,
    limit: Duration,
}

impl Clock {
    pub(super) fn start(limit: Duration) -> Clock {
        Clock { begun: Instant::now(), limit }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    pub(super) fn left(&self) -> Duration {
        self.limit.saturating_sub(self.elapsed())
    }

    pub(super) const fn limit(&self) -> Duration {
        self.limit
    }
}

/// A retry that has been decided on and not begun: what a log or a progress notification says.
#[derive(Debug)]
pub struct PlannedRetry<'call> {
    pub(super) failed_attempt: u32,
    pub(super) delay: Duration,
    pub(super) failure: &'call Failure,
}

impl PlannedRetry<'_> {
    /// The number of the attempt that failed.
    #[must_use]
    pub const fn failed_attempt(&self) -> u32 {
        self.failed_attempt
    }

    /// How long is waited before the next.
    #[must_use]
    pub const fn delay(&self) -> Duration {
        self.delay
    }

    /// What the attempt failed with, not scrubbed: its `Display` and `Debug` print names only.
    #[must_use]
    pub const fn failure(&self) -> &Failure {
        self.failure
    }
}
