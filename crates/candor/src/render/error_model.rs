//! 001: `{code, message, retryable, details}`, under `error` in a result.

use super::FailurePart;
use super::foreign_failure::{ForeignFailure, retry_after, text};
use super::format::{ErrorData, Format, Mark, TextForm, WrittenCode};
use super::renderer::{Body, Options};
use crate::code::{Basis, ErrorModelCategory, Row};
use crate::failure::Origin;
use crate::failure::details::key;
use crate::{Code, Disclosure};
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

    fn read(value: &Value) -> Option<ForeignFailure> {
        let object = value.as_object()?;
        let number = object.get("code")?.as_u64()?;
        let category = ErrorModelCategory::ALL
            .iter()
            .copied()
            .find(|category| u16::try_from(number).is_ok_and(|number| category.range().contains(&number)))?;
        let retryable = object.get("retryable")?.as_bool()?;
        let known = i64::try_from(number).ok().and_then(Code::from_number);
        let message = text(object, "message")?.to_owned();
        let foreign = match known {
            Some(code) => ForeignFailure::new(code, message),
            None => ForeignFailure::in_category(category.code(), |code| can_mean(category, code), message),
        };
        let details = object.get("details").and_then(Value::as_object);
        let detail = |name| details.and_then(|details| details.get(name));
        let context = detail("context").and_then(Value::as_object);
        let original_error = detail("originalError");
        let foreign = foreign
            .maybe_identifier(original_error.or(detail("reason")).and_then(Value::as_str))
            .maybe_reason(detail("reason").or(original_error).and_then(Value::as_str))
            .maybe_delay(detail("retryAfter").and_then(retry_after).filter(|_| retryable))
            .maybe_retryable(Some(retryable))
            .maybe_retry(context.and_then(|context| context.get("retry")))
            .maybe_recovery(detail("suggestion").and_then(Value::as_str), None)
            .maybe_detail(key::FIELD, detail("field"))
            .maybe_detail(key::ORIGINAL_ERROR, original_error.filter(|it| Some(*it) != detail("reason")))
            .maybe_detail("context", detail("context").filter(|context| !context.is_object()))
            .maybe_details(context, &["retry", "instance"])
            .maybe_details(details, &["field", "reason", "suggestion", "originalError", "retryAfter", "context"])
            .maybe_occurrence(context.and_then(|context| text(context, "instance")), None);
        Some(match known {
            Some(_) => foreign,
            None => foreign.maybe_detail("upstream_code", Some(&number.into())),
        })
    }

    fn write_error_data<S: Serializer>(body: &Body<'_>, serializer: S) -> Result<S::Ok, S::Error> {
        ErrorDataMembers {
            field: body.disclosure.details().get(key::FIELD),
            uri: body.disclosure.details().text(key::URI),
            body,
        }
        .serialize(serializer)
    }
}

/// The data of a JSON-RPC error: the failure, and beside it the field, as 001's example has it, and the resource.
#[derive(Serialize)]
struct ErrorDataMembers<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'a str>,
    #[serde(flatten)]
    body: &'a Body<'a>,
}

/// Whether a number of this category's range that 001 does not list can mean this: the first three ranges are about what
/// the caller asked for, the others are not.
fn can_mean(category: ErrorModelCategory, code: Code) -> bool {
    let row = code.row();
    let is_callers = row.origin.value == Origin::Caller;
    let model = row.error_model;
    let is_of_range = model.basis == Basis::Stated && category.range().contains(&model.value.number);
    is_of_range
        || match category {
            ErrorModelCategory::Protocol | ErrorModelCategory::Validation | ErrorModelCategory::Business => is_callers,
            ErrorModelCategory::System | ErrorModelCategory::Adapter => !is_callers,
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
        let reason = self.0.reason();
        match details.get(key::ORIGINAL_ERROR) {
            Some(identifier) => map.serialize_entry("originalError", identifier)?,
            // A reason that is not the code's own name is the server's identifier of the failure.
            None if reason.as_str() != self.0.code().name() => map.serialize_entry("originalError", reason)?,
            None => {}
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
