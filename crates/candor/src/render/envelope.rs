//! 000: `{success, data, error, meta}`, for failures and for successes.

use super::FailurePart;
use super::foreign_fields::{ForeignFields, Object, text};
use super::format::{ErrorData, Format, Mark, TextForm, WrittenCode};
use super::renderer::Options;
use crate::code::{ErrorType, Row};
use crate::failure::details::key;
use crate::{Code, Disclosure, Failure};
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::time::Duration;

/// The version that an envelope names.
pub const VERSION: &str = "response-v2";

/// Candor's names of details, and the members of `data` that 000 gives them.
const MEMBERS: [(&str, &str); 4] = [
    (key::ENTITY_TYPE, "resource_type"),
    (key::ENTITY_ID, "resource_id"),
    (key::LIMIT, "limit"),
    (key::PERIOD, "period"),
];

pub(super) struct Envelope;

impl Format for Envelope {
    const NAME: &'static str = "envelope";
    const DOCUMENT: &'static str = "000";
    const MEANING: &'static str = "One envelope for all answers: success, data, error and meta.";
    const LOSES: &'static [FailurePart] = &[];
    const MARK: Mark = Mark::OwnMembers;
    const TEXT: TextForm = TextForm::Json;
    const CONTENT_MEMBER: Option<&'static str> = None;
    const ERROR_DATA: ErrorData = ErrorData::WholeFailure(&["success", "error", "data", "meta"]);
    const DISCLOSED_DATA: &'static [&'static str] = &["/meta/instance"];

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

    fn write<S: Serializer>(disclosure: &Disclosure, _: &Options, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Envelope", 4)?;
        object.serialize_field("success", &false)?;
        object.serialize_field("data", &Data(disclosure))?;
        object.serialize_field("error", disclosure.message())?;
        object.serialize_field("meta", &Meta(disclosure))?;
        object.end()
    }

    fn read(value: &Value) -> Option<Failure> {
        let object = value.as_object()?;
        if object.get("success")? != &Value::Bool(false) || !object.contains_key("error") {
            return None;
        }
        let nothing = Object::new();
        let data = object.get("data").and_then(Value::as_object).unwrap_or(&nothing);
        let meta = object.get("meta").and_then(Value::as_object).unwrap_or(&nothing);
        let error_code = text(data, "error_code");
        let known = error_code.and_then(Code::from_error_code);
        let by_type = || {
            let name = text(data, "error_type")?;
            ErrorType::ALL.iter().copied().find(|kind| kind.name() == name).map(ErrorType::code)
        };
        let code = known.or_else(by_type).unwrap_or(Code::Unknown);
        // Some servers put an object where 000 has the message.
        let in_object = || text(object.get("error")?.as_object()?, "message");
        let message = text(object, "error").or_else(in_object).unwrap_or_default();
        let failure = Failure::new(code, message.to_owned())
            .maybe_reason(if known.is_none() { error_code } else { None })
            .maybe_reason(text(data, "reason"))
            .maybe_origin(text(data, "origin"))
            .maybe_delay(data.get("retry_after_seconds").and_then(Value::as_u64).map(Duration::from_secs))
            .maybe_retry(data.get("retry"))
            .maybe_recovery(text(data, "remediation"), text(data, "documentation"))
            .maybe_detail(key::REQUEST_ID, meta.get("request_id"));
        let failure =
            MEMBERS.iter().fold(failure, |failure, (name, member)| failure.maybe_detail(name, data.get(*member)));
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
            "resource_type",
            "resource_id",
            "limit",
            "period",
        ];
        let details = data.get("details");
        Some(
            failure
                .maybe_details(Some(data), &known)
                .maybe_detail("details", details.filter(|details| !details.is_object()))
                .maybe_details(details.and_then(Value::as_object), &[])
                .maybe_occurrence(text(meta, "instance"), text(meta, "time")),
        )
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
        for (name, member) in MEMBERS {
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
    let elsewhere = |name: &str| name == key::REQUEST_ID || MEMBERS.iter().any(|(known, _)| *known == name);
    disclosure.details().iter().filter(move |(name, _)| !elsewhere(name))
}

struct Details<'a>(&'a Disclosure);

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(rest(self.0))
    }
}

struct Meta<'a>(&'a Disclosure);

impl Serialize for Meta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("version", VERSION)?;
        if let Some(id) = self.0.details().get(key::REQUEST_ID) {
            map.serialize_entry("request_id", id)?;
        }
        map.serialize_entry("instance", self.0.instance())?;
        map.serialize_entry("time", self.0.time())?;
        map.end()
    }
}
