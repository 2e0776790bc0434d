//! Errors that say too little: those that `rmcp` makes before or after it asks the handler, and those of handlers
//! without a guard.

use super::read;
use super::refusal::{self, Refuser};
use crate::classify::Classifier;
use crate::failure::Occurrence;
use crate::render;
use crate::{Disclosure, Discretion, Failure};
use ::rmcp::ErrorData;
use ::rmcp::model::{ErrorCode, JsonObject};
use serde_json::Value;
use uuid::Uuid;

/// What older peers are told when they must show the user a page first.
pub(super) const URL_ELICITATION_REQUIRED: ErrorCode = ErrorCode(-32042);

/// What `rmcp` says before the names of the metadata that a request lacks.
const MISSING_METADATA: &str = "request _meta is missing or has malformed required fields: ";

/// The detail in which a reader finds the data of an error as it was.
const DATA: &str = "data";

impl Refuser {
    /// The error as it may leave. One that was disclosed already is not touched.
    pub(super) fn complete(&self, error: ErrorData) -> ErrorData {
        if is_disclosed(&error) { error } else { self.completed(error) }
    }

    /// The same; none for one that was disclosed already.
    #[cfg(feature = "http")]
    pub(super) fn complete_if_needed(&self, error: ErrorData) -> Option<ErrorData> {
        (!is_disclosed(&error)).then(|| self.completed(error))
    }

    fn completed(&self, error: ErrorData) -> ErrorData {
        let disclosure = self.disclose(meaning(&error));
        complete(error, &disclosure, &self.discretion)
    }
}

/// The id under which a failure was disclosed in this error.
pub(super) fn id_in(error: &ErrorData) -> Option<Uuid> {
    Occurrence::parse_instance(error.data.as_ref()?.get("instance")?.as_str()?)
}

fn is_disclosed(error: &ErrorData) -> bool {
    id_in(error).is_some() || error.data.as_ref().is_some_and(render::is_whole_failure)
}

/// What the error means, by its number and the words of `rmcp`.
fn meaning(error: &ErrorData) -> Failure {
    if error.code == ErrorCode::METHOD_NOT_FOUND && is_method(&error.message) {
        return refusal::unsupported_method(&error.message);
    }
    if error.code == ErrorCode::INVALID_PARAMS
        && let Some((_, missing)) = error.message.split_once(MISSING_METADATA)
    {
        return refusal::missing_metadata(&missing.split(", ").collect::<Vec<_>>());
    }
    read::of_error(error, Classifier::standard())
}

/// `rmcp` says no more of a method that it does not serve than its name.
fn is_method(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'/')
}

/// The error with what the disclosure says beyond its number and its data, which stays, scrubbed.
pub(super) fn complete(error: ErrorData, disclosure: &Disclosure, discretion: &Discretion) -> ErrorData {
    let data = match error.data {
        // There the addresses are what it is about.
        Some(data) if error.code == URL_ELICITATION_REQUIRED => data,
        Some(data) => discretion.scrubber().scrub_json(&data),
        None => Value::Object(JsonObject::new()),
    };
    let mut data = if takes(&mut discretion.reply_cap(), &data) { data } else { JsonObject::new().into() };
    if let Value::Object(members) = &mut data {
        let ours = [
            ("reason", serde_json::to_value(disclosure.reason())),
            ("recovery", serde_json::to_value(disclosure.recovery())),
            ("retry", serde_json::to_value(disclosure.retry())),
            ("origin", serde_json::to_value(disclosure.origin())),
            ("instance", serde_json::to_value(disclosure.instance())),
            ("time", serde_json::to_value(disclosure.time())),
        ];
        for (name, value) in ours {
            members.entry(name).or_insert_with(|| value.unwrap_or_default());
        }
        for (name, value) in disclosure.details().iter().filter(|(name, _)| *name != DATA) {
            members.entry(name).or_insert_with(|| value.clone());
        }
    }
    ErrorData::new(error.code, disclosure.message().to_owned(), Some(data))
}

/// Takes the room that the value needs, if there is so much.
pub(super) fn takes(room: &mut usize, value: &Value) -> bool {
    let length = serde_json::to_string(value).map_or(usize::MAX, |text| text.len());
    let is_there = length <= *room;
    *room = room.saturating_sub(length);
    is_there
}
