//! The table of keys for others: as JSON Schema for editors, and as Markdown for the documentation.

use super::key::{Key, Kind, Section};
use super::section::ROOT;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The JSON Schema of the configuration, for editors. It is made from what the reader reads by.
#[must_use]
pub fn config_schema() -> Value {
    let mut schema = of_section(&ROOT);
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        schema.insert("title".to_owned(), "The configuration of candor serve".into());
    }
    schema
}

fn of_section(section: &Section) -> Value {
    let properties: Map<String, Value> = section.keys.iter().map(|key| (key.name.to_owned(), of_key(key))).collect();
    let required: Vec<&str> = section.keys.iter().filter(|key| key.is_required).map(|key| key.name).collect();
    json!({
        "type": "object",
        "description": section.about,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn of_key(key: &Key) -> Value {
    let mut schema = of_kind(&key.kind);
    if let Some(schema) = schema.as_object_mut() {
        let default = if key.default.is_empty() { String::new() } else { format!(" Default: {}.", key.default) };
        schema.insert("description".to_owned(), format!("{}{default}", key.about).into());
    }
    schema
}

fn of_kind(kind: &Kind) -> Value {
    match kind {
        Kind::Bool => json!({"type": "boolean"}),
        Kind::Count { least, most } => json!({"type": "integer", "minimum": least, "maximum": most}),
        Kind::Ratio => json!({"type": "number", "minimum": 0, "maximum": 1}),
        Kind::Text(format) => match format.pattern {
            Some(pattern) => json!({"type": "string", "pattern": pattern}),
            None => json!({"type": "string"}),
        },
        Kind::Choice(names) => json!({"enum": names()}),
        Kind::Json => json!({}),
        Kind::Secret => {
            let one = |name: &str, schema: Value| json!({"type": "object", "properties": {name: schema}, "required": [name], "additionalProperties": false});
            let text = json!({"type": "string", "minLength": 1});
            let words = json!({"type": "array", "items": {"type": "string"}, "minItems": 1});
            json!({"oneOf": [one("env", text.clone()), one("file", text), one("command", words)]})
        }
        Kind::List(kind) => json!({"type": "array", "items": of_kind(kind)}),
        Kind::Map(format, kind) => {
            let names = format.pattern.map(|pattern| json!({"pattern": pattern})).unwrap_or_else(|| json!({}));
            json!({"type": "object", "propertyNames": names, "additionalProperties": of_kind(kind)})
        }
        Kind::Table(section) => of_section(section),
        Kind::TableOrFalse(section) => json!({"oneOf": [{"const": false}, of_section(section)]}),
        Kind::Tables(section) => json!({"type": "array", "items": of_section(section)}),
    }
}

/// The tables of keys as Markdown: a heading for each table of the file, and a row for each key.
#[must_use]
pub fn config_reference() -> String {
    let mut text = String::new();
    let mut seen = BTreeSet::new();
    for section in ROOT.all().into_iter().skip(1).filter(|section| seen.insert(section.name)) {
        text.push_str(&format!("### `{}`\n\n{}\n\n", section.name, section.about));
        text.push_str("| key | value, for example | what it does | without it |\n|---|---|---|---|\n");
        for key in section.keys {
            let without = match (key.is_required, key.default) {
                (true, _) => "it is required",
                (false, "") => "–",
                (false, default) => default,
            };
            let example = key.example.replace('|', "\\|");
            text.push_str(&format!(
                "| `{}` | `{example}` | {} | {without} |\n",
                key.name,
                key.about.replace('|', "\\|")
            ));
        }
        text.push('\n');
    }
    text
}
