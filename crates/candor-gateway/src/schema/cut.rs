//! Schemas that are too large, cut to size: what is left out accepts anything.

use serde_json::{Map, Value};

/// Keywords that hold one schema, a list of them, or one per name.
const SINGLE: [&str; 8] = [
    "items",
    "contains",
    "additionalProperties",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
    "not",
    "if",
];
const LISTED: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
const NAMED: [&str; 3] = ["properties", "patternProperties", "dependentSchemas"];

/// Keywords that refuse more if a schema inside of them accepts more.
const CONTRARY: [&str; 7] = ["not", "if", "then", "else", "maxContains", "unevaluatedProperties", "unevaluatedItems"];

/// Where the search for the depth at which a schema fits begins.
const MAX_DEPTH: usize = 12;

/// Leaves out the deepest levels, until the schema has at most so many bytes; whether that was needed.
pub(super) fn cut_to(schema: &mut Value, max_bytes: usize) -> bool {
    if schema.to_string().len() <= max_bytes {
        return false;
    }
    for cut in cuts(schema) {
        *schema = cut;
        if schema.to_string().len() <= max_bytes {
            break;
        }
    }
    true
}

/// The schema with ever less of its depth.
pub(super) fn cuts(schema: &Value) -> impl Iterator<Item = Value> + use<> {
    let mut schema = schema.clone();
    loosen(&mut schema);
    (0..=MAX_DEPTH).rev().map(move |depth| {
        cut_below(&mut schema, depth);
        schema.clone()
    })
}

/// Takes out what could refuse a value because something inside of it was cut.
pub(super) fn loosen(schema: &mut Value) {
    let Value::Object(members) = schema else { return };
    members.retain(|name, _| !CONTRARY.contains(&name.as_str()));
    if let Some(alternatives) = members.remove("oneOf") {
        let part: Map<_, _> = [("anyOf".to_owned(), alternatives)].into_iter().collect();
        let is_free = !members.contains_key("anyOf");
        match members.get_mut("allOf") {
            Some(Value::Array(parts)) => parts.push(Value::Object(part)),
            Some(_) | None if is_free => members.extend(part),
            Some(_) | None => {
                members.insert("allOf".to_owned(), Value::Array(vec![Value::Object(part)]));
            }
        }
    }
    for_each_part(members, &mut loosen);
}

/// Replaces schemas below this depth by one that keeps their type alone.
fn cut_below(schema: &mut Value, depth: usize) {
    let Value::Object(members) = schema else { return };
    match depth.checked_sub(1) {
        Some(depth) => for_each_part(members, &mut |part| cut_below(part, depth)),
        None => members.retain(|name, _| name == "type" || name == "format"),
    }
}

fn for_each_part(members: &mut Map<String, Value>, act: &mut dyn FnMut(&mut Value)) {
    for (name, member) in members.iter_mut() {
        match member {
            Value::Object(named) if NAMED.contains(&name.as_str()) => named.values_mut().for_each(&mut *act),
            Value::Array(listed) if LISTED.contains(&name.as_str()) => listed.iter_mut().for_each(&mut *act),
            single @ Value::Object(_) if SINGLE.contains(&name.as_str()) => act(single),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_schema_that_is_cut_accepts_what_it_accepted_before() {
        let mut schema = json!({
            "type": "object",
            "properties": {
                "not": {"type": "string", "description": "a name, not a keyword"},
                "pet": {"oneOf": [{"type": "object", "properties": {"a": {"const": "one"}}}, {"type": "object"}]},
            },
            "not": {"required": ["x"]},
            "enum": [{"properties": {"a": 1}}],
        });
        assert!(cut_to(&mut schema, 185));
        assert_eq!(
            schema,
            json!({
                "type": "object",
                "properties": {
                    "not": {"type": "string", "description": "a name, not a keyword"},
                    "pet": {"anyOf": [{"type": "object"}, {"type": "object"}]},
                },
                "enum": [{"properties": {"a": 1}}],
            })
        );
    }
}
