//! A failure in one of Candor's dialects, by itself or in a tool result or a JSON-RPC response.

use super::Told;
use crate::http::content::Content;
use crate::{Code, Failure, render};
use ::http::StatusCode;
use serde_json::Value;

pub(super) fn read(_: StatusCode, content: &Content) -> Option<Told> {
    let Content::Json { value, .. } = content else { return None };
    let failure = render::recognise(value)?.failure;
    // Many APIs write something like an envelope; one without a code says more when it is read member by member.
    (failure.code() != Code::Unknown).then(|| told_by(&failure))
}

/// What a failure says that a stranger wrote. Its id stays the stranger's: this failure gets one of its own.
pub(super) fn told_by(failure: &Failure) -> Told {
    let mut details: Vec<_> = failure.details().iter().map(|(name, value)| (name.to_owned(), value.clone())).collect();
    if let Some(id) = failure.known_id() {
        details.push(("upstream_instance".to_owned(), Value::from(id.urn().to_string())));
    }
    Told {
        message: Some(failure.message().to_owned()),
        reason: Some(failure.reason().clone()).filter(|reason| reason.as_str() != failure.code().name()),
        verdict: Some((failure.code(), failure.retry())),
        recovery: failure.known_recovery().cloned(),
        details,
        ..Told::default()
    }
}
