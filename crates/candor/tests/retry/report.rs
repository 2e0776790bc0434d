//! What the failure says in the end.

use super::*;
use candor::retry::{Budget, Policy};
use candor::{Dialect, Discretion};

async fn given_up(policy: &Policy, failure: Failure) -> Failure {
    let service = Service::answering([Answer { takes: milliseconds(250), result: Err(failure) }]);
    policy.run(|attempt| service.answer(attempt)).await.unwrap_err()
}

#[tokio::test(start_paused = true)]
async fn the_caller_learns_how_many_attempts_there_were_and_over_how_long_in_every_dialect() {
    let policy = patient().attempts(3).first_delay(milliseconds(1)).longest_delay(milliseconds(1)).build().unwrap();
    let failure = given_up(&policy, busy_for(seconds(2))).await;
    let elapsed = number(&failure, "elapsed_ms");
    assert!((4_750..4_760).contains(&elapsed), "{elapsed}");

    let (disclosure, _) = failure.disclose(&Discretion::new());
    for &dialect in Dialect::ALL {
        let text = dialect.render(&disclosure).to_string();
        assert!(text.contains("\"attempts\":3"), "{dialect}: {text}");
        assert!(text.contains(&format!("\"elapsed_ms\":{elapsed}")), "{dialect}: {text}");
        assert!(!text.contains("retries_ended_by"), "{dialect}: {text}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_failure_of_the_first_attempt_says_so() {
    let failure = given_up(&Policy::default(), Failure::not_found("gone")).await;
    assert_eq!(summary(&failure), (Code::NotFound, Retry::Never, 1, 250));
}

#[tokio::test(start_paused = true)]
async fn the_operator_learns_why_there_was_no_further_attempt() {
    let empty = Budget::builder().capacity(1).refund_per_success(0.0).refill_per_second(0.0).build().unwrap();
    let one_retry = patient().budget(empty).build().unwrap();
    let hurried = patient().deadline(seconds(1)).build().unwrap();
    let rows = [
        (patient().build().unwrap(), Failure::not_found("gone"), "not_retryable"),
        (patient().build().unwrap(), outcome_unknown(), "not_idempotent"),
        (patient().build().unwrap(), never_sent(), "attempts_used_up"),
        (one_retry, never_sent(), "budget_empty"),
        (hurried, busy_for(seconds(2)), "deadline"),
    ];
    for (policy, failure, ending) in rows {
        let (_, incident) = given_up(&policy, failure).await.disclose(&Discretion::new());
        assert_eq!(serde_json::to_value(&incident).unwrap()["private"]["retries_ended_by"], ending);
    }
}

#[tokio::test(start_paused = true)]
async fn everything_else_about_the_failure_stays_as_it_was() {
    let failure =
        given_up(&patient().build().unwrap(), never_sent().with_tool("stock").with_private("host", "a")).await;
    assert_eq!(failure.message(), "connection refused");
    assert_eq!(failure.details().text("tool"), Some("stock"));
    assert_eq!(failure.private().text("host"), Some("a"));
}

#[tokio::test(start_paused = true)]
async fn of_a_policy_within_a_policy_the_outer_one_counts() {
    let (outer, inner) = (patient().attempts(2).build().unwrap(), patient().attempts(3).build().unwrap());
    let service = Service::failing(never_sent());
    let failure = outer.run(|_| inner.run(|attempt| service.answer(attempt))).await.unwrap_err();
    assert_eq!((number(&failure, "attempts"), service.attempts()), (2, 6));
}

#[tokio::test(start_paused = true)]
async fn a_policy_within_a_policy_can_take_the_time_that_is_left() {
    let outer = patient().deadline(seconds(10)).build().unwrap();
    let inner = patient().build().unwrap();
    let service = Service::answering([Answer { takes: seconds(60), result: Ok("too late") }]);
    let failure = outer
        .run(|attempt| inner.call().within(attempt.time_left()).run(|attempt| service.answer(attempt)))
        .await
        .unwrap_err();
    assert_eq!(summary(&failure), (Code::Timeout, Retry::Backoff(Safety::IfIdempotent), 1, 10_000));
}

/// Compiles only if a call can be made from a task that moves between threads, with what it borrows.
#[test]
fn a_call_can_be_made_from_any_task() {
    fn sent<T: Send>(value: T) -> T {
        value
    }
    async fn tool(policy: &Policy, service: &Service) -> Result<&'static str, Failure> {
        let call = policy.call().with_cancellation(std::future::pending()).on_retry(|_| ());
        call.run(|attempt| async move { service.answer(attempt).await }).await
    }
    let (policy, service) = (Policy::default(), Service::failing(never_sent()));
    drop(sent(tool(&policy, &service)));
}
