//! Documents that are made to cost much.

use super::{findings, read, refusals};
use candor_gateway::Severity;
use std::fmt::Write;

/// Nine levels of nine aliases each are nearly four hundred million values.
#[test]
fn aliases_that_multiply_are_refused() {
    let mut text = "openapi: 3.0.0\nx0: &x0 [a, a, a, a, a, a, a, a, a]\n".to_owned();
    for level in 1..9 {
        let aliases = vec![format!("*x{}", level - 1); 9].join(", ");
        writeln!(text, "x{level}: &x{level} [{aliases}]").unwrap();
    }
    let refused = refusals(&read(&text).unwrap_err());
    assert!(refused[0].ends_with("the file has more than 4000000 parts, with its aliases written out"), "{refused:?}");
}

#[test]
fn an_alias_inside_of_what_it_means_is_refused() {
    let refused = refusals(&read("openapi: 3.0.0\nx: &x [*x]\n").unwrap_err());
    assert_eq!(refused, ["openapi.yaml:2:8: an alias stands inside of what it means: it has no end"]);
}

#[test]
fn depth_is_limited_in_yaml_and_json() {
    let mut block = "openapi: 3.0.0\nx:\n".to_owned();
    for level in 1..1_000 {
        writeln!(block, "{}a:", " ".repeat(level)).unwrap();
    }
    let flow = format!("openapi: 3.0.0\nx: {}", "[".repeat(100_000));
    let json = format!("{{\"x\": {}", "[".repeat(1_000_000));
    for text in [block, flow, json] {
        assert_eq!(read(&text).unwrap_err().findings().len(), 1);
    }
}

#[test]
fn references_in_a_circle_are_refused() {
    let api = read(
        "openapi: 3.0.0
paths: {/x: {get: {operationId: x, parameters: [{$ref: '#/components/parameters/A'}]}}}
components: {parameters: {A: {$ref: '#/components/parameters/B'}, B: {$ref: '#/components/parameters/A'}}}",
    )
    .unwrap();
    let refused = findings(&api, Severity::Refused);
    assert!(refused[0].ends_with("this reference leads back to itself"), "{refused:?}");
    let refused = refusals(&read("openapi: 3.0.0\npaths: {$ref: 'openapi.yaml#/paths'}").unwrap_err());
    assert_eq!(refused, ["openapi.yaml:2:8: this reference leads back to itself"]);
}

#[test]
fn a_file_that_refers_to_itself_by_its_name_is_read_once() {
    let text = "openapi: 3.1.0
paths: {/x: {get: {operationId: x, parameters: [
  {name: a, in: query, schema: {$ref: 'openapi.yaml#/components/schemas/A'}},
  {name: b, in: query, schema: {$ref: '#/components/schemas/A'}}]}}}
components: {schemas: {A: {type: string}}}";
    let schema = read(text).unwrap().tools()[0].input_schema().to_value();
    assert_eq!(schema["$defs"].as_object().unwrap().len(), 1);
    assert_eq!(schema["properties"]["a"], schema["properties"]["b"]);
}

/// Each of a thousand tools refers to the same thousand schemas.
#[test]
fn schemas_are_not_multiplied_by_the_tools_that_use_them() {
    let mut text = "openapi: 3.1.0\npaths:\n".to_owned();
    for number in 0..1_000 {
        writeln!(text, "  /p{number}: {{get: {{operationId: o{number}, responses: {{'200': {{description: d, content: {{application/json: {{schema: {{$ref: '#/components/schemas/S0'}}}}}}}}}}}}}}").unwrap();
    }
    text.push_str("components:\n  schemas:\n");
    for number in 0..1_000 {
        writeln!(text, "    S{number}: {{type: object, properties: {{a: {{$ref: '#/components/schemas/S{}'}}, b: {{$ref: '#/components/schemas/S{}'}}}}}}", (number + 1) % 1_000, number / 2).unwrap();
    }
    let api = read(&text).unwrap();
    assert_eq!(api.tools().len(), 1_000);
    for tool in api.tools().iter() {
        assert!(tool.output().unwrap().schema().to_json().len() < 40 << 10);
    }
}

#[test]
fn an_operation_with_parameters_without_number_is_refused() {
    let parameters: String = (0..1_001).map(|number| format!("{{name: '?{number}', in: query}}, ")).collect();
    let text = format!("openapi: 3.0.0\npaths: {{/x: {{get: {{operationId: x, parameters: [{parameters}]}}}}}}");
    let refused = findings(&read(&text).unwrap(), Severity::Refused);
    assert_eq!(refused, ["openapi.yaml:2:14: GET /x: the operation has more than 1000 parameters"]);
}
