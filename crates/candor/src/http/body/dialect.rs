//! A failure in one of Candor's dialects, alone or in a tool result or a JSON-RPC response.

use super::BodyFacts;
use crate::http::content::Content;
use crate::{Code, Failure, render};
use ::http::StatusCode;

pub(super) fn read(_: StatusCode, content: &Content) -> Option<BodyFacts> {
    let Content::Json { value, .. } = content else { return None };
    let recognised = render::recognise(value)?;
    // Many APIs write something like an envelope; one without a code says more when it is read member by member.
    if recognised.failure.code() == Code::Unknown {
        return None;
    }
    let failure = recognised.failure;
    // 003's plain text of a tool has words, and a code that the sender did not state.
    let is_plain_text =
        recognised.dialect.is_none() && failure.code() == Code::DependencyFailed && failure.known_id().is_none();
    let facts = facts_of(&failure);
    Some(if is_plain_text { BodyFacts { stated: None, ..facts } } else { facts })
}

/// What a failure of another server says. Its id is not taken over: this failure gets its own.
pub(super) fn facts_of(failure: &Failure) -> BodyFacts {
    let mut details = failure.details().clone();
    if let Some(id) = failure.known_id() {
        details.set("upstream_instance", &id.urn().to_string());
    }
    BodyFacts {
        message: Some(failure.message().to_owned()),
        reason: Some(failure.reason().clone()).filter(|reason| reason.as_str() != failure.code().name()),
        stated: Some((failure.code(), failure.retry())),
        recovery: failure.known_recovery().cloned(),
        details,
        ..BodyFacts::default()
    }
}
