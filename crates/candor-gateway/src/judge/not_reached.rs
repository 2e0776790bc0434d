//! The API could not be reached: refused, not resolved, no TLS, or the connection was lost before anything was sent.

use super::timeout::{millis, shown};
use super::{Case, after_sending, perhaps_done};
use candor::{Code, Failure, Retry, reason};

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
    let failure = match failure.reason().as_str() {
        reason if case.uses_proxy && OF_THE_PROXY.contains(&reason) => {
            let message = format!("{} could not be reached: its proxy cannot be used", case.service);
            instead(failure, message).with_reason(reason!("proxy_failed"))
        }
        "connect_timed_out" => {
            let limit = case.policies.connect_timeout;
            let times = format!("the gateway's limit of {} for connections", shown(limit));
            instead(failure, format!("{} did not accept a connection within {times}", case.service))
                .with_reason(reason!("connect_timed_out"))
                .with_context("timeout_ms", millis(limit))
                .with_context("limit_of", "gateway")
        }
        _ => failure,
    };
    if case.may_be_done() {
        return after_sending(case, perhaps_done(failure));
    }
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
