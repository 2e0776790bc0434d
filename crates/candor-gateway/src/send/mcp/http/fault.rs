//! What the faults of a server over HTTP become. Each has the reason that it has where an API is behind the gateway.

use super::super::fault::{unanswered, unusable};
use candor::{Code, Failure, Origin, Reason, Retry, Safety, reason};
use http::StatusCode;

/// The longest media type that is named.
const LONGEST: usize = 80;

/// The exchange broke off after the request was sent, or what came is not HTTP.
pub(super) fn broken_off(failure: Failure, is_repeatable: bool) -> Failure {
    match failure.origin() {
        Origin::Transport | Origin::Upstream => unanswered(failure, is_repeatable),
        Origin::Caller | Origin::Configuration | Origin::Internal => failure,
    }
}

/// Whether the failure of an exchange says that nothing was sent.
pub(super) fn is_never_sent(failure: &Failure) -> bool {
    failure.retry().safety() == Some(Safety::Always)
}

/// An answer without anything in it.
pub(super) fn empty(service: &str, status: StatusCode, is_repeatable: bool) -> Failure {
    let what = format!("{service} answered {} without a message, where the request is due one", status.as_u16());
    unusable(answered(what, reason!("empty_response"), status), is_repeatable)
}

/// An answer that is neither JSON nor a stream of events.
pub(super) fn unexpected_content_type(service: &str, status: StatusCode, came: &str, is_repeatable: bool) -> Failure {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"/+-._".contains(&byte);
    let came = match came {
        "" => "a body without a media type",
        name if name.len() <= LONGEST && name.bytes().all(is_name) => name,
        _ => "another media type",
    };
    let what = format!(
        "{service} answered {} with {came}, where the protocol has application/json or text/event-stream",
        status.as_u16()
    );
    unusable(answered(what, reason!("unexpected_content_type"), status), is_repeatable)
}

/// An answer that is not the message that is due. It may have been cut off, so that a retry can help.
pub(super) fn malformed(service: &str, status: StatusCode, what: &str, is_repeatable: bool) -> Failure {
    let message = format!("{service} answered {} with {what}", status.as_u16());
    unanswered(answered(message, reason!("malformed_body"), status), is_repeatable)
}

/// A stream of events that ended before the answer was in it.
pub(super) fn stream_ended(service: &str, is_repeatable: bool) -> Failure {
    let failure = Failure::new(Code::Unavailable, format!("{service} ended its stream of events without an answer"))
        .with_reason(reason!("stream_ended"))
        .with_origin(Origin::Transport);
    unanswered(failure, is_repeatable)
}

/// The session was lost, and so was the one that was opened in its place.
pub(super) fn session_lost(service: &str) -> Failure {
    let message =
        format!("{service} does not know the session that it has just opened, so the request was not carried out");
    Failure::new(Code::Unavailable, message)
        .with_reason(reason!("session_lost"))
        .with_origin(Origin::Upstream)
        .with_retry(Retry::Backoff(Safety::Always))
        .with_context("may_have_taken_effect", false)
}

/// The server cannot be begun with.
pub(super) fn not_begun(service: &str, why: &str) -> Failure {
    Failure::new(Code::DependencyFailed, format!("{service} {why}"))
        .with_reason(reason!("server_not_begun"))
        .with_origin(Origin::Upstream)
        .with_retry(Retry::Backoff(Safety::Always))
        .with_context("may_have_taken_effect", false)
}

fn answered(message: String, reason: Reason, status: StatusCode) -> Failure {
    Failure::new(Code::DependencyFailed, message)
        .with_reason(reason)
        .with_origin(Origin::Upstream)
        .with_status(status.as_u16())
}

/// Whether the failure says that the server is out, and not that something is wrong with one request.
pub(super) fn is_out(failure: &Failure) -> bool {
    failure.code() == Code::Unavailable && failure.reason().as_str() != "stream_ended"
}

/// Why a server is out, without its name in front.
pub(super) fn why<'f>(name: &str, failure: &'f Failure) -> &'f str {
    let message = failure.message();
    message.strip_prefix(name).map_or(message, str::trim_start)
}
