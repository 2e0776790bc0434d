//! A success without the body that the document promises.

use super::{Case, after_sending};
use crate::call::{Content, Warning};
use crate::upstream::OnEmpty;
use candor::{Code, Failure, Origin, Retry, reason};
use http::StatusCode;

const REASON: &str = "empty_response";

/// What the policy makes of it.
pub(super) fn empty(case: Case<'_>, status: StatusCode) -> Result<(Content, Vec<Warning>), Failure> {
    let what = format!("{} answered {} without a body, where its document promises one", case.service, status.as_u16());
    match case.policies.empty_response {
        OnEmpty::Fail => {
            let failure = Failure::new(Code::DependencyFailed, what)
                .with_reason(reason!("empty_response"))
                .with_origin(Origin::Upstream)
                .with_retry(Retry::Never)
                .with_status(status.as_u16());
            Err(after_sending(case, failure))
        }
        OnEmpty::Warn => Ok((Content::Empty, vec![Warning::new(REASON, what)])),
        OnEmpty::Accept => Ok((Content::Empty, Vec::new())),
    }
}
