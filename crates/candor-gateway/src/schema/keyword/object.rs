//! What the members of an object are.

use super::Conversion;
use crate::document::Node;
use crate::finding::Problem;
use crate::schema::Direction;
use serde_json::{Map, Value};

/// How deep `allOf` is searched for members that a caller does not send.
const MAX_ALL_OF: usize = 4;

pub(super) fn properties(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let value = conversion.definitions.document.follow(value)?;
    let mut properties = Map::new();
    for entry in value.entries() {
        if !is_hidden(conversion, &entry.value) {
            properties.insert(entry.key.to_owned(), conversion.part(&entry.value)?);
        }
    }
    schema.insert("properties".to_owned(), Value::Object(properties));
    Ok(())
}

/// Whether callers do not send the member.
fn is_hidden(conversion: &Conversion<'_, '_>, property: &Node) -> bool {
    conversion.direction == Direction::Input && says(conversion, property, "readOnly")
}

fn says(conversion: &Conversion<'_, '_>, property: &Node, keyword: &str) -> bool {
    property.is_true(keyword) || conversion.definitions.document.follow(property).is_ok_and(|it| it.is_true(keyword))
}

pub(super) fn required(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    parent: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    // A parameter of version 2 says `required: true` of itself, and so did properties in draft 3.
    if !value.is_sequence() {
        return Ok(());
    }
    let optional = one_way_members(conversion, parent, MAX_ALL_OF);
    let mut names: Vec<Value> = Vec::new();
    for name in value.items() {
        let Some(name) = name.written() else { continue };
        if !optional.iter().chain(&conversion.one_way).any(|optional| optional == name)
            && !names.iter().any(|other| other == name)
        {
            names.push(Value::from(name));
        }
    }
    if !names.is_empty() {
        schema.insert("required".to_owned(), Value::Array(names));
    }
    Ok(())
}

/// Converts the parts of a schema, which may require what another part says is only for the other way.
pub(super) fn with_one_way_members<'c, 'd>(
    conversion: &mut Conversion<'c, 'd>,
    schema: &Node,
    convert: impl FnOnce(&mut Conversion<'c, 'd>) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let around = conversion.one_way.len();
    let names = one_way_members(conversion, schema, MAX_ALL_OF);
    conversion.one_way.extend(names);
    let result = convert(conversion);
    conversion.one_way.truncate(around);
    result
}

/// The members that only go the other way, also those that `allOf` brings.
fn one_way_members(conversion: &Conversion<'_, '_>, schema: &Node, depth: usize) -> Vec<String> {
    let keyword = match conversion.direction {
        Direction::Input => "readOnly",
        Direction::Output => "writeOnly",
    };
    let document = conversion.definitions.document;
    let Ok(schema) = document.follow(schema) else { return Vec::new() };
    let properties = schema.get("properties").and_then(|properties| document.follow(&properties).ok());
    let own = properties.iter().flat_map(Node::entries).filter(|entry| says(conversion, &entry.value, keyword));
    let mut names: Vec<String> = own.map(|entry| entry.key.to_owned()).collect();
    if depth > 0 {
        for part in schema.get("allOf").iter().flat_map(Node::items) {
            names.extend(one_way_members(conversion, &part, depth - 1));
        }
    }
    names
}

macro_rules! schemas {
    ($($function:ident => $keyword:literal),*) => {$(
        pub(super) fn $function(
            conversion: &mut Conversion<'_, '_>,
            value: &Node,
            _: &Node,
            schema: &mut Map<String, Value>,
        ) -> Result<(), Problem> {
            let converted = conversion.part(value)?;
            schema.insert($keyword.to_owned(), converted);
            Ok(())
        }
    )*};
}

schemas! {
    additional_properties => "additionalProperties",
    property_names => "propertyNames",
    unevaluated_properties => "unevaluatedProperties"
}

pub(super) fn pattern_properties(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let mut properties = Map::new();
    for entry in value.entries() {
        if conversion.definitions.patterns.is_usable(entry.key) {
            properties.insert(entry.key.to_owned(), conversion.part(&entry.value)?);
        } else {
            let reason = format!(
                "the pattern `{}` is not a regular expression that can be matched; it is not checked",
                entry.key
            );
            conversion.loosen(&entry.value, reason);
        }
    }
    schema.insert("patternProperties".to_owned(), Value::Object(properties));
    Ok(())
}

pub(super) fn dependent_required(
    _: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let members = value.entries().filter(|entry| entry.value.is_sequence()).map(|entry| {
        let names: Vec<_> = entry.value.items().filter_map(|name| name.written().map(Value::from)).collect();
        (entry.key.to_owned(), Value::Array(names))
    });
    schema.insert("dependentRequired".to_owned(), Value::Object(members.collect()));
    Ok(())
}

pub(super) fn dependent_schemas(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let mut schemas = Map::new();
    for entry in value.entries() {
        schemas.insert(entry.key.to_owned(), conversion.schema(&entry.value)?);
    }
    schema.insert("dependentSchemas".to_owned(), Value::Object(schemas));
    Ok(())
}
