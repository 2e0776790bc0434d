//! How long a request is waited for.

use crate::server_fault::Passed;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How long a request is waited for: so long without a sign of life, and no longer than that whatever the signs are. Whoever sees a sign
/// of life notes it here.
#[derive(Debug)]
pub(super) struct Patience {
    began: Instant,
    /// Milliseconds between the begin and the last sign.
    sign: AtomicU64,
    silence: Duration,
    longest: Duration,
}

/// No time is longer, so that all sums are times.
const FOREVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

impl Patience {
    pub(super) fn new(silence: Duration, longest: Duration) -> Patience {
        let silence = silence.min(FOREVER);
        let longest = longest.min(FOREVER).max(silence);
        Patience { began: Instant::now(), sign: AtomicU64::new(0), silence, longest }
    }

    pub(super) fn began(&self) -> Instant {
        self.began
    }

    /// The server works on it.
    pub(super) fn sign(&self) {
        let passed = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.sign.fetch_max(passed, Ordering::Relaxed);
    }

    /// Is ready when a limit is passed.
    pub(super) async fn passed(&self) -> Passed {
        let end = self.began + self.longest;
        loop {
            let sign = self.began + Duration::from_millis(self.sign.load(Ordering::Relaxed));
            let silent = sign + self.silence;
            let now = Instant::now();
            if now >= end && self.longest > self.silence {
                return Passed::Longest(self.longest);
            }
            if now >= silent {
                return Passed::Silence(self.silence);
            }
            sleep_until(silent.min(end)).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::{advance, pause};

    #[tokio::test(flavor = "current_thread")]
    async fn a_sign_of_life_puts_the_limit_off_and_not_for_ever() {
        pause();
        let patience = Patience::new(Duration::from_secs(30), Duration::from_secs(100));
        let mut passed = Box::pin(patience.passed());
        for _ in 0..4 {
            tokio::select! {
                biased;
                passed = &mut passed => panic!("{passed:?}"),
                () = advance(Duration::from_secs(20)) => patience.sign(),
            }
        }
        assert_eq!(passed.await, Passed::Longest(Duration::from_secs(100)));
        let silent = Patience::new(Duration::from_secs(30), Duration::from_secs(100));
        assert_eq!(silent.passed().await, Passed::Silence(Duration::from_secs(30)));
    }
}
