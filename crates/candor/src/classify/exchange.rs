//! What a response adds to a verdict, whatever its cause: who sent it, when to retry, whose credential it refused.

use super::Evidence;
use super::judgement::{CONFIGURATION, DEPENDENCY_FAILED};
use crate::Code;
use crate::failure::{DecidedBy, Origin, Retry, Safety, Step, Verdict};

/// Adds to the verdict what the response adds to it.
#[inline]
pub(super) fn complete(verdict: &mut Verdict, evidence: &Evidence<'_>) {
    let is_users = verdict.step() == Step::User;
    if let Some(status) = evidence.http_status.filter(|_| !is_users) {
        if is_refused_credential(status, evidence, verdict) {
            let own = "http_status.own_credential".into();
            *verdict = CONFIGURATION.decided_by(Step::Typed, own, DecidedBy::Number(status));
        } else {
            // Whatever the cause: the service answered, so it is the service that failed.
            verdict.set_origin(Origin::Upstream);
            evidence.state_in(verdict);
        }
    } else if !is_users {
        evidence.state_in(verdict);
    }
    let retry = verdict.retry();
    // A header belongs to this response: one that says when to retry says that a retry can help.
    let by_header = evidence.retry_after.filter(|_| !is_users || retry.is_retryable());
    if let Some(delay) = by_header.or(evidence.body_delay.filter(|_| retry.is_retryable())) {
        verdict.set_retry(Retry::After(delay, retry.safety().unwrap_or(Safety::IfIdempotent)));
    }
}

/// Whether a service refused the credential of the server itself. A refusal that says when to retry, or that mentions a
/// limit, is about the limit.
fn is_refused_credential(status: u16, evidence: &Evidence<'_>, verdict: &Verdict) -> bool {
    let is_limit = matches!(verdict.code(), Code::RateLimited | Code::QuotaExceeded);
    evidence.has_own_credential && matches!(status, 401 | 403) && evidence.retry_after.is_none() && !is_limit
}

/// The verdict on a response whose status is not a failure and whose body says nothing else: the service answered with
/// something that cannot be used.
pub(super) fn unexpected(evidence: &Evidence<'_>) -> Option<Verdict> {
    let status = DecidedBy::Number(evidence.http_status?);
    let judgement = DEPENDENCY_FAILED.permanent();
    let mut verdict = judgement.decided_by(Step::Typed, "http_status.unexpected".into(), status);
    complete(&mut verdict, evidence);
    Some(verdict)
}
