//! The API could not be reached: refused, not resolved, no TLS, or the connection was lost before anything was sent.

use super::timeout::{millis, shown};
use super::{Case, after_sending, perhaps_done};
use candor::{Code, Failure, Retry, reason};
use std::time::Duration;

/// What a proxy is behind when all connections are made to it.
const OF_THE_PROXY: [&str; 6] = [
    "connect_failed",
    "connect_timed_out",
    "connection_refused",
    "connection_reset",
    "host_unreachable",
    "name_not_resolved",
];

/// Nothing was sent, so nothing has taken effect; unless it was what a redirect led to that could not be reached, or another attempt
/// was sent before.
pub(super) fn not_reached(case: Case<'_>, failure: Failure) -> Failure {
    let failure = in_words(case.service, case.uses_proxy, case.policies.connect_timeout, failure);
    if case.may_be_done() {
        return after_sending(case, perhaps_done(failure));
    }
    never_sent(failure)
}

/// Nothing was sent to the service, so nothing has taken effect.
pub(crate) fn service_not_reached(
    service: &str,
    uses_proxy: bool,
    connect_timeout: Duration,
    failure: Failure,
) -> Failure {
    never_sent(in_words(service, uses_proxy, connect_timeout, failure))
}

/// The same failure, with what the gateway knows of its connections.
fn in_words(service: &str, uses_proxy: bool, connect_timeout: Duration, failure: Failure) -> Failure {
    match failure.reason().as_str() {
        reason if uses_proxy && OF_THE_PROXY.contains(&reason) => {
            let message = format!("{service} could not be reached: its proxy cannot be used");
            instead(failure, message).with_reason(reason!("proxy_failed"))
        }
        "connect_timed_out" => {
            let times = format!("the gateway's limit of {} for connections", shown(connect_timeout));
            instead(failure, format!("{service} did not accept a connection within {times}"))
                .with_reason(reason!("connect_timed_out"))
                .with_context("timeout_ms", millis(connect_timeout))
                .with_context("limit_of", "gateway")
        }
        _ => failure,
    }
}

fn never_sent(failure: Failure) -> Failure {
    let failure = failure.with_context("may_have_taken_effect", false);
    match failure.retry() {
        Retry::Never => failure,
        Retry::Backoff(_) | Retry::After(_, _) => {
            failure.with_recovery("Retry later; nothing was sent, so nothing has taken effect.")
        }
    }
}

/// The same failure in other words.
fn instead(failure: Failure, message: String) -> Failure {
    let (origin, retry) = (failure.origin(), failure.retry());
    Failure::new(Code::Unavailable, message).with_origin(origin).with_retry(retry).with_cause(failure)
}
