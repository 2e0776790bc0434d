//! Bodies that are problems of RFC 9457, and failures in Candor's own dialects.

use super::{failure, failure_of_body};
use ::http::{HeaderMap, StatusCode};
use candor::http::ResponseReader;
use candor::{Code, Dialect, Discretion, Failure, Occurrence, Origin, Retry, Safety, reason};
use serde_json::{Value, json};
use std::time::Duration;

const PROBLEM: &str = "application/problem+json";

/// RFC 9457's first example.
const OUT_OF_CREDIT: &str = r#"{"type": "https://example.com/probs/out-of-credit",
    "title": "You do not have enough credit.",
    "detail": "Your current balance is 30, but that costs 50.",
    "instance": "/account/12345/msgs/abc", "balance": 30, "accounts": ["/account/12345", "/account/67890"]}"#;

#[test]
fn a_problem_gives_its_members() {
    for media_type in [PROBLEM, "application/json", "text/plain"] {
        let failure = failure_of_body(403, media_type, OUT_OF_CREDIT);
        assert_eq!(failure.code(), Code::QuotaExceeded, "{media_type}");
        assert_eq!(failure.reason().as_str(), "out_of_credit", "{media_type}");
        assert_eq!(
            failure.message(),
            "The service returned 403 Forbidden: Your current balance is 30, but that costs 50."
        );
        let details = serde_json::to_value(failure.details()).unwrap();
        let told = json!({
            "status": 403, "balance": 30, "accounts": ["/account/12345", "/account/67890"],
            "problem_type": "https://example.com/probs/out-of-credit", "original_error": "out-of-credit",
            "problem_title": "You do not have enough credit.", "upstream_instance": "/account/12345/msgs/abc"
        });
        assert_eq!(details, told, "{media_type}");
    }
}

#[test]
fn a_problem_with_a_title_alone_is_one_by_its_media_type() {
    let failure = failure_of_body(404, PROBLEM, r#"{"title": "No such order"}"#);
    assert_eq!(failure.message(), "The service returned 404 Not Found: No such order");
    assert_eq!(failure.reason().as_str(), "not_found");
    let blank =
        failure_of_body(503, PROBLEM, r#"{"type": "about:blank", "title": "Service Unavailable", "status": 503}"#);
    assert_eq!(blank.message(), "The service returned 503 Service Unavailable");
    assert_eq!(blank.code(), Code::Unavailable);
    assert_eq!(failure_of_body(503, PROBLEM, "[]").code(), Code::Unavailable);
}

#[test]
fn the_status_that_counts_is_the_responses() {
    let body = r#"{"title": "Gone", "detail": "The order is gone", "status": 200}"#;
    assert_eq!(failure_of_body(404, PROBLEM, body).code(), Code::NotFound);
    let text = r#"{"title": "Gone", "detail": "The order is gone", "status": "410"}"#;
    assert_eq!(failure_of_body(404, PROBLEM, text).details().get("status"), Some(&404.into()));
    let blank = r#"{"type": "about:blank", "title": "Internal Server Error", "detail": "It broke", "status": 500}"#;
    assert_eq!(failure_of_body(500, PROBLEM, blank).code(), Code::Internal);
}

#[test]
fn a_problem_does_not_make_a_retry_useful_that_its_status_rules_out() {
    let failure = failure_of_body(501, PROBLEM, r#"{"title": "Not Implemented", "detail": "No such method here"}"#);
    assert_eq!(failure.retry(), Retry::Never);
    let body = r#"{"title": "Busy", "detail": "Come back", "retry": {"retryable": false, "safe": "never"}}"#;
    assert_eq!(failure_of_body(503, PROBLEM, body).retry(), Retry::Never);
}

#[test]
fn what_frameworks_add_for_developers_stays_with_the_operator() {
    let body = r#"{"title": "Server Error", "detail": "It broke", "status": 500, "traceId": "00-4b",
        "exception": {"details": "at Shop.Orders.Get()"}, "stackTrace": "at Shop.Orders.Get()"}"#;
    let failure = failure_of_body(500, PROBLEM, body);
    assert_eq!(failure.details().text("traceId"), Some("00-4b"));
    assert!(!serde_json::to_string(failure.details()).unwrap().contains("Shop.Orders"));
    assert!(failure.private().text("response_body").unwrap().contains("Shop.Orders"));
}

#[test]
fn a_problem_of_asp_net_gives_its_errors_by_field() {
    let body = r#"{"type": "https://tools.ietf.org/html/rfc9110#section-15.5.1", "status": 400,
        "title": "One or more validation errors occurred.", "errors": {"Name": ["The Name field is required."]}}"#;
    let failure = failure_of_body(400, PROBLEM, body);
    assert_eq!(failure.details().get("errors"), Some(&json!({"Name": ["The Name field is required."]})));
}

/// A failure of another server that is built with Candor, as its own caller sees it.
fn written(dialect: Dialect) -> (Value, String) {
    let occurrence = Occurrence::parse("a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e", "2026-11-15T18:30:00Z").unwrap();
    let failure = Failure::limit_exceeded(100, "minute", Duration::from_secs(30))
        .with_reason(reason!("queue_full"))
        .with_recovery("Wait half a minute, or order less at once.")
        .with_occurrence(occurrence);
    let (disclosure, _) = failure.disclose(&Discretion::new());
    (dialect.render(&disclosure), disclosure.instance().to_owned())
}

#[test]
fn a_body_in_a_dialect_gives_that_failures_fields() {
    for &dialect in Dialect::ALL {
        let (body, instance) = written(dialect);
        let failure = failure_of_body(429, "application/json", &body.to_string());
        assert_eq!(failure.code(), Code::RateLimited, "{dialect}");
        assert_eq!(failure.reason().as_str(), "queue_full", "{dialect}");
        let message = "The service returned 429 Too Many Requests: Rate limit exceeded: 100 requests per minute";
        assert_eq!(failure.message(), message, "{dialect}");
        assert_eq!(failure.origin(), Origin::Upstream, "{dialect}");
        assert_eq!(failure.retry(), Retry::After(Duration::from_secs(30), Safety::Always), "{dialect}");
        assert_eq!(failure.recovery().hint(), "Wait half a minute, or order less at once.", "{dialect}");
        assert_eq!(failure.details().get("limit"), Some(&100.into()), "{dialect}");
        // The id of the other server is a detail, and this failure gets its own.
        let reference = instance.trim_start_matches("urn:uuid:");
        assert_eq!(failure.details().text("upstream_reference"), Some(reference), "{dialect}");
        assert!(failure.occurrence().is_none(), "{dialect}");
    }
}

#[test]
fn a_code_of_the_servers_own_in_an_envelope_is_evidence_beside_the_status() {
    let body = r#"{"success": false, "error": "No user 'usr_999'", "data": {"error_code": "USER_NOT_FOUND"}}"#;
    let failure = failure_of_body(400, "application/json", body);
    assert_eq!((failure.code(), failure.origin()), (Code::NotFound, Origin::Upstream));
    assert_eq!(failure.reason().as_str(), "user_not_found");
    assert_eq!(failure.message(), "The service returned 400 Bad Request: No user 'usr_999'");
    assert_eq!(
        failure_of_body(403, "application/json", body).code(),
        Code::Forbidden,
        "within what the status can mean"
    );
}

#[test]
fn what_an_envelope_with_a_code_of_the_servers_own_states_about_retries_stays() {
    let retry_of = |data: Value| {
        let body = json!({"success": false, "error": "x", "data": data}).to_string();
        failure_of_body(500, "application/json", &body).retry()
    };
    let rows = [
        (json!({"retry": {"retryable": false}}), Retry::Never),
        (
            json!({"retry": {"retryable": true, "safe": "always", "after_ms": 1_500}}),
            Retry::After(Duration::from_millis(1_500), Safety::Always),
        ),
        (json!({"retry_after_seconds": 5}), Retry::After(Duration::from_secs(5), Safety::IfIdempotent)),
    ];
    for (mut data, expected) in rows {
        data["error_code"] = json!("PAYMENT_TWICE");
        assert_eq!(retry_of(data.clone()), expected, "{data}");
    }
    let body = r#"{"success": false, "error": "x", "data": {"error_code": "PAYMENT_TWICE", "origin": "caller"}}"#;
    let failure = failure_of_body(500, "application/json", body);
    assert_eq!(failure.origin(), Origin::Upstream, "the service answered");
    assert_eq!(failure.details().text("upstream_origin"), Some("caller"), "whose fault it says it is");
}

#[test]
fn a_refused_credential_of_the_server_is_not_retried_whatever_the_body_states() {
    let body = br#"{"success": false, "error": "x", "data": {"error_code": "KEY_GONE", "retry": {"retryable": true}}}"#;
    let reader = ResponseReader::new().with_own_credential();
    let failure = reader.read(StatusCode::UNAUTHORIZED, &HeaderMap::new(), body);
    assert_eq!((failure.origin(), failure.retry()), (Origin::Configuration, Retry::Never));
}

#[test]
fn the_delay_of_a_header_overrides_that_of_a_body() {
    let (body, _) = written(Dialect::Problem);
    let failure = failure(429, &[("retry-after", "7")], &body.to_string());
    assert_eq!(failure.retry(), Retry::After(Duration::from_secs(7), Safety::Always));
}

#[test]
fn a_delay_in_a_body_is_bounded_too() {
    let body = json!({"code": 3001, "message": "busy", "retryable": true,
        "details": {"context": {"retry": {"retryable": true, "after_ms": u64::MAX, "safe": "always"}}}});
    let failure = failure(429, &[], &body.to_string());
    assert_eq!(failure.retry().after_seconds(), Some(31 * 24 * 3_600));
}

#[test]
fn the_code_of_a_body_counts_where_it_says_the_same_as_the_status_more_finely() {
    let rows = [
        (401, "TOKEN_EXPIRED", Code::TokenExpired),
        (403, "QUOTA_EXCEEDED", Code::QuotaExceeded),
        (409, "RESOURCE_ALREADY_EXISTS", Code::AlreadyExists),
        (501, "NOT_IMPLEMENTED", Code::NotImplemented),
        (500, "DATABASE_ERROR", Code::Database),
        // The body says something else, or next to nothing.
        (404, "DATABASE_ERROR", Code::NotFound),
        (503, "RESOURCE_NOT_FOUND", Code::Unavailable),
        (404, "NO_CODE_OF_OURS", Code::NotFound),
        // The status says nothing.
        (200, "RESOURCE_NOT_FOUND", Code::NotFound),
    ];
    for (status, error_code, code) in rows {
        let body =
            json!({"success": false, "error": "The till is jammed", "data": {"error_code": error_code}, "meta": {}});
        let failure = failure(status, &[], &body.to_string());
        assert_eq!(failure.code(), code, "{status} {error_code}");
        assert!(failure.message().ends_with(": The till is jammed"), "{status} {error_code}");
    }
}

#[test]
fn a_tool_result_and_a_jsonrpc_error_are_read_too() {
    let result = json!({"jsonrpc": "2.0", "id": 1, "result": {"isError": true,
        "content": [{"type": "text", "text": "Error: No such order"}]}});
    let tool = failure(200, &[], &result.to_string());
    assert_eq!((tool.code(), tool.message()), (Code::NotFound, "The service returned 200 OK: No such order"));
    let error = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "No such tool"}});
    assert_eq!(failure(400, &[], &error.to_string()).code(), Code::InvalidParams);
}
