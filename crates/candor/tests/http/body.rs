//! What a body tells the caller, in the forms that APIs write.

use super::{failure, failure_of_body};
use serde_json::{Value, json};

struct Row {
    name: &'static str,
    status: u16,
    media_type: &'static str,
    body: &'static str,
    /// What follows the status in the message.
    message: &'static str,
    reason: &'static str,
}

const JSON: &str = "application/json";

const ROWS: [Row; 41] = [
    row("a message", 404, r#"{"message": "No such order"}"#, "No such order", "not_found"),
    row("an error", 404, r#"{"error": "No such order"}"#, "No such order", "not_found"),
    row("a detail", 404, r#"{"detail": "No such order"}"#, "No such order", "not_found"),
    row("a string", 404, r#""No such order""#, "No such order", "not_found"),
    row("blanks", 404, r#"{"message": "  ", "error": "No such order"}"#, "No such order", "not_found"),
    row(
        "an error and its code",
        409,
        r#"{"error": "Order is closed", "code": "E_CLOSED"}"#,
        "Order is closed",
        "e_closed",
    ),
    row(
        "texts",
        400,
        r#"{"errors": ["name is missing", "age is negative"]}"#,
        "name is missing; age is negative",
        "validation",
    ),
    row("objects", 400, r#"{"errors": [{"message": "name is missing"}]}"#, "name is missing", "invalid_params"),
    row(
        "a list at the top",
        401,
        r#"[{"message": "Session expired", "errorCode": "INVALID_SESSION_ID"}]"#,
        "Session expired",
        "invalid_session_id",
    ),
    row(
        "OAuth",
        400,
        r#"{"error": "invalid_grant", "error_description": "The code has expired"}"#,
        "The code has expired",
        "invalid_grant",
    ),
    row("OAuth, short", 400, r#"{"error": "invalid_grant"}"#, "invalid_grant", "invalid_grant"),
    row(
        "GraphQL",
        200,
        r#"{"data": null, "errors": [{"message": "Not logged in", "path": ["me", 0, "name"], "extensions": {"code": "UNAUTHENTICATED"}}]}"#,
        "me.0.name: Not logged in",
        "unauthenticated",
    ),
    row(
        "Google",
        404,
        r#"{"error": {"code": 404, "message": "Requested entity was not found.", "status": "NOT_FOUND"}}"#,
        "Requested entity was not found.",
        "not_found",
    ),
    row(
        "Google, with its info",
        400,
        r#"{"error": {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT", "details": [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com"}]}}"#,
        "API key not valid.",
        "api_key_invalid",
    ),
    row(
        "AWS",
        400,
        r#"{"__type": "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException", "message": "Requested resource not found"}"#,
        "Requested resource not found",
        "resource_not_found_exception",
    ),
    row(
        "AWS, elder",
        400,
        r#"{"__type": "ThrottlingException", "Message": "Rate exceeded"}"#,
        "Rate exceeded",
        "throttling_exception",
    ),
    row(
        "Azure",
        404,
        r#"{"error": {"code": "ResourceGroupNotFound", "message": "Resource group 'x' could not be found."}}"#,
        "Resource group 'x' could not be found.",
        "resource_group_not_found",
    ),
    row(
        "OData",
        400,
        r#"{"error": {"code": "", "message": {"lang": "en", "value": "Bad filter in query"}}}"#,
        "Bad filter in query",
        "validation",
    ),
    row(
        "Stripe",
        402,
        r#"{"error": {"code": "card_declined", "decline_code": "generic_decline", "message": "Your card was declined.", "param": "exp_month", "type": "card_error"}}"#,
        "Your card was declined.",
        "card_declined",
    ),
    row(
        "OpenAI",
        404,
        r#"{"error": {"message": "The model `gpt-9` does not exist", "type": "invalid_request_error", "param": null, "code": "model_not_found"}}"#,
        "The model `gpt-9` does not exist",
        "model_not_found",
    ),
    row(
        "OpenAI, without a code",
        400,
        r#"{"error": {"message": "Bad JSON", "type": "invalid_request_error", "param": null, "code": null}}"#,
        "Bad JSON",
        "invalid_request_error",
    ),
    row(
        "Anthropic",
        529,
        r#"{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}, "request_id": "req_1"}"#,
        "Overloaded",
        "overloaded_error",
    ),
    row(
        "GitHub",
        422,
        r#"{"message": "Validation Failed", "errors": [{"resource": "Issue", "field": "title", "code": "missing_field"}]}"#,
        "missing_field",
        "missing_field",
    ),
    row("Slack", 200, r#"{"ok": false, "error": "channel_not_found"}"#, "channel_not_found", "channel_not_found"),
    row(
        "Twilio",
        401,
        r#"{"code": 20003, "message": "Authentication Error", "more_info": "https://www.twilio.com/docs/errors/20003", "status": 401}"#,
        "Authentication Error",
        "unauthorized",
    ),
    row(
        "Elasticsearch",
        404,
        r#"{"error": {"root_cause": [], "type": "index_not_found_exception", "reason": "no such index [orders]"}, "status": 404}"#,
        "no such index [orders]",
        "index_not_found_exception",
    ),
    row(
        "Apigee",
        429,
        r#"{"fault": {"faultstring": "Rate limit quota violation", "detail": {"errorcode": "policies.ratelimit.QuotaViolation"}}}"#,
        "Rate limit quota violation",
        "policies_ratelimit_quota_violation",
    ),
    row(
        "JSON:API",
        422,
        r#"{"errors": [{"status": "422", "source": {"pointer": "/data/attributes/age"}, "title": "Invalid Attribute", "detail": "must be positive"}]}"#,
        "/data/attributes/age: must be positive",
        "validation",
    ),
    row(
        "FastAPI",
        422,
        r#"{"detail": [{"loc": ["body", "price"], "msg": "field required", "type": "missing"}]}"#,
        "body.price: field required",
        "missing",
    ),
    row(
        "FastAPI, an object",
        409,
        r#"{"detail": {"code": "closed", "message": "Order is closed"}}"#,
        "Order is closed",
        "closed",
    ),
    row(
        "NestJS",
        400,
        r#"{"statusCode": 400, "message": ["name must be a string", "age must be a number"], "error": "Bad Request"}"#,
        "name must be a string; age must be a number",
        "validation",
    ),
    row(
        "Spring",
        404,
        r#"{"timestamp": "2026-11-15T18:30:00Z", "status": 404, "error": "Not Found", "message": "No order 17", "path": "/orders/17"}"#,
        "No order 17",
        "not_found",
    ),
    row(
        "Rails",
        422,
        r#"{"errors": {"name": ["can't be blank"], "title": ["is too long", "is rude"]}}"#,
        "name: can't be blank; title: is too long; is rude",
        "validation",
    ),
    row(
        "Laravel",
        422,
        r#"{"message": "The email is taken.", "errors": {"email": ["The email is taken."]}}"#,
        "The email is taken.",
        "validation",
    ),
    row("Django", 400, r#"{"name": ["This field is required."]}"#, "name: This field is required.", "validation"),
    row(
        "Jira",
        400,
        r#"{"errorMessages": ["Issue does not exist"], "errors": {}}"#,
        "Issue does not exist",
        "not_found",
    ),
    row(
        "Cloudflare",
        400,
        r#"{"success": false, "errors": [{"code": 1003, "message": "Invalid zone"}], "messages": [], "result": null}"#,
        "Invalid zone",
        "validation",
    ),
    row("gRPC gateway", 404, r#"{"code": 5, "message": "no such order", "details": []}"#, "no such order", "not_found"),
    row(
        "an envelope of nobody",
        400,
        r#"{"success": false, "error": {"code": "no_name", "message": "A name is missing"}}"#,
        "A name is missing",
        "no_name",
    ),
    Row {
        media_type: "text/plain",
        ..row("JSON as text", 404, "\u{feff} {\"message\": \"No such order\"}", "No such order", "not_found")
    },
    Row {
        media_type: "text/plain; charset=utf-8",
        ..row("a sentence", 404, "no such order\n", "no such order", "not_found")
    },
];

const fn row(name: &'static str, status: u16, body: &'static str, message: &'static str, reason: &'static str) -> Row {
    Row { name, status, media_type: JSON, body, message, reason }
}

#[test]
fn every_usual_body_gives_its_words_and_its_identifier() {
    for Row { name, status, media_type, body, message, reason } in ROWS {
        let failure = failure_of_body(status, media_type, body);
        let told = failure.message().split_once(": ").map_or("", |(_, told)| told);
        assert_eq!(told, message, "{name}");
        assert_eq!(failure.reason().as_str(), reason, "{name}");
    }
}

#[test]
fn a_body_that_is_called_something_else_is_read_by_its_looks() {
    let body = r#"{"message": "No such order"}"#;
    for media_type in ["", "text/html", "text/plain", "application/octet-stream", "application/vnd.api+json", "🦀"] {
        let failure = failure_of_body(404, media_type, body);
        assert_eq!(failure.message(), "The service returned 404 Not Found: No such order", "{media_type}");
    }
}

#[test]
fn a_sentence_in_brackets_is_a_sentence() {
    let failure = failure_of_body(404, "text/plain", "[orders] no such order");
    assert_eq!(failure.message(), "The service returned 404 Not Found: [orders] no such order");
    assert_eq!(failure_of_body(404, "text/plain", "[17] orders").message(), "The service returned 404 Not Found");
}

#[test]
fn text_that_is_not_a_sentence_is_kept_from_the_caller() {
    let long = "long ".repeat(100);
    let rows = [
        ("text/plain", "panic: nil\ngoroutine 1 [running]:\nmain.main()"),
        ("text/plain", long.as_str()),
        ("text/plain", ""),
        ("text/plain", "<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code></Error>"),
        ("application/xml", "<Error><Code>NoSuchKey</Code></Error>"),
        ("text/csv", "a,b"),
        ("", "no such order"),
        ("application/json", "no such order"),
        ("application/json", "null"),
        ("application/json", "17"),
        ("application/json", "{}"),
    ];
    for (media_type, body) in rows {
        assert_eq!(failure_of_body(404, media_type, body).message(), "The service returned 404 Not Found", "{body}");
    }
}

#[test]
fn words_that_only_repeat_the_status_are_not_repeated() {
    for body in [r#"{"message": "Not Found"}"#, r#"{"error": "not found"}"#, r#"{"message": "404 Not Found"}"#] {
        assert_eq!(failure_of_body(404, JSON, body).message(), "The service returned 404 Not Found", "{body}");
    }
}

#[test]
fn words_that_would_fit_any_failure_are_not_repeated_and_stay_with_the_operator() {
    let rows = [
        (500, r#"{"message": "Something went wrong"}"#, "The service returned 500 Internal Server Error"),
        (500, r#"{"error": "error"}"#, "The service returned 500 Internal Server Error"),
        (502, r#"{"message": "Internal Server Error"}"#, "The service returned 502 Bad Gateway"),
        (
            400,
            r#"{"message": "Bad request", "code": "order_closed"}"#,
            "The service returned 400 Bad Request: order_closed",
        ),
        (400, r#"{"success": false, "error": "Invalid input", "data": {}}"#, "The service returned 400 Bad Request"),
        (500, r#"{"message": "fetch failed"}"#, "The service returned 500 Internal Server Error: fetch failed"),
    ];
    for (status, body, message) in rows {
        let failure = failure_of_body(status, JSON, body);
        assert_eq!(failure.message(), message, "{body}");
        assert_eq!(failure.private().text("response_body"), Some(body));
    }
}

/// Bodies, and the details beside the status that they give.
fn details() -> Vec<(u16, &'static str, Value)> {
    vec![
        (
            402,
            r#"{"error": {"code": "card_declined", "message": "Your card was declined.", "param": "number"}}"#,
            json!({"original_error": "card_declined", "field": "number"}),
        ),
        (401, r#"{"code": 20003, "message": "Authentication Error", "status": 401}"#, json!({"upstream_code": 20003})),
        (404, r#"{"code": 404, "message": "No such order"}"#, json!({})),
        (
            422,
            r#"{"message": "Validation Failed", "errors": [{"resource": "Issue", "field": "title", "code": "missing_field"}]}"#,
            json!({"original_error": "missing_field", "field": "title", "errors": [{"field": "title", "code": "missing_field"}]}),
        ),
        (
            422,
            r#"{"errors": {"name": ["can't be blank"], "age": "is negative"}}"#,
            json!({"errors": [{"field": "age", "message": "is negative"}, {"field": "name", "message": "can't be blank"}]}),
        ),
        (
            400,
            r#"{"title": "Bad", "invalid-params": [{"name": "age", "reason": "must be positive"}]}"#,
            json!({"field": "age", "errors": [{"field": "age", "message": "must be positive"}]}),
        ),
        (
            400,
            r#"{"error": {"code": 400, "message": "Bad request", "status": "INVALID_ARGUMENT", "details": [
              {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [{"field": "page_size", "description": "too large"}]},
              {"@type": "type.googleapis.com/google.rpc.DebugInfo", "stackEntries": ["at main.go:7"], "detail": "secret"}]}}"#,
            json!({"original_error": "INVALID_ARGUMENT", "field": "page_size", "errors": [{"field": "page_size", "message": "too large"}]}),
        ),
        // What no list of members names is the operator's.
        (
            500,
            r#"{"message": "It broke", "trace": "at main.go:7", "details": {"query": "select 1"}, "path": "/orders"}"#,
            json!({}),
        ),
    ]
}

#[test]
fn details_have_the_names_of_the_documents() {
    for (status, body, told) in details() {
        let failure = failure_of_body(status, JSON, body);
        let mut details = serde_json::to_value(failure.details()).unwrap();
        assert_eq!(details.as_object_mut().unwrap().remove("status"), Some(status.into()), "{body}");
        assert_eq!(details, told, "{body}");
    }
}

#[test]
fn a_link_to_documentation_goes_with_the_recovery() {
    let told = |link: &str| json!({"message": "Bad credentials", "documentation_url": link}).to_string();
    let linked = failure_of_body(401, JSON, &told("https://docs.example.com/rest"));
    assert_eq!(linked.recovery().docs(), Some("https://docs.example.com/rest"));
    assert_eq!(linked.recovery().hint(), failure(401, &[], "").recovery().hint());
    let other = failure_of_body(401, JSON, &told("javascript:alert(1)"));
    assert_eq!(other.recovery().docs(), None);
}

#[test]
fn an_identifier_in_a_header_counts_where_the_body_has_none() {
    let aws = ("x-amzn-errortype", "ResourceNotFoundException:http://internal.amazon.com/");
    assert_eq!(failure(400, &[aws], "").reason().as_str(), "resource_not_found_exception");
    assert_eq!(failure(404, &[("x-ms-error-code", "BlobNotFound")], "").reason().as_str(), "blob_not_found");
    assert_eq!(failure(400, &[aws], r#"{"code": "Nearer"}"#).reason().as_str(), "nearer");
    assert_eq!(failure(400, &[("x-ms-error-code", "not an identifier")], "").reason().as_str(), "invalid_params");
}

#[test]
fn other_texts_are_not_taken_for_identifiers() {
    let long = "a".repeat(65);
    for code in ["error", "", "404", "two words", "/etc/passwd", "https://example.com/e", "über", long.as_str()] {
        let body = json!({"message": "It broke", "code": code, "type": "error"}).to_string();
        let failure = failure_of_body(500, JSON, &body);
        assert_eq!(failure.reason().as_str(), "internal", "{code}");
        assert_eq!(failure.details().get("original_error"), None, "{code}");
    }
}
