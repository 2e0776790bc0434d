//! A success whose body cannot be read: broken JSON, or bytes that are not what the charset says.

use super::{Case, after_sending, with_body};
use crate::send::Received;
use candor::{Code, Failure, Origin, Retry, Safety, reason};
use serde_json::error::Category;

/// Why a body cannot be read.
#[derive(Debug)]
pub(super) enum Malformed {
    /// It says that it is JSON.
    NotJson(serde_json::Error),
    /// Its bytes are not text in this charset.
    NotInCharset(String),
    /// Nothing here reads this charset.
    UnknownCharset(String),
}

/// The body is the operator's: half a text says nothing that is certain.
pub(super) fn malformed(case: Case<'_>, received: &Received, why: Malformed) -> Failure {
    let status = received.status.as_u16();
    let what = match &why {
        Malformed::NotJson(error) => match error.classify() {
            Category::Eof => format!("ends in the middle of its JSON, after {} bytes", received.body.len()),
            Category::Syntax | Category::Data | Category::Io => {
                format!("is labelled as JSON but is not valid JSON (line {}, column {})", error.line(), error.column())
            }
        },
        Malformed::NotInCharset(charset) => format!("is labelled as {charset} but is not valid {charset}"),
        Malformed::UnknownCharset(charset) => {
            format!("is in the charset {charset}, which the gateway does not read; UTF-8 and ISO-8859-1 are read")
        }
    };
    let message = format!("{} answered {status} with a body that {what}", case.service);
    let retry = match why {
        Malformed::NotJson(_) => Retry::Backoff(Safety::IfIdempotent),
        Malformed::NotInCharset(_) | Malformed::UnknownCharset(_) => Retry::Never,
    };
    let failure = Failure::new(Code::DependencyFailed, message)
        .with_reason(reason!("malformed_body"))
        .with_origin(Origin::Upstream)
        .with_retry(retry)
        .with_status(status);
    let failure = with_body(after_sending(case, failure), &received.body);
    match why {
        Malformed::NotJson(error) => failure.with_cause(error),
        Malformed::NotInCharset(_) | Malformed::UnknownCharset(_) => failure,
    }
}
