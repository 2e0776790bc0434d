//! What an API answers a success with.

use super::{document, request};
use candor_gateway::{AnswerKind, Status};
use serde_json::json;

#[test]
fn an_answer_is_what_its_media_type_says() {
    let api = document("answers.yaml");
    let rows = [
        ("text", AnswerKind::Text),
        ("csv", AnswerKind::Text),
        ("image", AnswerKind::Image),
        ("sound", AnswerKind::Audio),
        ("file", AnswerKind::File),
        ("any", AnswerKind::Any),
        ("nothing", AnswerKind::Empty),
        ("number", AnswerKind::Json),
        ("default", AnswerKind::Json),
    ];
    for (tool, kind) in rows {
        let answers = api.tool(tool).unwrap().answers();
        assert_eq!(answers.iter().map(|answer| answer.kind()).collect::<Vec<_>>(), [kind], "{tool}");
    }
    assert!(api.tool("undescribed").unwrap().answers().is_empty());
}

#[test]
fn a_status_of_its_own_comes_before_its_hundred() {
    let tool = document("answers.yaml");
    let either = tool.tool("either").unwrap();
    assert_eq!(either.answer(202).unwrap().status(), Status::Code(202));
    assert_eq!(either.answer(201), None);
    assert_eq!(tool.tool("number").unwrap().answer(206).unwrap().status(), Status::Class(2));
}

#[test]
fn the_declared_media_types_are_asked_for() {
    let api = document("answers.yaml");
    let accept = |tool: &str| request(api.tool(tool).unwrap(), json!({})).headers()["accept"].clone();
    assert_eq!(accept("either"), "application/hal+json, application/json, text/html, */*;q=0.1");
    assert_eq!(accept("undescribed"), "*/*");
}

/// What MCP's clients want of an output schema is an object at its root, and content that fits it on every success.
#[test]
fn what_need_not_be_an_object_or_need_not_be_there_is_under_result() {
    let api = document("answers.yaml");
    for (tool, is_wrapped, is_required) in
        [("number", true, true), ("perhaps", true, false), ("either", true, false), ("default", false, false)]
    {
        let output = api.tool(tool).unwrap().output().unwrap();
        assert_eq!(output.is_wrapped(), is_wrapped, "{tool}");
        assert_eq!(output.schema().to_value().get("required").is_some(), is_required, "{tool}");
    }
    assert!(api.tool("csv").unwrap().output().is_none());
}
