//! Servers that end, and ends of the wrapper.

use super::wrapper::{Plan, failure, new_file, reason, text};
use serde_json::json;

#[test]
fn calls_that_a_dead_server_leaves_open_are_answered_at_once() {
    for how in ["dies_in_call", "killed_in_call", "crashes_in_call", "dies_in_half_a_frame"] {
        let mut wrapper = Plan::misbehaving(&[]).start();
        wrapper.initialize();
        let slow = wrapper.ask_tool("slow", &json!({"milliseconds": 50_000}));
        let dead = wrapper.ask_tool(how, &json!({}));
        let mut answers = [wrapper.message(), wrapper.message()];
        answers.sort_by_key(|answer| answer["id"].as_u64());
        for (answer, id) in answers.iter().zip([slow, dead]) {
            assert_eq!(answer["id"], id, "{how}: {answer}");
            let told = failure(answer);
            assert!(["unavailable", "dependency_failed"].contains(&told["code"].as_str().unwrap()), "{how}: {answer}");
            assert_eq!(told["details"]["may_have_taken_effect"], true, "{how}: {answer}");
            assert_eq!(told["retry"]["safe"], "if_idempotent", "{how}: {answer}");
        }
        // It was started again, and begun with as before.
        wrapper.echoes_again();
        let ended = wrapper.end();
        assert!(ended.status.success() && ended.rest.is_empty(), "{how}: {:?}", ended.rest);
    }
}

#[test]
fn how_a_server_ended_is_said() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let answer = wrapper.call("dies_in_call", &json!({"number": 42}));
    assert!(text(&answer).contains("exited with code 42"), "{answer}");
    let answer = wrapper.call("killed_in_call", &json!({}));
    assert!(text(&answer).contains("was killed by SIGKILL"), "{answer}");
    wrapper.end();
}

#[test]
fn a_server_that_dies_at_every_start_is_no_storm() {
    let file = new_file("starts");
    let plan = Plan::misbehaving(&["dies_at_start"]).with_server(&["--starts", file.to_str().unwrap()]);
    let mut wrapper = plan.start();
    wrapper.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}));
    let answer = wrapper.message();
    assert_eq!(answer["id"], 1);
    assert_eq!(failure(&answer)["origin"], "transport", "{answer}");
    for _ in 0..20 {
        wrapper.ask_tool("echo", &json!({"text": "x"}));
        let answer = wrapper.message();
        assert_eq!(failure(&answer)["retry"]["retryable"], true, "{answer}");
    }
    let ended = wrapper.end();
    assert!(ended.status.success());
    let starts = std::fs::metadata(file).unwrap().len();
    assert!(starts <= 5, "{starts} starts within a minute");
}

#[test]
fn a_server_that_dies_at_first_is_tried_again() {
    let file = new_file("starts");
    let plan = Plan::misbehaving(&["dies_at_first_starts=2"]).with_server(&["--starts", file.to_str().unwrap()]);
    let mut wrapper = plan.start();
    for _ in 0..20 {
        let id = wrapper.ask(
            "initialize",
            &json!({"protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}}),
        );
        let answer = wrapper.message();
        assert_eq!(answer["id"], id);
        if answer["result"].is_object() {
            wrapper.echoes();
            wrapper.end();
            return;
        }
        assert_eq!(failure(&answer)["retry"]["retryable"], true, "{answer}");
    }
    panic!("it was never answered");
}

#[test]
fn a_server_that_refuses_to_begin_says_why() {
    let mut wrapper = Plan::misbehaving(&["refuses_initialize"]).start();
    let answer = wrapper.initialize();
    assert!(!reason(&answer).is_empty() && answer["error"]["code"].is_i64(), "{answer}");
    wrapper.end();
}

#[test]
fn a_program_that_is_not_there_is_a_mistake_of_the_command() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_candor"))
        .args(["wrap", "--", "/no/such/program", "--password=hunter2"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("`program` was not found") && !told.contains("hunter2"), "{told}");
    assert!(output.stdout.is_empty());
}

#[test]
fn nothing_is_left_of_a_server_that_forks_ignores_signals_or_holds_its_pipes() {
    for how in ["leaves_a_child", "leaves_a_daemon", "closes_stdout", "closes_stdin", "hangs_in_call"] {
        let mut wrapper = Plan::misbehaving(&[]).start();
        wrapper.initialize();
        wrapper.ask_tool(how, &json!({}));
        if how != "hangs_in_call" {
            // Some answer and some do not: each request has one answer.
            assert!(wrapper.message()["id"].is_u64());
            wrapper.echoes_again();
        }
        wrapper.kill("TERM", wrapper.id());
        let ended = wrapper.end();
        assert!(ended.status.success(), "{how}: {:?}", ended.status);
    }
    for how in ["ignores_sigterm", "outlives_stdin"] {
        let mut wrapper = Plan::misbehaving(&[how]).start();
        wrapper.initialize();
        assert!(wrapper.end().status.success(), "{how}");
    }
}

#[test]
fn nothing_is_left_when_the_wrapper_is_killed_hard() {
    let mut wrapper = Plan::misbehaving(&["ignores_sigterm"]).start();
    wrapper.initialize();
    wrapper.kill("KILL", wrapper.id());
    assert!(!wrapper.end().status.success());
}

#[test]
fn a_client_that_leaves_gets_the_answers_that_it_has_asked_for() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let id = wrapper.ask_tool("slow", &json!({"milliseconds": 300}));
    wrapper.close();
    let answer = wrapper.message();
    assert_eq!((&answer["id"], text(&answer)), (&json!(id), "done"));
    assert!(wrapper.end().status.success());
}

#[test]
fn an_answer_to_a_dead_server_does_not_reach_the_next_one() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    wrapper.ask_tool("asks_and_waits", &json!({"number": 60_000}));
    let asked = wrapper.message();
    assert_eq!(asked["method"], "elicitation/create");
    let first = wrapper.server(&[]);
    wrapper.kill("KILL", first);
    let (mut withdrawn, mut answered) = (false, false);
    while !(withdrawn && answered) {
        let message = wrapper.message();
        withdrawn |= message["method"] == "notifications/cancelled" && message["params"]["requestId"] == asked["id"];
        answered |= message["result"]["isError"] == true;
    }
    wrapper.echoes_again();
    // The next server asks with the same id, and the client gets another one.
    let id = wrapper.ask_tool("asks_and_waits", &json!({"number": 100}));
    let again = wrapper.message();
    assert!(again["method"] == "elicitation/create" && again["id"] != asked["id"], "{again}");
    wrapper.send(&json!({"jsonrpc": "2.0", "id": again["id"], "result": {"action": "accept"}}));
    assert_eq!(wrapper.message()["id"], id);
    wrapper.end();
}
