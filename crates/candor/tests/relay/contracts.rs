//! What a tool is listed with completes its failures.

use super::frames::{call_of, failure_in, mended, relay, result_frame};
use candor::Contract;
use serde_json::{Value, json};

/// What the listed tool says that it can fail with.
#[derive(Debug, Contract)]
#[allow(dead_code, reason = "only its contract is used: the server behind the relay makes the failures")]
enum Buy {
    /// The shelf holds fewer than were asked for.
    #[failure(code = Conflict, message = "Too few are left", retry_after = "30s", recovery = "Buy fewer, or wait for the next delivery.")]
    OutOfStock,
    /// The till takes no money now.
    #[failure(code = Unavailable, message = "The till is closed", retry = backoff, recovery = "Come back tomorrow, when the till is open.")]
    TillClosed,
}

fn listed(hints: Value) -> Value {
    json!({"_meta": {"dev.candor/contract": Buy::CONTRACT}, "annotations": hints})
}

/// A failure in 000's envelope, with no more than its identifier.
fn failed_with(error_code: &str) -> String {
    let envelope = json!({"success": false, "error": "Only 2 of b-17 are left", "data": {"error_code": error_code}});
    result_frame(&json!({"isError": true, "content": [{"type": "text", "text": "no"}], "structuredContent": envelope}))
}

#[test]
fn a_contract_completes_what_the_failure_leaves_open() {
    let message = mended(&relay(), &failed_with("OUT_OF_STOCK"), &call_of(listed(json!({}))));
    let failure = failure_in(&message);
    assert_eq!((&failure["reason"], &failure["code"]), (&json!("out_of_stock"), &json!("conflict")), "{message:#}");
    assert_eq!(failure["message"], "Only 2 of b-17 are left", "what it says itself stays");
    assert_eq!(failure["recovery"]["hint"], "Buy fewer, or wait for the next delivery.", "{message:#}");
    assert_eq!(
        (&failure["retry"]["retryable"], &failure["retry"]["after_ms"]),
        (&json!(true), &json!(30_000)),
        "{message:#}"
    );
}

#[test]
fn what_the_contract_does_not_declare_is_judged_as_ever() {
    let message = mended(&relay(), &failed_with("USER_NOT_FOUND"), &call_of(listed(json!({}))));
    let failure = failure_in(&message);
    assert_eq!((&failure["reason"], &failure["code"]), (&json!("user_not_found"), &json!("not_found")), "{message:#}");
    assert_ne!(failure["recovery"]["hint"], "Buy fewer, or wait for the next delivery.");
}

#[test]
fn a_contract_that_breaks_the_rules_completes_nothing() {
    let broken = json!({"_meta": {"dev.candor/contract": {"clauses": 7}}});
    let message = mended(&relay(), &failed_with("OUT_OF_STOCK"), &call_of(broken));
    assert_eq!(failure_in(&message)["reason"], "out_of_stock", "{message:#}");
    assert_ne!(failure_in(&message)["recovery"]["hint"], "Buy fewer, or wait for the next delivery.", "{message:#}");
}

#[test]
fn only_a_tool_that_does_no_harm_can_be_judged_safe_to_repeat() {
    for (hints, safe) in [
        (json!({}), "if_idempotent"),
        (json!({"destructiveHint": false}), "if_idempotent"),
        (json!({"idempotentHint": true}), "always"),
        (json!({"readOnlyHint": true}), "always"),
    ] {
        let text = json!([{"type": "text", "text": "connect ECONNREFUSED 10.0.0.7:5432"}]);
        let frame = result_frame(&json!({"isError": true, "content": text}));
        let message = mended(&relay(), &frame, &call_of(listed(hints.clone())));
        assert_eq!(failure_in(&message)["retry"]["safe"], safe, "{hints}: {message:#}");
    }
}
