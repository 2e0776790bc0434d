//! A redirect that is not followed.

use super::{Case, after_sending};
use crate::send::NotFollowed;
use candor::{Code, Failure, Origin, Reason, Retry, reason};
use http::StatusCode;

/// Whether the call has taken effect is not known.
pub(super) fn not_followed(case: Case<'_>, status: StatusCode, why: NotFollowed) -> Failure {
    after_sending(case, redirect_not_followed(case.service, status, why))
}

/// Where it leads to is not said: it is an address of the operator's network, or of a stranger.
pub(crate) fn redirect_not_followed(service: &str, status: StatusCode, why: NotFollowed) -> Failure {
    let (reason, what): (Reason, &str) = match why {
        NotFollowed::OtherOrigin => (
            reason!("redirect_not_followed"),
            "redirected the call to another server, which the gateway does not follow",
        ),
        NotFollowed::TooMany => (reason!("too_many_redirects"), "redirected the call more than 5 times"),
        NotFollowed::OtherMethod => (
            reason!("redirect_not_followed"),
            "redirected the call in a way that would repeat it with another method, which the gateway does not do",
        ),
        NotFollowed::NoAddress => (reason!("redirect_not_followed"), "redirected the call without saying where to"),
    };
    Failure::new(Code::DependencyFailed, format!("{service} {what} ({})", status.as_u16()))
        .with_reason(reason)
        .with_origin(Origin::Upstream)
        .with_retry(Retry::Never)
        .with_status(status.as_u16())
}
