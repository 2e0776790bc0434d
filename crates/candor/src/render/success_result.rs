//! 000: a tool's success in the envelope, where only its result is known, and the schema of such a result.

use super::SUCCESS_META_KEY;
use super::envelope::{VERSION, is_of_a_version, parsed, shown_id};
use crate::failure::excerpt::cut_text;
use crate::outcome::ContentFidelity;
use serde::Serialize;
use serde_json::{Map, Value, json};

type Object = Map<String, Value>;

/// A success in 000's envelope, as text and as structure.
#[derive(Serialize)]
pub(crate) struct EnvelopedSuccess {
    success: bool,
    data: Value,
    error: (),
    meta: Object,
    /// What else the tool has put into an envelope of its own.
    #[serde(flatten)]
    others: Object,
}

impl EnvelopedSuccess {
    /// The envelope of the data, with what the `_meta` of the result says about a success of Candor's. Data that is an
    /// envelope already stays one, and gets the id of the request if it has none.
    pub(crate) fn new(data: Value, result_meta: Option<&Object>, request_id: &str) -> EnvelopedSuccess {
        let said = result_meta.and_then(|meta| meta.get(SUCCESS_META_KEY)).and_then(Value::as_object);
        let data = match (data, said) {
            (Value::Object(members), None) if is_success_envelope(&members) => {
                return EnvelopedSuccess::of_envelope(members, request_id);
            }
            (data, _) => data,
        };
        let said = |name: &str| said.and_then(|said| said.get(name));
        let mut meta = Object::new();
        meta.insert("version".to_owned(), VERSION.into());
        meta.insert("request_id".to_owned(), id_or(said("request_id"), request_id));
        let fidelity = said("content_fidelity").filter(|it| **it == json!(ContentFidelity::Partial));
        let (mut warnings, more) = kept(said("warnings"), |it| Some(cut_text(it.as_str()?, LONGEST).into()));
        warnings.extend((more > 0).then(|| Value::from(format!("{more} more warnings were left out."))));
        // Each has its message among the warnings, too.
        let (details, _) = kept(said("warning_details"), |it| it.is_object().then(|| it.clone()));
        let list = |entries: Vec<Value>| (!entries.is_empty()).then_some(Value::Array(entries));
        let members =
            [("content_fidelity", fidelity.cloned()), ("warnings", list(warnings)), ("warning_details", list(details))];
        meta.extend(members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        EnvelopedSuccess { success: true, data, error: (), meta, others: Object::new() }
    }

    fn of_envelope(mut members: Object, request_id: &str) -> EnvelopedSuccess {
        let data = members.remove("data").unwrap_or_default();
        let mut meta = match members.remove("meta") {
            Some(Value::Object(meta)) => meta,
            Some(_) | None => Object::new(),
        };
        let id = id_or(meta.get("request_id"), request_id);
        meta.insert("request_id".to_owned(), id);
        members.retain(|name, _| name != "success" && name != "error");
        EnvelopedSuccess { success: true, data, error: (), meta, others: members }
    }

    /// The success that a text is, if it is an envelope already.
    pub(crate) fn in_text(text: &str) -> Option<Value> {
        parsed(text).filter(|value| value.as_object().is_some_and(is_success_envelope))
    }
}

/// Whether the members are those of a success in the envelope.
fn is_success_envelope(members: &Object) -> bool {
    let has_no_error = members.get("error").is_none_or(Value::is_null);
    members.get("success") == Some(&Value::Bool(true))
        && members.contains_key("data")
        && has_no_error
        && members.get("meta").is_some_and(is_of_a_version)
}

/// The id that the author has given, by which the caller knows its request, or else that of the protocol.
fn id_or(given: Option<&Value>, request_id: &str) -> Value {
    shown_id(given.and_then(Value::as_str).unwrap_or(request_id)).into()
}

/// The longest message of a warning, in bytes.
const LONGEST: usize = 1_000;
/// The room for a list of warnings, in bytes of JSON.
const ROOM: usize = 24 * 1024;

/// The entries of a list that are what they should be, as far as there is room for them, and how many there is none for.
fn kept(list: Option<&Value>, entry: impl Fn(&Value) -> Option<Value>) -> (Vec<Value>, usize) {
    let mut entries: Vec<_> = list.and_then(Value::as_array).into_iter().flatten().filter_map(entry).collect();
    let sizes = entries.iter().scan(0, |size, entry| {
        *size += entry.to_string().len() + 1;
        Some(*size)
    });
    let fitting = sizes.take_while(|size| *size <= ROOM).count();
    let more = entries.len() - fitting;
    entries.truncate(fitting);
    (entries, more)
}

/// The messages of the warnings in the `_meta` of a result.
pub(crate) fn warnings_in(result_meta: Option<&Object>) -> impl Iterator<Item = &str> {
    let said = result_meta.and_then(|meta| meta.get(SUCCESS_META_KEY)?.get("warnings")?.as_array());
    said.into_iter().flatten().filter_map(Value::as_str)
}

/// Whether a tool's own schema is that of an envelope.
pub(crate) fn is_envelope_schema(own: &Object) -> bool {
    let required = own.get("required").and_then(Value::as_array);
    required.is_some_and(|required| MEMBERS.iter().all(|member| required.iter().any(|it| it == member)))
}

/// The members of every envelope.
const MEMBERS: [&str; 4] = ["success", "data", "error", "meta"];

/// The schema of a tool's results in the envelope: a success whose data fits the tool's own schema, or a failure.
pub(crate) fn enveloped_schema(own: &Object) -> Object {
    let mut data = own.clone();
    let dialect = data.remove("$schema");
    // Within a resource of its own, references lead nowhere else.
    if !data.contains_key("$id") {
        data = moved_object(&data, false);
    }
    let text = json!({"type": "string"});
    let schema = json!({
        "type": "object",
        "properties": {
            "success": {"type": "boolean"},
            "data": {"anyOf": [{"$ref": DATA}, {"$ref": FAILURE}]},
            "error": {"type": ["string", "null"]},
            "meta": {
                "type": "object",
                "properties": {"version": {"const": VERSION}, "request_id": text},
                "required": ["version"],
            },
        },
        "required": MEMBERS,
        "if": {"properties": {"success": {"const": true}}},
        "then": {"properties": {"data": {"$ref": DATA}, "error": {"type": "null"}}},
        "else": {"properties": {"data": {"$ref": FAILURE}, "error": text}},
        "$defs": {
            "data": data,
            "failure": {
                "type": "object",
                "properties": {"error_code": text, "error_type": text, "remediation": text},
                "required": ["error_code", "error_type", "remediation"],
            },
        },
    });
    let mut schema = match schema {
        Value::Object(members) => members,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Object::new(),
    };
    if let Some(dialect) = dialect {
        schema.insert("$schema".to_owned(), dialect);
    }
    schema
}

/// Where the schema of the data is.
const DATA: &str = "#/$defs/data";
/// Where the schema of a failure's data is.
const FAILURE: &str = "#/$defs/failure";

/// Keywords whose members are schemas, by names of the author's.
const NAMED_SCHEMAS: [&str; 6] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"];
/// Keywords whose value is data.
const OF_DATA: [&str; 4] = ["const", "enum", "default", "examples"];

/// The schema, whose references from the root now start where the schema is.
fn moved(schema: &Value) -> Value {
    match schema {
        // A resource of its own.
        Value::Object(members) if members.contains_key("$id") => schema.clone(),
        Value::Object(members) => Value::Object(moved_object(members, false)),
        Value::Array(items) => items.iter().map(moved).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
    }
}

fn moved_object(members: &Object, are_named: bool) -> Object {
    let move_member = |(name, value): (&String, &Value)| {
        let value = match (name.as_str(), value) {
            (_, value) if are_named => moved(value),
            ("$ref" | "$dynamicRef", Value::String(place)) => match place.strip_prefix('#') {
                Some(pointer) if pointer.is_empty() || pointer.starts_with('/') => format!("{DATA}{pointer}").into(),
                Some(_) | None => value.clone(),
            },
            (keyword, value) if OF_DATA.contains(&keyword) => value.clone(),
            (keyword, Value::Object(named)) if NAMED_SCHEMAS.contains(&keyword) => {
                Value::Object(moved_object(named, true))
            }
            (_, value) => moved(value),
        };
        (name.clone(), value)
    };
    members.iter().map(move_member).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: Value) -> Object {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn references_from_the_root_lead_to_where_the_schema_is_now() {
        let own = object(json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "tree": {"$ref": "#/$defs/Tree"},
                "$ref": {"type": "string"},
                "enum": {"$ref": "#"},
                "named": {"$ref": "#anchor"},
                "far": {"$id": "urn:x:far", "$ref": "#/$defs/y"},
                "plain": {"const": {"$ref": "#/$defs/Tree"}},
            },
            "$defs": {"Tree": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Tree"}]}},
        }));
        let schema = enveloped_schema(&own);
        assert_eq!(schema["$schema"], own["$schema"]);
        let data = &schema["$defs"]["data"];
        assert_eq!(data.get("$schema"), None);
        let properties = &data["properties"];
        assert_eq!(properties["tree"]["$ref"], "#/$defs/data/$defs/Tree");
        assert_eq!(data["$defs"]["Tree"]["anyOf"][1]["$ref"], "#/$defs/data/$defs/Tree");
        assert_eq!(properties["$ref"], json!({"type": "string"}));
        assert_eq!(properties["enum"]["$ref"], "#/$defs/data");
        assert_eq!(properties["named"]["$ref"], "#anchor");
        assert_eq!(properties["far"]["$ref"], "#/$defs/y");
        assert_eq!(properties["plain"], own["properties"]["plain"]);
    }
}
