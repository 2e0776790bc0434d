//! Every example of a failure in the five documents, as another server would send it: what it is read as.

use candor::render::recognise;
use candor::{Code, Dialect, Failure, Origin, Retry, Safety};
use serde_json::{Value, json};
use std::time::Duration;

const NEVER: Retry = Retry::Never;
const IF_IDEMPOTENT: Retry = Retry::Backoff(Safety::IfIdempotent);
const ALWAYS: Retry = Retry::Backoff(Safety::Always);

/// What a failure from outside means.
type Meaning = (Code, Retry, Origin);

fn meaning(failure: &Failure) -> Meaning {
    (failure.code(), failure.retry(), failure.origin())
}

fn assert_are_read(rows: impl IntoIterator<Item = (Value, Meaning)>) {
    let mut wrong = Vec::new();
    for (example, expected) in rows {
        let read = recognise(&example).map(|found| meaning(&found.failure));
        if read != Some(expected) {
            wrong.push(format!("{example}\n  is {read:?}\n  not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn envelope(error: &str, data: Value) -> Value {
    json!({"success": false, "data": data, "error": error, "meta": {"version": "response-v2"}})
}

/// 000.
mod envelopes {
    use super::*;

    #[test]
    fn an_envelope_that_states_its_code_is_read_by_it() {
        let wait = Retry::After(Duration::from_secs(45), Safety::Always);
        assert_are_read([
            (
                json!({
                    "success": false,
                    "data": {
                        "error_code": "VALIDATION_ERROR",
                        "error_type": "validation",
                        "details": {"field": "email", "constraint": "format", "message": "Invalid email format"},
                        "remediation": "Provide a valid email address (e.g., user@example.com)"
                    },
                    "error": "Validation failed: invalid email format",
                    "meta": {"version": "response-v2", "request_id": "req_abc123"}
                }),
                (Code::Validation, NEVER, Origin::Caller),
            ),
            // The three helpers.
            (
                envelope(
                    "Invalid email format",
                    json!({"error_code": "VALIDATION_ERROR", "error_type": "validation", "field": "email"}),
                ),
                (Code::Validation, NEVER, Origin::Caller),
            ),
            (
                envelope(
                    "User 'usr_999' not found",
                    json!({"error_code": "RESOURCE_NOT_FOUND", "error_type": "not_found", "resource_type": "User",
                        "resource_id": "usr_999", "remediation": "Verify the user ID exists."}),
                ),
                (Code::NotFound, NEVER, Origin::Caller),
            ),
            (
                envelope(
                    "Rate limit exceeded: 100 requests per minute",
                    json!({"error_code": "RATE_LIMIT_EXCEEDED", "error_type": "rate_limit", "limit": 100,
                        "period": "minute", "retry_after_seconds": 45}),
                ),
                (Code::RateLimited, wait, Origin::Internal),
            ),
        ]);
    }

    #[test]
    fn the_good_messages_are_judged_where_their_code_is_the_servers_own() {
        let wait = Retry::After(Duration::from_secs(45), Safety::Always);
        let rows = [
            (
                "Invalid email format: 'not-an-email'",
                json!({"error_code": "INVALID_EMAIL", "remediation": "Provide email in format: user@domain.com"}),
                (Code::Validation, NEVER, Origin::Caller),
            ),
            (
                "User 'usr_999' not found",
                json!({"error_code": "USER_NOT_FOUND", "remediation": "Verify the user ID exists."}),
                (Code::NotFound, NEVER, Origin::Caller),
            ),
            (
                "Rate limit exceeded: 100 requests per minute",
                json!({"error_code": "RATE_LIMIT_EXCEEDED", "retry_after_seconds": 45}),
                (Code::RateLimited, wait, Origin::Internal),
            ),
            (
                "Insufficient permissions to delete project 'proj_123'",
                json!({"error_code": "PERMISSION_DENIED", "required_permission": "project:delete"}),
                (Code::Forbidden, NEVER, Origin::Caller),
            ),
        ];
        for (error, data, expected) in rows {
            // As 000 prints them, and in their envelope.
            assert_are_read([(json!({"error": error, "data": data}), expected), (envelope(error, data), expected)]);
        }
    }

    #[test]
    fn an_envelope_without_a_code_is_judged_by_its_words() {
        assert_are_read([
            (
                envelope("Database connection failed after 3 retries", json!({})),
                (Code::Unavailable, ALWAYS, Origin::Transport),
            ),
            // What could not be done does not say where: anything can be deleted, not only rows of a database.
            (
                envelope("Failed to delete all 2 items", json!({"failed": [{"id": "a", "reason": "not found"}]})),
                (Code::Unknown, IF_IDEMPOTENT, Origin::Internal),
            ),
            (
                envelope("An internal error occurred. Request ID: req_abc123", json!({})),
                (Code::Internal, IF_IDEMPOTENT, Origin::Internal),
            ),
            (
                envelope("Email 'invalid' is not a valid email address", json!({})),
                (Code::Validation, NEVER, Origin::Caller),
            ),
            (
                envelope("User 'usr_999' not found in project 'proj_123'", json!({})),
                (Code::NotFound, NEVER, Origin::Caller),
            ),
            (
                envelope("Field 'count' must be between 1 and 1000, got 5000", json!({})),
                (Code::OutOfRange, NEVER, Origin::Caller),
            ),
            (envelope("Descriptive message", json!({})), (Code::Unknown, IF_IDEMPOTENT, Origin::Internal)),
            (json!({"success": false, "error": null}), (Code::Unknown, IF_IDEMPOTENT, Origin::Internal)),
        ]);
    }

    #[test]
    fn a_bad_message_is_judged_by_what_it_says() {
        let rows = [
            ("Operation failed", (Code::Unknown, IF_IDEMPOTENT, Origin::Internal)),
            ("NullPointerException at UserService.java:142", (Code::Internal, NEVER, Origin::Internal)),
            ("Invalid request", (Code::InvalidRequest, NEVER, Origin::Caller)),
            ("FK constraint violation on users_projects_fk", (Code::Validation, NEVER, Origin::Caller)),
            ("Error", (Code::Internal, IF_IDEMPOTENT, Origin::Internal)),
            ("Something went wrong", (Code::Internal, IF_IDEMPOTENT, Origin::Internal)),
            ("Invalid input", (Code::Validation, NEVER, Origin::Caller)),
            (
                "Traceback (most recent call last):\n File \"app.py\", line 42...",
                (Code::Internal, IF_IDEMPOTENT, Origin::Internal),
            ),
        ];
        assert_are_read(rows.map(|(error, expected)| (envelope(error, json!({})), expected)));
    }

    #[test]
    fn a_success_is_not_a_failure_even_if_it_carries_an_error() {
        let meta = json!({"version": "response-v2", "warnings": ["3 items skipped: insufficient permissions"]});
        for success in [
            json!({"success": true, "error": "Something went wrong"}),
            json!({"success": true, "error": null, "data": {}}),
            json!({"success": true, "data": {"processed": 97, "results": []}, "error": null, "meta": meta}),
        ] {
            assert!(recognise(&success).is_none(), "{success}");
        }
    }
}

/// 001.
mod error_models {
    use super::*;

    #[test]
    fn the_three_forms_of_an_answer_are_told_apart() {
        let success = json!({"jsonrpc": "2.0", "result": {}, "id": 1});
        assert!(recognise(&success).is_none());
        assert_are_read([
            (
                json!({"jsonrpc": "2.0", "id": 1, "result": {"error": {"code": 4001, "message": "Adapter error",
                    "retryable": false, "details": {"originalError": "ORDER_NOT_FOUND"}}}}),
                (Code::DependencyFailed, NEVER, Origin::Upstream),
            ),
            (
                json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params",
                    "data": {"field": "order.customer.email"}}}),
                (Code::InvalidParams, NEVER, Origin::Caller),
            ),
        ]);
    }

    #[test]
    fn every_standard_code_has_its_retry() {
        let rows = [
            (2001, false, (Code::Validation, NEVER, Origin::Caller)),
            (2002, false, (Code::MissingRequired, NEVER, Origin::Caller)),
            (2003, false, (Code::InvalidFormat, NEVER, Origin::Caller)),
            (3001, true, (Code::RateLimited, ALWAYS, Origin::Internal)),
            (3002, true, (Code::Timeout, IF_IDEMPOTENT, Origin::Transport)),
            (4001, true, (Code::DependencyFailed, IF_IDEMPOTENT, Origin::Upstream)),
            (4002, true, (Code::Unavailable, IF_IDEMPOTENT, Origin::Upstream)),
            (5001, false, (Code::NotImplemented, NEVER, Origin::Internal)),
        ];
        let written =
            |code: u16, retryable: bool| json!({"code": code, "message": "It failed", "retryable": retryable});
        assert_are_read(rows.map(|(code, retryable, expected)| (written(code, retryable), expected)));
    }

    #[test]
    fn a_number_of_the_servers_own_is_judged_within_its_range() {
        let written = |code: u16, original: &str, retryable: bool| {
            json!({"code": code, "message": "It failed", "retryable": retryable,
                "details": {"originalError": original}})
        };
        assert_are_read([
            (written(3404, "ORDER_NOT_FOUND", false), (Code::NotFound, NEVER, Origin::Caller)),
            (written(3409, "INVALID_ORDER_STATE", false), (Code::Conflict, NEVER, Origin::Caller)),
            // What the caller did is not a matter of the infrastructure.
            (written(4404, "ORDER_NOT_FOUND", false), (Code::Internal, NEVER, Origin::Internal)),
        ]);
    }
}

/// 002.
mod problems {
    use super::*;

    fn problem(kind: &str, title: &str, status: u16, detail: &str) -> Value {
        let base = if kind == "about:blank" { "" } else { "https://mouse-mcp.dev/errors/" };
        json!({"type": format!("{base}{kind}"), "title": title, "status": status, "detail": detail,
            "instance": "urn:uuid:a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e", "timestamp": "2025-12-06T18:30:00.000Z",
            "tool": "disney_attractions"})
    }

    #[test]
    fn every_example_is_read_by_its_type_alone_and_as_the_text_of_a_tool_result() {
        let rows = [
            (
                problem("validation-error", "Validation Failed", 400, "Invalid destination ID. Must be 'wdw' or 'dlr'"),
                (Code::Validation, NEVER, Origin::Caller),
            ),
            (
                problem(
                    "api-error",
                    "External API Error",
                    503,
                    "Disney API returned 503: Service temporarily unavailable",
                ),
                (Code::Unavailable, IF_IDEMPOTENT, Origin::Upstream),
            ),
            (
                problem("api-error", "External API Error", 502, "Disney API returned 404"),
                (Code::DependencyFailed, IF_IDEMPOTENT, Origin::Upstream),
            ),
            (
                problem(
                    "session-error",
                    "Session Error",
                    401,
                    "No valid Disney session. Session may have expired or authentication failed",
                ),
                (Code::Unauthorized, NEVER, Origin::Caller),
            ),
            (
                problem("not-found", "Resource Not Found", 404, "Attraction with ID '99999999' not found"),
                (Code::NotFound, NEVER, Origin::Caller),
            ),
            (
                problem(
                    "database-error",
                    "Database Error",
                    500,
                    "Failed to initialize database: unable to open database file",
                ),
                (Code::Database, IF_IDEMPOTENT, Origin::Internal),
            ),
            (
                problem(
                    "configuration-error",
                    "Configuration Error",
                    500,
                    "Required environment variable MOUSEMCP_EMBEDDING_PROVIDER not set",
                ),
                (Code::Configuration, NEVER, Origin::Configuration),
            ),
            (
                problem("cache-error", "Cache Error", 500, "Failed to read from cache: cache file corrupted"),
                (Code::Cache, IF_IDEMPOTENT, Origin::Internal),
            ),
            (
                problem("about:blank", "An error occurred", 500, "An unexpected error occurred"),
                (Code::Unknown, IF_IDEMPOTENT, Origin::Internal),
            ),
        ];
        for (example, expected) in rows {
            let text = serde_json::to_string_pretty(&example).unwrap();
            let result = json!({"content": [{"type": "text", "text": text}], "isError": true});
            assert_are_read([(example, expected), (result, expected)]);
        }
    }

    #[test]
    fn a_type_of_the_servers_own_is_judged_with_its_status() {
        assert_are_read([
            (problem("order-not-found", "Gone", 404, "No order 17"), (Code::NotFound, NEVER, Origin::Caller)),
            (problem("throttled", "Busy", 400, "Rate exceeded"), (Code::RateLimited, ALWAYS, Origin::Internal)),
            (problem("about:blank", "Conflict", 409, "Changed meanwhile"), (Code::Conflict, NEVER, Origin::Caller)),
            (
                problem("about:blank", "An error occurred", 500, "connect ECONNREFUSED 127.0.0.1:5432"),
                (Code::Unavailable, ALWAYS, Origin::Transport),
            ),
        ]);
    }
}

/// 003.
mod jsonrpc_errors {
    use super::*;

    fn error(code: i32, message: &str, mode: &str) -> Value {
        json!({"jsonrpc": "2.0", "id": "r1",
            "error": {"code": code, "message": message, "data": {"tool": "get_order", "failure_mode": mode}}})
    }

    #[test]
    fn every_category_is_read_by_its_number_and_its_mode() {
        assert_are_read([
            (error(-32700, "Parse error", "contract_violation"), (Code::ParseError, NEVER, Origin::Caller)),
            (error(-32600, "Invalid Request", "contract_violation"), (Code::InvalidRequest, NEVER, Origin::Caller)),
            (error(-32601, "Method not found", "contract_violation"), (Code::MethodNotFound, NEVER, Origin::Caller)),
            (error(-32602, "Invalid params", "contract_violation"), (Code::InvalidParams, NEVER, Origin::Caller)),
            (
                error(-32603, "The service did not respond in time", "timeout"),
                (Code::Timeout, IF_IDEMPOTENT, Origin::Transport),
            ),
            (error(-32603, "Connection refused", "transport_failure"), (Code::Unavailable, ALWAYS, Origin::Transport)),
            (error(-32603, "It failed", "transport_failure"), (Code::Internal, IF_IDEMPOTENT, Origin::Transport)),
        ]);
    }

    #[test]
    fn a_tool_error_in_plain_text_is_an_upstream_failure_unless_its_words_say_more() {
        let result = |text: &str| json!({"content": [{"type": "text", "text": text}], "isError": true});
        assert_are_read([
            (result("It broke"), (Code::DependencyFailed, IF_IDEMPOTENT, Origin::Upstream)),
            (result("HTTP 404: order 17 not found"), (Code::NotFound, NEVER, Origin::Upstream)),
            (result("Error: connection refused"), (Code::Unavailable, ALWAYS, Origin::Transport)),
        ]);
    }
}

/// 004.
mod structured_errors {
    use super::*;

    #[test]
    fn every_error_of_the_document_is_read_by_its_number() {
        let rows = [
            (
                -32001,
                "None of 3 PMIDs returned data",
                json!({"reason": "no_match"}),
                (Code::NotFound, NEVER, Origin::Caller),
            ),
            (
                -32003,
                "Local request queue is at capacity",
                json!({"reason": "queue_full"}),
                (Code::RateLimited, ALWAYS, Origin::Internal),
            ),
            (
                -32000,
                "NCBI E-utilities unreachable after retries",
                json!({"reason": "ncbi_down"}),
                (Code::Unavailable, IF_IDEMPOTENT, Origin::Upstream),
            ),
            (
                -32007,
                "Expression cannot be empty.",
                json!({"reason": "empty_expression"}),
                (Code::Validation, NEVER, Origin::Caller),
            ),
            (
                -32000,
                "Upstream timeout",
                json!({"reason": "evaluation_timeout"}),
                (Code::Unavailable, IF_IDEMPOTENT, Origin::Upstream),
            ),
            (
                -32007,
                "Parse failed: unexpected end",
                json!({"reason": "parse_failed"}),
                (Code::Validation, NEVER, Origin::Caller),
            ),
            (
                -32001,
                "No item 17",
                json!({"recovery": {"hint": "No item 17; try IDs 1-100 instead."}}),
                (Code::NotFound, NEVER, Origin::Caller),
            ),
            (-32001, "Item not found", json!({"itemId": "123"}), (Code::NotFound, NEVER, Origin::Caller)),
            (
                -32007,
                "Missing required field: name",
                json!({"field": "name"}),
                (Code::Validation, NEVER, Origin::Caller),
            ),
            (-32006, "Token expired", json!(null), (Code::Unauthorized, NEVER, Origin::Caller)),
            (
                -32000,
                "API call failed",
                json!({"url": "https://example.com"}),
                (Code::Unavailable, IF_IDEMPOTENT, Origin::Upstream),
            ),
            (
                -32010,
                "Connection pool exhausted",
                json!({"pool": "primary"}),
                (Code::Database, IF_IDEMPOTENT, Origin::Internal),
            ),
        ];
        for (code, message, data, expected) in rows {
            let mut error = json!({"code": code, "message": message, "data": data});
            if error["data"].is_null() {
                error.as_object_mut().unwrap().remove("data");
            }
            let content = json!([{"type": "text", "text": format!("Error: {message}")}]);
            let result = json!({"content": content, "structuredContent": {"error": error}, "isError": true});
            let response = json!({"jsonrpc": "2.0", "id": 1, "error": error});
            // By itself, as a tool result, and as the error of a resource.
            assert_are_read([(error, expected), (result, expected), (response, expected)]);
        }
    }

    #[test]
    fn a_number_that_says_nothing_is_judged_by_the_words_beside_it() {
        let written = |code: i32, message: &str, data: Value| json!({"code": code, "message": message, "data": data});
        assert_are_read([
            (written(-32603, "Order 17 not found", json!({})), (Code::NotFound, NEVER, Origin::Caller)),
            (written(-32099, "Order 17 not found", json!({})), (Code::NotFound, NEVER, Origin::Caller)),
            (
                written(-31999, "It failed", json!({"code": "ECONNREFUSED"})),
                (Code::Unavailable, ALWAYS, Origin::Transport),
            ),
            // A reason with it says that it is meant.
            (
                written(-32603, "Order 17 not found", json!({"reason": "ledger_broken"})),
                (Code::Internal, IF_IDEMPOTENT, Origin::Internal),
            ),
        ]);
    }
}

#[test]
fn what_a_dialect_states_is_not_overruled_by_its_words() {
    let stated =
        json!({"error_code": "USER_NOT_FOUND", "origin": "internal", "retry": {"retryable": true, "safe": "always"}});
    assert_are_read([
        (envelope("User 'usr_999' not found", stated), (Code::NotFound, ALWAYS, Origin::Internal)),
        (
            envelope("rate limit exceeded", json!({"error_code": "PERMISSION_DENIED"})),
            (Code::Forbidden, NEVER, Origin::Caller),
        ),
        (
            json!({"code": -32002, "message": "connect ECONNREFUSED 127.0.0.1:5432", "data": {"retryable": false}}),
            (Code::Conflict, NEVER, Origin::Caller),
        ),
    ]);
}

#[test]
fn what_the_code_leaves_open_is_judged_where_the_words_agree_with_it() {
    // Refused before anything was sent: that is more than the code says.
    let error = json!({"code": -32000, "message": "connect ECONNREFUSED 127.0.0.1:5432"});
    assert_are_read([(error, (Code::Unavailable, ALWAYS, Origin::Transport))]);
}

#[test]
fn the_verdict_on_what_was_open_is_kept_with_the_failure() {
    let example = envelope("User 'usr_999' not found", json!({"error_code": "USER_NOT_FOUND"}));
    let failure = Dialect::Envelope.recognise(&example).unwrap();
    let verdict = failure.verdict().expect("the code was open");
    assert_eq!((verdict.code(), verdict.decided_by().as_ref()), (Code::NotFound, "NOT_FOUND"));
    let complete = json!({"error_code": "RESOURCE_NOT_FOUND", "origin": "caller", "retry": {"retryable": false}});
    let failure = Dialect::Envelope.recognise(&envelope("User 'usr_999' not found", complete)).unwrap();
    assert!(failure.verdict().is_none(), "nothing was open");
}

#[test]
fn rules_of_the_users_own_judge_what_a_dialect_leaves_open() {
    use candor::classify::{Classifier, Rule, Rules};
    let rules = Rules::new([Rule::new("shop_closed", Code::Unavailable).when_text("the shop * closed")]).unwrap();
    let classifier = Classifier::new().with_rules(rules);
    let closed = |data: Value| envelope("Sorry, the shop is closed", data);
    let open = candor::render::recognise_by(&closed(json!({})), &classifier).unwrap().failure;
    assert_eq!((open.code(), open.verdict().unwrap().rule()), (Code::Unavailable, "shop_closed"));
    let stated = closed(json!({"error_code": "RESOURCE_CONFLICT"}));
    assert_eq!(Dialect::Envelope.recognise_by(&stated, &classifier).unwrap().code(), Code::Conflict);
}
