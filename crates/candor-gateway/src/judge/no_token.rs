//! There is no token to show to the API.

use super::{Case, after_sending, perhaps_done};
use candor::Failure;

/// The call was not sent; unless a token was refused only after a redirect, and what was redirected had been sent.
pub(super) fn no_token(case: Case<'_>, failure: Failure) -> Failure {
    if !case.is_redirected {
        return failure;
    }
    let message = format!("{} redirected the call, and there was no token to go on with", case.service);
    let (origin, retry, reason) = (failure.origin(), failure.retry(), failure.reason().clone());
    let instead = Failure::new(failure.code(), message).with_reason(reason).with_origin(origin).with_retry(retry);
    after_sending(case, perhaps_done(instead.with_cause(failure)))
}
