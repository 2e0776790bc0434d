//! The failure decides whether there is a retry, and what is advised in the end stays true.

use super::*;
use candor::Contract;
use candor::retry::Policy;

async fn attempts_after(failure: Failure, idempotent: bool) -> usize {
    let service = Service::failing(failure);
    let policy = patient().attempts(2).build().unwrap();
    policy.call().idempotent(idempotent).run(|attempt| service.answer(attempt)).await.unwrap_err();
    service.attempts()
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_retried_exactly_if_it_says_that_it_is_retryable() {
    for code in Code::all() {
        let failure = Failure::new(code, "as the table says");
        let expected = if failure.retry().is_retryable() { 2 } else { 1 };
        assert_eq!(attempts_after(failure.clone(), true).await, expected, "{code}");
        assert_eq!(attempts_after(failure.with_retry(Retry::Never), true).await, 1, "{code}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_failure_is_not_retried_whatever_it_says() {
    for retry in [Retry::Backoff(Safety::Always), Retry::After(seconds(1), Safety::Always)] {
        let failure = Failure::new(Code::Cancelled, "the user pressed stop").with_retry(retry);
        assert_eq!(attempts_after(failure, true).await, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn what_may_have_taken_effect_is_repeated_only_if_it_is_idempotent() {
    for retry in [Retry::Backoff(Safety::IfIdempotent), Retry::After(seconds(1), Safety::IfIdempotent)] {
        assert_eq!(attempts_after(outcome_unknown().with_retry(retry), false).await, 1, "{retry}");
        assert_eq!(attempts_after(outcome_unknown().with_retry(retry), true).await, 2, "{retry}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_never_carried_out_is_repeated_whatever_it_does() {
    assert_eq!(attempts_after(never_sent(), false).await, 2);
    assert_eq!(attempts_after(busy_for(seconds(1)), false).await, 2);
}

#[tokio::test(start_paused = true)]
async fn an_error_that_nothing_is_known_about_is_repeated_only_if_it_is_idempotent() {
    let unknown = || Failure::from_error("the gnomes have gone home", "asking the gnomes");
    assert_eq!(attempts_after(unknown(), true).await, 2);
    assert_eq!(attempts_after(unknown(), false).await, 1);
    for defect in ["x.map is not a function", "NullPointerException at UserService.java:142"] {
        assert_eq!(attempts_after(Failure::from_error(defect, "asking the gnomes"), true).await, 1, "{defect}");
    }
    let panicked = candor::capture::catch_panic(|| std::panic::panic_any(17)).unwrap_err();
    assert_eq!(attempts_after(panicked, true).await, 1);
}

#[tokio::test(start_paused = true)]
async fn a_call_counts_as_not_idempotent_unless_it_is_said() {
    let service = Service::failing(outcome_unknown());
    patient().build().unwrap().run(|attempt| service.answer(attempt)).await.unwrap_err();
    assert_eq!(service.attempts(), 1);
}

#[tokio::test(start_paused = true)]
async fn there_are_as_many_attempts_as_allowed_and_a_success_ends_them() {
    for allowed in 1..6 {
        let service = Service::failing(never_sent());
        let policy = patient().attempts(allowed).build().unwrap();
        policy.run(|attempt| service.answer(attempt)).await.unwrap_err();
        assert_eq!(service.attempts(), usize::try_from(allowed).unwrap());
    }
    let service = Service::answering([at_once(Err(never_sent())), at_once(Ok("done"))]);
    assert_eq!(patient().build().unwrap().run(|attempt| service.answer(attempt)).await.unwrap(), "done");
    assert_eq!(service.attempts(), 2);
}

#[tokio::test(start_paused = true)]
async fn attempts_are_numbered_from_one() {
    let mut numbers = Vec::new();
    let policy = patient().attempts(3).build().unwrap();
    let answer = policy.run(|attempt| {
        numbers.push(attempt.number());
        async { Err::<(), _>(never_sent()) }
    });
    answer.await.unwrap_err();
    assert_eq!(numbers, [1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn a_tools_own_contract_decides_as_well() {
    /// What a search can fail with.
    #[derive(Debug, Contract)]
    enum Search {
        /// The local request queue is at capacity.
        #[failure(code = RateLimited, retry_after = "30s", message = "The request queue is full",
                  recovery = "Wait 30 seconds and retry, or reduce the batch size.")]
        QueueFull,
        /// Nothing was found.
        #[failure(code = NotFound, message = "Nothing was found",
                  recovery = "Search with fewer or with more general words.")]
        Nothing,
    }

    let policy = Policy::builder().attempts(5).deadline(seconds(60)).build().unwrap();
    let failure = policy
        .run(|attempt| async move {
            match attempt.number() {
                1 => Err::<(), _>(Search::QueueFull),
                _ => Err(Search::Nothing),
            }
        })
        .await
        .unwrap_err();
    assert_eq!(failure.reason().as_str(), "nothing");
    assert_eq!(number(&failure, "attempts"), 2);
    assert!(number(&failure, "elapsed_ms") >= 30_000);
}

#[tokio::test(start_paused = true)]
async fn once_an_attempt_may_have_taken_effect_no_later_failure_is_safe_to_repeat() {
    let rows = [
        (Retry::Backoff(Safety::Always), Retry::Backoff(Safety::IfIdempotent)),
        (Retry::After(seconds(9), Safety::Always), Retry::After(seconds(9), Safety::IfIdempotent)),
        (Retry::Never, Retry::Never),
    ];
    for (last, advised) in rows {
        let service =
            Service::answering([at_once(Err(outcome_unknown())), at_once(Err(never_sent().with_retry(last)))]);
        let policy = patient().attempts(2).build().unwrap();
        let failure = policy.call().idempotent(true).run(|attempt| service.answer(attempt)).await.unwrap_err();
        assert_eq!(failure.retry(), advised);
    }
}

#[tokio::test(start_paused = true)]
async fn that_a_policy_gave_up_does_not_make_a_failure_final() {
    for failure in [never_sent(), outcome_unknown(), busy_for(seconds(3))] {
        let advice = failure.retry();
        let service = Service::failing(failure);
        let policy = patient().attempts(3).build().unwrap();
        let failure = policy.call().idempotent(true).run(|attempt| service.answer(attempt)).await.unwrap_err();
        assert_eq!(failure.retry(), advice);
        assert_eq!(number(&failure, "attempts"), 3);
    }
}
