//! A success that is longer than the cap of its tool.

use super::{Case, after_sending, bytes};
use candor::{Code, Failure, Origin, Retry, reason};

/// Half of it would be passed off as the whole.
pub(super) fn too_large(case: Case<'_>, cap: usize, announced: Option<u64>) -> Failure {
    let cap = cap as u64;
    let message = match announced {
        Some(length) => {
            format!("The answer of {} has {}; at most {} are read", case.service, bytes(length), bytes(cap))
        }
        None => format!("The answer of {} is longer than {}, the most that is read", case.service, bytes(cap)),
    };
    let failure = Failure::new(Code::DependencyFailed, message)
        .with_reason(reason!("response_too_large"))
        .with_origin(Origin::Upstream)
        .with_retry(Retry::Never)
        .with_context("limit_bytes", cap);
    let failure = match announced {
        Some(length) => failure.with_context("response_bytes", length),
        None => failure,
    };
    match case.tool.hints().read_only {
        true => after_sending(case, failure)
            .with_recovery("Ask for less: a smaller page, fewer fields, or a narrower filter, if the tool has one."),
        false => after_sending(case, failure),
    }
}
