//! The rules of `docs/retries.md`, on a paused clock, which advances only while a task waits.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

#[path = "retry/advice.rs"]
mod advice;
#[path = "retry/budget.rs"]
mod budget;
#[path = "retry/cancellation.rs"]
mod cancellation;
#[path = "retry/deadline.rs"]
mod deadline;
#[path = "retry/report.rs"]
mod report;
#[path = "retry/settings.rs"]
mod settings;
#[path = "retry/waiting.rs"]
mod waiting;

use candor::retry::{Attempt, PolicyBuilder};
use candor::{Code, Failure, Retry, Safety};
use std::sync::Mutex;
use std::time::Duration;
use tokio::time::Instant;

const fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

const fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// A policy under which nothing but what a test sets is in the way.
fn patient() -> PolicyBuilder {
    candor::retry::Policy::builder().attempts(5).deadline(seconds(100_000))
}

/// What an attempt comes to, after some time.
#[derive(Clone)]
struct Answer {
    takes: Duration,
    result: Result<&'static str, Failure>,
}

fn at_once(result: Result<&'static str, Failure>) -> Answer {
    Answer { takes: Duration::ZERO, result }
}

fn never_sent() -> Failure {
    Failure::unavailable("connection refused").with_retry(Retry::Backoff(Safety::Always))
}

fn outcome_unknown() -> Failure {
    Failure::unavailable("connection reset").with_retry(Retry::Backoff(Safety::IfIdempotent))
}

fn busy_for(delay: Duration) -> Failure {
    Failure::rate_limited("too many requests").with_retry(Retry::After(delay, Safety::Always))
}

/// A service whose answers are known beforehand, the last one for all further attempts. It notes when each came.
struct Service {
    answers: Vec<Answer>,
    born: Instant,
    begun: Mutex<Vec<Duration>>,
    finished: Mutex<u32>,
}

impl Service {
    fn answering(answers: impl IntoIterator<Item = Answer>) -> Service {
        let answers = answers.into_iter().collect();
        Service { answers, born: Instant::now(), begun: Mutex::default(), finished: Mutex::default() }
    }

    fn failing(failure: Failure) -> Service {
        Service::answering([at_once(Err(failure))])
    }

    async fn answer(&self, attempt: Attempt) -> Result<&'static str, Failure> {
        self.begun.lock().unwrap().push(self.born.elapsed());
        let index = usize::try_from(attempt.number() - 1).unwrap().min(self.answers.len() - 1);
        let answer = self.answers[index].clone();
        tokio::time::sleep(answer.takes).await;
        *self.finished.lock().unwrap() += 1;
        answer.result
    }

    fn begun(&self) -> Vec<Duration> {
        self.begun.lock().unwrap().clone()
    }

    fn attempts(&self) -> usize {
        self.begun().len()
    }

    fn finished(&self) -> u32 {
        *self.finished.lock().unwrap()
    }
}

fn number(failure: &Failure, detail: &str) -> u64 {
    failure.details().get(detail).unwrap().as_u64().unwrap()
}

fn ended_by(failure: &Failure) -> &str {
    failure.private().text("retries_ended_by").unwrap()
}

/// A failure's code, retry, number of attempts and time, as one value to compare.
fn summary(failure: &Failure) -> (Code, Retry, u64, u64) {
    (failure.code(), failure.retry(), number(failure, "attempts"), number(failure, "elapsed_ms"))
}
