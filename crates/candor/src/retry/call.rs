//! One call under a policy: what is known of it, and the loop that makes it.

use super::attempt::{Attempt, PlannedRetry};
use super::call_state::{CallState, Plan};
use super::cancellation::{Cancellation, End};
use super::policy::Policy;
use crate::Failure;
use crate::fence::ignore_panic;
use std::time::Duration;

/// One call under a [`Policy`], with what only its caller knows.
///
/// ```
/// use candor::{Code, Failure};
/// use candor::retry::Policy;
/// use std::time::Duration;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() {
/// let policy = Policy::default();
/// let hang_up = tokio::time::sleep(Duration::from_secs(5));
///
/// let answer = policy
///     .call()
///     .idempotent(true)
///     .within(Duration::from_secs(20))
///     .with_cancellation(hang_up)
///     .on_retry(|retry| println!("{}; again in {:?}", retry.failure(), retry.delay()))
///     .run(|attempt| async move {
///         tokio::time::sleep(attempt.time_left() / 2).await;
///         Err::<(), _>(Failure::unavailable("The stock service does not answer"))
///     })
///     .await;
///
/// assert_eq!(answer.unwrap_err().code(), Code::Cancelled);
/// # }
/// ```
#[must_use = "a call is made by `run`"]
pub struct Call<'call> {
    policy: &'call Policy,
    idempotent: bool,
    limit: Duration,
    cancellation: Cancellation<'call>,
    on_retry: Option<OnRetry<'call>>,
}

type OnRetry<'call> = Box<dyn FnMut(&PlannedRetry<'_>) + Send + 'call>;

impl<'call> Call<'call> {
    pub(super) fn new(policy: &'call Policy) -> Call<'call> {
        let cancellation = Cancellation::default();
        Call { policy, idempotent: false, limit: policy.deadline, cancellation, on_retry: None }
    }

    /// Whether doing it twice equals doing it once, as a tool says with its `idempotentHint`. Without this, an attempt
    /// that may have taken effect is not repeated.
    pub fn idempotent(self, idempotent: bool) -> Call<'call> {
        Call { idempotent, ..self }
    }

    /// The time that is left for this call, where it is shorter than the policy's deadline.
    pub fn within(self, time: Duration) -> Call<'call> {
        Call { limit: time.min(self.limit), ..self }
    }

    /// Ends the call as soon as this future does: what is running is dropped, what is waited for is not begun.
    ///
    /// Dropping the call's own future ends it, too, but without a result.
    pub fn with_cancellation(self, signal: impl Future<Output = ()> + Send + 'call) -> Call<'call> {
        Call { cancellation: Cancellation::new(signal), ..self }
    }

    /// Called before each retry's delay, which begins when it returns. A panic of it is caught, and told by the
    /// [panic hook](crate::capture::install_panic_hook) alone.
    pub fn on_retry(self, observer: impl FnMut(&PlannedRetry<'_>) + Send + 'call) -> Call<'call> {
        Call { on_retry: Some(Box::new(observer)), ..self }
    }

    /// Runs the operation until it succeeds or is given up.
    ///
    /// # Errors
    ///
    /// What the last attempt failed with. If that had no time to finish, what the one before it failed with, and
    /// [`Code::Timeout`](crate::Code::Timeout) if there was none; if the call was cancelled,
    /// [`Code::Cancelled`](crate::Code::Cancelled). The details `attempts` and `elapsed_ms` say how many attempts were
    /// begun, and over how long.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime, or in one whose time is not enabled.
    pub async fn run<T, E, O, F>(self, mut operation: O) -> Result<T, Failure>
    where
        O: FnMut(Attempt) -> F,
        F: Future<Output = Result<T, E>>,
        E: Into<Failure>,
    {
        let Call { policy, idempotent, limit, mut cancellation, mut on_retry } = self;
        let mut state = CallState::begin(policy, limit, idempotent);
        let mut plan: Option<Plan> = None;
        loop {
            if cancellation.came().await {
                return Err(state.cancelled());
            }
            let Some(attempt) = state.next_attempt() else { return Err(state.out_of_time()) };
            if let Some(plan) = plan.take() {
                plan.begin();
            }
            let failure: Failure = match cancellation.or(operation(attempt), attempt.time_left()).await {
                End::Finished(Ok(value)) => {
                    policy.budget.iter().for_each(|budget| budget.refund_success());
                    return Ok(value);
                }
                End::Finished(Err(error)) => error.into(),
                End::OutOfTime => return Err(state.stopped()),
                End::Cancelled => return Err(state.cancelled()),
            };
            let (failure, next) = state.plan(failure)?;
            let delay = next.delay();
            if let Some(observer) = &mut on_retry {
                ignore_panic(|| observer(&PlannedRetry { failed_attempt: attempt.number(), delay, failure }));
            }
            // Whether there is still time is checked when the next attempt begins.
            if let End::Cancelled = cancellation.or(tokio::time::sleep(delay), attempt.time_left()).await {
                return Err(state.cancelled());
            }
            plan = Some(next);
        }
    }
}

impl std::fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call")
            .field("policy", self.policy)
            .field("idempotent", &self.idempotent)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
