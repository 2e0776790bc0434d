//! `type`, `enum` and `const`.

use super::Conversion;
use crate::document::Node;
use crate::finding::Problem;
use serde_json::{Map, Value};

const TYPES: [&str; 7] = ["null", "boolean", "object", "array", "number", "string", "integer"];

pub(super) fn types(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    if value.is_sequence() {
        let mut names = Vec::new();
        for name in value.items() {
            if let Some(name) = known(conversion, &name)
                && !names.contains(&name)
            {
                names.push(name);
            }
        }
        if !names.is_empty() {
            schema.insert("type".to_owned(), Value::Array(names));
        }
    } else if let Some(name) = known(conversion, value) {
        schema.insert("type".to_owned(), name);
        // What version 2 calls a file, version 3 calls a text of this format.
        if value.text() == Some("file") {
            schema.insert("format".to_owned(), Value::from("binary"));
        }
    }
    Ok(())
}

/// The type, if JSON has it. What an API calls a file is a text here.
fn known(conversion: &mut Conversion<'_, '_>, value: &Node) -> Option<Value> {
    // YAML reads a bare `null` as the value.
    let name = if value.to_json().is_null() { "null" } else { value.written().unwrap_or_default() };
    match name {
        "file" => Some(Value::from("string")),
        name if TYPES.contains(&name) => Some(Value::from(name)),
        name => {
            conversion.loosen(value, format!("`{name}` is not a type of JSON; any value is accepted"));
            None
        }
    }
}

pub(super) fn values(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    parent: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    if !value.is_sequence() {
        conversion.loosen(value, "`enum` must be a list; any value is accepted");
        return Ok(());
    }
    // Of a text, `enum: [1, 2]` means what is written.
    let is_text = parent.text_of("type").as_deref() == Some("string");
    let mut values = Vec::new();
    for item in value.items() {
        let item = match item.written() {
            Some(written) if is_text => Value::from(written),
            Some(_) | None => item.to_json(),
        };
        if !values.contains(&item) {
            values.push(item);
        }
    }
    if !values.is_empty() {
        schema.insert("enum".to_owned(), Value::Array(values));
    }
    Ok(())
}

pub(super) fn constant(
    _: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    schema.insert("const".to_owned(), value.to_json());
    Ok(())
}
