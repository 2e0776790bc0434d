//! Names of tools.

use super::{paths, read, read_with, refusals};
use candor_gateway::{LoadOptions, ToolOverride};

fn names(text: &str) -> Vec<String> {
    read(&paths(text)).unwrap().tools().iter().map(|tool| tool.name().to_owned()).collect()
}

#[test]
fn a_name_has_at_most_64_characters_that_every_model_accepts() {
    let long = "x".repeat(200);
    let text = format!(
        "  /a: {{get: {{operationId: {long}}}}}\n  /b: {{get: {{operationId: 'a b/c.d'}}}}\n  /ü: {{get: {{}}}}"
    );
    for name in names(&text) {
        assert!((1..=64).contains(&name.len()), "{name}");
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)), "{name}");
    }
}

#[test]
fn a_name_does_not_depend_on_other_operations_or_their_order() {
    let one = "  /a: {get: {operationId: same}}\n  /b: {get: {operationId: same}}\n  /c: {get: {operationId: other}}";
    let other = "  /c: {get: {operationId: other}}\n  /b: {get: {operationId: same}}\n  /a: {get: {operationId: same}}";
    let mut reversed = names(other);
    reversed.reverse();
    assert_eq!(names(one), reversed);
    assert_ne!(names(one)[0], names(one)[1]);
}

#[test]
fn a_tool_can_have_another_name_description_and_hints() {
    let own = ToolOverride {
        name: Some("cancel_order".to_owned()),
        description: Some("Cancels an order.".to_owned()),
        idempotent: Some(true),
        ..ToolOverride::default()
    };
    for key in ["postOrders", "POST /orders/{id}"] {
        let options = LoadOptions { overrides: [(key.to_owned(), own.clone())].into(), ..LoadOptions::default() };
        let api = read_with(&paths("  /orders/{id}: {post: {operationId: postOrders}}"), &options).unwrap();
        let tool = api.tool("cancel_order").unwrap();
        assert_eq!(tool.description(), "Cancels an order.");
        assert!(tool.hints().idempotent && tool.hints().destructive, "{key}");
    }
}

#[test]
fn an_override_or_skip_that_names_nothing_and_a_name_that_is_taken_or_impossible_are_all_reported_at_once() {
    let named = |name: &str| ToolOverride { name: Some(name.to_owned()), ..ToolOverride::default() };
    let options = LoadOptions {
        skip: vec!["nothing".to_owned()],
        overrides: [("a".to_owned(), named("b")), ("c".to_owned(), named("not a name"))].into(),
        ..LoadOptions::default()
    };
    let text = paths("  /a: {get: {operationId: a}}\n  /b: {get: {operationId: b}}\n  /c: {get: {operationId: c}}");
    let errors = read_with(&text, &options).unwrap_err();
    insta::assert_json_snapshot!(refusals(&errors));
}
