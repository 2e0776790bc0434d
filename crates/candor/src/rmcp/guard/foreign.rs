//! Errors and results of handlers that do not use Candor.

use crate::classify::Classifier;
use crate::failure::Occurrence;
use crate::render::{META_KEY, Revision};
use crate::rmcp::incomplete::{URL_ELICITATION_REQUIRED, takes};
use crate::rmcp::read;
use crate::{Discretion, Failure};
use ::rmcp::model::{CallToolResult, ContentBlock, ErrorCode, MetaObject};
use serde_json::Value;
use uuid::Uuid;

/// Whether the specification gives the number a meaning, so that it must reach the peer as it is.
pub(super) fn is_of_the_protocol(code: ErrorCode, revision: Revision) -> bool {
    match code {
        ErrorCode::HEADER_MISMATCH
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        | ErrorCode::INVALID_REQUEST => true,
        URL_ELICITATION_REQUIRED => revision < Revision::V2026_07_28,
        _ => false,
    }
}

/// The id under which a failure was disclosed in this result.
pub(super) fn id_in_result(result: &CallToolResult) -> Option<Uuid> {
    Occurrence::parse_instance(result.meta.as_ref()?.0.get(META_KEY)?.get("instance")?.as_str()?)
}

/// What an error result of a stranger amounts to.
pub(super) struct Foreign {
    pub(super) failure: Failure,
    /// Whether all its texts are in the message; where it was written in a dialect, only the first one is.
    has_all_texts: bool,
}

impl Foreign {
    pub(super) fn of(result: &CallToolResult, classifier: &Classifier) -> Foreign {
        let failure = read::of_result(result, classifier);
        let has_all_texts = failure.verdict().is_some();
        match &result.structured_content {
            // What is in no dialect may still be of use to the caller.
            Some(content) if has_all_texts => {
                Foreign { failure: failure.with_context("structured_content", content), has_all_texts }
            }
            Some(_) | None => Foreign { failure, has_all_texts },
        }
    }

    /// A failure of our own, whose result has one text.
    pub(super) fn kept(failure: Failure) -> Foreign {
        Foreign { failure, has_all_texts: false }
    }

    /// Adds to our answer what the stranger's held beside what the failure says.
    pub(super) fn keep_the_rest(
        has_all_texts: bool,
        answer: &mut CallToolResult,
        theirs: CallToolResult,
        discretion: &Discretion,
    ) {
        let mut room = discretion.reply_cap();
        for (place, block) in theirs.content.into_iter().enumerate() {
            let is_said = matches!(block, ContentBlock::Text(_)) && (place == 0 || has_all_texts);
            if is_said {
                continue;
            }
            let mut value = serde_json::to_value(&block).unwrap_or_default();
            // What an image or a sound shows is in no text.
            let data = match block {
                ContentBlock::Image(_) | ContentBlock::Audio(_) => {
                    value.as_object_mut().and_then(|it| it.remove("data"))
                }
                ContentBlock::Text(_) | ContentBlock::Resource(_) | ContentBlock::ResourceLink(_) | _ => None,
            };
            let mut value = discretion.scrubber().scrub_json(&value);
            if !takes(&mut room, &value) {
                break;
            }
            if let (Some(members), Some(data)) = (value.as_object_mut(), data) {
                members.insert("data".to_owned(), data);
            }
            answer.content.extend(serde_json::from_value::<ContentBlock>(value));
        }
        if let Some(MetaObject(mut members)) = theirs.meta {
            // That is the failure itself, which has been said.
            members.remove(META_KEY);
            if members.is_empty() {
                return;
            }
            let ours = answer.meta.get_or_insert_default();
            let Value::Object(members) = discretion.scrubber().scrub_json(&Value::Object(members)) else { return };
            for (name, value) in members {
                if takes(&mut room, &value) {
                    ours.0.insert(name, value);
                }
            }
        }
    }

    pub(super) fn has_all_texts(&self) -> bool {
        self.has_all_texts
    }
}
