//! A redirect that is not followed.

use super::{Case, after_sending};
use crate::send::NotFollowed;
use candor::{Code, Failure, Origin, Reason, Retry, reason};
use http::StatusCode;

/// Where it leads to is not said: it is an address of the operator's network, or of a stranger.
pub(super) fn not_followed(case: Case<'_>, status: StatusCode, why: NotFollowed) -> Failure {
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
    let failure = Failure::new(Code::DependencyFailed, format!("{} {what} ({})", case.service, status.as_u16()))
        .with_reason(reason)
        .with_origin(Origin::Upstream)
        .with_retry(Retry::Never)
        .with_status(status.as_u16());
    after_sending(case, failure)
}
