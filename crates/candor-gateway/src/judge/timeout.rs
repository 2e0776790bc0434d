//! The time of the call is up.

use super::{Case, after_sending};
use crate::send::Phase;
use candor::{Code, Failure, Origin, Retry, Safety, reason};
use http::StatusCode;
use std::time::Duration;

/// A call that was given up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TimedOut {
    /// How long the call was allowed to take.
    pub(crate) limit: Duration,
    /// How long it took.
    pub(crate) took: Duration,
    /// What it waited for.
    pub(crate) phase: Phase,
    /// The status of the answer, if there was the beginning of one.
    pub(crate) status: Option<StatusCode>,
}

/// Says whose limit it was, how long it was, how long it took, and whether the call may have taken effect.
pub(crate) fn timed_out(case: Case<'_>, timed_out: TimedOut) -> Failure {
    let TimedOut { limit, took, phase, status } = timed_out;
    let service = case.service;
    let times = format!("the gateway's limit of {} (it waited {})", shown(limit), shown(took));
    let failure = match phase {
        Phase::Begin => unsent(Failure::timeout(format!("The call of {service} was not sent within {times}"))),
        Phase::Token if case.is_redirected => {
            let message = format!("{service} redirected the call, and there was no token to go on with within {times}");
            sent(case, Failure::timeout(message).with_reason(reason!("token_timed_out")))
        }
        Phase::Token => unsent(
            Failure::timeout(format!("There was no token for {service} within {times}, so the call was not sent"))
                .with_reason(reason!("token_timed_out")),
        ),
        Phase::Answer => sent(
            case,
            Failure::timeout(format!("{service} did not respond within {times}"))
                .with_reason(reason!("response_timed_out")),
        ),
        Phase::Body => {
            let status = status.map_or(0, |status| status.as_u16());
            let message = format!("{service} answered {status}, but did not finish its answer within {times}");
            sent(case, Failure::timeout(message).with_reason(reason!("body_timed_out")).with_status(status))
        }
        Phase::Room => sent(case, no_room(service, &times)),
    };
    let failure = failure.with_context("timeout_ms", millis(limit)).with_context("elapsed_ms", millis(took));
    failure.with_context("limit_of", "gateway")
}

/// All bodies together take as much memory as they may.
fn no_room(service: &str, times: &str) -> Failure {
    let message = format!(
        "The gateway had no memory free for the answer of {service} within {times}: too many answers are on their way"
    );
    Failure::new(Code::Unavailable, message)
        .with_reason(reason!("response_budget_used_up"))
        .with_origin(Origin::Internal)
}

fn unsent(failure: Failure) -> Failure {
    failure
        .with_origin(Origin::Transport)
        .with_retry(Retry::Backoff(Safety::Always))
        .with_context("may_have_taken_effect", false)
        .with_recovery("Retry later; nothing was sent, so nothing has taken effect.")
}

fn sent(case: Case<'_>, failure: Failure) -> Failure {
    let origin = if failure.code() == Code::Timeout { Origin::Transport } else { failure.origin() };
    after_sending(case, failure.with_origin(origin).with_retry(Retry::Backoff(Safety::IfIdempotent)))
}

pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A time, for people: `3 s`, `1.25 s`, `80 ms`.
pub(super) fn shown(time: Duration) -> String {
    match millis(time) {
        short @ 0..1000 => format!("{short} ms"),
        long if long % 1000 == 0 => format!("{} s", long / 1000),
        long => format!("{} s", long as f64 / 1000.0),
    }
}
