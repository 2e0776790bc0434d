//! When a call is retried, decided once for all calls to a service.

use super::attempt::Attempt;
use super::backoff::Backoff;
use super::budget::Budget;
use super::call::Call;
use crate::Failure;
use std::time::Duration;

/// When a call is tried again, how long is waited, and when it is given up.
///
/// Whether a retry can help and when it is safe is asked of each [`Failure`]. A policy is made once, usually one per
/// service that is called, and used for every call; [the module](crate::retry) lists the rules.
///
/// ```
/// use candor::Failure;
/// use candor::retry::Policy;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() {
/// let policy = Policy::default();
/// let answer = policy
///     .run(|attempt| async move {
///         if attempt.number() < 3 { Err(Failure::rate_limited("The queue is full")) } else { Ok(42) }
///     })
///     .await;
/// assert_eq!(answer.unwrap(), 42);
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Policy {
    pub(super) attempts: u32,
    pub(super) backoff: Backoff,
    pub(super) deadline: Duration,
    pub(super) shortest_attempt: Duration,
    pub(super) budget: Option<Budget>,
    pub(super) jitter_seed: Option<u64>,
}

impl Policy {
    /// A policy of up to three attempts within 30 seconds, with delays of up to 100 ms, 200 ms and so on up to 10 s,
    /// without a budget: to be changed.
    pub const fn builder() -> PolicyBuilder {
        PolicyBuilder(Policy::DEFAULT)
    }

    const DEFAULT: Policy = Policy {
        attempts: 3,
        backoff: Backoff { first: Duration::from_millis(100), factor: 2.0, longest: Duration::from_secs(10) },
        deadline: Duration::from_secs(30),
        shortest_attempt: Duration::ZERO,
        budget: None,
        jitter_seed: None,
    };

    /// A call under this policy with settings of its own: whether it is idempotent, or what cancels it.
    pub fn call(&self) -> Call<'_> {
        Call::new(self)
    }

    /// Runs an operation that is not known to be idempotent until it succeeds or is given up: [`Call::run`] for short.
    ///
    /// # Errors
    ///
    /// What the operation failed with, as [`Call::run`] says.
    pub async fn run<T, E, O, F>(&self, operation: O) -> Result<T, Failure>
    where
        O: FnMut(Attempt) -> F,
        F: Future<Output = Result<T, E>>,
        E: Into<Failure>,
    {
        self.call().run(operation).await
    }
}

impl Default for Policy {
    fn default() -> Policy {
        Policy::DEFAULT
    }
}

/// A builder for a [`Policy`].
#[derive(Debug, Clone)]
#[must_use]
pub struct PolicyBuilder(Policy);

impl PolicyBuilder {
    /// How often the operation is tried at most, the first attempt included.
    pub fn attempts(mut self, attempts: u32) -> PolicyBuilder {
        self.0.attempts = attempts;
        self
    }

    /// The most that is waited before the first retry.
    pub fn first_delay(mut self, delay: Duration) -> PolicyBuilder {
        self.0.backoff.first = delay;
        self
    }

    /// How many times longer each further delay may be than the one before.
    pub fn factor(mut self, factor: f32) -> PolicyBuilder {
        self.0.backoff.factor = factor;
        self
    }

    /// The most that delays grow to. A failure that says how long to wait is still waited for.
    pub fn longest_delay(mut self, delay: Duration) -> PolicyBuilder {
        self.0.backoff.longest = delay;
        self
    }

    /// How long all attempts and the waiting between them may take together.
    pub fn deadline(mut self, deadline: Duration) -> PolicyBuilder {
        self.0.deadline = deadline;
        self
    }

    /// How much time an attempt needs to be of any use: with less than that left, none is begun.
    pub fn shortest_attempt(mut self, time: Duration) -> PolicyBuilder {
        self.0.shortest_attempt = time;
        self
    }

    /// The budget that calls under this policy take their retries from; clones of it can be given to other policies.
    pub fn budget(mut self, budget: Budget) -> PolicyBuilder {
        self.0.budget = Some(budget);
        self
    }

    /// Seeds the jitter, the same for each call: for tests that need the same delays again.
    pub fn jitter_seed(mut self, seed: u64) -> PolicyBuilder {
        self.0.jitter_seed = Some(seed);
        self
    }

    /// The policy.
    ///
    /// # Errors
    ///
    /// [`InvalidPolicy`] names the first setting that makes no sense.
    pub fn build(self) -> Result<Policy, InvalidPolicy> {
        let policy = self.0;
        if policy.attempts == 0 {
            return Err(InvalidPolicy::NoAttempts);
        }
        if policy.backoff.first.is_zero() {
            return Err(InvalidPolicy::NoFirstDelay);
        }
        if policy.backoff.first > policy.backoff.longest {
            return Err(InvalidPolicy::FirstDelayAboveLongest);
        }
        if !(policy.backoff.factor.is_finite() && policy.backoff.factor >= 1.0) {
            return Err(InvalidPolicy::FactorBelowOne);
        }
        if policy.deadline <= policy.shortest_attempt {
            return Err(InvalidPolicy::NoTimeForAnAttempt);
        }
        Ok(policy)
    }
}

/// Why a [`Policy`] was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidPolicy {
    /// Nothing would ever be tried.
    #[error("a policy without attempts tries nothing; give it at least one")]
    NoAttempts,
    /// The first delay is zero, and so would be all that grow from it.
    #[error("delays cannot grow from a first delay of zero; give one such as 100 ms")]
    NoFirstDelay,
    /// The first delay is longer than the longest.
    #[error("the first delay is longer than the longest; shorten it")]
    FirstDelayAboveLongest,
    /// The factor is below one, infinite or not a number.
    #[error("the factor of the delays is not a number of at least 1; give one such as 2")]
    FactorBelowOne,
    /// The deadline is zero, or not longer than the shortest attempt.
    #[error("the deadline leaves no time for an attempt; make it longer than the shortest attempt")]
    NoTimeForAnAttempt,
}
