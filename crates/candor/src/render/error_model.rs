//! 001: `{code, message, retryable, details}`, under `error` in a result.

use super::FailurePart;
use super::foreign_fields::{ForeignFields, text};
use super::format::{ErrorData, Format, Mark, TextForm, WrittenCode};
use super::renderer::Options;
use super::structured::retry_after;
use crate::code::{ErrorModelCategory, Row};
use crate::failure::details::key;
use crate::{Code, Disclosure, Failure};
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::Value;

pub(super) struct ErrorModel;

impl Format for ErrorModel {
    const NAME: &'static str = "error_model";
    const DOCUMENT: &'static str = "001";
    const MEANING: &'static str = "An object with code, message, retryable and details, under `error` in a result.";
    const LOSES: &'static [FailurePart] = &[FailurePart::Origin, FailurePart::RecoveryDocs, FailurePart::Time];
    const MARK: Mark = Mark::OwnNumbers;
    const TEXT: TextForm = TextForm::Json;
    const CONTENT_MEMBER: Option<&'static str> = Some("error");
    const RESULT_MEMBER: Option<&'static str> = Some("error");
    const ERROR_DATA: ErrorData = ErrorData::WholeFailure(&["code", "message", "retryable", "details"]);
    const DISCLOSED_DATA: &'static [&'static str] = &["/details/context/instance"];

    fn code(row: &Row) -> WrittenCode {
        let id = row.error_model.value;
        WrittenCode {
            name: id.name,
            identifier: id.number.to_string(),
            description: format!("{} {}, category {}", id.number, id.name, id.category.name()),
            basis: row.error_model.basis,
        }
    }

    fn fold(code: Code) -> Code {
        Code::from_number(code.row().error_model.value.number.into()).unwrap_or(code)
    }

    fn write<S: Serializer>(disclosure: &Disclosure, _: &Options, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("ErrorModel", 4)?;
        object.serialize_field("code", &disclosure.code().row().error_model.value.number)?;
        object.serialize_field("message", disclosure.message())?;
        object.serialize_field("retryable", &disclosure.retry().is_retryable())?;
        object.serialize_field("details", &ModelDetails(disclosure))?;
        object.end()
    }

    fn read(value: &Value) -> Option<Failure> {
        let object = value.as_object()?;
        let number = object.get("code")?.as_u64()?;
        let category = ErrorModelCategory::ALL
            .iter()
            .copied()
            .find(|category| u16::try_from(number).is_ok_and(|number| category.range().contains(&number)))?;
        let retryable = object.get("retryable")?.as_bool()?;
        let known = i64::try_from(number).ok().and_then(Code::from_number);
        let failure = Failure::new(known.unwrap_or(category.code()), text(object, "message")?.to_owned());
        let details = object.get("details").and_then(Value::as_object);
        let detail = |name| details.and_then(|details| details.get(name));
        let context = detail("context").and_then(Value::as_object);
        let failure = failure
            .maybe_reason(detail("reason").or(detail("originalError")).and_then(Value::as_str))
            .maybe_delay(detail("retryAfter").and_then(retry_after).filter(|_| retryable))
            .maybe_retryable(Some(retryable))
            .maybe_retry(context.and_then(|context| context.get("retry")))
            .maybe_recovery(detail("suggestion").and_then(Value::as_str), None)
            .maybe_detail(key::FIELD, detail("field"))
            .maybe_detail(key::ORIGINAL_ERROR, detail("originalError"))
            .maybe_detail("context", detail("context").filter(|context| !context.is_object()))
            .maybe_details(context, &["retry", "instance"])
            .maybe_details(details, &["field", "reason", "suggestion", "originalError", "retryAfter", "context"])
            .maybe_occurrence(context.and_then(|context| text(context, "instance")), None);
        Some(match known {
            Some(_) => failure,
            None => failure.with_context("upstream_code", number),
        })
    }
}

/// `details`: what 001 names, and the rest as `context`.
struct ModelDetails<'a>(&'a Disclosure);

impl Serialize for ModelDetails<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let details = self.0.details();
        let mut map = serializer.serialize_map(None)?;
        if let Some(field) = details.get(key::FIELD) {
            map.serialize_entry("field", field)?;
        }
        map.serialize_entry("reason", self.0.reason())?;
        map.serialize_entry("suggestion", self.0.recovery().hint())?;
        if let Some(identifier) = details.get(key::ORIGINAL_ERROR) {
            map.serialize_entry("originalError", identifier)?;
        }
        map.serialize_entry("context", &Context(self.0))?;
        map.end()
    }
}

struct Context<'a>(&'a Disclosure);

impl Serialize for Context<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.0.details().iter() {
            if name != key::FIELD && name != key::ORIGINAL_ERROR {
                map.serialize_entry(name, value)?;
            }
        }
        map.serialize_entry("retry", &self.0.retry())?;
        map.serialize_entry("instance", self.0.instance())?;
        map.end()
    }
}
