//! A failure in one of Candor's dialects, alone or in a tool result or a JSON-RPC response.

use super::BodyFacts;
use crate::failure::details::key;
use crate::http::content::Content;
use crate::http::delay::RetryTime;
use crate::render::{self, Found};
use crate::{Code, Failure};
use ::http::StatusCode;

pub(super) fn read(_: StatusCode, content: &Content) -> Option<BodyFacts> {
    let Content::Json { value, .. } = content else { return None };
    let Found { dialect, foreign, .. } = render::find(value)?;
    let foreign = foreign.relayed();
    let is_open = foreign.is_open();
    let says_more = |name: &&str| is_open && *name != Code::Unknown.name();
    let identifier = foreign.identifier().filter(says_more).map(str::to_owned);
    let (retry, origin) = (foreign.stated_retry(), foreign.stated_origin());
    // Many APIs write something like an envelope; one that states nothing says more when it is read member by member.
    if is_open && dialect.is_some() && identifier.is_none() && retry.is_open() && origin.is_none() {
        return None;
    }
    let mut facts = facts_of(&foreign.into_stated());
    if let Some(origin) = origin {
        // Whose fault it is for the service. For this server, it is the service that failed.
        facts.details.set("upstream_origin", origin.name());
    }
    if !is_open {
        return Some(facts);
    }
    // What the service did not state is for the classifier, with the status.
    let retry_time = retry.delay().map(RetryTime::After);
    Some(BodyFacts { stated: None, stated_retry: retry.without_delay(), retry_time, identifier, ..facts })
}

/// What a failure of another server says. Its id is not taken over: this failure gets its own.
pub(super) fn facts_of(failure: &Failure) -> BodyFacts {
    let mut details = failure.details().clone();
    if let Some(id) = failure.known_id() {
        details.set(key::UPSTREAM_REFERENCE, &id.to_string());
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
