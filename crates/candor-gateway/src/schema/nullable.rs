//! `nullable`, which JSON Schema says with the type `null`.

use crate::document::Node;
use crate::operation::Dialect;
use serde_json::{Map, Value, json};

/// Whether the schema says that null is allowed. Documents of 3.1 still do, though it has no such keyword.
pub(super) fn is_nullable(node: &Node, dialect: Dialect) -> bool {
    node.is_true("nullable") || dialect == Dialect::Swagger2 && node.is_true("x-nullable")
}

/// Allows null beside what the schema allows.
pub(super) fn allow_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    let has_alternatives =
        ["$ref", "allOf", "oneOf", "anyOf", "const", "not"].iter().any(|key| schema.contains_key(*key));
    if has_alternatives {
        let description = schema.remove("description");
        let alternatives = json!([std::mem::take(schema), {"type": "null"}]);
        schema.insert("anyOf".to_owned(), alternatives);
        schema.extend(description.map(|text| ("description".to_owned(), text)));
        return;
    }
    match schema.get_mut("type") {
        Some(Value::Array(types)) if !types.iter().any(|name| name == "null") => types.push(json!("null")),
        Some(Value::String(name)) if name != "null" => {
            let types = json!([name, "null"]);
            schema.insert("type".to_owned(), types);
        }
        Some(_) | None => {}
    }
}
