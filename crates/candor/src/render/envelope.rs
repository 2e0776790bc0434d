//! 000: `{success, data, error, meta}`, for failures and for successes.

use super::FailurePart;
use super::foreign_failure::{ForeignFailure, Object, retry_after, text};
use super::format::{ErrorData, Format, Mark, TextForm, WrittenCode};
use super::renderer::Options;
use crate::code::{ErrorType, Row};
use crate::failure::details::key;
use crate::failure::excerpt::cut_text;
use crate::json_escape::has_escapes;
use crate::{Code, Disclosure};
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;

/// The version that an envelope names.
pub const VERSION: &str = "response-v2";

/// What every version begins with.
const ANY_VERSION: &str = "response-v";

/// Candor's names of details, and the members of `data` that 000 gives them, beside `error_code`.
const MEMBERS: [(&str, &str); 7] = [
    (key::FIELD, "field"),
    (key::ENTITY_TYPE, "resource_type"),
    (key::ENTITY_ID, "resource_id"),
    (key::LIMIT, "limit"),
    (key::PERIOD, "period"),
    (key::REQUIRED_PERMISSION, "required_permission"),
    (key::FAILED, "failed"),
];

/// The longest id of a request, in bytes.
const LONGEST_ID: usize = 100;
/// The same for an id in which JSON escapes something, and may make six bytes of one.
const LONGEST_ESCAPED_ID: usize = 16;

/// The id of a request as it is written: the caller has chosen it, and must not decide how long the reply is.
pub(super) fn shown_id(id: &str) -> Cow<'_, str> {
    cut_text(id, if has_escapes(id) { LONGEST_ESCAPED_ID } else { LONGEST_ID })
}

/// Whether a detail is beside `error_code`. A field goes with the constraint that it breaks, into the details.
fn is_member(disclosure: &Disclosure, name: &str) -> bool {
    let is_constrained = || disclosure.details().get(key::CONSTRAINT).is_some();
    MEMBERS.iter().any(|(known, _)| *known == name) && !(name == key::FIELD && is_constrained())
}

/// Whether the `meta` of an answer names a version of the envelope.
pub(super) fn is_of_a_version(meta: &Value) -> bool {
    meta.get("version").and_then(Value::as_str).is_some_and(|version| version.starts_with(ANY_VERSION))
}

/// The object that a text is, if it can be an envelope.
pub(super) fn parsed(text: &str) -> Option<Value> {
    let may_be_one = text.trim_start().starts_with('{') && text.contains(ANY_VERSION);
    may_be_one.then(|| serde_json::from_str(text).ok()).flatten()
}

pub(super) struct Envelope;

impl Format for Envelope {
    const NAME: &'static str = "envelope";
    const DOCUMENT: &'static str = "000";
    const MEANING: &'static str = "One envelope for all answers: success, data, error and meta.";
    const LOSES: &'static [FailurePart] = &[];
    const MARK: Mark = Mark::OwnMembers;
    const TEXT: TextForm = TextForm::Json;
    const CONTENT_MEMBER: Option<&'static str> = None;
    const WRITES_SUCCESSES: bool = true;
    const ERROR_DATA: ErrorData = ErrorData::WholeFailure(&["success", "error", "data", "meta"]);

    fn code(row: &Row) -> WrittenCode {
        let id = row.envelope.value;
        WrittenCode {
            name: id.error_code,
            identifier: id.error_code.to_owned(),
            description: format!("{}, type {}", id.error_code, id.error_type.name()),
            basis: row.envelope.basis,
        }
    }

    fn fold(code: Code) -> Code {
        code
    }

    fn write<S: Serializer>(disclosure: &Disclosure, options: &Options, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Envelope", 4)?;
        object.serialize_field("success", &false)?;
        object.serialize_field("data", &Data(disclosure))?;
        object.serialize_field("error", disclosure.message())?;
        object.serialize_field("meta", &Meta { disclosure, request_id: options.request_id.as_deref() })?;
        object.end()
    }

    fn read(value: &Value) -> Option<ForeignFailure> {
        let object = value.as_object()?;
        let nothing = Object::new();
        let data = object.get("data").and_then(Value::as_object).unwrap_or(&nothing);
        let is_failure = match object.get("success") {
            Some(success) => {
                success == &Value::Bool(false) && (object.contains_key("error") || Envelope::states_failure(value))
            }
            // 000 shows messages without the rest of their envelope.
            None => text(object, "error").is_some() && text(data, "error_code").is_some(),
        };
        if !is_failure {
            return None;
        }
        let meta = object.get("meta").and_then(Value::as_object).unwrap_or(&nothing);
        let error_code = text(data, "error_code");
        let known = error_code.and_then(Code::from_error_code);
        let error_type = text(data, "error_type")
            .and_then(|name| ErrorType::ALL.iter().copied().find(|error_type| error_type.name() == name));
        // Some servers put an object where 000 has the message.
        let in_object = |name: &str| text(object.get("error")?.as_object()?, name);
        let message = text(object, "error").or_else(|| in_object("message")).unwrap_or_default().to_owned();
        let foreign = match (known, error_type) {
            (Some(code), _) => ForeignFailure::new(code, message),
            (None, Some(error_type)) => {
                let is_member = |code: Code| code.row().envelope.value.error_type == error_type;
                ForeignFailure::in_category(error_type.code(), is_member, message)
            }
            (None, None) => ForeignFailure::open(Code::Unknown, message),
        };
        let foreign = foreign
            .maybe_identifier(error_code.or_else(|| in_object("code")))
            .maybe_reason(if known.is_none() { error_code } else { None })
            .maybe_reason(text(data, "reason"))
            .maybe_origin(text(data, "origin"))
            .maybe_delay(data.get("retry_after_seconds").and_then(retry_after))
            .maybe_retry(data.get("retry"))
            .maybe_recovery(text(data, "remediation"), text(data, "documentation"))
            .maybe_detail(key::REQUEST_ID, meta.get("request_id").filter(|id| id.is_string()));
        let foreign =
            MEMBERS.iter().fold(foreign, |foreign, (name, member)| foreign.maybe_detail(name, data.get(*member)));
        let known = [
            "error_code",
            "error_type",
            "reason",
            "origin",
            "retry_after_seconds",
            "retry",
            "remediation",
            "documentation",
            "details",
        ];
        let known: Vec<_> = known.into_iter().chain(MEMBERS.iter().map(|(_, member)| *member)).collect();
        let details = data.get("details");
        Some(
            foreign
                .maybe_details(Some(data), &known)
                .maybe_detail("details", details.filter(|details| !details.is_object()))
                .maybe_details(details.and_then(Value::as_object), &[])
                .maybe_occurrence(text(meta, "instance"), text(meta, "time")),
        )
    }

    /// `success` alone would be any server's word for anything: an envelope names its version beside it.
    fn states_failure(value: &Value) -> bool {
        value.get("success") == Some(&Value::Bool(false)) && value.get("meta").is_some_and(is_of_a_version)
    }

    fn text_states_failure(text: &str) -> bool {
        parsed(text).is_some_and(|value| Envelope::states_failure(&value))
    }
}

struct Data<'a>(&'a Disclosure);

impl Serialize for Data<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Data(disclosure) = self;
        let row = disclosure.code().row().envelope.value;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("error_code", row.error_code)?;
        map.serialize_entry("error_type", row.error_type.name())?;
        map.serialize_entry("reason", disclosure.reason())?;
        if rest(disclosure).next().is_some() {
            map.serialize_entry("details", &Details(disclosure))?;
        }
        for (name, member) in MEMBERS.iter().filter(|(name, _)| is_member(disclosure, name)) {
            if let Some(value) = disclosure.details().get(name) {
                map.serialize_entry(member, value)?;
            }
        }
        if let Some(seconds) = disclosure.retry().after_seconds() {
            map.serialize_entry("retry_after_seconds", &seconds)?;
        }
        map.serialize_entry("retry", &disclosure.retry())?;
        map.serialize_entry("origin", &disclosure.origin())?;
        map.serialize_entry("remediation", disclosure.recovery().hint())?;
        if let Some(link) = disclosure.recovery().docs() {
            map.serialize_entry("documentation", link)?;
        }
        map.end()
    }
}

fn rest(disclosure: &Disclosure) -> impl Iterator<Item = (&str, &Value)> {
    let elsewhere =
        |name: &str, value: &Value| name == key::REQUEST_ID && value.is_string() || is_member(disclosure, name);
    disclosure.details().iter().filter(move |(name, value)| !elsewhere(name, value))
}

struct Details<'a>(&'a Disclosure);

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(rest(self.0))
    }
}

struct Meta<'a> {
    disclosure: &'a Disclosure,
    /// The id of the request, unless the failure has one.
    request_id: Option<&'a str>,
}

impl Serialize for Meta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Meta { disclosure, request_id } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("version", VERSION)?;
        match (disclosure.details().text(key::REQUEST_ID), request_id) {
            (Some(id), _) => map.serialize_entry("request_id", id)?,
            (None, Some(id)) => map.serialize_entry("request_id", &shown_id(id))?,
            (None, None) => {}
        }
        map.serialize_entry("instance", disclosure.instance())?;
        map.serialize_entry("time", disclosure.time())?;
        map.end()
    }
}
