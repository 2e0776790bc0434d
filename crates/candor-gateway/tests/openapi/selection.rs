//! Which operations become tools.

use super::{paths, read_with};
use candor_gateway::{LoadOptions, Selection, ToolOverride};
use serde_json::json;

const PATHS: &str = "  /pets: {get: {operationId: list, tags: [pets]}, post: {operationId: add, tags: [pets, admin]}}
  /pets/{id}: {get: {operationId: get, tags: [pets], deprecated: true}}
  /shops/{id}/pets: {get: {operationId: inShop}}
";

fn selected(selection: Selection) -> Vec<String> {
    let options = LoadOptions { selection, ..LoadOptions::default() };
    let api = read_with(&paths(PATHS), &options).unwrap();
    assert_eq!(api.operation_count(), 4);
    api.tools().iter().map(|tool| tool.name().to_owned()).collect()
}

#[test]
fn operations_are_chosen_by_tag_path_method_and_deprecation() {
    let all = Selection::default;
    let of = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let rows = [
        (all(), vec!["list", "add", "get", "inShop"]),
        (Selection { tags: of(&["pets"]), ..all() }, vec!["list", "add", "get"]),
        (Selection { tags: of(&["pets"]), without_tags: of(&["admin"]), ..all() }, vec!["list", "get"]),
        (Selection { paths: of(&["/pets/**"]), ..all() }, vec!["get"]),
        (Selection { without_paths: of(&["/pets", "/shops/**"]), ..all() }, vec!["get"]),
        (Selection { methods: vec![http::Method::POST], ..all() }, vec!["add"]),
        (Selection { without_deprecated: true, ..all() }, vec!["list", "add", "inShop"]),
    ];
    for (selection, expected) in rows {
        assert_eq!(selected(selection.clone()), expected, "{selection:?}");
    }
}

#[test]
fn what_is_skipped_is_not_reported() {
    let text =
        paths("  /a: {get: {operationId: a, parameters: [{name: x, in: nowhere}]}}\n  /b: {get: {operationId: b}}");
    for skipped in ["a", "GET /a"] {
        let options = LoadOptions { skip: vec![skipped.to_owned()], ..LoadOptions::default() };
        let api = read_with(&text, &options).unwrap();
        assert_eq!((api.tools().len(), api.findings().len()), (1, 0), "{skipped}");
    }
}

#[test]
fn a_path_or_operation_that_leads_nowhere_can_be_skipped_or_not_chosen() {
    let text = paths("  /a: {$ref: '#/none'}\n  /b: {get: {$ref: '#/none'}}\n  /c: {get: {operationId: c}}");
    let of = |options: LoadOptions| read_with(&text, &options).unwrap().refused().count();
    assert_eq!(of(LoadOptions::default()), 2);
    let skip = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(of(LoadOptions { skip: skip(&["/a", "GET /b"]), ..LoadOptions::default() }), 0);
    let selection = Selection { paths: vec!["/c".to_owned()], ..Selection::default() };
    assert_eq!(of(LoadOptions { selection, ..LoadOptions::default() }), 0);
}

#[test]
fn a_fixed_argument_is_sent_and_callers_neither_see_nor_set_it() {
    let text = paths(
        "  /a: {get: {operationId: a, parameters: [{name: version, in: query, required: true, schema: {type: string}}]}}",
    );
    let own = ToolOverride { fixed: [("version".to_owned(), json!("2"))].into(), ..ToolOverride::default() };
    let options = LoadOptions { overrides: [("a".to_owned(), own)].into(), ..LoadOptions::default() };
    let api = read_with(&text, &options).unwrap();
    let tool = api.tool("a").unwrap();
    assert_eq!(tool.input_schema().to_value()["properties"], json!({}));
    assert_eq!(super::request(tool, json!({"version": "1"})).target(), "/a?version=2");
}

#[test]
fn an_argument_that_does_not_exist_cannot_be_fixed() {
    let own = ToolOverride { fixed: [("x".to_owned(), json!("2"))].into(), ..ToolOverride::default() };
    let options = LoadOptions { overrides: [("a".to_owned(), own)].into(), ..LoadOptions::default() };
    let api = read_with(&paths("  /a: {get: {operationId: a}}"), &options).unwrap();
    assert_eq!(
        super::findings(&api, candor_gateway::Severity::Refused),
        ["openapi.yaml:4:8: GET /a: there is no argument `x` to be fixed"]
    );
}
