//! 003: a JSON-RPC error whose `data.failure_mode` names the category.

use super::FailurePart;
use super::channel::OLD_RESOURCE_NOT_FOUND;
use super::foreign_failure::{ForeignFailure, text};
use super::format::{ErrorData, Format, Mark, TextForm, WrittenCode};
use super::renderer::{Body, Options};
use super::structured::{of_number, read_data, write_data};
use crate::code::Row;
use crate::failure::Origin;
use crate::{Code, Disclosure};
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

    /// An error says that the request is at fault, or that time ran out; never what a service has answered, not even that
    /// the service ran out of time itself.
    fn is_protocol_error(origin: Origin, code: Code) -> bool {
        let is_error = code.row().jsonrpc.value.is_error;
        match origin {
            Origin::Upstream => false,
            Origin::Caller => is_error,
            Origin::Transport | Origin::Configuration | Origin::Internal => is_error && code == Code::Timeout,
        }
    }

    fn write<S: Serializer>(disclosure: &Disclosure, _: &Options, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("JsonRpc", 3)?;
        object.serialize_field("code", &disclosure.code().row().jsonrpc.value.number)?;
        object.serialize_field("message", disclosure.message())?;
        object.serialize_field("data", &Data(disclosure))?;
        object.end()
    }

    fn read(value: &Value) -> Option<ForeignFailure> {
        let object = value.as_object()?;
        let number = object.get("code")?.as_i64().filter(|number| *number < 0)?;
        let message = text(object, "message")?;
        let mode = text(object.get("data")?.as_object()?, "failure_mode")?;
        let is_resource = number == i64::from(OLD_RESOURCE_NOT_FOUND);
        let code = if is_resource { Some(Code::NotFound) } else { Code::from_jsonrpc(number, Some(mode)) };
        // A mode that several origins share says nothing against the origin that the code itself has.
        let of_code = code.unwrap_or(Code::Unknown).row().origin.value;
        let mut origins = [of_code].into_iter().chain(Origin::ALL.iter().copied());
        let origin = origins.find(|origin| origin.failure_mode() == mode);
        let foreign = of_number(code, number, message, object.get("data"));
        Some(read_data(foreign.with_origin(origin), object.get("data")))
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
