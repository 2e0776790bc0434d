//! Leaves an API alone that is broken, and tries it again with one call after a while.

use crate::upstream::Breaker as Settings;
use candor::{Code, Failure, Origin};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What stops calls to an API that is broken.
#[derive(Debug)]
pub(crate) struct Breaker {
    settings: Settings,
    state: Mutex<State>,
}

#[derive(Debug, Clone, Copy)]
enum State {
    /// Calls are sent; so many in a row have failed.
    Closed { failures: u32 },
    /// Nothing is sent until then.
    Open { until: Instant },
    /// One call is being sent, to see whether the API works again.
    Probing,
}

/// What a breaker is doing, for those who watch it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BreakerState {
    /// Calls are sent.
    Closed,
    /// Calls are refused.
    Open,
    /// One call is tried.
    HalfOpen,
}

/// The permission to send one call. What the call shows is told to it; one that is dropped has shown nothing.
#[derive(Debug)]
pub(crate) struct Admission<'b> {
    breaker: &'b Breaker,
    is_probe: bool,
}

/// How long a probe that does not come to its end keeps others from trying.
const PROBE_SHOWS_NOTHING: Duration = Duration::ZERO;

impl Breaker {
    pub(crate) fn new(settings: Settings) -> Breaker {
        Breaker { settings, state: Mutex::new(State::Closed { failures: 0 }) }
    }

    /// Whether a call may be sent now, or else how long none may.
    pub(crate) fn admit(&self) -> Result<Admission<'_>, Duration> {
        let mut state = self.state();
        match *state {
            State::Closed { .. } => Ok(Admission { breaker: self, is_probe: false }),
            State::Open { until } => match until.saturating_duration_since(Instant::now()) {
                Duration::ZERO => {
                    *state = State::Probing;
                    Ok(Admission { breaker: self, is_probe: true })
                }
                left => Err(left),
            },
            State::Probing => Err(self.settings.pause),
        }
    }

    /// What it is doing.
    pub(crate) fn state_now(&self) -> BreakerState {
        match *self.state() {
            State::Closed { .. } => BreakerState::Closed,
            State::Open { .. } => BreakerState::Open,
            State::Probing => BreakerState::HalfOpen,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A state is replaced as a whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, pause: Duration) -> State {
        State::Open { until: Instant::now() + pause }
    }
}

impl Admission<'_> {
    /// The API has answered as one that works, if only to refuse the call.
    pub(crate) fn works(mut self) {
        let mut state = self.breaker.state();
        if self.is_probe || matches!(*state, State::Closed { .. }) {
            *state = State::Closed { failures: 0 };
        }
        self.is_probe = false;
    }

    /// The call has failed; what that shows depends on how.
    pub(crate) fn failed(mut self, failure: &Failure) {
        match is_sign(failure) {
            Some(true) => {}
            Some(false) => return self.works(),
            None => return,
        }
        let breaker = self.breaker;
        let mut state = breaker.state();
        match *state {
            State::Closed { failures } if failures + 1 < breaker.settings.failures.max(1) => {
                *state = State::Closed { failures: failures + 1 };
            }
            State::Closed { .. } => *state = breaker.open(breaker.settings.pause),
            State::Probing if self.is_probe => *state = breaker.open(breaker.settings.pause),
            // A call that was sent before it opened.
            State::Open { .. } | State::Probing => {}
        }
        self.is_probe = false;
    }
}

impl Drop for Admission<'_> {
    fn drop(&mut self) {
        if self.is_probe {
            // The probe was given up: the next call is one.
            *self.breaker.state() = self.breaker.open(PROBE_SHOWS_NOTHING);
        }
    }
}

/// Whether the failure is a sign that the API is broken, or that it works; none if it is neither.
fn is_sign(failure: &Failure) -> Option<bool> {
    match (failure.origin(), failure.code()) {
        (Origin::Transport, _) => Some(true),
        (Origin::Upstream, code) => Some(matches!(code, Code::Unavailable | Code::Timeout)),
        // The API has refused: the arguments, the rate or the credential.
        (Origin::Caller | Origin::Configuration, _) => Some(false),
        (_, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaker(failures: u32, pause: Duration) -> Breaker {
        Breaker::new(Settings { failures, pause })
    }

    fn down() -> Failure {
        Failure::unavailable("It is down").with_origin(Origin::Upstream)
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn it_opens_after_so_many_signs_in_a_row() {
        let breaker = breaker(2, LONG);
        breaker.admit().unwrap().failed(&down());
        breaker.admit().unwrap().works();
        breaker.admit().unwrap().failed(&down());
        assert_eq!(breaker.state_now(), BreakerState::Closed);
        breaker.admit().unwrap().failed(&down());
        assert_eq!(breaker.state_now(), BreakerState::Open);
        assert!(breaker.admit().unwrap_err() <= LONG);
    }

    #[test]
    fn an_answer_that_refuses_the_call_is_a_sign_that_the_api_works() {
        let breaker = breaker(2, LONG);
        for failure in [Failure::not_found("Order 17"), Failure::validation("No"), Failure::rate_limited("Slowly")] {
            breaker.admit().unwrap().failed(&down());
            breaker.admit().unwrap().failed(&failure.with_origin(Origin::Upstream));
        }
        assert_eq!(breaker.state_now(), BreakerState::Closed);
    }

    #[test]
    fn one_call_alone_tries_it_again() {
        let breaker = breaker(1, Duration::ZERO);
        breaker.admit().unwrap().failed(&down());
        let probe = breaker.admit().unwrap();
        assert_eq!(breaker.state_now(), BreakerState::HalfOpen);
        assert!(breaker.admit().is_err());
        probe.works();
        assert_eq!(breaker.state_now(), BreakerState::Closed);
    }

    #[test]
    fn a_probe_that_fails_opens_it_again() {
        let breaker = breaker(1, Duration::ZERO);
        breaker.admit().unwrap().failed(&down());
        breaker.admit().unwrap().failed(&down());
        assert_eq!(breaker.state_now(), BreakerState::Open);
    }

    #[test]
    fn a_probe_that_is_given_up_leaves_room_for_another() {
        let breaker = breaker(1, Duration::ZERO);
        breaker.admit().unwrap().failed(&down());
        drop(breaker.admit().unwrap());
        assert!(breaker.admit().is_ok());
    }

    #[test]
    fn a_late_failure_of_a_call_that_was_sent_before_does_not_prolong_the_pause() {
        let breaker = breaker(1, LONG);
        let late = breaker.admit().unwrap();
        breaker.admit().unwrap().failed(&down());
        let left = breaker.admit().unwrap_err();
        late.failed(&down());
        assert!(breaker.admit().unwrap_err() <= left);
    }
}
