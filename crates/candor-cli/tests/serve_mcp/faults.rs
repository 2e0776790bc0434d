//! Children that misbehave: one answer for each request, and nothing left running.

use super::wrapper::{failure, new_file, reason};
use super::{gateway, gateway_with};
use serde_json::json;

#[test]
fn calls_that_a_dead_child_leaves_open_are_answered_and_it_is_started_again() {
    for how in ["dies_in_call", "killed_in_call", "dies_in_half_a_frame"] {
        let mut client = gateway(&[]);
        client.initialize();
        let answer = client.call(how, &json!({}));
        let told = failure(&answer);
        assert_eq!(told["details"]["may_have_taken_effect"], true, "{how}: {answer}");
        assert_eq!(told["details"]["server"], "misbehaving-server", "{how}: {answer}");
        assert_eq!(told["retry"]["safe"], "if_idempotent", "{how}: {answer}");
        client.echoes_again();
        client.end();
    }
}

#[test]
fn a_child_that_does_not_answer_in_time_is_named_and_others_are_answered() {
    let mut client = gateway_with(&["--timeout", "500ms"], &[]);
    client.initialize();
    let answer = client.call("hangs_in_call", &json!({}));
    let told = failure(&answer);
    assert_eq!((&told["code"], &told["origin"]), (&json!("timeout"), &json!("transport")), "{answer}");
    assert_eq!(told["details"]["server"], "misbehaving-server", "{answer}");
    client.echoes_again();
    client.end();
}

#[test]
fn a_child_that_cannot_start_is_told_in_the_list_and_in_calls() {
    let mut client = gateway(&["--misbehave", "dies_at_start"]);
    client.initialize();
    let id = client.ask("tools/list", &json!({}));
    let listed = client.message();
    assert_eq!(listed["id"], id, "{listed}");
    let out = &listed["result"]["_meta"]["dev.candor/unavailable"][0];
    assert_eq!(out["server"], "misbehaving-server", "{listed}");
    let answer = client.call("echo", &json!({"text": "x"}));
    assert_eq!(reason(&answer), "server_not_running", "{answer}");
    client.end();
}

#[test]
fn a_client_with_a_handshake_is_told_when_a_child_that_is_started_again_has_other_tools() {
    let starts = new_file("starts");
    let mut client = gateway(&["--starts", starts.to_str().unwrap(), "--misbehave", "changes_tools"]);
    client.initialize();
    client.echoes();
    let dead = client.ask_tool("dies_in_call", &json!({}));
    let mut messages = [client.message(), client.message()];
    messages.sort_by_key(|message| message["id"].as_u64().is_some());
    assert_eq!(messages[0]["method"], "notifications/tools/list_changed", "{messages:?}");
    assert_eq!(messages[1]["id"], dead, "{messages:?}");
    client.ask("tools/list", &json!({}));
    let listed = client.message().to_string();
    assert!(listed.contains("\"appeared\"") && !listed.contains("\"slow\""), "{listed}");
    client.end();
}

#[test]
fn what_a_child_writes_wrongly_becomes_a_failure_and_never_a_broken_message() {
    for how in ["invalid_utf8", "duplicate_members", "answers_twice", "answers_unknown_request"] {
        let mut client = gateway_with(&["--timeout", "3s"], &[]);
        client.initialize();
        let answer = client.call(how, &json!({}));
        assert!(answer.get("result").is_some() || answer.get("error").is_some(), "{how}: {answer}");
        client.echoes();
        let ended = client.end();
        assert!(ended.rest.is_empty(), "{how}: {:?}", ended.rest);
    }
}
