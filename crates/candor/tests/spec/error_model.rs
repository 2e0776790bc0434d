//! 001: the error model.

use super::{assert_is_example, disclosed, tool_result};
use candor::code::ErrorModelCategory;
use candor::render::{Place, Renderer};
use candor::{Code, Dialect, Failure, Retry, Safety, reason};
use serde_json::{Value, json};

fn render(failure: Failure) -> Value {
    Dialect::ErrorModel.render(&disclosed(failure))
}

#[test]
fn every_standard_code_has_its_name_category_and_flag() {
    // 4001 says "varies": its flag is the failure's own.
    const ROWS: [(u16, &str, &str, Option<bool>, Code); 8] = [
        (2001, "VALIDATION_ERROR", "Validation", Some(false), Code::Validation),
        (2002, "MISSING_REQUIRED_FIELD", "Validation", Some(false), Code::MissingRequired),
        (2003, "INVALID_FORMAT", "Validation", Some(false), Code::InvalidFormat),
        (3001, "RATE_LIMIT_EXCEEDED", "System", Some(true), Code::RateLimited),
        (3002, "TIMEOUT", "System", Some(true), Code::Timeout),
        (4001, "ADAPTER_ERROR", "Adapter", None, Code::DependencyFailed),
        (4002, "BACKEND_UNAVAILABLE", "System", Some(true), Code::Unavailable),
        (5001, "NOT_IMPLEMENTED", "Adapter", Some(false), Code::NotImplemented),
    ];
    for (number, name, category, retryable, code) in ROWS {
        let cell = code.row().error_model.value;
        assert_eq!((cell.number, cell.name, cell.category.name()), (number, name, category));
        let error = render(Failure::new(code, "It failed"));
        assert_eq!(error["code"], number);
        if let Some(retryable) = retryable {
            assert_eq!(error["retryable"], retryable, "{name}");
        }
        assert_eq!(Dialect::ErrorModel.recognise(&error).unwrap().code(), code);
        assert_eq!(Code::from_name(name).unwrap().row().error_model.value.number, number);
    }
}

#[test]
fn every_code_is_written_as_one_of_the_standard_codes() {
    const STANDARD: [u64; 8] = [2001, 2002, 2003, 3001, 3002, 4001, 4002, 5001];
    for code in Code::all() {
        let error = render(Failure::new(code, "It failed"));
        assert!(STANDARD.contains(&error["code"].as_u64().unwrap()), "{code}");
    }
}

#[test]
fn a_number_that_is_not_listed_is_read_by_its_range() {
    const ROWS: [(u16, &str, Code); 5] = [
        (1500, "Protocol", Code::InvalidRequest),
        (2999, "Validation", Code::Validation),
        (3500, "Business", Code::Validation),
        (4999, "System", Code::Internal),
        (5999, "Adapter", Code::DependencyFailed),
    ];
    for ((number, category, code), known) in ROWS.into_iter().zip(ErrorModelCategory::ALL.iter().copied()) {
        assert_eq!(known.name(), category);
        let thousand = number / 1_000 * 1_000;
        assert_eq!(known.range(), thousand..=thousand + 999);
        let error = json!({"code": number, "message": "It failed", "retryable": true});
        let failure = Dialect::ErrorModel.recognise(&error).unwrap();
        assert_eq!(failure.code(), code);
        assert!(failure.retry().is_retryable());
        assert_eq!(failure.details().get("upstream_code"), Some(&json!(number)));
    }
    let outside = json!({"code": 6000, "message": "It failed", "retryable": true});
    assert!(Dialect::ErrorModel.recognise(&outside).is_none());
}

#[test]
fn the_domain_failure_is_reproduced_with_its_original_error() {
    let failure = Failure::new(Code::DependencyFailed, "Adapter error")
        .with_retry(Retry::Never)
        .with_original_error("ORDER_NOT_FOUND");
    let result = tool_result(Dialect::ErrorModel, &disclosed(failure));
    let additions = [
        "/resultType",
        "/content",
        "/structuredContent",
        "/isError",
        "/_meta",
        "/error/details/reason",
        "/error/details/suggestion",
        "/error/details/context",
    ];
    let example = json!({"error": {"code": 4001, "message": "Adapter error", "retryable": false,
        "details": {"originalError": "ORDER_NOT_FOUND"}}});
    assert_is_example(&result, &additions, &example);
    insta::assert_json_snapshot!(result);

    let response = json!({"jsonrpc": "2.0", "result": example, "id": 1});
    let failure = Dialect::ErrorModel.recognise(&response).unwrap();
    assert_eq!(failure.details().text("original_error"), Some("ORDER_NOT_FOUND"));
    assert_eq!(failure.retry(), Retry::Never);
}

#[test]
fn the_reason_of_a_contract_is_the_original_error() {
    let failure = Failure::new(Code::NotFound, "There is no such order").with_reason(reason!("order_not_found"));
    let error = render(failure.clone());
    assert_eq!(error["details"]["originalError"], "order_not_found");
    assert_eq!(error["details"]["reason"], "order_not_found");
    let again = Dialect::ErrorModel.recognise(&error).unwrap();
    assert_eq!((again.reason().as_str(), again.details().text("original_error")), ("order_not_found", None));
    assert_eq!(render(again)["details"]["originalError"], "order_not_found");
    let named = render(failure.with_original_error("ORDER_NOT_FOUND"));
    assert_eq!(named["details"]["originalError"], "ORDER_NOT_FOUND", "what the author has written comes first");
    let plain = render(Failure::not_found("There is no such order"));
    assert_eq!(plain["details"].get("originalError"), None, "the name of a code is not the server's own");
}

#[test]
fn a_context_of_any_type_is_read() {
    for context in [json!("a text"), json!([1, 2]), json!(7), json!({"order": 17})] {
        let error = json!({"code": 2001, "message": "No", "retryable": false, "details": {"context": context}});
        let failure = Dialect::ErrorModel.recognise(&error).unwrap();
        let name = if context.is_object() { "order" } else { "context" };
        let expected = context.get("order").unwrap_or(&context);
        assert_eq!(failure.details().get(name), Some(expected));
    }
}

#[test]
fn the_protocol_validation_failure_is_reproduced() {
    let failure = Failure::invalid_params("Invalid params").with_field("order.customer.email");
    let disclosure = disclosed(failure);
    let renderer = Renderer::new(Dialect::ErrorModel);
    let response: Value =
        serde_json::from_slice(&renderer.reply(&disclosure, Place::Request).response(&json!(1))).unwrap();
    let additions = ["/error/data/code", "/error/data/message", "/error/data/retryable", "/error/data/details"];
    let example = json!({"jsonrpc": "2.0", "id": 1,
        "error": {"code": -32602, "message": "Invalid params", "data": {"field": "order.customer.email"}}});
    assert_is_example(&response, &additions, &example);
    let again = Dialect::ErrorModel.recognise(&response).unwrap();
    assert_eq!(again.details().text("field"), Some("order.customer.email"));
}

#[test]
fn the_protocol_validation_failure_is_the_same_in_004() {
    let failure = Failure::invalid_params("Invalid params").with_field("order.customer.email");
    let disclosure = disclosed(failure);
    let renderer = Renderer::new(Dialect::Structured);
    let response: Value =
        serde_json::from_slice(&renderer.reply(&disclosure, Place::Request).response(&json!(1))).unwrap();
    let additions = [
        "/error/data/code",
        "/error/data/reason",
        "/error/data/recovery",
        "/error/data/retry",
        "/error/data/origin",
        "/error/data/instance",
        "/error/data/time",
    ];
    let example = json!({"jsonrpc": "2.0", "id": 1,
        "error": {"code": -32602, "message": "Invalid params", "data": {"field": "order.customer.email"}}});
    assert_is_example(&response, &additions, &example);
    insta::assert_json_snapshot!(response);
}

#[test]
fn a_delay_among_the_details_is_read() {
    let foreign = json!({"code": 3001, "message": "Slow down", "retryable": true, "details": {"retryAfter": 5}});
    let failure = Dialect::ErrorModel.recognise(&foreign).unwrap();
    assert_eq!(failure.retry().after_seconds(), Some(5));
    let never = json!({"code": 3001, "message": "Stop", "retryable": false, "details": {"retryAfter": 5}});
    assert_eq!(Dialect::ErrorModel.recognise(&never).unwrap().retry(), Retry::Never);
}

#[test]
fn the_retry_examples_hold() {
    for code in [Code::RateLimited, Code::Timeout, Code::Unavailable] {
        assert_eq!(render(Failure::new(code, "It failed"))["retryable"], true, "{code}");
    }
    for code in [Code::Validation, Code::MissingRequired, Code::NotImplemented] {
        assert_eq!(render(Failure::new(code, "It failed"))["retryable"], false, "{code}");
    }
}

#[test]
fn the_error_structure_has_the_names_it_defines() {
    let failure = Failure::new(Code::MissingRequired, "The field name is required")
        .with_field("name")
        .with_context("given", ["street", "city"])
        .with_recovery("Add the field name and send the order again.");
    insta::assert_json_snapshot!(render(failure));
}

#[test]
fn a_failing_adapter_says_itself_whether_a_retry_can_help() {
    let adapter = || Failure::new(Code::DependencyFailed, "The carrier's adapter failed");
    let again = render(adapter().with_retry(Retry::Backoff(Safety::Always)));
    assert_eq!((&again["code"], &again["retryable"]), (&json!(4001), &json!(true)));
    let never = render(adapter().with_retry(Retry::Never));
    assert_eq!((&never["code"], &never["retryable"]), (&json!(4001), &json!(false)));
}
