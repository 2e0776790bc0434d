//! The gateway's own failures at this endpoint. None of them is a server's.

use super::pins::HeldBack;
use candor::failure::{Origin, Retry, Safety};
use candor::{Code, Failure, reason};

/// A method that no server behind the gateway announces, or that the gateway does not pass on.
pub(super) fn unsupported(method: &str) -> Failure {
    Failure::new(Code::MethodNotFound, format!("This server does not support {method}"))
        .with_reason(reason!("unsupported_method"))
        .with_origin(Origin::Caller)
        .with_recovery("Use only what the server's capabilities announce.")
}

/// Params from which it cannot be seen what is asked for.
pub(super) fn unreadable_params(field: &str, what: &str) -> Failure {
    Failure::invalid_params(format!("The params have no {field} that is {what}"))
        .with_field(format!("/params/{field}"))
        .with_recovery(format!("Send {field} as {what}."))
}

/// A member that is there twice: the gateway and the server could read another one.
pub(super) fn doubled(name: &str) -> Failure {
    Failure::invalid_params(format!("The member {name} is there twice"))
        .with_recovery("Send each member of an object once.")
}

pub(super) fn unknown_cursor() -> Failure {
    Failure::invalid_params("The cursor is not one of this list")
        .with_reason(reason!("unknown_cursor"))
        .with_field("cursor")
        .with_recovery("List from the start, without a cursor.")
}

/// Something with a name or an address that nobody behind the gateway has.
pub(super) fn unknown(what: &str, name: &str, list: &str) -> Failure {
    Failure::new(Code::NotFound, format!("There is no {what} {name}"))
        .with_origin(Origin::Caller)
        .with_recovery(format!("List them with {list}, and ask for one of those."))
}

/// A tool that may be one of a server that has never been heard of.
pub(super) fn perhaps_out(name: &str, server: &str, why: &str) -> Failure {
    Failure::new(Code::Unavailable, format!("The server {server}, which may have {name}, {why}"))
        .with_reason(reason!("server_not_running"))
        .with_origin(Origin::Transport)
        .with_retry(Retry::Backoff(Safety::Always))
        .with_recovery("It was not sent to any server: try again later.")
}

/// A server that asks for input again and again.
pub(super) fn asks_too_often(server: &str) -> Failure {
    Failure::new(Code::DependencyFailed, format!("The server {server} asks for input again and again"))
        .with_reason(reason!("asks_too_often"))
        .with_origin(Origin::Upstream)
        .with_retry(Retry::Never)
        .with_recovery("Call it with other arguments, or tell whoever runs the server.")
}

/// Input that the server wants, and the client has not given.
pub(super) fn input_refused(server: &str) -> Failure {
    Failure::new(Code::DependencyFailed, format!("The client has not answered what the server {server} asks"))
        .with_reason(reason!("input_not_given"))
        .with_origin(Origin::Caller)
        .with_retry(Retry::Backoff(Safety::Always))
        .with_recovery("Answer what the server asks, and call it again.")
}

/// A tool that is not what the operator has accepted.
pub(super) fn held_back(name: &str, server: &str, why: HeldBack) -> Failure {
    let what = match why {
        HeldBack::New => "is new since the tools of its server were accepted",
        HeldBack::Changed => "has changed since it was accepted",
        HeldBack::Unknown => "cannot be compared with what was accepted",
    };
    Failure::new(Code::Configuration, format!("The tool {name} {what}, and is held back"))
        .with_reason(reason!("tool_held_back"))
        .with_origin(Origin::Configuration)
        .with_retry(Retry::Never)
        .with_recovery(format!(
            "It was not called. The operator of the gateway can accept it: candor serve --accept {server}."
        ))
}

/// A server of which nothing runs yet.
pub(super) fn not_started(server: &str) -> Failure {
    Failure::new(Code::Unavailable, format!("The server {server} is not started yet"))
        .with_reason(reason!("server_not_running"))
        .with_origin(Origin::Transport)
        .with_retry(Retry::Backoff(Safety::Always))
        .with_recovery("Nothing was sent: try again later.")
}

/// A program that another gateway runs for this client.
pub(super) fn lives_elsewhere(server: &str, node: &str) -> Failure {
    let message = format!("The server {server} runs for this session at the gateway {node} alone");
    Failure::new(Code::Unavailable, message)
        .with_reason(reason!("session_elsewhere"))
        .with_origin(Origin::Transport)
        .with_retry(Retry::Backoff(Safety::Always))
        .with_context("server", server.to_owned())
        .with_context("gateway", node.to_owned())
        .with_recovery(format!(
            "Nothing was sent. Send the requests of this session to the gateway {node}, or begin another session with initialize."
        ))
}

/// An answer to a question that another gateway has asked, and waits for.
pub(super) fn asked_elsewhere() -> Failure {
    Failure::new(Code::Unavailable, "Another gateway has asked this question, and waits for the answer")
        .with_reason(reason!("session_elsewhere"))
        .with_origin(Origin::Transport)
        .with_retry(Retry::Backoff(Safety::Always))
        .with_recovery("Send the answer to the gateway that the question came from.")
}

/// No more programs are started for single clients.
pub(super) fn too_many_children(server: &str) -> Failure {
    Failure::new(Code::Unavailable, format!("Too many clients have the server {server} for themselves now"))
        .with_reason(reason!("too_many_children"))
        .with_origin(Origin::Internal)
        .with_retry(Retry::Backoff(Safety::Always))
        .with_context("server", server.to_owned())
        .with_recovery("Nothing was sent. Try again when other sessions have ended.")
}

/// More resources than a client may subscribe to.
pub(super) fn too_many_subscriptions() -> Failure {
    Failure::new(Code::InvalidRequest, "The session has subscribed to as many resources as it may")
        .with_reason(reason!("too_many_subscriptions"))
        .with_origin(Origin::Caller)
        .with_recovery("Unsubscribe from resources that are not needed any more.")
}

/// A state that the gateway has not given to this caller for this request.
pub(super) fn forged_state() -> Failure {
    Failure::invalid_params("The requestState is not one that this caller was given for this request")
        .with_reason(reason!("unknown_request_state"))
        .with_field("requestState")
        .with_recovery("Send the request again with the requestState as it was given, or without one to begin anew.")
}

/// A call that waits for its client at another gateway.
pub(super) fn held_elsewhere(server: &str, node: &str) -> Failure {
    Failure::new(
        Code::Unavailable,
        format!("The call of the server {server} waits for its input at the gateway {node} alone"),
    )
    .with_reason(reason!("call_elsewhere"))
    .with_origin(Origin::Transport)
    .with_retry(Retry::Backoff(Safety::Always))
    .with_context("gateway", node.to_owned())
    .with_recovery(format!("Nothing was sent. Send it to the gateway {node}, or begin anew without requestState."))
}

/// A call that does not wait any more: nobody went on with it in time, its server is gone, or it went on already.
pub(super) fn not_held() -> Failure {
    Failure::new(Code::Unavailable, "The call does not wait for its input any more")
        .with_reason(reason!("call_not_held"))
        .with_origin(Origin::Internal)
        .with_retry(Retry::Never)
        .with_context("may_have_taken_effect", true)
        .with_recovery("The call may have taken effect: check before you call it again, without requestState.")
}

/// No more calls can wait for their clients.
pub(super) fn too_many_held() -> Failure {
    Failure::new(Code::Unavailable, "Too many calls wait for the input of their clients")
        .with_reason(reason!("too_many_held_calls"))
        .with_origin(Origin::Internal)
        .with_retry(Retry::Backoff(Safety::IfIdempotent))
        .with_context("may_have_taken_effect", true)
        .with_recovery("The call was cancelled when its server asked for input. Try again later.")
}

/// A result that asks for input, for a client that cannot be asked.
pub(super) fn input_required(server: &str) -> Failure {
    Failure::new(Code::DependencyFailed, format!("The server {server} asks for input, which this client cannot give"))
        .with_reason(reason!("input_required"))
        .with_origin(Origin::Upstream)
        .with_retry(Retry::Never)
        .with_recovery("Use a client that speaks 2026-07-28.")
}
