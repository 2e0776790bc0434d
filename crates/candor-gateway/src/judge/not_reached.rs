//! The API could not be reached: refused, not resolved, no TLS, or the connection was lost before anything was sent.

use super::Case;
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

/// Nothing was sent, so nothing has taken effect.
pub(super) fn not_reached(case: Case<'_>, failure: Failure) -> Failure {
    let failure = match case.uses_proxy && OF_THE_PROXY.contains(&failure.reason().as_str()) {
        true => {
            let retry = failure.retry();
            Failure::new(Code::Unavailable, format!("{} could not be reached: its proxy cannot be used", case.service))
                .with_reason(reason!("proxy_failed"))
                .with_origin(failure.origin())
                .with_retry(retry)
                .with_cause(failure)
        }
        false => failure,
    };
    let failure = failure.with_context("may_have_taken_effect", false);
    match failure.retry() {
        Retry::Never => failure,
        Retry::Backoff(_) | Retry::After(_, _) => {
            failure.with_recovery("Retry later; nothing was sent, so nothing has taken effect.")
        }
    }
}
