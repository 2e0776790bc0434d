//! The schema as a document: its parts, where they stand, and what its references point to.

use jsonschema::Draft;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// How many references are followed one after the other.
const MOST_REFERENCES: usize = 8;

/// A whole schema.
#[derive(Clone, Copy)]
pub(super) struct Document<'s> {
    root: &'s Value,
    /// Whether references that start with `#` mean the root: no part has an id of its own.
    has_one_resource: bool,
    /// Whether there are alternatives anywhere.
    has_alternatives: bool,
}

/// A part of a schema that is a schema itself, and its JSON pointer.
#[derive(Clone)]
pub(super) struct Part<'s> {
    pub(super) schema: &'s Value,
    pub(super) pointer: String,
}

impl<'s> Document<'s> {
    pub(super) fn new(root: &'s Value) -> Document<'s> {
        Document { root, has_one_resource: !has_inner_id(root), has_alternatives: has_alternatives(root) }
    }

    pub(super) fn has_alternatives(self) -> bool {
        self.has_alternatives
    }

    pub(super) fn whole(self) -> Part<'s> {
        Part { schema: self.root, pointer: String::new() }
    }

    /// What a reference within the document points to; none for one that needs more than a JSON pointer.
    pub(super) fn target(self, reference: &str) -> Option<Part<'s>> {
        let pointer = reference.strip_prefix('#').filter(|_| self.has_one_resource)?;
        let pointer = percent_decoded(pointer)?;
        self.root.pointer(&pointer).map(|schema| Part { schema, pointer })
    }

    /// The part itself or, if it is nothing but a reference, what that points to.
    pub(super) fn resolved(self, part: Part<'s>) -> Part<'s> {
        let mut part = part;
        for _ in 0..MOST_REFERENCES {
            let Some(target) = part.reference().filter(|_| !part.asserts()).and_then(|it| self.target(it)) else {
                break;
            };
            part = target;
        }
        part
    }
}

impl<'s> Part<'s> {
    pub(super) fn object(&self) -> Option<&'s Map<String, Value>> {
        self.schema.as_object()
    }

    pub(super) fn reference(&self) -> Option<&'s str> {
        self.object()?.get("$ref")?.as_str()
    }

    /// Whether it says anything beside its reference.
    fn asserts(&self) -> bool {
        const SILENT: [&str; 13] = [
            "$ref",
            "$defs",
            "definitions",
            "$schema",
            "$id",
            "$comment",
            "title",
            "description",
            "default",
            "examples",
            "deprecated",
            "readOnly",
            "writeOnly",
        ];
        self.object().is_some_and(|schema| schema.keys().any(|keyword| !SILENT.contains(&keyword.as_str())))
    }

    /// The schema under a keyword.
    pub(super) fn under(&self, keyword: &str) -> Option<Part<'s>> {
        let schema = self.object()?.get(keyword)?;
        let mut pointer = String::with_capacity(self.pointer.len() + 1 + keyword.len());
        pointer.push_str(&self.pointer);
        pointer.push('/');
        pointer.push_str(&escaped(keyword));
        Some(Part { schema, pointer })
    }

    /// A schema among those that a keyword holds by name.
    pub(super) fn named(&self, keyword: &str, name: &str) -> Option<Part<'s>> {
        self.under(keyword)?.under(name)
    }

    /// The schemas that a keyword holds by name.
    pub(super) fn all_named(&self, keyword: &str) -> impl Iterator<Item = (&'s str, Part<'s>)> + use<'s> {
        let holder = self.under(keyword);
        let names = holder.as_ref().and_then(Part::object).into_iter().flat_map(Map::keys);
        names.filter_map(move |name| Some((name.as_str(), holder.as_ref()?.under(name)?)))
    }

    /// The schemas that a keyword holds as a list.
    pub(super) fn listed(&self, keyword: &str) -> Vec<Part<'s>> {
        let Some(holder) = self.under(keyword) else { return Vec::new() };
        let schemas = holder.schema.as_array().into_iter().flatten().enumerate();
        schemas.map(|(index, schema)| Part { schema, pointer: format!("{}/{index}", holder.pointer) }).collect()
    }

    /// The pointer as the fragment of a URI.
    pub(super) fn fragment(&self) -> String {
        let mut fragment = String::new();
        for byte in self.pointer.bytes() {
            if byte.is_ascii_alphanumeric() || b"/~-._".contains(&byte) {
                fragment.push(char::from(byte));
            } else {
                fragment.push_str(&format!("%{byte:02X}"));
            }
        }
        fragment
    }
}

fn escaped(name: &str) -> Cow<'_, str> {
    if name.contains(['~', '/']) { Cow::Owned(name.replace('~', "~0").replace('/', "~1")) } else { Cow::Borrowed(name) }
}

fn percent_decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut decoded = Vec::new();
    let mut rest = text.as_bytes();
    loop {
        match rest {
            [b'%', high, low, tail @ ..] => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                decoded.push(u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()?);
                rest = tail;
            }
            [byte, tail @ ..] => {
                decoded.push(*byte);
                rest = tail;
            }
            [] => return String::from_utf8(decoded).ok(),
        }
    }
}

/// Whether a part below the root has an id, so that references within it mean something else.
fn has_inner_id(root: &Value) -> bool {
    // Only in the oldest draft, `id` is a keyword.
    let keywords: &[&str] = if Draft::default().detect(root) == Draft::Draft4 { &["$id", "id"] } else { &["$id"] };
    inner_schemas_have_id(root, keywords)
}

fn inner_schemas_have_id(value: &Value, keywords: &[&str]) -> bool {
    const DATA: [&str; 4] = ["const", "default", "enum", "examples"];
    const NAMED: [&str; 6] =
        ["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"];
    let has_id = |value: &Value| {
        keywords.iter().any(|id| value.get(id).is_some_and(Value::is_string)) || inner_schemas_have_id(value, keywords)
    };
    match value {
        Value::Object(members) => members.iter().any(|(keyword, value)| match (keyword.as_str(), value) {
            (data, _) if DATA.contains(&data) => false,
            (names, Value::Object(named)) if NAMED.contains(&names) => named.values().any(has_id),
            (_, value) => has_id(value),
        }),
        Value::Array(items) => items.iter().any(has_id),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn has_alternatives(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.iter().any(|(keyword, value)| {
            value.is_array() && ["anyOf", "oneOf"].contains(&keyword.as_str()) || has_alternatives(value)
        }),
        Value::Array(items) => items.iter().any(has_alternatives),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_reference_is_followed_to_what_it_means() {
        let schema = json!({"$defs": {"a/b c": {"type": "string"}, "two": {"$ref": "#/$defs/a~1b%20c"}}});
        let document = Document::new(&schema);
        let two = document.target("#/$defs/two").unwrap();
        assert_eq!(document.resolved(two).schema, &json!({"type": "string"}));
        assert_eq!(document.target("#").unwrap().schema, &schema);
        for unknown in ["#anchor", "other.json", "#/$defs/gone", "#/%zz"] {
            assert!(document.target(unknown).is_none(), "{unknown}");
        }
    }

    #[test]
    fn a_reference_beside_an_inner_id_is_left_to_the_validator() {
        let schema = json!({"$id": "a:b", "properties": {"id": {"type": "string"}}});
        assert!(Document::new(&schema).target("#").is_some());
        let schema = json!({"$defs": {"inner": {"$id": "c:d"}}});
        assert!(Document::new(&schema).target("#").is_none());
        let schema = json!({"properties": {"$id": {"items": [{"$id": "c:d"}]}}});
        assert!(Document::new(&schema).target("#").is_none());
    }

    #[test]
    fn an_id_in_data_or_of_another_draft_is_no_id_of_a_part() {
        let data = json!({"$id": "a", "id": "a"});
        let draft_4 = "http://json-schema.org/draft-04/schema#";
        for (schema, is_one) in [
            (json!({"examples": [data], "properties": {"a": {"default": data, "const": data, "enum": [data]}}}), true),
            (json!({"properties": {"$id": {"type": "string"}, "id": {"title": "id"}}}), true),
            (json!({"$defs": {"a": {"id": "a"}}}), true),
            (json!({"$schema": draft_4, "definitions": {"a": {"id": "a"}}}), false),
            (json!({"properties": {"default": {"$id": "a"}}}), false),
            (json!({"allOf": [{"$id": "a"}]}), false),
        ] {
            assert_eq!(Document::new(&schema).target("#").is_some(), is_one, "{schema}");
        }
    }
}
