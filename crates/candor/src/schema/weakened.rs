//! A schema without the patterns that may take long, for arguments with much text.
//!
//! A pattern with look-around can read a text once per character of it. On short texts a limit is enough; on long ones
//! such a pattern is not checked, and everything else still is.

use jsonschema::PatternOptions;
use serde_json::{Map, Value, json};

/// How much text, in bytes, patterns with look-around are tried on in one call.
const MUCH_TEXT: usize = 16 * 1024;

/// Whether the texts and names in a value are too long, all together, for patterns that may take long.
pub(super) fn has_much_text(value: &Value) -> bool {
    fn left(value: &Value, room: usize) -> Option<usize> {
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => Some(room),
            Value::String(text) => room.checked_sub(text.len()),
            Value::Array(items) => items.iter().try_fold(room, |room, item| left(item, room)),
            Value::Object(members) => {
                members.iter().try_fold(room, |room, (name, member)| left(member, room.checked_sub(name.len())?))
            }
        }
    }
    left(value, MUCH_TEXT).is_none()
}

/// The schema without patterns that are not linear. It accepts whatever the schema accepts: keywords by which less in
/// one place means more in another go too.
pub(super) fn weakened(schema: &Value) -> Value {
    match schema {
        Value::Array(items) => items.iter().map(weakened).collect(),
        Value::Object(members) => Value::Object(weakened_members(members)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
    }
}

fn weakened_members(members: &Map<String, Value>) -> Map<String, Value> {
    const DATA: [&str; 4] = ["const", "enum", "default", "examples"];
    const CONTRARY: [&str; 7] =
        ["not", "if", "then", "else", "maxContains", "unevaluatedItems", "unevaluatedProperties"];
    let mut weaker = Map::new();
    let mut is_open = false;
    for (keyword, value) in members {
        match (keyword.as_str(), value) {
            ("pattern", Value::String(pattern)) if !is_linear(pattern) => {}
            ("patternProperties", Value::Object(patterns)) => {
                let linear = patterns.iter().filter(|(pattern, _)| is_linear(pattern));
                let linear: Map<_, _> = linear.map(|(pattern, value)| (pattern.clone(), weakened(value))).collect();
                is_open |= linear.len() < patterns.len();
                weaker.insert(keyword.clone(), linear.into());
            }
            // Names of members are not keywords.
            ("properties" | "$defs" | "definitions" | "dependentSchemas", Value::Object(named)) => {
                let named: Map<_, _> = named.iter().map(|(name, value)| (name.clone(), weakened(value))).collect();
                weaker.insert(keyword.clone(), named.into());
            }
            ("oneOf", alternatives) if !members.contains_key("anyOf") => {
                weaker.insert("anyOf".to_owned(), weakened(alternatives));
            }
            ("oneOf", _) => {}
            (data, value) if DATA.contains(&data) => {
                weaker.insert(keyword.clone(), value.clone());
            }
            (contrary, _) if CONTRARY.contains(&contrary) => {}
            (_, value) => {
                weaker.insert(keyword.clone(), weakened(value));
            }
        }
    }
    if is_open {
        weaker.remove("additionalProperties");
    }
    weaker
}

fn is_linear(pattern: &str) -> bool {
    let options = jsonschema::options().offline().with_pattern_options(PatternOptions::regex());
    options.build(&json!({"pattern": pattern})).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_may_take_long_are_removed_with_what_depends_on_them() {
        let schema = json!({
            "properties": {"not": {"pattern": "^(?=a)"}, "b": {"pattern": "^a", "enum": [{"pattern": "(?=a)"}]}},
            "patternProperties": {"^(?!x)": {}, "^y": {"type": "string"}},
            "additionalProperties": false,
            "not": {"pattern": "(?=a)"},
            "oneOf": [{"pattern": "(?=a)", "minLength": 1}],
            "unevaluatedProperties": false,
        });
        let weaker = json!({
            "properties": {"not": {}, "b": {"pattern": "^a", "enum": [{"pattern": "(?=a)"}]}},
            "patternProperties": {"^y": {"type": "string"}},
            "anyOf": [{"minLength": 1}],
        });
        assert_eq!(weakened(&schema), weaker);
    }

    #[test]
    fn much_text_is_much_in_all() {
        assert!(!has_much_text(&json!({"a": ["x".repeat(MUCH_TEXT - 1)]})));
        assert!(has_much_text(&json!({"a": ["x".repeat(MUCH_TEXT)]})));
        assert!(has_much_text(&json!(vec!["12345678"; MUCH_TEXT / 8 + 1])));
        assert!(has_much_text(&json!({"x".repeat(MUCH_TEXT + 1): 1})));
    }
}
