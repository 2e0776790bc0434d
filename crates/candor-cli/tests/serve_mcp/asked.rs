//! What a child asks and tells the one client over stdio, and what that tells and answers.

use super::gateway;
use super::wrapper::{Wrapper, failure, new_file, text};
use serde_json::{Value, json};

const CAPABILITIES: &str = r#"{"sampling":{},"elicitation":{"form":{}},"roots":{"listChanged":true}}"#;

/// Begins as a client that can be asked this.
fn begin(client: &mut Wrapper, capabilities: &str) -> Value {
    let params = format!(
        r#"{{"protocolVersion":"2025-11-25","capabilities":{capabilities},"clientInfo":{{"name":"t","version":"1"}}}}"#
    );
    client.send_line(format!(r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{params}}}"#));
    let answer = client.message();
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    answer
}

#[test]
fn sampling_elicitation_and_roots_of_a_child_reach_the_client_over_stdio() {
    let starts = new_file("starts");
    let mut client = gateway(&["--starts", starts.to_str().unwrap()]);
    begin(&mut client, CAPABILITIES);
    for method in ["sampling/createMessage", "elicitation/create", "roots/list"] {
        let call = client.ask_tool("ask_client", &json!({"method": method, "params": {"b": 1, "a": "\u{e9}"}}));
        let question = client.message();
        assert_eq!((&question["method"], &question["params"]), (&json!(method), &json!({"b": 1, "a": "\u{e9}"})));
        assert!(question["id"].as_str().is_some_and(|id| id.starts_with("candor-")), "{question}");
        // Other requests go on meanwhile.
        client.echoes();
        client.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": {"of": method}}));
        let answer = client.message();
        assert_eq!(answer["id"], call);
        assert_eq!(serde_json::from_str::<Value>(text(&answer)).unwrap()["result"]["of"], method, "{answer}");
    }
    // It was begun with once, by what the client had said.
    assert_eq!(std::fs::read(&starts).unwrap().len(), 1);
    assert!(client.end().status.success());
}

#[test]
fn a_client_over_stdio_that_says_late_what_it_can_be_asked_gets_a_child_of_its_own() {
    let starts = new_file("starts");
    let mut client = gateway(&["--starts", starts.to_str().unwrap()]);
    std::thread::sleep(std::time::Duration::from_millis(2_500));
    begin(&mut client, CAPABILITIES);
    client.ask_tool("ask_client", &json!({"method": "roots/list"}));
    let question = client.message();
    client.send(&json!({"jsonrpc": "2.0", "id": question["id"], "error": {"code": -1, "message": "no"}}));
    assert!(text(&client.message()).contains("\"message\":\"no\""));
    assert_eq!(std::fs::read(&starts).unwrap().len(), 2);
    assert!(client.end().status.success());
}

#[test]
fn a_client_over_stdio_that_can_be_asked_nothing_is_asked_nothing() {
    let mut client = gateway(&[]);
    client.initialize();
    let answer = client.call("ask_client", &json!({"method": "roots/list"}));
    assert!(text(&answer).contains("-32601"), "{answer}");
    client.end();
}

#[test]
fn log_messages_changes_of_resources_and_changed_roots_pass_over_stdio() {
    let mut client = gateway(&["--logs"]);
    let begun = begin(&mut client, CAPABILITIES);
    let announced = &begun["result"]["capabilities"];
    assert_eq!((&announced["logging"], &announced["resources"]["subscribe"]), (&json!({}), &json!(true)));
    client.ask("logging/setLevel", &json!({"level": "info"}));
    assert_eq!(client.message()["result"], json!({}));
    client.ask("resources/subscribe", &json!({"uri": "file:///a"}));
    assert_eq!(client.message()["result"], json!({}));
    for (method, params) in [
        ("notifications/message", json!({"level": "info", "data": "opened /home/app/db.sqlite"})),
        ("notifications/resources/updated", json!({"uri": "file:///a"})),
        ("notifications/elicitation/complete", json!({"elicitationId": "e"})),
    ] {
        let call = client.ask_tool("tell_client", &json!({"method": method, "params": params}));
        // What is told of a resource does not belong to the call: either may come first.
        let mut messages = [client.message(), client.message()];
        messages.sort_by_key(|message| message["id"] == call);
        let [told, answer] = &messages;
        assert_eq!(told["method"], method, "{told}");
        assert!(!told.to_string().contains("/home/app"), "{told}");
        assert_eq!(text(answer), "told");
    }
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}));
    let mut told = String::new();
    for _ in 0..200 {
        told = text(&client.call("was_told", &json!({}))).to_owned();
        if told.contains("roots") {
            break;
        }
    }
    assert!(told.contains("notifications/roots/list_changed"), "{told}");
    client.end();
}

#[test]
fn a_question_of_a_child_that_dies_is_cancelled_and_its_call_answered() {
    let mut client = gateway(&[]);
    begin(&mut client, CAPABILITIES);
    let call = client.ask_tool("ask_client", &json!({"method": "roots/list"}));
    let question = client.message();
    client.kill("KILL", client.server(&[]));
    let (mut cancelled, mut answered) = (false, false);
    while !(cancelled && answered) {
        let message = client.message();
        if message["method"] == "notifications/cancelled" {
            cancelled = message["params"]["requestId"] == question["id"];
        } else {
            answered = message["id"] == call;
            assert_eq!(failure(&message)["details"]["may_have_taken_effect"], true, "{message}");
        }
    }
    // What is answered then, nobody waits for.
    client.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": {}}));
    client.echoes_again();
    client.end();
}

#[test]
fn a_client_over_stdio_that_leaves_in_the_middle_of_a_question_leaves_nothing_behind() {
    let mut client = gateway(&[]);
    begin(&mut client, CAPABILITIES);
    client.ask_tool("ask_client", &json!({"method": "roots/list"}));
    assert_eq!(client.message()["method"], "roots/list");
    let ended = client.end();
    assert!(ended.status.success(), "{}", ended.stderr);
}
