//! A call that is cancelled ends at once.

use super::*;
use std::error::Error;

#[tokio::test(start_paused = true)]
async fn cancelling_ends_the_wait_at_once_and_keeps_the_cause_for_the_operator() {
    let service = Service::failing(busy_for(seconds(60)));
    let policy = patient().build().unwrap();
    let call = policy.call().with_cancellation(tokio::time::sleep(seconds(1)));
    let failure = call.run(|attempt| service.answer(attempt)).await.unwrap_err();
    assert_eq!(summary(&failure), (Code::Cancelled, Retry::Never, 1, 1_000));
    let cause = failure.source().unwrap().downcast_ref::<Failure>().unwrap();
    assert_eq!(cause.code(), Code::RateLimited);
    assert_eq!(ended_by(&failure), "cancelled");
}

#[tokio::test(start_paused = true)]
async fn calling_off_stops_the_attempt_that_is_running() {
    let service = Service::answering([Answer { takes: seconds(60), result: Ok("too late") }]);
    let policy = patient().build().unwrap();
    let call = policy.call().with_cancellation(tokio::time::sleep(seconds(1)));
    let failure = call.run(|attempt| service.answer(attempt)).await.unwrap_err();
    assert_eq!(summary(&failure), (Code::Cancelled, Retry::Never, 1, 1_000));
    tokio::time::sleep(seconds(120)).await;
    assert_eq!((service.attempts(), service.finished()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn a_call_that_was_called_off_before_it_began_attempts_nothing() {
    let service = Service::answering([at_once(Ok("done"))]);
    let policy = patient().build().unwrap();
    let call = policy.call().with_cancellation(std::future::ready(()));
    let failure = call.run(|attempt| service.answer(attempt)).await.unwrap_err();
    assert_eq!(summary(&failure), (Code::Cancelled, Retry::Never, 0, 0));
    assert!(failure.source().is_none());
    assert_eq!(service.attempts(), 0);
}

#[tokio::test(start_paused = true)]
async fn an_answer_in_the_moment_of_calling_off_is_not_wanted_any_more() {
    let service = Service::answering([Answer { takes: seconds(1), result: Ok("too late") }]);
    let policy = patient().build().unwrap();
    let call = policy.call().with_cancellation(tokio::time::sleep(seconds(1)));
    assert_eq!(call.run(|attempt| service.answer(attempt)).await.unwrap_err().code(), Code::Cancelled);
}

#[tokio::test(start_paused = true)]
async fn a_signal_that_never_fires_changes_nothing() {
    let service = Service::answering([at_once(Err(never_sent())), at_once(Ok("done"))]);
    let policy = patient().build().unwrap();
    let call = policy.call().with_cancellation(std::future::pending());
    assert!(call.run(|attempt| service.answer(attempt)).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn dropping_a_call_stops_everything() {
    let service = Service::answering([Answer { takes: seconds(10), result: Err(never_sent()) }]);
    let policy = patient().build().unwrap();
    let call = policy.run(|attempt| service.answer(attempt));
    tokio::time::timeout(seconds(1), call).await.unwrap_err();
    tokio::time::sleep(seconds(1_000)).await;
    assert_eq!((service.attempts(), service.finished()), (1, 0));
}
