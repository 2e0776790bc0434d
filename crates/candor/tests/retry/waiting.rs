//! How long is waited between attempts.

use super::*;
use candor::retry::{Policy, PolicyBuilder};

fn backing_off() -> PolicyBuilder {
    patient().attempts(4).first_delay(milliseconds(100)).factor(3.0).longest_delay(milliseconds(500))
}

/// How long was waited before each attempt but the first.
async fn delays(policy: &Policy, failure: Failure) -> Vec<Duration> {
    let service = Service::failing(failure);
    policy.run(|attempt| service.answer(attempt)).await.unwrap_err();
    service.begun().windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// Waiting ends with a whole millisecond of the clock.
const TICK: Duration = milliseconds(1);

#[tokio::test(start_paused = true)]
async fn delays_have_full_jitter_under_a_bound_that_grows_up_to_the_longest() {
    let mut calls = Vec::new();
    for seed in 0..300 {
        calls.push(delays(&backing_off().jitter_seed(seed).build().unwrap(), never_sent()).await);
    }
    for (retry, bound) in [100, 300, 500].into_iter().map(milliseconds).enumerate() {
        let waited = || calls.iter().map(|call| call[retry]);
        assert!(waited().max().unwrap() <= bound + TICK, "retry {retry}");
        assert!(waited().max().unwrap() > bound * 9 / 10, "retry {retry}");
        assert!(waited().min().unwrap() < bound / 10, "retry {retry}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_time_that_the_failure_names_is_waited_in_full_and_jitter_comes_on_top() {
    let mut apart = std::collections::HashSet::new();
    for seed in 0..100 {
        let policy = backing_off().jitter_seed(seed).build().unwrap();
        let waited = delays(&policy, busy_for(seconds(30))).await;
        for (delay, bound) in waited.iter().zip([100, 300, 500].map(milliseconds)) {
            assert!((seconds(30)..=seconds(30) + bound + TICK).contains(delay), "{delay:?}");
        }
        apart.insert(waited[0]);
    }
    assert!(apart.len() > 10, "callers who were told the same time come back apart");
}

#[tokio::test(start_paused = true)]
async fn the_longest_delay_does_not_shorten_a_time_that_the_failure_names() {
    let policy = backing_off().build().unwrap();
    assert!(delays(&policy, busy_for(seconds(3_600))).await.iter().all(|delay| *delay >= seconds(3_600)));
}

#[tokio::test(start_paused = true)]
async fn the_same_seed_gives_the_same_delays() {
    let policy = backing_off().jitter_seed(7).build().unwrap();
    assert_eq!(delays(&policy, never_sent()).await, delays(&policy, never_sent()).await);
}

#[tokio::test(start_paused = true)]
async fn an_observer_hears_of_each_retry_before_the_wait() {
    let service = Service::answering([
        at_once(Err(busy_for(seconds(2)))),
        at_once(Err(never_sent())),
        at_once(Err(Failure::not_found("it is gone"))),
    ]);
    let mut told = Vec::new();
    let policy = patient().build().unwrap();
    let call = policy.call().on_retry(|retry| {
        told.push((retry.failed_attempt(), retry.delay(), retry.failure().code(), service.born.elapsed()));
    });
    call.run(|attempt| service.answer(attempt)).await.unwrap_err();

    let begun = service.begun();
    let codes: Vec<_> = told.iter().map(|(attempt, _, code, _)| (*attempt, *code)).collect();
    assert_eq!(codes, [(1, Code::RateLimited), (2, Code::Unavailable)]);
    for (index, (_, delay, _, when)) in told.iter().enumerate() {
        assert_eq!(*when, begun[index]);
        assert!((*delay..=*delay + TICK).contains(&(begun[index + 1] - begun[index])), "{delay:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_observer_of_retries_that_panics_changes_nothing() {
    let service = Service::failing(Failure::unavailable("down"));
    let policy = patient().attempts(3).build().unwrap();
    let call = policy.call().idempotent(true).on_retry(|_| panic!("the observer is broken"));
    call.run(|attempt| service.answer(attempt)).await.unwrap_err();
    assert_eq!(service.attempts(), 3);
}
