//! How long a request is waited for.

use crate::server_fault::Passed;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
    stands: Mutex<Stands>,
}

/// For how long the limits do not count.
#[derive(Debug, Default)]
struct Stands {
    /// How many hold them now, and since when.
    held: usize,
    since: Option<Instant>,
    /// For how long they were held before.
    before: Duration,
}

/// While this is there, the limits stand still: the server waits for its client, and not the other way round.
#[derive(Debug)]
pub(super) struct Hold(Arc<Patience>);

/// No time is longer, so that all sums are times.
const FOREVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

impl Patience {
    pub(super) fn new(silence: Duration, longest: Duration) -> Patience {
        let silence = silence.min(FOREVER);
        let longest = longest.min(FOREVER).max(silence);
        Patience { began: Instant::now(), sign: AtomicU64::new(0), silence, longest, stands: Mutex::default() }
    }

    pub(super) fn began(&self) -> Instant {
        self.began
    }

    /// The server works on it.
    pub(super) fn sign(&self) {
        self.sign_at(Instant::now());
    }

    /// Lets the limits stand still until what it gives is dropped.
    pub(super) fn hold(self: &Arc<Patience>) -> Hold {
        self.holds_at(Instant::now());
        Hold(Arc::clone(self))
    }

    fn holds_at(&self, now: Instant) {
        let mut stands = self.stands();
        stands.held += 1;
        stands.since.get_or_insert(now);
    }

    fn goes_on_at(&self, now: Instant) {
        let mut stands = self.stands();
        stands.held = stands.held.saturating_sub(1);
        if stands.held == 0 {
            let since = stands.since.take();
            stands.before += since.map(|since| now.saturating_duration_since(since)).unwrap_or_default();
            drop(stands);
            self.sign_at(now);
        }
    }

    fn stands(&self) -> MutexGuard<'_, Stands> {
        // Nothing that panics runs while it is held.
        self.stands.lock().unwrap_or_else(PoisonError::into_inner)
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
        let (since, stood) = {
            let stands = self.stands();
            (stands.since, stands.before)
        };
        let stood = stood + since.map(|since| now.saturating_duration_since(since)).unwrap_or_default();
        let end = self.began + self.longest + stood.min(FOREVER);
        if since.is_some() {
            // When they go on, no limit is passed sooner than in this time.
            return Err((now + self.silence).min(end));
        }
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

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.goes_on_at(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_stand_still_while_they_are_held() {
        let seconds = Duration::from_secs;
        let patience = Patience::new(seconds(30), seconds(100));
        let began = patience.began();
        patience.holds_at(began + seconds(10));
        patience.holds_at(began + seconds(20));
        patience.goes_on_at(began + seconds(400));
        assert_eq!(patience.passed_by(began + seconds(500)), Err(began + seconds(530)), "one still holds it");
        patience.goes_on_at(began + seconds(500));
        assert_eq!(patience.passed_by(began + seconds(529)), Err(began + seconds(530)));
        assert_eq!(patience.passed_by(began + seconds(530)), Ok(Passed::Silence(seconds(30))));
        patience.sign_at(began + seconds(570));
        assert_eq!(patience.passed_by(began + seconds(589)), Err(began + seconds(590)), "490 of them did not count");
        assert_eq!(patience.passed_by(began + seconds(590)), Ok(Passed::Longest(seconds(100))));
    }

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
