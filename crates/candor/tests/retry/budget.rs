//! A stock of retries that callers share.

use super::*;
use candor::retry::{Budget, Policy};

/// So many retries, and none ever come back.
fn fixed(retries: u32) -> Budget {
    Budget::builder().capacity(retries).refund_per_success(0.0).refill_per_second(0.0).build().unwrap()
}

fn drawing_from(budget: &Budget) -> Policy {
    patient().budget(budget.clone()).build().unwrap()
}

/// Takes everything out, before time can refill it.
async fn drain(budget: &Budget) {
    let moment = Duration::from_nanos(1);
    let policy = patient().attempts(u32::MAX).first_delay(moment).longest_delay(moment);
    let policy = policy.budget(budget.clone()).build().unwrap();
    let failure = policy.run(|_| async { Err::<(), _>(never_sent()) }).await.unwrap_err();
    assert_eq!((ended_by(&failure), budget.retries_left()), ("budget_empty", 0));
}

#[tokio::test(start_paused = true)]
async fn two_callers_drain_one_budget() {
    let budget = fixed(3);
    let (searching, ordering) = (drawing_from(&budget), drawing_from(&budget));
    let service = Service::failing(never_sent());
    let (one, other) =
        tokio::join!(searching.run(|attempt| service.answer(attempt)), ordering.run(|attempt| service.answer(attempt)));

    assert_eq!(service.attempts(), 2 + 3, "each attempts once, and three retries are shared");
    assert_eq!(budget.retries_left(), 0);
    let mut retries = 0;
    for failure in [one.unwrap_err(), other.unwrap_err()] {
        assert_eq!(ended_by(&failure), "budget_empty");
        assert_eq!(failure.message(), "connection refused");
        assert_eq!(failure.retry(), Retry::Backoff(Safety::Always), "later, a retry can still help");
        retries += number(&failure, "attempts") - 1;
    }
    assert_eq!(retries, 3);
}

#[tokio::test(start_paused = true)]
async fn an_empty_budget_does_not_prevent_a_first_attempt() {
    let budget = fixed(1);
    drain(&budget).await;
    let service = Service::answering([at_once(Ok("done"))]);
    assert!(drawing_from(&budget).run(|attempt| service.answer(attempt)).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn ten_refunds_of_a_tenth_are_one_retry() {
    let budget = Budget::builder().capacity(5).refund_per_success(0.1).refill_per_second(0.0).build().unwrap();
    drain(&budget).await;
    let policy = drawing_from(&budget);
    for successes in 1..=10 {
        policy.run(|_| async { Ok::<_, Failure>(()) }).await.unwrap();
        assert_eq!(budget.retries_left(), successes / 10, "after {successes} successes");
    }
    let service = Service::failing(never_sent());
    policy.run(|attempt| service.answer(attempt)).await.unwrap_err();
    assert_eq!(service.attempts(), 2);
}

#[tokio::test(start_paused = true)]
async fn time_refills_the_budget_and_never_beyond_its_capacity() {
    let budget = Budget::builder().capacity(5).refund_per_success(1.0).refill_per_second(0.5).build().unwrap();
    drain(&budget).await;
    for _ in 0..19 {
        tokio::time::advance(milliseconds(100)).await;
        assert_eq!(budget.retries_left(), 0, "who looks more often does not get more");
    }
    tokio::time::advance(milliseconds(100)).await;
    assert_eq!(budget.retries_left(), 1);
    tokio::time::advance(seconds(1_000_000)).await;
    assert_eq!(budget.retries_left(), 5);
    drawing_from(&budget).run(|_| async { Ok::<_, Failure>(()) }).await.unwrap();
    assert_eq!(budget.retries_left(), 5);
}

#[tokio::test(start_paused = true)]
async fn a_retry_that_is_decided_is_taken_at_once_and_goes_back_if_it_is_never_begun() {
    let budget = fixed(2);
    let policy = drawing_from(&budget);
    let service = Service::failing(busy_for(seconds(60)));
    {
        let mut call = Box::pin(policy.run(|attempt| service.answer(attempt)));
        tokio::time::timeout(seconds(10), call.as_mut()).await.unwrap_err();
        assert_eq!(budget.retries_left(), 1, "while it is waited for");
    }
    assert_eq!(budget.retries_left(), 2, "after the call was dropped");

    let call = policy.call().with_cancellation(tokio::time::sleep(seconds(10)));
    call.run(|attempt| service.answer(attempt)).await.unwrap_err();
    assert_eq!(budget.retries_left(), 2, "after the call was cancelled");

    tokio::time::timeout(seconds(100), policy.run(|attempt| service.answer(attempt))).await.unwrap_err();
    assert_eq!(budget.retries_left(), 1, "one was begun");
}

#[tokio::test(start_paused = true)]
async fn what_is_not_retried_for_another_reason_costs_nothing() {
    let budget = fixed(2);
    let policy = patient().attempts(1).deadline(seconds(10)).budget(budget.clone()).build().unwrap();
    for failure in [Failure::not_found("gone"), outcome_unknown(), busy_for(seconds(60)), never_sent()] {
        let service = Service::failing(failure);
        policy.run(|attempt| service.answer(attempt)).await.unwrap_err();
        assert_eq!(budget.retries_left(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn a_hundred_callers_at_once_take_no_more_than_there_is() {
    let budget = fixed(40);
    let service = std::sync::Arc::new(Service::failing(never_sent()));
    let callers: Vec<_> = (0..100)
        .map(|_| {
            let (policy, service) = (drawing_from(&budget), service.clone());
            tokio::spawn(async move { policy.run(|attempt| service.answer(attempt)).await })
        })
        .collect();
    for caller in callers {
        caller.await.unwrap().unwrap_err();
    }
    assert_eq!(service.attempts(), 100 + 40);
}
