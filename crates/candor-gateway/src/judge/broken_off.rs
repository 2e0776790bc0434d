//! The exchange broke off after the request was sent, or what came is not HTTP.

use super::{Case, after_sending};
use candor::{Failure, Origin};

/// Whether the call has taken effect is not known, unless this side is at fault.
pub(super) fn broken_off(case: Case<'_>, failure: Failure) -> Failure {
    match failure.origin() {
        Origin::Transport | Origin::Upstream => after_sending(case, failure),
        Origin::Caller | Origin::Configuration | Origin::Internal => failure,
    }
}
