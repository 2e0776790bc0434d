//! What a failure on the way to a server means for the request that met it.

use crate::server_fault::{self, Passed};
use candor::Failure;
use candor::failure::{Retry, Safety};

/// The failure of a request that the server may have got: unless repeating it does no harm, it may have been carried out.
pub(super) fn unanswered(failure: Failure, is_repeatable: bool) -> Failure {
    if is_repeatable {
        return failure.with_retry(Retry::Backoff(Safety::Always));
    }
    failure
        .with_retry(Retry::Backoff(Safety::IfIdempotent))
        .with_context("may_have_taken_effect", true)
        .with_recovery("The call may have taken effect: check before you call it again.")
}

/// The same where a retry brings the same again.
pub(super) fn unusable(failure: Failure, is_repeatable: bool) -> Failure {
    if is_repeatable {
        return failure.with_retry(Retry::Never);
    }
    failure
        .with_retry(Retry::Never)
        .with_context("may_have_taken_effect", true)
        .with_recovery("The call may have taken effect: check before you call it again.")
}

/// The request has taken too long.
pub(super) fn too_slow(name: &str, passed: Passed) -> Failure {
    server_fault::too_slow(name, passed, "the gateway's limit of ").with_context("limit_of", "gateway")
}

/// The server has been stopped, because the gateway ends or does not know it any more.
pub(super) fn has_been_stopped(name: &str) -> Failure {
    server_fault::not_running(name, "has been stopped", None)
}

/// The request could not be given to the server.
pub(super) fn not_taken(name: &str) -> Failure {
    server_fault::not_running(name, "does not take any messages", None)
}
