//! Servers that do not answer.

use super::wrapper::{Plan, failure, reason, text};
use serde_json::json;
use std::time::Duration;

#[test]
fn a_call_that_takes_too_long_is_answered_and_cancelled() {
    let mut wrapper = Plan::misbehaving(&[]).with(&["--timeout", "300ms"]).start();
    wrapper.initialize();
    let answer = wrapper.call("slow", &json!({"milliseconds": 50_000}));
    assert_eq!((reason(&answer), &failure(&answer)["code"]), ("server_too_slow", &json!("timeout")));
    assert!(text(&answer).contains("300 ms") && text(&answer).contains("may have taken effect"), "{answer}");
    wrapper.echoes();
    assert!(wrapper.end().rest.is_empty());
}

#[test]
fn progress_is_a_sign_of_life_and_not_for_ever() {
    let mut wrapper = Plan::misbehaving(&[]).with(&["--timeout", "400ms", "--max-duration", "2s"]).start();
    wrapper.initialize();
    let call = |steps: u64| json!({"name": "progress", "arguments": {"steps": steps, "milliseconds": 100}, "_meta": {"progressToken": 1}});
    let id = wrapper.ask("tools/call", &call(10));
    let answer = loop {
        let message = wrapper.message();
        if message["id"] == id {
            break message;
        }
        assert_eq!(message["method"], "notifications/progress");
    };
    assert_eq!(text(&answer), "done");
    let id = wrapper.ask("tools/call", &call(10_000));
    let answer = loop {
        let message = wrapper.message();
        if message["id"] == id {
            break message;
        }
    };
    assert_eq!(reason(&answer), "server_too_slow");
    assert!(text(&answer).contains("2 seconds"), "{answer}");
    wrapper.end();
}

#[test]
fn an_answer_that_comes_too_late_is_kept_back() {
    let mut wrapper = Plan::misbehaving(&[]).with(&["--timeout", "200ms", "--report"]).start();
    wrapper.initialize();
    let answer = wrapper.call("answers_though_cancelled", &json!({}));
    assert_eq!(reason(&answer), "server_too_slow");
    wrapper.echoes();
    let ended = wrapper.end();
    assert!(ended.rest.is_empty(), "{:?}", ended.rest);
}

#[test]
fn a_server_that_hangs_from_the_start_is_answered_for() {
    let mut wrapper =
        Plan::misbehaving(&["hangs_from_start"]).with(&["--init-timeout", "300ms", "--timeout", "300ms"]).start();
    wrapper.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}));
    let answer = wrapper.message();
    assert_eq!((&answer["id"], reason(&answer)), (&json!(0), "server_too_slow"));
    assert!(wrapper.end().status.success());
}

#[test]
fn a_server_that_answers_everything_but_calls_is_found_out_and_started_again() {
    let mut wrapper = Plan::misbehaving(&["answers_no_calls"]).with(&["--timeout", "300ms"]).start();
    wrapper.initialize();
    let first = wrapper.server(&[]);
    for _ in 0..3 {
        let answer = wrapper.call("echo", &json!({"text": "hello"}));
        assert_eq!(reason(&answer), "server_too_slow");
    }
    assert_ne!(wrapper.server(&[first]), first);
    wrapper.end();
}

#[test]
fn a_server_that_does_not_read_keeps_nobody_waiting() {
    for how in ["never_reads", "stops_reading=4"] {
        let mut wrapper = Plan::misbehaving(&[how]).with(&["--timeout", "500ms", "--init-timeout", "500ms"]).start();
        wrapper.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}));
        assert_eq!(wrapper.message()["id"], 0, "{how}");
        // More than a pipe holds.
        let ids: Vec<u64> =
            (0..20).map(|_| wrapper.ask_tool("echo", &json!({"text": "x".repeat(64 * 1024)}))).collect();
        let mut answered: Vec<u64> = ids.iter().map(|_| wrapper.message()["id"].as_u64().unwrap()).collect();
        answered.sort_unstable();
        assert_eq!(answered, ids, "{how}");
        assert!(wrapper.end().status.success(), "{how}");
    }
}

#[test]
fn a_client_that_does_not_read_for_long_gets_every_answer_when_it_does() {
    let mut wrapper = Plan::misbehaving(&[]).with(&["--timeout", "1s"]).start_unread();
    wrapper.initialize_unread();
    // The answers are more than the pipes hold, and the calls are not.
    let ids: Vec<u64> = (0..4).map(|_| wrapper.ask_tool("long_result", &json!({"number": 1}))).collect();
    std::thread::sleep(Duration::from_secs(3));
    wrapper.read();
    wrapper.message();
    let mut answered: Vec<u64> = ids
        .iter()
        .map(|_| {
            let answer = wrapper.message();
            assert_eq!(answer["result"].get("isError"), None, "{:.300}", answer.to_string());
            answer["id"].as_u64().unwrap()
        })
        .collect();
    answered.sort_unstable();
    assert_eq!(answered, ids);
    assert!(wrapper.end().status.success());
}

#[test]
fn a_client_that_never_reads_stops_nothing_but_itself() {
    let mut wrapper = Plan::misbehaving(&[]).start_unread();
    wrapper.initialize_unread();
    for _ in 0..4 {
        wrapper.ask_tool("long_result", &json!({"number": 1}));
    }
    // It takes signals when its server runs.
    wrapper.server(&[]);
    wrapper.kill("TERM", wrapper.id());
    wrapper.wait();
    wrapper.read();
    assert!(wrapper.end().status.success());
}

#[test]
fn a_server_that_waits_for_the_client_is_not_silent() {
    let mut wrapper = Plan::misbehaving(&[]).with(&["--timeout", "400ms"]).start();
    wrapper.initialize();
    let id = wrapper.ask_tool("asks_and_waits", &json!({"number": 1_500}));
    assert_eq!(wrapper.message()["method"], "elicitation/create");
    let answer = wrapper.message();
    assert_eq!((&answer["id"], text(&answer)), (&json!(id), "done"));
    wrapper.end();
}

#[test]
fn calls_that_are_slow_at_the_same_time_are_no_sign_of_a_dead_server() {
    let mut wrapper = Plan::misbehaving(&[]).with(&["--timeout", "1s"]).start();
    wrapper.initialize();
    let server = wrapper.server(&[]);
    for _ in 0..4 {
        wrapper.ask_tool("slow", &json!({"milliseconds": 50_000}));
    }
    for _ in 0..4 {
        assert_eq!(reason(&wrapper.message()), "server_too_slow");
    }
    wrapper.echoes();
    assert_eq!(wrapper.server(&[]), server);
    wrapper.end();
}

#[test]
fn a_client_that_leaves_with_a_subscription_leaves_nothing_behind() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    wrapper.ask("tasks/result", &json!({"taskId": "a"}));
    wrapper.message();
    let mut wrapper = Plan::misbehaving(&["hangs_from_start"]).start();
    wrapper.ask("subscriptions/listen", &json!({"notifications": {}}));
    wrapper.close();
    assert!(wrapper.end().status.success());
}

#[test]
fn a_call_that_was_cancelled_gets_no_answer() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let id = wrapper.ask_tool("answers_though_cancelled", &json!({}));
    wrapper.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
    wrapper.echoes();
    assert!(wrapper.end().rest.is_empty());
}
