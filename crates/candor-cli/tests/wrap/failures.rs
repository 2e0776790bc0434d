//! Failures of the server's tools, in whichever form, come out complete.

use super::wrapper::{Plan, failure, reason, text};
use serde_json::json;

#[test]
fn a_failure_in_words_becomes_one_that_says_what_to_do() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let words = "connect ECONNREFUSED postgres://shop:Tr0ub4dor-3@db.internal/orders";
    let answer = wrapper.call("fail_plain", &json!({"text": words}));
    assert_eq!(answer["result"]["isError"], true);
    let told = failure(&answer);
    assert_eq!((&told["code"], &told["retry"]["retryable"]), (&json!("unavailable"), &json!(true)));
    assert!(text(&answer).contains("ECONNREFUSED") && text(&answer).contains("Recovery: "), "{answer}");
    assert!(!answer.to_string().contains("Tr0ub4dor-3"), "{answer}");
    wrapper.end();
}

#[test]
fn an_error_that_was_sent_as_a_success_is_marked_and_keeps_its_words() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let answer = wrapper.call("fail_unflagged", &json!({"text": "Database error: no such table: orders"}));
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert_eq!(answer["result"]["_meta"]["dev.candor/unflagged"], "error_message", "{answer}");
    assert!(text(&answer).contains("no such table: orders"), "{answer}");
    let answer = wrapper.call("fail_unflagged", &json!({"text": "Errors: 0, warnings: 3"}));
    assert_eq!(answer["result"].get("isError"), None, "{answer}");
    wrapper.end();
}

#[test]
fn an_error_of_the_protocol_from_a_tool_reaches_the_model() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let arguments = json!({"code": -32603, "message": "request timed out after 30 s", "data": {"attempt": 3}});
    let answer = wrapper.call("fail_error", &arguments);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert_eq!(failure(&answer)["code"], "timeout", "{answer}");
    wrapper.end();
}

#[test]
fn failures_are_told_in_the_dialect_that_was_asked_for() {
    for (dialect, member) in [("envelope", "success"), ("error_model", "retryable"), ("problem", "status")] {
        let mut wrapper = Plan::misbehaving(&[]).with(&["--dialect", dialect]).start();
        wrapper.initialize();
        let answer = wrapper.call("fail_plain", &json!({"text": "disk quota exceeded"}));
        assert!(answer.to_string().contains(&format!("\\\"{member}\\\":")), "{dialect}: {answer}");
        wrapper.end();
    }
    let mut wrapper = Plan::misbehaving(&[]).with(&["--dialect", "jsonrpc"]).start();
    wrapper.initialize();
    let answer = wrapper.call("fail_plain", &json!({"text": "request timed out"}));
    assert!(answer["error"]["data"]["failure_mode"].is_string() || answer["result"]["isError"] == true, "{answer}");
    wrapper.end();
}

#[test]
fn a_method_that_the_server_does_not_have_keeps_its_number() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let id = wrapper.ask("resources/list", &json!({}));
    let answer = wrapper.message();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(id), &json!(-32601)), "{answer}");
    assert_eq!(reason(&answer), "method_not_found");
    wrapper.end();
}
