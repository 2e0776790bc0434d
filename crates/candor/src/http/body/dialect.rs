//! A failure in one of Candor's dialects, alone or in a tool result or a JSON-RPC response.

use super::BodyFacts;
use crate::http::content::Content;
use crate::render::{self, Found};
use crate::{Code, Failure};
use ::http::StatusCode;

pub(super) fn read(_: StatusCode, content: &Content) -> Option<BodyFacts> {
    let Content::Json { value, .. } = content else { return None };
    let Found { dialect, foreign } = render::find(value)?;
    let is_open = foreign.is_open();
    let says_more = |name: &&str| is_open && *name != Code::Unknown.name();
    let identifier = foreign.identifier().filter(says_more).map(str::to_owned);
    // Many APIs write something like an envelope; one without a code says more when it is read member by member.
    if is_open && dialect.is_some() && identifier.is_none() {
        return None;
    }
    let facts = facts_of(&foreign.into_stated());
    // What the sender did not state is for the classifier, with the status.
    Some(if is_open { BodyFacts { stated: None, identifier, ..facts } } else { facts })
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
