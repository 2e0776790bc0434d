//! Schemas of every draft, with references and patterns of every sort.

use super::{clauses, compiled, refused, refused_value};
use crate::Code;
use crate::schema::CompiledSchema;
use serde_json::{Value, json};

const DRAFT_4: &str = "http://json-schema.org/draft-04/schema#";
const DRAFT_7: &str = "http://json-schema.org/draft-07/schema#";
const DRAFT_2019: &str = "https://json-schema.org/draft/2019-09/schema";

#[test]
fn a_schema_is_read_as_its_draft_says() {
    let rows = [
        (DRAFT_4, json!({"minimum": 2, "exclusiveMinimum": true}), json!(2), "/x must be a number above 2, but is 2"),
        (
            DRAFT_7,
            json!({"$ref": "#/definitions/port", "minimum": 9}),
            json!(0),
            "/x must be an integer of at least 1, but is 0",
        ),
        (
            DRAFT_7,
            json!({"items": [{"type": "string"}], "additionalItems": false}),
            json!(["a", 1]),
            "/x/1 must not be there",
        ),
        (DRAFT_7, json!({"dependencies": {"a": ["b"]}}), json!({"a": 1}), "/x/b is missing, but required with /x/a"),
        (DRAFT_7, json!({"dependencies": {"a": {"required": ["b"]}}}), json!({"a": 1}), "/x/b is missing"),
        (DRAFT_7, json!({"contentEncoding": "base64"}), json!("%"), "/x must be text in base64, but is \"%\""),
        (
            DRAFT_7,
            json!({"contentMediaType": "application/json"}),
            json!("{"),
            "/x must be text that holds application/json, but is \"{\"",
        ),
        (
            DRAFT_7,
            json!({"format": "date"}),
            json!("tomorrow"),
            "/x must be a date such as 2026-01-31, but is \"tomorrow\"",
        ),
        (DRAFT_2019, json!({"items": [{"type": "string"}]}), json!([1]), "/x/0 must be text, but is 1"),
        (
            DRAFT_2019,
            json!({"$ref": "#/definitions/port", "maximum": 9}),
            json!(10),
            "/x must be a number of at most 9, but is 10",
        ),
        ("https://example.com/unknown", json!({"type": "string"}), json!(1), "/x must be text, but is 1"),
    ];
    for (draft, schema, value, said) in rows {
        let schema = json!({
            "$schema": draft,
            "definitions": {"port": {"type": "integer", "minimum": 1}},
            "properties": {"x": schema},
        });
        assert_eq!(clauses(&refused(&schema, &json!({"x": value}))), said, "{schema}");
    }
}

#[test]
fn a_format_is_a_remark_in_the_latest_draft() {
    let schema = json!({"properties": {
        "at": {"type": "string", "format": "date-time"},
        "count": {"type": "integer", "format": "uint32"},
        "share": {"type": "number", "format": "double"},
    }});
    assert!(compiled(&schema).check_arguments("act", &json!({"at": "soon", "count": -1, "share": 1})).is_ok());
}

#[test]
fn a_reference_is_followed_wherever_it_points() {
    let recursive = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#"}}},
        "required": ["name"],
    });
    let arguments = json!({"name": "a", "children": [{"name": "b", "children": [{"name": 1}]}]});
    assert_eq!(clauses(&refused(&recursive, &arguments)), "/children/0/children/0/name must be text, but is 1");

    let named = |schema: Value| refused(&schema, &json!({"x": {"n": 0}}));
    let anchored = json!({"properties": {"x": {"$ref": "#thing"}}, "$defs": {"t": {
        "$anchor": "thing", "properties": {"n": {"minimum": 1}},
    }}});
    assert_eq!(clauses(&named(anchored)), "/x/n must be a number of at least 1, but is 0");
    let embedded = json!({"properties": {"x": {"$ref": "urn:thing"}}, "$defs": {"t": {
        "$id": "urn:thing", "properties": {"n": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"minimum": 1}},
    }}});
    assert_eq!(clauses(&named(embedded)), "/x/n must be a number of at least 1, but is 0");
    let identified = json!({"$id": "https://example.com/s", "properties": {"x": {"$ref": "#/$defs/t"}}, "$defs": {
        "t": {"properties": {"n": {"$ref": "#/$defs/n"}}}, "n": {"minimum": 1},
    }});
    assert_eq!(clauses(&named(identified)), "/x/n must be a number of at least 1, but is 0");
}

#[test]
fn odd_names_in_a_schema_are_names_like_others() {
    for name in ["a b", "a/b", "a~b", "a%20b", "é", "\"", "#", "", "?", "a\\b", "$ref"] {
        let schema = json!({"properties": {name: {"properties": {"n": {"minimum": 1}}}}});
        let failure = refused(&schema, &json!({name: {"n": 0}}));
        assert!(
            clauses(&failure).ends_with("/n must be a number of at least 1, but is 0"),
            "{name}: {}",
            failure.message()
        );
    }
}

#[test]
fn an_invalid_schema_is_refused_with_the_place_at_fault() {
    let rows = [
        (json!({"type": "strin"}), "at /type"),
        (json!({"properties": {"a": {"pattern": "("}}}), "at /properties/a/pattern"),
        (json!({"$ref": "https://example.com/other.json"}), "example.com"),
        (json!({"$ref": "file:///etc/passwd"}), "file:"),
    ];
    for (schema, said) in rows {
        let error = CompiledSchema::compile(schema.as_object().unwrap()).err().unwrap().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn a_pattern_with_look_around_is_checked_within_a_limit() {
    let schema = json!({"type": "string", "pattern": "^(?=.*[A-Z])(?=.*[0-9]).{4,}$"});
    let failure = refused_value(&schema, &json!("abc"));
    assert_eq!(failure.code(), Code::InvalidFormat);
    assert!(compiled(&json!({"properties": {"x": schema}})).check_arguments("act", &json!({"x": "Abc1"})).is_ok());
}

#[test]
fn a_pattern_that_takes_too_long_is_not_a_violation() {
    let twisted = json!({"pattern": "^(?=a)(a|a)*\\1?b$"});
    let backwards = json!({"pattern": "(?=.*[A-Z])x"});
    for (schema, text) in
        [(&twisted, "a".repeat(40)), (&twisted, "a".repeat(100_000)), (&backwards, "a".repeat(1_000_000))]
    {
        let start = std::time::Instant::now();
        let arguments = json!({"x": text});
        assert!(compiled(&json!({"properties": {"x": schema}})).check_arguments("act", &arguments).is_ok());
        let and_more = json!({"properties": {"x": schema}, "required": ["y"]});
        assert_eq!(clauses(&refused(&and_more, &arguments)), "/y is missing");
        let beside = json!({"properties": {"x": schema, "z": {"anyOf": [{"type": "string"}, {"type": "null"}]}}});
        assert!(compiled(&beside).check_arguments("act", &arguments).is_ok());
        assert!(start.elapsed() < std::time::Duration::from_secs(10), "{:?}", start.elapsed());
    }
}
