//! Schemas as JSON Schema 2020-12.

use super::{document, findings, paths, read, read_with};
use candor_gateway::{Api, Limits, LoadOptions, Severity};
use serde_json::{Value, json};

/// The schema of a body that is written in this version of OpenAPI.
fn converted(version: &str, schema: &str) -> (Value, Vec<String>) {
    let text = format!(
        "openapi: {version}\npaths: {{/x: {{post: {{operationId: x, requestBody: {{content: {{application/json: {{schema: {schema}}}}}}}}}}}}}"
    );
    let api = read(&text).unwrap();
    (api.tools()[0].input_schema().to_value()["properties"]["body"].clone(), findings(&api, Severity::Loosened))
}

#[test]
fn keywords_of_older_versions_are_brought_over() {
    let rows = [
        ("{type: string, nullable: true}", json!({"type": ["string", "null"]})),
        ("{type: string, nullable: true, enum: [a]}", json!({"type": ["string", "null"], "enum": ["a", null]})),
        (
            "{nullable: true, allOf: [{type: object}]}",
            json!({"anyOf": [{"allOf": [{"type": "object"}]}, {"type": "null"}]}),
        ),
        ("{minimum: 1, exclusiveMinimum: true}", json!({"exclusiveMinimum": 1})),
        ("{maximum: 9, exclusiveMaximum: false}", json!({"maximum": 9})),
        ("{items: [{type: string}]}", json!({"prefixItems": [{"type": "string"}]})),
        (
            "{type: string, example: x, xml: {name: y}, x-own: 1, title: T}",
            json!({"type": "string", "examples": ["x"]}),
        ),
        (
            "{type: object, properties: {a: {type: string, required: true}}}",
            json!({"type": "object", "properties": {"a": {"type": "string"}}}),
        ),
        (
            "{type: object, required: [a, b], properties: {a: {readOnly: true}, b: {type: string}}}",
            json!({"type": "object", "required": ["b"], "properties": {"b": {"type": "string"}}}),
        ),
    ];
    for (schema, expected) in rows {
        assert_eq!(converted("3.0.0", schema), (expected, vec![]), "{schema}");
    }
}

#[test]
fn what_json_schema_does_not_know_is_left_open_and_said() {
    let rows = [
        ("{type: date}", json!({}), "`date` is not a type of JSON; any value is accepted"),
        (
            "{pattern: '(?<'}",
            json!({}),
            "the pattern `(?<` is not a regular expression that can be matched; it is not checked",
        ),
        (
            "{pattern: '\\S{1,100000}'}",
            json!({}),
            "the pattern `\\S{1,100000}` is not a regular expression that can be matched; it is not checked",
        ),
        ("{minLength: -1}", json!({}), "`minLength` must be a whole number; it is not checked"),
        ("{multipleOf: 0}", json!({}), "`multipleOf` must be a number above 0; it is not checked"),
        ("{items: text}", json!({"items": {}}), "a schema is expected here; any value is accepted instead"),
        ("{not: {type: date}}", json!({}), "`date` is not a type of JSON; any value is accepted"),
        (
            "{oneOf: [{type: date}, {type: string}]}",
            json!({"anyOf": [{}, {"type": "string"}]}),
            "`date` is not a type of JSON; any value is accepted",
        ),
    ];
    for (schema, expected, reason) in rows {
        let (value, loosened) = converted("3.1.0", schema);
        assert_eq!(value, expected, "{schema}");
        assert_eq!(loosened.len(), 1, "{schema}: {loosened:?}");
        assert!(loosened[0].ends_with(reason), "{schema}: {loosened:?}");
    }
}

#[test]
fn what_stands_beside_a_reference_counts_in_3_1_and_not_before() {
    let of = |version: &str| {
        let text = format!(
            "openapi: {version}\npaths: {{/x: {{get: {{operationId: x, parameters: [{{name: q, in: query, schema: {{$ref: '#/components/schemas/A', maxLength: 3, description: D}}}}]}}}}}}\ncomponents: {{schemas: {{A: {{type: string}}}}}}"
        );
        read(&text).unwrap().tools()[0].input_schema().to_value()["properties"]["q"].clone()
    };
    assert_eq!(of("3.0.0"), json!({"$ref": "#/$defs/A", "description": "D"}));
    assert_eq!(of("3.1.0"), json!({"$ref": "#/$defs/A", "description": "D", "maxLength": 3}));
}

#[test]
fn a_schema_that_applies_itself_to_the_same_value_without_end_is_refused() {
    for schemas in [
        "A: {$ref: '#/components/schemas/A'}",
        "A: {allOf: [{$ref: '#/components/schemas/B'}]}\n    B: {anyOf: [{$ref: '#/components/schemas/A'}]}",
    ] {
        let paths = paths(
            "  /x: {get: {operationId: x, parameters: [{name: q, in: query, schema: {$ref: '#/components/schemas/A'}}]}}",
        );
        let api = read(&format!("{paths}\ncomponents:\n  schemas:\n    {schemas}")).unwrap();
        assert!(api.tools().is_empty());
        let refused = findings(&api, Severity::Refused);
        assert!(
            refused[0].contains("contains itself without end") || refused[0].contains("leads back to itself"),
            "{refused:?}"
        );
    }
}

/// A hundred schemas that refer to each other, in an answer.
fn large() -> String {
    let mut text = paths(
        "  /x: {get: {operationId: x, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/S0'}}}}}}}",
    );
    text.push_str("\ncomponents:\n  schemas:\n");
    for number in 0..100 {
        let next = (number + 1) % 100;
        text.push_str(&format!(
            "    S{number}: {{type: object, properties: {{name: {{type: string, description: {}}}, kind: {{oneOf: [{{$ref: '#/components/schemas/S{next}'}}, {{$ref: '#/components/schemas/S{}'}}]}}}}}}\n",
            "d".repeat(100),
            (number * 7 + 3) % 100,
        ));
    }
    text
}

fn output(api: &Api) -> Value {
    api.tools()[0].output().unwrap().schema().to_value()
}

#[test]
fn a_schema_that_is_too_large_is_cut_farthest_from_its_root_and_says_so() {
    let limits = Limits { output_schema: 4_000, ..Limits::default() };
    let api = read_with(&large(), &LoadOptions { limits, ..LoadOptions::default() }).unwrap();
    let schema = output(&api);
    assert!(schema.to_string().len() < 6_000, "{}", schema.to_string().len());
    assert_eq!(schema["properties"]["name"]["type"], "string");
    assert!(
        findings(&api, Severity::Loosened)[0]
            .ends_with("the schema of its answers is larger than 4000 bytes; its deepest parts are left open")
    );
    let whole = read(&large()).unwrap();
    assert!(findings(&whole, Severity::Loosened).is_empty());
    assert_eq!(output(&whole)["$defs"].as_object().unwrap().len(), 100);
}

/// Two alternatives that are both left open accept a value twice, which `oneOf` would refuse.
#[test]
fn a_schema_that_is_cut_refuses_nothing_that_it_accepted_before() {
    let value =
        json!({"name": "a", "kind": {"name": "b", "kind": {"name": "c", "kind": {"kind": {"kind": {"name": "d"}}}}}});
    let limits = Limits { output_schema: 4_000, ..Limits::default() };
    let api = read_with(&large(), &LoadOptions { limits, ..LoadOptions::default() }).unwrap();
    assert!(jsonschema::is_valid(&output(&api), &value));
    assert!(!output(&api).to_string().contains("oneOf"));
}

#[test]
fn definitions_are_shared_and_serialized_as_one_schema() {
    let api = document("trees.yaml");
    let schema = api.tool("addTree").unwrap().input_schema();
    assert_eq!(serde_json::to_value(schema).unwrap(), schema.to_value());
    assert_eq!(schema.to_value()["$defs"]["Tree"]["properties"]["branches"]["items"], json!({"$ref": "#/$defs/Tree"}));
}
