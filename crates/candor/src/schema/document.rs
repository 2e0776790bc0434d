//! The schema as a document: its parts, where they are, and what its references point to.

use crate::uri::NOT_UNRESERVED;
use jsonschema::Draft;
use percent_encoding::{percent_decode_str, utf8_percent_encode};
use serde_json::{Map, Value};

/// How many references are followed one after the other.
const MOST_REFERENCES: usize = 8;

/// A whole schema.
#[derive(Clone, Copy)]
pub(super) struct Document<'s> {
    root: &'s Value,
    traits: Traits,
}

/// What is true of a whole schema; found out once.
#[derive(Clone, Copy)]
pub(super) struct Traits {
    /// Whether references that start with `#` mean the root: no part has an id of its own.
    has_one_resource: bool,
    /// Whether there are alternatives anywhere.
    has_alternatives: bool,
}

impl Traits {
    pub(super) fn of(schema: &Value) -> Traits {
        Traits { has_one_resource: !has_inner_id(schema), has_alternatives: has_alternatives(schema) }
    }
}

/// A part of a schema that is a schema itself. It is known by where it is in memory.
#[derive(Clone, Copy)]
pub(super) struct Subschema<'s> {
    pub(super) schema: &'s Value,
}

impl<'s> Document<'s> {
    /// The schema, of which this is true.
    pub(super) fn new(root: &'s Value, traits: Traits) -> Document<'s> {
        Document { root, traits }
    }

    pub(super) fn has_alternatives(self) -> bool {
        self.traits.has_alternatives
    }

    pub(super) fn whole(self) -> Subschema<'s> {
        Subschema { schema: self.root }
    }

    /// What a reference within the document points to; none for one that needs more than a JSON pointer.
    pub(super) fn target(self, reference: &str) -> Option<Subschema<'s>> {
        let pointer = reference.strip_prefix('#').filter(|_| self.traits.has_one_resource)?;
        let is_plain = !pointer.contains(['%', '~']);
        let schema = match is_plain {
            true => at(self.root, pointer),
            false => self.root.pointer(&percent_decode_str(pointer).decode_utf8().ok()?),
        };
        schema.map(|schema| Subschema { schema })
    }

    /// Where the part is, as the fragment of a URI; none if it is not part of this schema.
    pub(super) fn fragment_of(self, part: Subschema<'s>) -> Option<String> {
        let mut names = Vec::new();
        way_to(part.schema, self.root, &mut names).then(|| names.iter().flat_map(|name| ["/", name]).collect())
    }

    /// The part itself or, if it is nothing but a reference, what that points to.
    pub(super) fn resolved(self, part: Subschema<'s>) -> Subschema<'s> {
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

impl<'s> Subschema<'s> {
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
    pub(super) fn under(&self, keyword: &str) -> Option<Subschema<'s>> {
        self.object()?.get(keyword).map(|schema| Subschema { schema })
    }

    /// A schema among those that a keyword holds by name.
    pub(super) fn named(&self, keyword: &str, name: &str) -> Option<Subschema<'s>> {
        self.under(keyword)?.under(name)
    }

    /// The schemas that a keyword holds by name.
    pub(super) fn all_named(&self, keyword: &str) -> impl Iterator<Item = (&'s str, Subschema<'s>)> + use<'s> {
        let named = self.under(keyword).and_then(|holder| holder.object()).into_iter().flatten();
        named.map(|(name, schema)| (name.as_str(), Subschema { schema }))
    }

    /// The schemas that a keyword holds as a list.
    pub(super) fn listed(&self, keyword: &str) -> Vec<Subschema<'s>> {
        let schemas = self.under(keyword).and_then(|holder| holder.schema.as_array()).into_iter().flatten();
        schemas.map(|schema| Subschema { schema }).collect()
    }
}

/// What a JSON pointer without escapes points to.
fn at<'s>(root: &'s Value, pointer: &str) -> Option<&'s Value> {
    if pointer.is_empty() {
        return Some(root);
    }
    pointer.strip_prefix('/')?.split('/').try_fold(root, |value, name| match value {
        Value::Object(members) => members.get(name),
        // An index has one form.
        Value::Array(items) => {
            name.parse().ok().filter(|index: &usize| index.to_string() == name).and_then(|it| items.get(it))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    })
}

/// Finds a value within another by where it is in memory. The path to it is left in `names`, as they are in the fragment
/// of a URI.
fn way_to(wanted: &Value, from: &Value, names: &mut Vec<String>) -> bool {
    if std::ptr::eq(wanted, from) {
        return true;
    }
    let mut leads = |name: String, value: &Value| {
        names.push(name);
        let is_found = way_to(wanted, value, names);
        if !is_found {
            names.pop();
        }
        is_found
    };
    match from {
        Value::Object(members) => members.iter().any(|(name, value)| leads(escaped(name), value)),
        Value::Array(items) => items.iter().enumerate().any(|(index, value)| leads(index.to_string(), value)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// A name as a step of a pointer in the fragment of a URI.
fn escaped(name: &str) -> String {
    utf8_percent_encode(&name.replace('~', "~0").replace('/', "~1"), NOT_UNRESERVED).to_string()
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

    fn document(schema: &Value) -> Document<'_> {
        Document::new(schema, Traits::of(schema))
    }

    #[test]
    fn the_fragment_of_a_part_leads_to_it() {
        let schema = json!({"$defs": {"a/b~c d%": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "ä": {}}});
        let document = document(&schema);
        let parts = document.whole().all_named("$defs").map(|(_, part)| part);
        for part in parts.flat_map(|part| part.listed("anyOf").into_iter().chain([part])).chain([document.whole()]) {
            let fragment = document.fragment_of(part).unwrap();
            let target = document.target(&format!("#{fragment}")).unwrap();
            assert!(std::ptr::eq(target.schema, part.schema), "{fragment}");
        }
        assert_eq!(document.fragment_of(Subschema { schema: &json!({}) }), None);
    }

    #[test]
    fn a_reference_is_followed_to_what_it_means() {
        let schema = json!({"$defs": {"a/b c": {"type": "string"}, "two": {"$ref": "#/$defs/a~1b%20c"}}});
        let document = document(&schema);
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
        assert!(document(&schema).target("#").is_some());
        let schema = json!({"$defs": {"inner": {"$id": "c:d"}}});
        assert!(document(&schema).target("#").is_none());
        let schema = json!({"properties": {"$id": {"items": [{"$id": "c:d"}]}}});
        assert!(document(&schema).target("#").is_none());
    }

    #[test]
    fn an_id_in_data_or_of_another_draft_is_not_the_id_of_a_part() {
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
            assert_eq!(document(&schema).target("#").is_some(), is_one, "{schema}");
        }
    }
}
