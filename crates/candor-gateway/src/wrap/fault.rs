//! What the faults of a server become for the request that they meet.

use crate::child::ChildExit;
use crate::server_fault::{self, ASK_FOR_LESS, Passed};
use candor::Failure;
use candor::rmcp::relay::RelayedRequest;

pub(super) use crate::server_fault::not_running;

/// The server has ended before it answered.
pub(super) fn ended(name: &str, exit: &ChildExit, request: &RelayedRequest) -> Failure {
    request.unanswered(server_fault::ended(name, exit))
}

/// The server was ended because it did not work any more.
pub(super) fn stopped(name: &str, why: &str, request: &RelayedRequest) -> Failure {
    request.unanswered(server_fault::stopped(name, why))
}

/// The request has taken too long. The server is told that nobody waits for it any more.
pub(super) fn too_slow(name: &str, passed: Passed, request: &RelayedRequest, was_sent: bool) -> Failure {
    let failure = server_fault::too_slow(name, passed, "");
    if was_sent { request.unanswered(failure) } else { server_fault::never_sent(failure) }
}

/// The answer is longer than it may be.
pub(super) fn answer_too_long(name: &str, limit: usize, request: &RelayedRequest) -> Failure {
    request.unanswered(server_fault::answer_too_long(name, limit)).with_recovery(ASK_FOR_LESS)
}

/// There is no memory for the answer.
pub(super) fn no_room(name: &str, request: &RelayedRequest) -> Failure {
    request.unanswered(server_fault::no_room(name))
}

/// The answer is not a message.
pub(super) fn malformed(name: &str, request: &RelayedRequest) -> Failure {
    request.unanswered(server_fault::malformed(name))
}
