//! Results that do not fit the output schema of their own tool, and failures of tools that have one.

use super::frames::{call_of, error_frame, failed_with, failure_in, first_text, message_of, relay_in, result_frame};
use candor::rmcp::OutputMismatch;
use candor::rmcp::relay::{Change, Relay, RelayedRequest};
use candor::{Dialect, FailurePolicy};
use serde_json::{Value, json};

fn order() -> Value {
    let total = json!({"type": "object", "properties": {"total": {"type": "integer"}}, "required": ["total"]});
    json!({"type": "object", "properties": {"order": total}, "required": ["order"], "additionalProperties": false})
}

fn call() -> RelayedRequest {
    call_of(json!({"outputSchema": order()}))
}

fn relay(mismatch: OutputMismatch) -> Relay {
    Relay::new(FailurePolicy::new()).with_output_mismatch(mismatch)
}

/// Results that do not fit, and the place where.
fn misfits() -> [(Value, &'static str); 3] {
    [
        (json!({"content": [], "structuredContent": {"order": {"total": "three"}}}), "/order/total"),
        (json!({"content": [], "structuredContent": {"order": {"total": 3}, "more": 1}}), "more"),
        (json!({"content": [{"type": "text", "text": "three"}]}), "structured content"),
    ]
}

#[test]
fn a_result_that_does_not_fit_passes_and_the_operator_is_told() {
    for (result, _) in misfits() {
        for relay in [relay(OutputMismatch::Warn), Relay::new(FailurePolicy::new())] {
            let relayed = relay.answer(result_frame(&result).as_bytes(), &call());
            assert!(relayed.frame().is_none(), "{result}: {relayed:?}");
            assert_eq!(relayed.change(), Some(Change::OutputMismatch), "{result}");
            let failure = relayed.incident().unwrap().failure();
            assert_eq!(failure.reason().as_str(), "output_schema_mismatch");
        }
    }
}

#[test]
fn it_can_be_answered_with_a_failure_that_says_where() {
    for (result, place) in misfits() {
        let relayed = relay(OutputMismatch::Fail).answer(result_frame(&result).as_bytes(), &call());
        assert_eq!(relayed.change(), Some(Change::OutputMismatch), "{result}");
        let message = message_of(&relayed);
        let failure = failure_in(&message);
        assert_eq!((&failure["reason"], &failure["origin"]), (&json!("output_schema_mismatch"), &json!("upstream")));
        assert!(first_text(&message).contains(place), "{place}: {message:#}");
        assert_eq!(failure["retry"]["retryable"], false, "{message:#}");
    }
}

#[test]
fn it_can_be_let_through_untold() {
    for (result, _) in misfits() {
        let relayed = relay(OutputMismatch::Ignore).answer(result_frame(&result).as_bytes(), &call());
        assert!(relayed.frame().is_none() && relayed.change().is_none() && relayed.incident().is_none(), "{result}");
    }
}

#[test]
fn what_fits_or_comes_later_is_not_a_mismatch() {
    for result in [
        json!({"content": [], "structuredContent": {"order": {"total": 3}}}),
        json!({"resultType": "complete", "content": [], "structuredContent": {"order": {"total": 3}}}),
        json!({"resultType": "task", "taskId": "t-1", "status": "working"}),
        json!({"resultType": "input_required", "requestState": "s"}),
        json!({"task": {"taskId": "t-1", "status": "working"}}),
    ] {
        let relayed = relay(OutputMismatch::Fail).answer(result_frame(&result).as_bytes(), &call());
        assert!(relayed.frame().is_none() && relayed.change().is_none(), "{result}: {relayed:?}");
    }
    let broken = call_of(json!({"outputSchema": {"type": "object", "properties": {"a": {"type": 7}}}}));
    let relayed = relay(OutputMismatch::Fail).answer(result_frame(&json!({"content": []})).as_bytes(), &broken);
    assert!(relayed.frame().is_none(), "with a schema that cannot be used, anything fits: {relayed:?}");
}

#[test]
fn a_failure_has_no_structured_content_that_the_schema_forbids() {
    let schemas = [
        (order(), false),
        (json!({"type": "object", "properties": {"a": {"type": 7}}}), false),
        (json!({"type": "object"}), true),
    ];
    for (schema, is_open) in schemas {
        let request = call_of(json!({"outputSchema": schema}));
        for &dialect in Dialect::ALL {
            for frame in [
                failed_with("connection refused"),
                error_frame(&json!({"code": -32603, "message": "connection refused"})),
            ] {
                let message = message_of(&relay_in(dialect).answer(frame.as_bytes(), &request));
                let structure = message["result"].get("structuredContent");
                assert!(structure.is_none() || is_open, "{schema} {dialect}: {message:#}");
                assert!(first_text(&message).contains("connection refused"), "{dialect}: {message:#}");
            }
        }
    }
}
