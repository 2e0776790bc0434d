//! The kinds of JSON values.

use serde_json::{Map, Value};

/// A kind of value, as a schema's `type` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Boolean,
    Integer,
    Number,
    Text,
    List,
    Object,
}

impl Kind {
    pub(super) fn of(value: &Value) -> Kind {
        match value {
            Value::Null => Kind::Null,
            Value::Bool(_) => Kind::Boolean,
            Value::Number(number) if number.as_f64().is_some_and(|number| number.fract() != 0.0) => Kind::Number,
            Value::Number(_) => Kind::Integer,
            Value::String(_) => Kind::Text,
            Value::Array(_) => Kind::List,
            Value::Object(_) => Kind::Object,
        }
    }

    fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "null" => Kind::Null,
            "boolean" => Kind::Boolean,
            "integer" => Kind::Integer,
            "number" => Kind::Number,
            "string" => Kind::Text,
            "array" => Kind::List,
            "object" => Kind::Object,
            _ => return None,
        })
    }

    /// Whether a value of the other kind is one of this kind too.
    pub(super) fn covers(self, other: Kind) -> bool {
        self == other || (self, other) == (Kind::Number, Kind::Integer)
    }

    /// Whether whoever gave the one kind may have meant the other: both are numbers.
    pub(super) fn is_like(self, other: Kind) -> bool {
        self.covers(other) || other.covers(self)
    }
}

/// The kinds that a schema's `type` allows.
pub(super) fn stated_kinds(schema: &Map<String, Value>) -> Vec<Kind> {
    match schema.get("type") {
        Some(Value::String(name)) => Kind::named(name).into_iter().collect(),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).filter_map(Kind::named).collect(),
        Some(_) | None => Vec::new(),
    }
}

/// The kind that a schema without a `type` is about, by its other keywords.
pub(super) fn implied_kind(schema: &Map<String, Value>) -> Option<Kind> {
    const TELLING: [(Kind, &[&str]); 4] = [
        (Kind::Object, &["properties", "required", "minProperties", "maxProperties", "patternProperties"]),
        (Kind::List, &["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]),
        (Kind::Text, &["minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"]),
        (Kind::Number, &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ];
    let is_about = |keywords: &&[&str]| keywords.iter().any(|keyword| schema.contains_key(*keyword));
    TELLING.iter().find(|(_, keywords)| is_about(keywords)).map(|(kind, _)| *kind)
}
