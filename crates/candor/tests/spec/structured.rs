//! 004: error contracts. The contract itself is specified in `tests/contract.rs` and `tests/ui`.

use super::{IN_A_TOOL, disclosed, first_text, tool_result};
use candor::glossary::{Entry, look_up};
use candor::render::{META_KEY, Place, Renderer, Revision, recognise};
use candor::{Code, Dialect, Failure, Origin, Recovery, Retry, Safety, reason};
use serde_json::{Value, json};
use std::time::Duration;

fn queue_full() -> Failure {
    Failure::rate_limited("The request queue is full")
        .with_reason(reason!("queue_full"))
        .with_retry(Retry::After(Duration::from_secs(30), Safety::Always))
        .with_recovery_and_docs(
            Recovery::new("Wait 30 seconds and retry, or reduce the batch size.")
                .with_docs("https://example.com/queue"),
        )
        .with_context("waiting", 120)
}

#[test]
fn every_code_has_its_name_and_number() {
    const ROWS: [(&str, i32, Code); 18] = [
        ("ParseError", -32700, Code::ParseError),
        ("InvalidRequest", -32600, Code::InvalidRequest),
        ("MethodNotFound", -32601, Code::MethodNotFound),
        ("InvalidParams", -32602, Code::InvalidParams),
        ("InternalError", -32603, Code::Internal),
        ("ServiceUnavailable", -32000, Code::Unavailable),
        ("NotFound", -32001, Code::NotFound),
        ("Conflict", -32002, Code::Conflict),
        ("RateLimited", -32003, Code::RateLimited),
        ("Timeout", -32004, Code::Timeout),
        ("Forbidden", -32005, Code::Forbidden),
        ("Unauthorized", -32006, Code::Unauthorized),
        ("ValidationError", -32007, Code::Validation),
        ("ConfigurationError", -32008, Code::Configuration),
        ("InitializationFailed", -32009, Code::InitializationFailed),
        ("DatabaseError", -32010, Code::Database),
        ("SerializationError", -32070, Code::Serialization),
        ("UnknownError", -32099, Code::Unknown),
    ];
    for (name, number, code) in ROWS {
        let cell = code.row().structured.value;
        assert_eq!((cell.name, cell.number), (name, number));
        let error = Dialect::Structured.render(&disclosed(Failure::new(code, "It failed")));
        assert_eq!(error["code"], number);
        assert_eq!(Dialect::Structured.recognise(&error).unwrap().code(), code);
        assert_eq!(Code::from_number(number.into()), Some(code));
        assert_eq!(Code::from_name(name).map(|code| code.row().structured.value.number), Some(number));
    }
}

#[test]
fn every_factory_makes_its_code() {
    type Factory = fn(&'static str) -> Failure;
    let rows: [(Factory, i32); 14] = [
        (Failure::invalid_params, -32602),
        (Failure::invalid_request, -32600),
        (Failure::not_found, -32001),
        (Failure::forbidden, -32005),
        (Failure::unauthorized, -32006),
        (Failure::validation, -32007),
        (Failure::conflict, -32002),
        (Failure::rate_limited, -32003),
        (Failure::timeout, -32004),
        (Failure::unavailable, -32000),
        (Failure::configuration, -32008),
        (Failure::internal, -32603),
        (Failure::serialization, -32070),
        (Failure::database, -32010),
    ];
    for (factory, number) in rows {
        let failure = factory("It failed");
        assert_eq!(failure.code().row().structured.value.number, number);
        assert_eq!(failure.message(), "It failed");
    }
}

#[test]
fn every_http_status_has_its_code() {
    const ROWS: [(&[u16], Code); 12] = [
        (&[400], Code::InvalidParams),
        (&[401], Code::Unauthorized),
        (&[402, 403], Code::Forbidden),
        (&[404], Code::NotFound),
        (&[408, 425, 504], Code::Timeout),
        (&[409, 423, 424], Code::Conflict),
        (&[422], Code::Validation),
        (&[429], Code::RateLimited),
        (&[405, 406, 410, 412, 415, 416, 417, 428, 431, 451, 418, 499], Code::InvalidRequest),
        (&[500], Code::Internal),
        // 004 has one number for both.
        (&[501], Code::NotImplemented),
        (&[502, 503, 505, 599], Code::Unavailable),
    ];
    for (statuses, code) in ROWS {
        for status in statuses {
            assert_eq!(Code::from_http_status(*status), Some(code), "{status}");
        }
    }
    let number = |code: Code| code.row().structured.value.number;
    assert_eq!(number(Code::NotImplemented), number(Code::Internal));
    for status in [0, 200, 302, 399, 600] {
        assert_eq!(Code::from_http_status(status), None, "{status}");
    }
}

#[test]
fn every_name_of_a_constructor_or_a_provider_is_known_with_its_code() {
    const ROWS: [(&str, Code); 19] = [
        ("SyntaxError", Code::Validation),
        ("RangeError", Code::Validation),
        ("URIError", Code::Validation),
        ("ZodError", Code::Validation),
        ("ReferenceError", Code::Internal),
        ("EvalError", Code::Internal),
        ("AggregateError", Code::Internal),
        ("ThrottlingException", Code::RateLimited),
        ("TooManyRequestsException", Code::RateLimited),
        ("AccessDenied", Code::Forbidden),
        ("UnauthorizedOperation", Code::Forbidden),
        ("ResourceNotFoundException", Code::NotFound),
        ("ECONNREFUSED", Code::Unavailable),
        ("ETIMEDOUT", Code::Timeout),
        ("insufficient_quota", Code::RateLimited),
        ("model_not_found", Code::NotFound),
        ("context_length_exceeded", Code::Validation),
        ("ENOTFOUND", Code::Unavailable),
        ("ECONNRESET", Code::Unavailable),
    ];
    for (name, code) in ROWS {
        assert!(matches!(look_up(name)[..], [Entry::Code(row)] if row.code == code), "{name}");
    }
}

#[test]
fn a_tool_result_says_the_same_as_text_and_as_structure() {
    let disclosure = disclosed(queue_full());
    let result = tool_result(Dialect::Structured, &disclosure);
    insta::assert_json_snapshot!(result);
    let text = first_text(&result);
    assert!(text.starts_with("Error: The request queue is full\nRecovery: Wait 30 seconds and retry, or reduce"));
    let mut leaves = Vec::new();
    collect_leaves(&result["structuredContent"]["error"], &mut leaves);
    for leaf in leaves {
        // Flags, milliseconds and safety are said in words; the number, the time and the whole id are for programs.
        if !["true", "30000", "always", "-32003", disclosure.time(), disclosure.instance()].contains(&leaf.as_str()) {
            assert!(text.contains(&leaf), "the text does not say {leaf}: {text}");
        }
    }
    assert!(text.contains("; retry: yes, after 30 s\n"));
    assert!(text.ends_with("\nReference: a3bb189e") && disclosure.instance().starts_with("urn:uuid:a3bb189e"));
}

fn collect_leaves(value: &Value, leaves: &mut Vec<String>) {
    match value {
        Value::Object(members) => members.values().for_each(|member| collect_leaves(member, leaves)),
        Value::Array(items) => items.iter().for_each(|item| collect_leaves(item, leaves)),
        Value::String(text) => leaves.push(text.clone()),
        Value::Null | Value::Bool(_) | Value::Number(_) => leaves.push(value.to_string()),
    }
}

#[test]
fn the_first_text_block_is_enough_in_every_dialect() {
    let disclosure = disclosed(queue_full());
    for &dialect in Dialect::ALL {
        let result = tool_result(dialect, &disclosure);
        let text = first_text(&result);
        for said in ["The request queue is full", "reduce the batch size", "queue_full", "30", disclosure.reference()] {
            assert!(text.contains(said), "{dialect} does not say {said}: {text}");
        }
    }
}

#[test]
fn the_text_says_nothing_twice() {
    let missing = json!([{"field": "/id", "problem": "is missing", "expected": "an integer of at least 0",
        "fix": "add /id as an integer of at least 0"}]);
    let failure =
        Failure::new(Code::MissingRequired, "get_order was called without a required argument: /id is missing")
            .with_reason(reason!("invalid_arguments"))
            .with_recovery("Add /id as an integer of at least 0, then call get_order again.")
            .with_tool("get_order")
            .with_field("/id")
            .with_constraint("required")
            .with_context("violation_count", 1)
            .with_context("violations", missing);
    let result = tool_result(Dialect::Structured, &disclosed(failure));
    assert_eq!(
        first_text(&result),
        "Error: get_order was called without a required argument: /id is missing\n\
         Recovery: Add /id as an integer of at least 0, then call get_order again.\n\
         Reason: invalid_arguments (missing_required); origin: caller; retry: only with changes\n\
         Reference: a3bb189e"
    );
    assert_eq!(result["structuredContent"]["error"]["data"]["violations"][0]["field"], "/id", "programs get it all");
}

#[test]
fn details_that_the_message_does_not_say_are_in_the_text() {
    let failure = Failure::unavailable("The shop is closed").with_context("opens_at", "9:00").with_context("days", 7);
    let result = tool_result(Dialect::Structured, &disclosed(failure));
    let text = first_text(&result);
    assert!(text.contains("\nReason: unavailable; origin: upstream; retry: "), "{text}");
    assert!(text.contains("\nDetails: {\"opens_at\":\"9:00\",\"days\":7}\n"), "{text}");
}

#[test]
fn every_tool_result_carries_the_whole_disclosure_under_its_meta_key() {
    let disclosure = disclosed(queue_full());
    for &dialect in Dialect::ALL {
        let result = tool_result(dialect, &disclosure);
        assert_eq!(result["_meta"][META_KEY], serde_json::to_value(&disclosure).unwrap(), "{dialect}");
        assert!(result["_meta"].get("error").is_none());
        let (again, _) = dialect.recognise(&result).unwrap().disclose(&candor::Discretion::new());
        assert_eq!(again, disclosure, "{dialect}");
    }
}

#[test]
fn the_canonical_form_is_reproduced() {
    let failure = Failure::rate_limited("The request queue is full")
        .with_reason(reason!("queue_full"))
        .with_retry(Retry::After(Duration::from_secs(30), Safety::Always))
        .with_recovery("Wait 30 seconds and retry, or reduce the batch size.");
    let expected = json!({
        "code": "rate_limited", "reason": "queue_full", "message": "The request queue is full", "origin": "internal",
        "retry": {"retryable": true, "after_ms": 30000, "safe": "always"},
        "recovery": {"hint": "Wait 30 seconds and retry, or reduce the batch size."},
        "details": {}, "instance": "urn:uuid:a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e", "time": "2026-11-15T18:30:00.000Z"
    });
    assert_eq!(serde_json::to_value(disclosed(failure)).unwrap(), expected);
}

#[test]
fn the_error_stays_out_of_structured_content_that_the_output_schema_forbids() {
    let disclosure = disclosed(queue_full());
    let strict = json!({"type": "object", "properties": {"articles": {"type": "array"}}, "required": ["articles"]});
    let open = json!({"type": "object", "properties": {"articles": {"type": "array"}}});
    for &dialect in Dialect::ALL {
        let renderer = Renderer::new(dialect);
        let result = renderer.reply(&disclosure, Place::Tool { output_schema: Some(&strict) }).to_value();
        assert!(result.get("structuredContent").is_none(), "{dialect}");
        assert!(first_text(&result).contains("The request queue is full"));
        assert_eq!(dialect.recognise(&result).unwrap().reason().as_str(), "queue_full", "{dialect}");
    }
    let renderer = Renderer::new(Dialect::Structured);
    let result = renderer.reply(&disclosure, Place::Tool { output_schema: Some(&open) }).to_value();
    assert_eq!(result["structuredContent"]["error"]["code"], -32003);
}

#[test]
fn peers_older_than_structured_content_get_none() {
    let disclosure = disclosed(queue_full());
    for &revision in Revision::ALL {
        let renderer = Renderer::new(Dialect::Structured).with_revision(revision);
        let result = renderer.reply(&disclosure, IN_A_TOOL).to_value();
        assert_eq!(result.get("structuredContent").is_some(), revision >= Revision::V2025_06_18, "{revision:?}");
    }
}

#[test]
fn the_numbers_of_this_document_are_never_in_a_jsonrpc_error_code() {
    let disclosure = disclosed(Failure::not_found("There is no such prompt"));
    let renderer = Renderer::new(Dialect::Structured);
    let error = renderer.reply(&disclosure, Place::Prompt).to_value();
    assert_eq!((&error["code"], &error["data"]["code"]), (&json!(-32602), &json!(-32001)));
    assert_eq!(Dialect::Structured.recognise(&error).unwrap().code(), Code::NotFound);
}

#[test]
fn a_reason_cannot_be_overridden_by_data() {
    let error = Dialect::Structured.render(&disclosed(queue_full().with_context("reason", "something_else")));
    assert_eq!(error["data"]["reason"], "queue_full");
    assert_eq!(error["data"]["reason_"], "something_else");
}

#[test]
fn what_the_public_framework_writes_is_read() {
    let foreign = json!({"code": -32003, "message": "Slow down",
        "data": {"reason": "queue_full", "retryAfter": "45", "recovery": {"hint": "Wait a little."}, "itemId": "123"}});
    let failure = Dialect::Structured.recognise(&foreign).unwrap();
    assert_eq!(failure.retry(), Retry::After(Duration::from_secs(45), Safety::Always));
    assert_eq!(failure.recovery().hint(), "Wait a little.");
    assert_eq!(failure.details().text("itemId"), Some("123"));
    assert_eq!(failure.origin(), Origin::Internal);
}

#[test]
fn a_result_without_is_error_is_not_a_failure_unless_it_is_an_envelope_that_says_so() {
    let envelope = json!({"success": false, "error": "Not found", "data": {}, "meta": {"version": "response-v2"}});
    let problem = json!({"status": 404, "title": "Orders that were not found", "type": "about:blank", "detail": "3"});
    for success in [
        json!({"content": [], "structuredContent": problem, "isError": false}),
        json!({"content": [{"type": "text", "text": problem.to_string()}], "structuredContent": {"error": problem}}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {"content": [], "structuredContent": problem}}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {"orders": []}}),
        // Not an envelope: it names no version.
        json!({"content": [], "structuredContent": {"success": false, "error": "Not found", "data": {}}}),
        // Beside other content, nobody knows whose words a text repeats.
        json!({"content": [{"type": "text", "text": "It said:"}, {"type": "text", "text": envelope.to_string()}]}),
        json!({"content": [{"type": "text", "text": envelope.to_string()}], "structuredContent": {"orders": []}}),
    ] {
        assert!(recognise(&success).is_none(), "{success}");
        for &dialect in Dialect::ALL {
            assert!(dialect.recognise(&success).is_none(), "{dialect} {success}");
        }
    }
    for failure in [
        json!({"content": [], "structuredContent": envelope}),
        json!({"content": [{"type": "text", "text": envelope.to_string()}]}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": envelope.to_string()}]}}),
    ] {
        assert_eq!(recognise(&failure).unwrap().dialect, Some(Dialect::Envelope), "{failure}");
    }
}

#[test]
fn details_that_look_like_another_dialect_do_not_hide_the_failure() {
    let foreign =
        json!({"code": -32000, "message": "The weather service failed", "data": {"status": 503, "detail": "x"}});
    let found = recognise(&foreign).unwrap();
    assert_eq!((found.dialect, found.failure.message()), (Some(Dialect::Structured), "The weather service failed"));
}

#[test]
fn data_that_only_resembles_a_failure_is_not_one() {
    for other in [
        json!({"type": "image/png", "detail": "high"}),
        json!({"type": "http_probe", "status": 503}),
        json!({"code": -9, "message": "killed by user"}),
        json!({"code": 17, "message": "fine"}),
        json!({"status": 404}),
    ] {
        assert!(recognise(&other).is_none(), "{other}");
    }
}

#[test]
fn a_jsonrpc_error_with_any_number_is_a_failure() {
    for number in [-1, 0, 1_001, -40_000] {
        let response =
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": number, "message": "It broke", "data": {"a": 1}}});
        let found = recognise(&response).unwrap();
        assert_eq!((found.failure.code(), found.failure.message()), (Code::Unknown, "It broke"));
        assert_eq!(found.failure.details().get("upstream_code"), Some(&json!(number)));
    }
}

#[test]
fn the_retry_in_data_is_not_overruled_by_a_delay() {
    let foreign =
        json!({"code": -32003, "message": "No", "data": {"retryable": false, "retryAfter": 30, "recovery": "Stop."}});
    let failure = Dialect::Structured.recognise(&foreign).unwrap();
    assert_eq!((failure.retry(), failure.recovery().hint()), (Retry::Never, "Stop."));
    let foreign =
        json!({"code": -32603, "message": "No", "data": {"code": 4001, "retry": {"retryable": true, "after_ms": 2.5}}});
    let failure = Dialect::Structured.recognise(&foreign).unwrap();
    assert_eq!((failure.code(), failure.retry().after_ms()), (Code::Internal, Some(3)));
}

#[test]
fn an_error_beside_a_null_result_is_found() {
    let response = json!({"jsonrpc": "2.0", "id": 1, "result": null, "error": {"code": -32603, "message": "It broke"}});
    assert_eq!(recognise(&response).unwrap().failure.message(), "It broke");
    assert!(Dialect::JsonRpc.recognise(&response).is_some(), "a JSON-RPC error needs no mode to be one");
}

#[test]
fn an_unknown_number_is_kept() {
    let failure = Dialect::Structured.recognise(&json!({"code": -31999, "message": "Odd"})).unwrap();
    assert_eq!(failure.code(), Code::Unknown);
    assert_eq!(failure.details().get("upstream_code"), Some(&json!(-31999)));
}
