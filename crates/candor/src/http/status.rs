//! What a status says by itself.

use crate::{Code, Retry};
use ::http::StatusCode;

/// The code by 004's status table. An answer that is no failure by its status, and one all the same for whoever asks,
/// is a service that answered with something unusable.
pub(super) fn code_of(status: StatusCode) -> Code {
    Code::from_http_status(status.as_u16()).unwrap_or(Code::DependencyFailed)
}

/// Whether a body's own code and retry say the same as the status, only more finely: 002 writes the code with that
/// status, or it is the status's own and the retry is another than follows from it.
pub(super) fn is_refined_by(status: StatusCode, (code, retry): (Code, Retry)) -> bool {
    match Code::from_http_status(status.as_u16()) {
        Some(by_status) if code == by_status => retry != code.row().retry.value,
        Some(_) => code.row().problem.value.status == status.as_u16(),
        None => true,
    }
}

/// Whether a retry can help, by the code; never where the status says that the same request will fail for ever.
pub(super) fn retry_of(status: StatusCode) -> Retry {
    match status {
        StatusCode::NOT_IMPLEMENTED | StatusCode::HTTP_VERSION_NOT_SUPPORTED => Retry::Never,
        _ if Code::from_http_status(status.as_u16()).is_none() => Retry::Never,
        _ => code_of(status).row().retry.value,
    }
}

/// `404 Not Found`, or the number alone where it has no name.
pub(super) fn shown(status: StatusCode) -> String {
    match status.canonical_reason() {
        Some(phrase) => format!("{} {phrase}", status.as_u16()),
        None => status.as_u16().to_string(),
    }
}
