//! One deadline over all attempts, and the last real cause when it is over.

use super::*;
use candor::Origin;
use candor::retry::Policy;

fn policy(deadline: Duration) -> Policy {
    patient().deadline(deadline).first_delay(milliseconds(100)).build().unwrap()
}

fn taking(takes: Duration, result: Result<&'static str, Failure>) -> Answer {
    Answer { takes, result }
}

#[tokio::test(start_paused = true)]
async fn an_attempt_that_cannot_finish_in_time_is_not_begun_and_the_last_real_cause_is_reported() {
    for seed in 0..50 {
        let service = Service::answering([taking(milliseconds(300), Err(never_sent()))]);
        let policy = patient().attempts(1_000).deadline(seconds(2)).shortest_attempt(milliseconds(400));
        let policy = policy.jitter_seed(seed).build().unwrap();
        let failure = policy.run(|attempt| service.answer(attempt)).await.unwrap_err();

        assert!(service.begun().iter().all(|begun| *begun <= milliseconds(1_600)), "{:?}", service.begun());
        assert_eq!(u32::try_from(service.attempts()).unwrap(), service.finished(), "none was begun in vain");
        assert!(service.attempts() > 1);
        assert_eq!(failure.message(), "connection refused");
        assert_eq!(failure.retry(), Retry::Backoff(Safety::Always));
        assert_eq!(ended_by(&failure), "deadline");
        assert!(number(&failure, "elapsed_ms") <= 2_000);
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_does_not_fit_is_not_begun_and_stays_in_the_failure() {
    let service = Service::failing(busy_for(seconds(30)));
    let failure = policy(seconds(10)).run(|attempt| service.answer(attempt)).await.unwrap_err();
    assert_eq!(summary(&failure), (Code::RateLimited, Retry::After(seconds(30), Safety::Always), 1, 0));
    assert_eq!(failure.recovery().hint(), "Wait 30 seconds before retrying.");
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_leaves_less_than_the_shortest_attempt_does_not_fit() {
    for (shortest, attempts) in [(milliseconds(900), 2), (seconds(1), 1)] {
        let service = Service::failing(busy_for(seconds(9)));
        let policy = patient().attempts(2).deadline(seconds(10)).shortest_attempt(shortest).build().unwrap();
        policy.run(|attempt| service.answer(attempt)).await.unwrap_err();
        assert_eq!(service.attempts(), attempts, "{shortest:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn jitter_never_keeps_an_attempt_from_fitting() {
    for seed in 0..100 {
        let service = Service::failing(busy_for(milliseconds(900)));
        let policy = patient().attempts(2).deadline(seconds(1)).shortest_attempt(milliseconds(50));
        let policy = policy.first_delay(seconds(5)).jitter_seed(seed).build().unwrap();
        policy.run(|attempt| service.answer(attempt)).await.unwrap_err();
        assert_eq!(service.attempts(), 2, "{seed}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_only_attempt_that_runs_out_of_time_is_a_time_out_that_may_have_taken_effect() {
    let service = Service::answering([taking(seconds(60), Ok("too late"))]);
    let failure = policy(seconds(10)).call().run(|attempt| service.answer(attempt)).await.unwrap_err();
    assert_eq!(summary(&failure), (Code::Timeout, Retry::Backoff(Safety::IfIdempotent), 1, 10_000));
    assert_eq!(failure.origin(), Origin::Transport);
    assert_eq!(failure.message(), "No response within 10000 ms");
    assert_eq!(service.finished(), 0);
}

#[tokio::test(start_paused = true)]
async fn an_attempt_still_running_at_the_deadline_is_stopped_and_the_cause_before_it_is_reported() {
    let service = Service::answering([at_once(Err(never_sent())), taking(seconds(60), Ok("too late"))]);
    let failure = policy(seconds(10)).run(|attempt| service.answer(attempt)).await.unwrap_err();
    // What the stopped attempt did is unknown, so the advice is no longer that of a request that was never sent.
    assert_eq!(summary(&failure), (Code::Unavailable, Retry::Backoff(Safety::IfIdempotent), 2, 10_000));
    assert_eq!(failure.message(), "connection refused");
    assert_eq!(ended_by(&failure), "deadline");
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_is_over_is_not_advised_again() {
    let service = Service::answering([at_once(Err(busy_for(seconds(3)))), taking(seconds(60), Ok("too late"))]);
    let failure = policy(seconds(10)).run(|attempt| service.answer(attempt)).await.unwrap_err();
    assert_eq!(summary(&failure), (Code::RateLimited, Retry::Backoff(Safety::IfIdempotent), 2, 10_000));
}

#[tokio::test(start_paused = true)]
async fn an_attempt_that_gave_itself_the_time_left_hides_no_cause() {
    let timing_out = |attempt: Attempt| async move {
        if attempt.number() == 1 {
            return Err(never_sent());
        }
        match tokio::time::timeout(attempt.time_left(), std::future::pending::<()>()).await {
            Ok(()) => Ok("too late"),
            Err(_) => Err(Failure::timeout("the client gave up")),
        }
    };
    let failure = policy(seconds(10)).call().idempotent(true).run(timing_out).await.unwrap_err();
    assert_eq!(summary(&failure), (Code::Unavailable, Retry::Backoff(Safety::IfIdempotent), 2, 10_000));
}

#[tokio::test(start_paused = true)]
async fn any_other_failure_in_the_moment_of_the_deadline_is_a_cause_of_its_own() {
    let failing_late = |attempt: Attempt| async move {
        if attempt.number() > 1 {
            tokio::time::sleep(attempt.time_left()).await;
            return Err(Failure::conflict("somebody else was faster"));
        }
        Err::<(), _>(never_sent())
    };
    let failure = policy(seconds(10)).run(failing_late).await.unwrap_err();
    assert_eq!(summary(&failure), (Code::Conflict, Retry::Never, 2, 10_000));
}

#[tokio::test(start_paused = true)]
async fn a_time_out_before_the_deadline_is_a_cause_of_its_own() {
    let timed_out = Failure::timeout("the client gave up");
    let service = Service::answering([at_once(Err(never_sent())), taking(seconds(2), Err(timed_out))]);
    let failure = policy(seconds(10)).run(|attempt| service.answer(attempt)).await.unwrap_err();
    assert_eq!(failure.code(), Code::Timeout);
    assert_eq!(number(&failure, "attempts"), 2);
}

#[tokio::test(start_paused = true)]
async fn without_time_for_the_first_attempt_nothing_is_sent_and_the_failure_says_so() {
    for (left, shortest) in [(Duration::ZERO, Duration::ZERO), (milliseconds(199), milliseconds(200))] {
        let policy = patient().shortest_attempt(shortest).build().unwrap();
        let service = Service::answering([at_once(Ok("done"))]);
        let failure = policy.call().within(left).run(|attempt| service.answer(attempt)).await.unwrap_err();
        assert_eq!(summary(&failure), (Code::Timeout, Retry::Backoff(Safety::Always), 0, 0));
        assert_eq!(failure.origin(), Origin::Internal);
        assert!(failure.recovery().hint().contains("nothing was sent"));
        assert_eq!(service.attempts(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_can_have_less_time_than_the_policy_and_never_more() {
    for (within, elapsed) in [(seconds(3), 3_000), (seconds(60), 10_000)] {
        let service = Service::answering([taking(seconds(60), Ok("too late"))]);
        let policy = policy(seconds(10));
        let failure = policy.call().within(within).run(|attempt| service.answer(attempt)).await.unwrap_err();
        assert_eq!(number(&failure, "elapsed_ms"), elapsed);
    }
}

#[tokio::test(start_paused = true)]
async fn an_attempt_knows_what_is_left_for_it() {
    let mut left = Vec::new();
    let policy = patient().attempts(2).deadline(seconds(10)).first_delay(TINY).longest_delay(TINY).build().unwrap();
    let answer = policy.run(|attempt| {
        left.push(attempt.time_left());
        async {
            tokio::time::sleep(seconds(4)).await;
            Err::<(), _>(never_sent())
        }
    });
    answer.await.unwrap_err();
    assert_eq!(left[0], seconds(10));
    assert!((seconds(6) - milliseconds(2)..=seconds(6)).contains(&left[1]), "{left:?}");
}

const TINY: Duration = Duration::from_nanos(1);

#[tokio::test(start_paused = true)]
async fn no_length_of_time_is_too_long() {
    let endless = patient().attempts(2).deadline(Duration::MAX).longest_delay(Duration::MAX).build().unwrap();
    let service = Service::answering([at_once(Err(never_sent())), at_once(Ok("done"))]);
    assert!(endless.run(|attempt| service.answer(attempt)).await.is_ok());

    let service = Service::failing(busy_for(Duration::MAX));
    let failure = endless.run(|attempt| service.answer(attempt)).await.unwrap_err();
    assert_eq!(failure.retry().delay(), Some(Duration::MAX));
    assert_eq!(service.attempts(), 1);
}
