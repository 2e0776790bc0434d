//! The state of a call between its attempts, and what to do next.

use super::attempt::{Attempt, Clock};
use super::backoff::Delays;
use super::budget::Withdrawal;
use super::policy::Policy;
use crate::failure::Message;
use crate::{Code, Failure, Origin, Retry, Safety, reason};
use std::time::Duration;

/// The state of a call: what its attempts have shown so far.
pub(super) struct CallState<'call> {
    policy: &'call Policy,
    clock: Clock,
    idempotent: bool,
    delays: Delays,
    attempts: u32,
    /// One attempt that may have taken effect makes every later advice to retry depend on it.
    may_have_taken_effect: bool,
    last: Option<Failure>,
}

/// A retry that is paid for.
pub(super) struct Plan {
    delay: Duration,
    withdrawal: Option<Withdrawal>,
}

impl Plan {
    pub(super) fn delay(&self) -> Duration {
        self.delay
    }

    /// The retry begins: what was paid for it is spent.
    pub(super) fn begin(self) {
        if let Some(withdrawal) = self.withdrawal {
            withdrawal.spend();
        }
    }
}

/// Why there is no further attempt. The operator finds its name in the incident, as `retries_ended_by`.
#[derive(Clone, Copy)]
enum StopReason {
    NotRetryable,
    NotIdempotent,
    AttemptsUsedUp,
    Deadline,
    BudgetEmpty,
    Cancelled,
}

impl StopReason {
    const fn name(self) -> &'static str {
        match self {
            StopReason::NotRetryable => "not_retryable",
            StopReason::NotIdempotent => "not_idempotent",
            StopReason::AttemptsUsedUp => "attempts_used_up",
            StopReason::Deadline => "deadline",
            StopReason::BudgetEmpty => "budget_empty",
            StopReason::Cancelled => "cancelled",
        }
    }
}

impl<'call> CallState<'call> {
    pub(super) fn begin(policy: &'call Policy, limit: Duration, idempotent: bool) -> CallState<'call> {
        CallState {
            policy,
            clock: Clock::start(limit),
            idempotent,
            delays: policy.backoff.delays(policy.jitter_seed),
            attempts: 0,
            may_have_taken_effect: false,
            last: None,
        }
    }

    /// The next attempt, unless it could not finish in time.
    pub(super) fn next_attempt(&mut self) -> Option<Attempt> {
        let left = self.clock.left();
        if left.is_zero() || left < self.policy.shortest_attempt {
            return None;
        }
        self.attempts = self.attempts.saturating_add(1);
        Some(Attempt { number: self.attempts, clock: self.clock })
    }

    /// What to do about a failed attempt: the retry, or the failure that is reported in its place.
    pub(super) fn plan(&mut self, failure: Failure) -> Result<(&Failure, Plan), Failure> {
        self.may_have_taken_effect |= failure.retry().safety() == Some(Safety::IfIdempotent);
        if failure.code() == Code::Timeout
            && self.clock.left().is_zero()
            && let Some(earlier) = self.last.take()
        {
            // The operation gave itself the time that was left: it is the deadline that speaks.
            return Err(self.earlier(earlier));
        }
        match self.next_plan(&failure) {
            Ok(plan) => Ok((self.last.insert(failure), plan)),
            Err(ending) => Err(self.report(failure, ending)),
        }
    }

    fn next_plan(&mut self, failure: &Failure) -> Result<Plan, StopReason> {
        let retry = failure.retry();
        let safety = match retry.safety() {
            Some(safety) if failure.code() != Code::Cancelled => safety,
            Some(_) | None => return Err(StopReason::NotRetryable),
        };
        if safety == Safety::IfIdempotent && !self.idempotent {
            return Err(StopReason::NotIdempotent);
        }
        if self.attempts >= self.policy.attempts {
            return Err(StopReason::AttemptsUsedUp);
        }
        let at_least = retry.delay().unwrap_or_default();
        let room = self.clock.left().saturating_sub(self.policy.shortest_attempt).saturating_sub(at_least);
        if room.is_zero() {
            return Err(StopReason::Deadline);
        }
        // Last, so that nothing is taken for a retry that is not made.
        let withdrawal = match &self.policy.budget {
            Some(budget) => Some(budget.withdraw().ok_or(StopReason::BudgetEmpty)?),
            None => None,
        };
        Ok(Plan { delay: at_least.saturating_add(self.delays.draw(room)), withdrawal })
    }

    /// The attempt that was running when the time was up has been stopped. It is not known what it did.
    pub(super) fn stopped(&mut self) -> Failure {
        self.may_have_taken_effect = true;
        match self.last.take() {
            Some(earlier) => self.earlier(earlier),
            None => self.report(
                Failure::from_message(
                    Code::Timeout,
                    Message::own(format!("No response within {} ms", milliseconds(self.clock.limit()))),
                )
                .with_reason(reason!("no_response")),
                StopReason::Deadline,
            ),
        }
    }

    /// There is no time for another attempt.
    pub(super) fn out_of_time(&mut self) -> Failure {
        match self.last.take() {
            Some(earlier) => self.earlier(earlier),
            None => self.report(
                Failure::from_message(Code::Timeout, Message::own("The deadline passed before the first attempt"))
                    .with_reason(reason!("deadline_before_first_attempt"))
                    .with_origin(Origin::Internal)
                    .with_retry(Retry::Backoff(Safety::Always))
                    .with_recovery("Retry with more time; nothing was sent, so nothing has taken effect."),
                StopReason::Deadline,
            ),
        }
    }

    /// The call was cancelled; what it was being retried for is kept for the operator.
    pub(super) fn cancelled(&mut self) -> Failure {
        let message = Message::own("The call was cancelled before it finished");
        let cancelled = Failure::from_message(Code::Cancelled, message);
        let cancelled = match self.last.take() {
            Some(earlier) => cancelled.with_cause(earlier),
            None => cancelled,
        };
        self.report(cancelled, StopReason::Cancelled)
    }

    /// The last real cause, reported after a later attempt had no time. The wait that it asked for is over.
    fn earlier(&self, failure: Failure) -> Failure {
        let retry = match failure.retry() {
            Retry::After(_, safety) => Retry::Backoff(safety),
            retry @ (Retry::Never | Retry::Backoff(_)) => retry,
        };
        self.report(failure.with_retry(retry), StopReason::Deadline)
    }

    /// The failure as the caller gets it: with what was tried, and with advice that is true of all attempts together.
    fn report(&self, failure: Failure, ending: StopReason) -> Failure {
        let retry = match failure.retry() {
            Retry::Backoff(_) if self.may_have_taken_effect => Retry::Backoff(Safety::IfIdempotent),
            Retry::After(delay, _) if self.may_have_taken_effect => Retry::After(delay, Safety::IfIdempotent),
            retry @ (Retry::Never | Retry::Backoff(_) | Retry::After(_, _)) => retry,
        };
        failure
            .with_retry(retry)
            .with_context("attempts", self.attempts)
            .with_context("elapsed_ms", milliseconds(self.clock.elapsed()))
            .with_private("retries_ended_by", ending.name())
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
