//! Schemas with ids: whatever they are called, they are checked.

use super::{CompiledSchema, clauses, compiled, refused};
use serde_json::{Value, json};

const DRAFT_7: &str = "http://json-schema.org/draft-07/schema#";

#[test]
fn a_relative_id_does_not_switch_the_check_off() {
    let inner = json!({"properties": {"b": {"type": "integer"}}});
    let thing = |id: &str| json!({"$id": id, "properties": {"b": {"type": "integer"}}});
    let rows = [
        json!({"$id": "orders", "properties": {"a": inner}}),
        json!({"$id": "/orders", "properties": {"a": inner}}),
        json!({"$id": "orders", "properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": inner}}),
        json!({"$schema": DRAFT_7, "$id": "orders", "properties": {"a": inner}}),
        json!({"properties": {"a": inner}, "$defs": {"n": {"$id": "n.json"}}}),
        json!({"properties": {"a": {"$ref": "n.json"}}, "$defs": {"n": thing("n.json")}}),
        json!({"properties": {"a": {"$ref": "/schemas/n"}}, "$defs": {"n": thing("/schemas/n")}}),
    ];
    for schema in rows {
        let failure = refused(&schema, &json!({"a": {"b": "x"}}));
        assert_eq!(clauses(&failure), "/a/b must be an integer, but is the text \"x\"", "{schema}");
        assert!(compiled(&schema).check_output("act", Some(&json!({"a": {"b": "x"}}))).is_err(), "{schema}");
        assert!(compiled(&schema).check_arguments("act", &json!({"a": {"b": 1}})).is_ok(), "{schema}");
    }
}

#[test]
fn a_check_refuses_what_the_validator_refuses_whatever_the_id() {
    let schemas = [
        (json!({"properties": {"a": {}}, "unevaluatedProperties": false}), json!({"b": 1})),
        (json!({"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"required": ["b"]}}}), json!({"a": {}})),
        (json!({"properties": {"a": {"items": {"type": "integer"}}}}), json!({"a": ["x"]})),
        (json!({"properties": {"a": {"$ref": "#n"}}, "$defs": {"n": {"$anchor": "n", "not": {}}}}), json!({"a": 1})),
    ];
    let ids = ["#foo", "orders", "candor:schema", "candor://tool/schema", "has spaces", "urn:x:y", "", "http://x/y#z"];
    let mut checked = 0;
    for (schema, arguments) in schemas {
        for id in ids {
            let mut schema = schema.as_object().unwrap().clone();
            schema.insert("$id".to_owned(), Value::from(id));
            let Ok(compiled) = CompiledSchema::compile(&schema) else { continue };
            let is_valid = compiled.full.validator.is_valid(&arguments);
            assert_eq!(compiled.check_arguments("act", &arguments).is_ok(), is_valid, "{}", compiled.as_value());
            checked += 1;
        }
    }
    assert!(checked > 16, "{checked}");
}
