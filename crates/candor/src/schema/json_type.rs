//! The kinds of JSON values.

use serde_json::{Map, Value};

/// A kind of value, as a schema's `type` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JsonType {
    Null,
    Boolean,
    Integer,
    Number,
    Text,
    List,
    Object,
}

impl JsonType {
    pub(super) fn of(value: &Value) -> JsonType {
        match value {
            Value::Null => JsonType::Null,
            Value::Bool(_) => JsonType::Boolean,
            Value::Number(number) if number.as_f64().is_some_and(|number| number.fract() != 0.0) => JsonType::Number,
            Value::Number(_) => JsonType::Integer,
            Value::String(_) => JsonType::Text,
            Value::Array(_) => JsonType::List,
            Value::Object(_) => JsonType::Object,
        }
    }

    fn named(name: &str) -> Option<JsonType> {
        Some(match name {
            "null" => JsonType::Null,
            "boolean" => JsonType::Boolean,
            "integer" => JsonType::Integer,
            "number" => JsonType::Number,
            "string" => JsonType::Text,
            "array" => JsonType::List,
            "object" => JsonType::Object,
            _ => return None,
        })
    }

    /// Whether a value of the other kind is one of this kind too.
    pub(super) fn covers(self, other: JsonType) -> bool {
        self == other || (self, other) == (JsonType::Number, JsonType::Integer)
    }

    /// Whether a caller who gave the one kind may have meant the other: both are numbers.
    pub(super) fn is_like(self, other: JsonType) -> bool {
        self.covers(other) || other.covers(self)
    }
}

/// The kinds that a schema's `type` allows.
pub(super) fn stated_kinds(schema: &Map<String, Value>) -> Vec<JsonType> {
    match schema.get("type") {
        Some(Value::String(name)) => JsonType::named(name).into_iter().collect(),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).filter_map(JsonType::named).collect(),
        Some(_) | None => Vec::new(),
    }
}

/// The kind that a schema without a `type` is about, by its other keywords.
pub(super) fn implied_kind(schema: &Map<String, Value>) -> Option<JsonType> {
    const TELLING: [(JsonType, &[&str]); 4] = [
        (JsonType::Object, &["properties", "required", "minProperties", "maxProperties", "patternProperties"]),
        (JsonType::List, &["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]),
        (JsonType::Text, &["minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"]),
        (JsonType::Number, &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ];
    let is_about = |keywords: &&[&str]| keywords.iter().any(|keyword| schema.contains_key(*keyword));
    TELLING.iter().find(|(_, keywords)| is_about(keywords)).map(|(kind, _)| *kind)
}
