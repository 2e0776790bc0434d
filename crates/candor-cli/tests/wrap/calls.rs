//! Calls that the server need not see.

use super::wrapper::{Plan, failure, reason, text};
use serde_json::json;

#[test]
fn a_tool_that_does_not_exist_is_answered_with_the_nearest_names() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let answer = wrapper.call("ecco", &json!({"text": "hello"}));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert_eq!(answer["error"]["data"]["did_you_mean"][0], "echo", "{answer}");
    wrapper.echoes();
    wrapper.end();
}

#[test]
fn arguments_that_do_not_fit_are_answered_before_they_are_sent() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let answer = wrapper.call("add", &json!({"a": "one"}));
    assert_eq!((answer["result"]["isError"].clone(), reason(&answer)), (json!(true), "invalid_arguments"), "{answer}");
    assert!(text(&answer).contains("/a") && text(&answer).contains("/b"), "{answer}");
    // What the client sent may be said to it.
    assert!(text(&answer).contains("\"one\""), "{answer}");
    wrapper.end();
}

#[test]
fn arguments_reach_the_server_if_they_are_not_to_be_checked() {
    let mut wrapper = Plan::misbehaving(&[]).with(&["--no-argument-checks"]).start();
    wrapper.initialize();
    let answer = wrapper.call("echo", &json!({"text": 7}));
    assert_eq!(answer["result"]["content"][0]["text"], "", "{answer}");
    let answer = wrapper.call("ecco", &json!({}));
    assert!(answer["error"]["code"] == -32602 && reason(&answer) == "unknown_tool", "{answer}");
    wrapper.end();
}

#[test]
fn tools_that_have_changed_are_known_when_the_server_has_said_so() {
    let file = super::wrapper::new_file("starts");
    let mut wrapper = Plan::misbehaving(&["changes_tools"]).with_server(&["--starts", file.to_str().unwrap()]).start();
    wrapper.initialize();
    wrapper.ask("tools/list", &json!({}));
    assert!(wrapper.message().to_string().contains("\"slow\""));
    wrapper.kill("KILL", wrapper.server(&[]));
    let told = wrapper.message();
    assert_eq!(told["method"], "notifications/tools/list_changed", "{told}");
    let answer = wrapper.call("slow", &json!({"milliseconds": 1}));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let answer = wrapper.call("appeared", &json!({"text": "now"}));
    assert_eq!(text(&answer), "now");
    wrapper.end();
}

#[test]
fn an_id_that_is_in_use_is_refused_and_the_first_call_answered() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call",
        "params": {"name": "slow", "arguments": {"milliseconds": 300}}});
    wrapper.send(&call);
    wrapper.send(&call);
    let refused = wrapper.message();
    assert!(refused["id"] == 7 && failure(&refused)["reason"] == "duplicate_id", "{refused}");
    let answer = wrapper.message();
    assert_eq!((&answer["id"], text(&answer)), (&json!(7), "done"));
    assert!(wrapper.end().rest.is_empty());
}

#[test]
fn what_is_no_message_is_answered_as_the_protocol_has_it() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    for (line, code) in [
        ("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":", -32700),
        ("[1,2]", -32600),
        ("{\"jsonrpc\":\"1.0\",\"id\":6,\"method\":\"ping\"}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":\"\",\"method\":\"ping\"}", -32600),
    ] {
        wrapper.send_line(line);
        let answer = wrapper.message();
        assert_eq!(answer["error"]["code"], code, "{line}: {answer}");
    }
    wrapper.send_line("");
    wrapper.send_line(b"\xEF\xBB\xBF");
    wrapper.echoes();
    wrapper.end();
}

#[test]
fn a_message_that_is_too_long_is_refused_and_the_next_one_answered() {
    let mut wrapper = Plan::misbehaving(&[]).with(&["--max-message", "1"]).start();
    wrapper.initialize();
    let id = wrapper.ask_tool("echo", &json!({"text": "x".repeat(2 * 1024 * 1024)}));
    let answer = wrapper.message();
    assert_eq!((&answer["id"], reason(&answer)), (&json!(id), "message_too_large"));
    wrapper.echoes();
    wrapper.end();
}

#[test]
fn arguments_that_only_the_server_can_read_reach_it() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for (id, value) in [(1, "1e400"), (2, deep.as_str()), (3, "\"\\ud800\"")] {
        wrapper.send_line(format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"echo","arguments":{{"text":{value}}}}}}}"#
        ));
        // This server cannot read it either, and says nothing of missing arguments.
        wrapper.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
    }
    wrapper.echoes_again();
    assert!(wrapper.end().rest.is_empty());
}

#[test]
fn ids_that_mean_the_same_are_answered_as_they_were_written() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    for id in ["1.0", "1e2"] {
        wrapper.send_line(format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#));
        assert!(wrapper.message()["result"].is_object());
    }
    wrapper.end();
}
