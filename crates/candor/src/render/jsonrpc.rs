//! 003: a JSON-RPC error whose `data.failure_mode` names the category.

use super::FailurePart;
use super::channel::OLD_RESOURCE_NOT_FOUND;
use super::foreign_fields::text;
use super::format::{ErrorData, Format, Mark, TextForm, WrittenCode};
use super::renderer::{Body, Options};
use super::structured::{read_data, write_data};
use crate::code::Row;
use crate::failure::Origin;
use crate::{Code, Disclosure, Failure};
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::Value;

pub(super) struct JsonRpc;

impl Format for JsonRpc {
    const NAME: &'static str = "jsonrpc";
    const DOCUMENT: &'static str = "003";
    const MEANING: &'static str = "A JSON-RPC error whose data names the failure mode, or a tool result with text.";
    const LOSES: &'static [FailurePart] = &[];
    const MARK: Mark = Mark::OwnMembers;
    const TEXT: TextForm = TextForm::Prose;
    const CONTENT_MEMBER: Option<&'static str> = Some("error");
    const HAS_STRUCTURED_CONTENT: bool = false;
    const ERROR_DATA: ErrorData = ErrorData::Rest("failure_mode");
    const DISCLOSED_DATA: &'static [&'static str] = &["/instance", "/reason", "/retry/retryable", "/recovery/hint"];
    const READS_UNMARKED: bool = true;

    fn code(row: &Row) -> WrittenCode {
        let id = row.jsonrpc.value;
        let mode = id.failure_mode.unwrap_or(row.origin.value.failure_mode());
        WrittenCode {
            name: id.name,
            identifier: id.number.to_string(),
            description: format!("{} {}, mode {mode}", id.number, id.name),
            basis: row.jsonrpc.basis,
        }
    }

    fn fold(code: Code) -> Code {
        let id = code.row().jsonrpc.value;
        Code::from_jsonrpc(id.number.into(), id.failure_mode).unwrap_or(code)
    }

    fn is_protocol_error(code: Code) -> bool {
        code.row().jsonrpc.value.is_error
    }

    fn write<S: Serializer>(disclosure: &Disclosure, _: &Options, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("JsonRpc", 3)?;
        object.serialize_field("code", &disclosure.code().row().jsonrpc.value.number)?;
        object.serialize_field("message", disclosure.message())?;
        object.serialize_field("data", &Data(disclosure))?;
        object.end()
    }

    fn read(value: &Value) -> Option<Failure> {
        let object = value.as_object()?;
        let number = object.get("code")?.as_i64().filter(|number| *number < 0)?;
        let message = text(object, "message")?;
        let mode = text(object.get("data")?.as_object()?, "failure_mode")?;
        let origin = Origin::ALL.iter().copied().find(|origin| origin.failure_mode() == mode);
        let is_resource = number == i64::from(OLD_RESOURCE_NOT_FOUND);
        let code = if is_resource { Some(Code::NotFound) } else { Code::from_jsonrpc(number, Some(mode)) };
        let failure = Failure::new(code.unwrap_or(Code::Unknown), message.to_owned());
        let failure = match origin {
            Some(origin) => failure.with_origin(origin),
            None => failure,
        };
        Some(read_data(failure, object.get("data")))
    }

    fn write_error_data<S: Serializer>(body: &Body<'_>, serializer: S) -> Result<S::Ok, S::Error> {
        Data(body.disclosure).serialize(serializer)
    }
}

/// `data`: `failure_mode` and everything that 004 puts there.
struct Data<'a>(&'a Disclosure);

impl Serialize for Data<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Data(disclosure) = self;
        let mode = disclosure.code().row().jsonrpc.value.failure_mode;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("failure_mode", mode.unwrap_or(disclosure.origin().failure_mode()))?;
        write_data(&mut map, disclosure)?;
        map.end()
    }
}
