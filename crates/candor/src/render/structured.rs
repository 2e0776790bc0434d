//! 004: `{code, message, data}`, under `error` in a tool result's structured content.

use super::FailurePart;
use super::channel::OLD_RESOURCE_NOT_FOUND;
use super::foreign_failure::{ForeignFailure, Object, retry_after, text};
use super::format::{ErrorData, Format, Mark, TextForm, WrittenCode};
use super::json_text::Name;
use super::renderer::{Body, Options};
use crate::code::Row;
use crate::failure::details::{RESERVED, key};
use crate::{Code, Disclosure};
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::Value;

pub(super) struct Structured;

/// Where JSON-RPC and 004 have their numbers; a negative number elsewhere may be anything, such as a signal.
const RANGE: std::ops::RangeInclusive<i64> = -32_768..=-31_000;

impl Format for Structured {
    const NAME: &'static str = "structured";
    const DOCUMENT: &'static str = "004";
    const MEANING: &'static str = "A tool result with text, and `structuredContent.error` with code, message and data.";
    const LOSES: &'static [FailurePart] = &[];
    const MARK: Mark = Mark::SharedShape;
    const TEXT: TextForm = TextForm::Prose;
    const CONTENT_MEMBER: Option<&'static str> = Some("error");
    const ERROR_DATA: ErrorData = ErrorData::Rest("time");

    fn code(row: &Row) -> WrittenCode {
        let id = row.structured.value;
        WrittenCode {
            name: id.name,
            identifier: id.number.to_string(),
            description: format!("{} {}", id.number, id.name),
            basis: row.structured.basis,
        }
    }

    fn fold(code: Code) -> Code {
        Code::from_number(code.row().structured.value.number.into()).unwrap_or(code)
    }

    fn write<S: Serializer>(disclosure: &Disclosure, _: &Options, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Structured", 3)?;
        object.serialize_field("code", &disclosure.code().row().structured.value.number)?;
        object.serialize_field("message", disclosure.message())?;
        object.serialize_field("data", &Data { disclosure, number: None })?;
        object.end()
    }

    fn read(value: &Value) -> Option<ForeignFailure> {
        let object = value.as_object()?;
        let number = object.get("code")?.as_i64().filter(|number| RANGE.contains(number))?;
        let message = text(object, "message")?;
        let data = object.get("data").and_then(Value::as_object);
        let foreign = of_number(code_of(number, data), number, message, object.get("data"));
        Some(read_data(foreign, object.get("data")))
    }

    fn write_error_data<S: Serializer>(body: &Body<'_>, serializer: S) -> Result<S::Ok, S::Error> {
        let number = Some(body.disclosure.code().row().structured.value.number);
        Data { disclosure: body.disclosure, number }.serialize(serializer)
    }
}

/// The number beside the message, unless a JSON-RPC error had to fold it and keeps 004's number in its data, or it is
/// the one that an unknown resource had before 2026-07-28: then the data names the resource, and nothing of 004's.
fn code_of(number: i64, data: Option<&Object>) -> Option<Code> {
    let member = |name| data.and_then(|data| data.get(name));
    let in_data = member("code").and_then(Value::as_i64).filter(|number| *number < 0).and_then(Code::from_number);
    let is_resource =
        number == i64::from(OLD_RESOURCE_NOT_FOUND) && member(key::URI).is_some() && member("reason").is_none();
    in_data.or_else(|| if is_resource { Some(Code::NotFound) } else { Code::from_number(number) })
}

/// The failure by its number. Servers send -32603 for whatever went wrong: unless a reason or a code of 004 is with it,
/// it leaves the code open, as a private number does.
pub(super) fn of_number(code: Option<Code>, number: i64, message: &str, data: Option<&Value>) -> ForeignFailure {
    let has = |name: &str| data.is_some_and(|data| data.get(name).is_some());
    let message = message.to_owned();
    match code {
        Some(Code::Internal) if !has("reason") && !has("code") => ForeignFailure::open(Code::Internal, message),
        Some(code) => ForeignFailure::new(code, message),
        None => ForeignFailure::open(Code::Unknown, message).maybe_detail("upstream_code", Some(&number.into())),
    }
}

/// Reads what 004 and 003 put into `data`: everything but code and message.
pub(super) fn read_data(foreign: ForeignFailure, data: Option<&Value>) -> ForeignFailure {
    let Some(object) = data.and_then(Value::as_object) else { return foreign.maybe_detail("data", data) };
    let recovery = object.get("recovery").and_then(Value::as_object);
    let hint = recovery.map_or_else(|| text(object, "recovery"), |it| text(it, "hint"));
    let retryable = object.get("retryable").and_then(Value::as_bool);
    foreign
        .maybe_identifier(text(object, "code").or(text(object, "reason")))
        .maybe_reason(text(object, "reason"))
        .maybe_origin(text(object, "origin"))
        .maybe_delay(object.get("retryAfter").and_then(retry_after).filter(|_| retryable != Some(false)))
        .maybe_retryable(retryable)
        .maybe_retry(object.get("retry"))
        .maybe_recovery(hint, recovery.and_then(|it| text(it, "docs")))
        .maybe_detail("upstream_code", object.get("code").filter(|code| code.is_string()))
        .maybe_details(Some(object), &RESERVED)
        .maybe_occurrence(text(object, "instance"), text(object, "time"))
}

/// `data`: reason, recovery, retry, origin, all details, instance and time.
struct Data<'a> {
    disclosure: &'a Disclosure,
    /// 004's number, where a JSON-RPC error has to carry another one.
    number: Option<i32>,
}

impl Serialize for Data<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(number) = self.number {
            map.serialize_entry("code", &number)?;
        }
        write_data(&mut map, self.disclosure)?;
        map.end()
    }
}

/// Writes what 004 and 003 put into `data`.
pub(super) fn write_data<M: SerializeMap>(map: &mut M, disclosure: &Disclosure) -> Result<(), M::Error> {
    map.serialize_entry(&Name("reason"), disclosure.reason())?;
    map.serialize_entry(&Name("recovery"), disclosure.recovery())?;
    map.serialize_entry(&Name("retry"), &disclosure.retry())?;
    map.serialize_entry(&Name("origin"), &disclosure.origin())?;
    for (name, value) in disclosure.details().iter() {
        map.serialize_entry(name, value)?;
    }
    map.serialize_entry(&Name("instance"), disclosure.instance())?;
    map.serialize_entry(&Name("time"), disclosure.time())
}
