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
        self.sign_at(Instant::now());
    }

    fn sign_at(&self, now: Instant) {
        let passed = now.saturating_duration_since(self.began).as_millis();
        self.sign.fetch_max(u64::try_from(passed).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Is ready when a limit is passed.
    pub(super) async fn passed(&self) -> Passed {
        loop {
            match self.passed_by(Instant::now()) {
                Ok(passed) => return passed,
                Err(next) => sleep_until(next).await,
            }
        }
    }

    /// The limit that is passed by now; otherwise, when one will be if there is no sign before.
    fn passed_by(&self, now: Instant) -> Result<Passed, Instant> {
        let end = self.began + self.longest;
        let silent = self.began + Duration::from_millis(self.sign.load(Ordering::Relaxed)) + self.silence;
        if now >= end && self.longest > self.silence {
            Ok(Passed::Longest(self.longest))
        } else if now >= silent {
            Ok(Passed::Silence(self.silence))
        } else {
            Err(silent.min(end))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_of_life_puts_the_limit_off_and_not_for_ever() {
        let seconds = Duration::from_secs;
        let patience = Patience::new(seconds(30), seconds(100));
        let began = patience.began();
        assert_eq!(patience.passed_by(began + seconds(29)), Err(began + seconds(30)));
        assert_eq!(patience.passed_by(began + seconds(30)), Ok(Passed::Silence(seconds(30))));
        for second in (20..100).step_by(20) {
            patience.sign_at(began + seconds(second));
            assert!(patience.passed_by(began + seconds(second + 15)).is_err(), "{second}");
        }
        assert_eq!(patience.passed_by(began + seconds(99)), Err(began + seconds(100)));
        assert_eq!(patience.passed_by(began + seconds(100)), Ok(Passed::Longest(seconds(100))));
    }
}
