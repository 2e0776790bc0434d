//! Failures from the answers of any server.

use candor::classify::Classifier;
use candor::render::{Place, Renderer};
use candor::rmcp::read;
use candor::{Code, Dialect, Discretion, Failure, Origin, Retry, Safety};
use rmcp::model::{CallToolResult, ContentBlock, ErrorCode};
use rmcp::{ErrorData, ServiceError};
use serde_json::json;
use std::time::Duration;

#[test]
fn a_failure_is_read_in_each_of_the_five_dialects() {
    for &dialect in Dialect::ALL {
        let failure = Failure::rate_limited("Too many orders").with_recovery("Wait a minute, then try again.");
        let (disclosure, _) = failure.disclose(&Discretion::new());
        let renderer = Renderer::new(dialect);
        let result = renderer.reply(&disclosure, Place::Tool { output_schema: None }).to_value();
        // As a server writes it that does not use Candor, without the whole failure in `_meta`.
        let mut foreign: CallToolResult = serde_json::from_value(result).unwrap();
        foreign.meta = None;
        let read = read(&foreign).unwrap();
        if dialect == Dialect::JsonRpc {
            assert!(read.message().contains("Too many orders"));
        } else {
            assert_eq!(read.message(), "Too many orders", "{dialect}");
            assert!(read.retry().is_retryable(), "{dialect}");
        }
    }
}

#[test]
fn what_a_dialect_leaves_open_is_judged() {
    let envelope = json!({"success": false, "error": "It failed", "data": {"error_code": "USER_NOT_FOUND"}});
    let failure = read(&CallToolResult::structured_error(envelope)).unwrap();
    assert_eq!((failure.code(), failure.reason().as_str()), (Code::NotFound, "user_not_found"));
    let data = json!({"reason": "user_not_found"});
    let private_number = ErrorData::new(ErrorCode(-31_999), "It failed", Some(data));
    assert_eq!(read(&private_number).unwrap().code(), Code::NotFound);
    let stated = json!({"origin": "upstream", "retry": {"retryable": true, "safe": "always"}});
    let failure = read(&ErrorData::new(ErrorCode::INTERNAL_ERROR, "User 17 not found", Some(stated))).unwrap();
    let expected = (Code::NotFound, Origin::Upstream, Retry::Backoff(Safety::Always));
    assert_eq!((failure.code(), failure.origin(), failure.retry()), expected, "what is stated stays");
}

#[test]
fn a_missing_capability_of_the_client_is_an_invalid_request() {
    let error = ErrorData::new(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY, "sampling is needed", None);
    let failure = read(&error).unwrap();
    assert_eq!((failure.code(), failure.reason().as_str()), (Code::InvalidRequest, "missing_client_capability"));
    assert_eq!(failure.code().row().structured.value.name, "InvalidRequest");
}

#[test]
fn a_result_of_candor_is_read_back_whole() {
    let failure = Failure::entity_not_found("Order", "17");
    let (disclosure, _) = failure.disclose(&Discretion::new());
    let value = Renderer::default().reply(&disclosure, Place::Tool { output_schema: None }).to_value();
    let result: CallToolResult = serde_json::from_value(value).unwrap();
    let (again, _) = read(&result).unwrap().disclose(&Discretion::new());
    assert_eq!(again, disclosure);
}

#[test]
fn a_success_is_not_a_failure() {
    assert!(read(&CallToolResult::success(vec![ContentBlock::text("connection refused")])).is_none());
    assert!(read(&CallToolResult::structured(json!({"error": "no"}))).is_none());
    assert!(read(&CallToolResult::structured(json!({"success": false, "error": "no"}))).is_none());
}

#[test]
fn an_envelope_that_says_it_failed_is_read_as_a_failure_without_is_error() {
    let envelope = json!({"success": false, "data": {"error_code": "PERMISSION_DENIED"}, "error": "Not your order",
        "meta": {"version": "response-v2"}});
    let failure = read(&CallToolResult::structured(envelope)).unwrap();
    assert_eq!((failure.code(), failure.message()), (Code::Forbidden, "Not your order"));
}

#[test]
fn an_error_is_read_by_its_number_or_else_by_its_words() {
    let rows = [
        (ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "tools/cal", None), Code::MethodNotFound),
        (ErrorData::invalid_params("bad", None), Code::InvalidParams),
        (ErrorData::internal_error("connect ECONNREFUSED", None), Code::Unavailable),
        (ErrorData::internal_error("oh no", None), Code::Internal),
        (ErrorData::new(ErrorCode(-31999), "rate limit exceeded", None), Code::RateLimited),
        (ErrorData::new(ErrorCode(-32022), "version", None), Code::InvalidRequest),
    ];
    for (error, code) in rows {
        assert_eq!(read(&error).unwrap().code(), code, "{error}");
        assert_eq!(read(&ServiceError::McpError(error)).unwrap().code(), code);
    }
}

#[test]
fn an_error_that_is_classified_keeps_what_its_data_states() {
    let rows = [
        json!({"origin": "upstream", "retry": {"retryable": true, "safe": "always", "after_ms": 1_500}}),
        json!({"reason": "user_not_found", "retryAfter": 7, "origin": "configuration"}),
        json!({"code": "USER_NOT_FOUND", "retryable": true}),
        json!({"retryable": false}),
    ];
    for data in rows {
        for words in ["User 17 not found", "the gnomes have gone home", "connect ECONNREFUSED"] {
            let error = ErrorData::new(ErrorCode(-31_999), words, Some(data.clone()));
            let read = read(&error).unwrap();
            let verdict = Classifier::standard().classify(&error);
            assert_eq!((verdict.origin(), verdict.retry()), (read.origin(), read.retry()), "{words} {data}");
            let captured = Failure::from_error(error, "asking the shop");
            assert_eq!((captured.origin(), captured.retry()), (read.origin(), read.retry()), "{words} {data}");
        }
    }
}

#[derive(Debug)]
struct Wrapped(ErrorData);

impl std::fmt::Display for Wrapped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("rate limit exceeded")
    }
}

impl std::error::Error for Wrapped {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

#[test]
fn where_an_error_says_nothing_the_words_around_it_count_beside_what_it_states() {
    let delay = Some(Duration::from_secs(7));
    for (data, expected) in [(None, None), (Some(json!({"retryAfter": 7})), delay)] {
        let error = Wrapped(ErrorData::new(ErrorCode(-31_999), "the gnomes have gone home", data));
        let verdict = Classifier::standard().classify(&error);
        assert_eq!((verdict.code(), verdict.retry().delay()), (Code::RateLimited, expected));
    }
}

#[test]
fn the_identifier_of_an_error_is_found_wherever_its_dialect_has_it() {
    let envelope = json!({"success": false, "error": "No", "data": {"error_code": "USER_NOT_FOUND"}, "meta": {}});
    let error = ErrorData::new(ErrorCode(-31_999), "No", Some(envelope));
    assert_eq!(Classifier::standard().classify(&error).code(), Code::NotFound);
}

#[test]
fn what_the_client_itself_met_is_a_failure_too() {
    let timeout = read(&ServiceError::Timeout { timeout: Duration::from_secs(5) }).unwrap();
    assert_eq!((timeout.code(), timeout.origin()), (Code::Timeout, Origin::Transport));
    assert!(timeout.retry().is_retryable());
    let closed = read(&ServiceError::TransportClosed).unwrap();
    assert_eq!((closed.code(), closed.origin()), (Code::Unavailable, Origin::Transport));
    let cancelled = read(&ServiceError::Cancelled { reason: None }).unwrap();
    assert_eq!(cancelled.code(), Code::Cancelled);
    assert!(!read(&ServiceError::UnexpectedResponse).unwrap().retry().is_retryable());
}

#[test]
fn an_error_of_rmcp_is_classified_by_what_it_is() {
    let error = ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "x", None);
    assert_eq!(Failure::from_error(error, "asking the shop").code(), Code::MethodNotFound);
    let error = ServiceError::Timeout { timeout: Duration::from_secs(5) };
    assert_eq!(Failure::from_error(error, "asking the shop").code(), Code::Timeout);
}
