//! The status of an HTTP answer: 004's table, and how much a status says.

use crate::Code;
use crate::classify::judgement::{Judgement, NOT_IMPLEMENTED};
use crate::failure::Origin;

/// What the status means on its own; nothing for one that is no failure.
pub(crate) fn judgement(status: u16) -> Option<Judgement> {
    // 004 has one number for both.
    if status == 501 {
        return Some(NOT_IMPLEMENTED.by(Origin::Upstream));
    }
    let judgement = Judgement::of(Code::from_http_status(status)?).by(Origin::Upstream);
    // A version of HTTP that is not supported today is not supported tomorrow.
    Some(if status == 505 { judgement.lasting() } else { judgement })
}

/// What is said, as an answer with this status means it: what a bad request holds and cannot be read was sent.
pub(crate) fn refined(status: u16, judgement: Judgement) -> Judgement {
    if status == 400 && judgement.code == Code::Serialization { Judgement::of(Code::ParseError) } else { judgement }
}

/// Whether services use the status for want of a better one, so that the error's own name says more: a bad request, a
/// server error.
pub(crate) const fn is_coarse(status: u16) -> bool {
    matches!(status, 400 | 403 | 500..=503)
        || status >= 520
        || matches!(Code::from_http_status(status), Some(Code::InvalidRequest))
}

/// Whether a name in the answer may make that of a coarse status: a bad request is somebody's mistake, whatever its name
/// reminds of.
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
        405..=499 => !is_of_server,
        403 => matches!(code, Code::RateLimited | Code::QuotaExceeded | Code::TokenExpired | Code::InvalidCredentials),
        _ => true,
    }
}

pub(crate) const RULE: &str = "http_status";
