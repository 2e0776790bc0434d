//! The one status policy: what the status of an HTTP response means, and how much it says.
//!
//! [`Code::from_http_status`] is the table. The readers of responses, of errors with a status and of a status in a text ask
//! here.

use crate::Code;
use crate::classify::judgement::Judgement;
use crate::failure::{Origin, Retry};

/// What the status means on its own; nothing for one that is not a failure.
pub(crate) fn judgement(status: u16) -> Option<Judgement> {
    let judgement = Judgement::of(Code::from_http_status(status)?).with_origin(Origin::Upstream);
    // A version of HTTP that is not supported today is not supported tomorrow.
    Some(if status == 505 { judgement.permanent() } else { judgement })
}

/// What a code and a retry mean that a body states beside this status. They count where they say the same, or the same
/// more finely: 002 writes the code with that status, or the status says nothing.
pub(crate) fn stated(status: u16, code: Code, retry: Retry) -> Option<Judgement> {
    let stated = Judgement::of(code).with_retry(retry);
    match (Code::from_http_status(status), judgement(status)) {
        // A retry that only follows from the code says no more than the status.
        (Some(by_status), by_itself) if code == by_status && retry == code.row().retry.value => by_itself,
        (Some(by_status), _) if code == by_status => Some(stated),
        (Some(_), _) => Some(stated).filter(|_| code.row().problem.value.status == status),
        (None, _) => Some(stated),
    }
}

/// What words mean in a response with this status: in a bad request, what cannot be parsed is the request.
pub(crate) fn refined(status: u16, judgement: Judgement) -> Judgement {
    if status == 400 && judgement.code == Code::Serialization { Judgement::of(Code::ParseError) } else { judgement }
}

/// Whether services use the status for whatever has no better one, so that the error's own name says more: a bad request,
/// a server error.
pub(crate) const fn is_coarse(status: u16) -> bool {
    matches!(status, 400 | 403 | 500..=503)
        || status >= 520
        || matches!(Code::from_http_status(status), Some(Code::InvalidRequest))
}

/// Whether words in the response may make this code of a coarse status: a bad request stays the mistake of the one who sent
/// it.
pub(crate) fn allows(status: u16, code: Code) -> bool {
    use Code::{
        Cancelled, Configuration, Database, DependencyFailed, InitializationFailed, Internal, Timeout, Unavailable,
        Unknown,
    };
    let is_of_server = matches!(
        code,
        Cancelled
            | Configuration
            | Database
            | DependencyFailed
            | InitializationFailed
            | Internal
            | Timeout
            | Unavailable
            | Unknown
    );
    match status {
        400 => !is_of_server && code != Code::InvalidRequest,
        401 | 402 | 404..=499 => !is_of_server,
        403 => matches!(code, Code::RateLimited | Code::QuotaExceeded | Code::TokenExpired | Code::InvalidCredentials),
        _ => true,
    }
}

pub(crate) const RULE: &str = "http_status";
