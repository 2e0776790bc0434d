//! The API was broken lately, and is left alone.

use super::{Case, after_sending, perhaps_done};
use candor::{Code, Failure, Origin, Retry, Safety, reason};
use std::time::Duration;

/// Nothing was sent, unless by an attempt before, and when it is tried again is known.
pub(crate) fn breaker_open(case: Case<'_>, left: Duration) -> Failure {
    let message =
        format!("{} has failed several times in a row, so the gateway does not call it for a while", case.service);
    let failure = Failure::new(Code::Unavailable, message)
        .with_reason(reason!("breaker_open"))
        .with_origin(Origin::Upstream)
        .with_retry(Retry::After(left, Safety::Always));
    match case.may_be_done() {
        true => after_sending(case, perhaps_done(failure)),
        false => failure.with_context("may_have_taken_effect", false),
    }
}
