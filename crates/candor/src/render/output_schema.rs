//! Whether a tool's output schema lets an error into its structured content.
//!
//! Some clients check structured content against the schema even on errors, and throw the failure away if it
//! does not fit. So the answer is yes only where it is certain: any keyword that is not understood here means no.

use serde_json::{Map, Value};

pub(super) fn allows(schema: &Value, value: &Value) -> bool {
    match schema {
        Value::Bool(anything) => *anything,
        Value::Object(keywords) => keywords.iter().all(|(keyword, rule)| holds(keyword, rule, keywords, value)),
        Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => false,
    }
}

/// Whether the schema requires a member with another name than this.
pub(super) fn requires_beside(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|required| required != name))
}

fn holds(keyword: &str, rule: &Value, schema: &Map<String, Value>, value: &Value) -> bool {
    match keyword {
        "$schema" | "$id" | "$comment" | "$defs" | "definitions" | "title" | "description" | "examples" | "default" => {
            true
        }
        "type" => match rule {
            Value::String(name) => is_of_type(name, value),
            Value::Array(names) => names.iter().filter_map(Value::as_str).any(|name| is_of_type(name, value)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
        },
        "required" => rule
            .as_array()
            .is_some_and(|names| names.iter().all(|name| name.as_str().is_some_and(|name| value.get(name).is_some()))),
        "properties" => rule.as_object().is_some_and(|properties| {
            properties.iter().all(|(name, schema)| value.get(name).is_none_or(|member| allows(schema, member)))
        }),
        "additionalProperties" => {
            let listed = schema.get("properties").and_then(Value::as_object);
            let is_listed = |name: &str| listed.is_some_and(|properties| properties.contains_key(name));
            value
                .as_object()
                .is_none_or(|members| members.iter().all(|(name, member)| is_listed(name) || allows(rule, member)))
        }
        _ => false,
    }
}

fn is_of_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_a_schema_that_certainly_fits_lets_an_error_in() {
        let error = json!({"error": {"code": -32001, "message": "x"}});
        let rows = [
            (json!(true), true),
            (json!({}), true),
            (json!({"type": "object"}), true),
            (json!({"type": "object", "properties": {"items": {"type": "array"}}}), true),
            (json!({"type": "object", "properties": {"error": {"type": "object"}}}), true),
            (json!({"type": "object", "properties": {"error": {"type": "string"}}}), false),
            (json!({"type": "object", "required": ["items"]}), false),
            (json!({"type": "object", "required": ["error"]}), true),
            (json!({"type": "object", "additionalProperties": false}), false),
            (json!({"additionalProperties": {"type": "object"}}), true),
            (json!({"additionalProperties": {"type": "string"}}), false),
            (json!({"anyOf": [true]}), false),
            (json!({"$ref": "#/$defs/x"}), false),
            (json!(false), false),
            (json!("x"), false),
        ];
        for (schema, allowed) in rows {
            assert_eq!(allows(&schema, &error), allowed, "{schema}");
        }
    }
}
