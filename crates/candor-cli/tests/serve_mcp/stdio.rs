//! A client over stdio before children of both eras.

use super::gateway;
use serde_json::{Value, json};

const ERAS: [&[&str]; 2] = [&[], &["--modern"]];

fn names(listed: &Value) -> Vec<&str> {
    let tools = listed["result"]["tools"].as_array().unwrap_or_else(|| panic!("{listed}"));
    tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

/// The params of a request of the newest revision.
fn modern(mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2026-07-28".into();
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    params
}

#[test]
fn a_client_with_a_handshake_is_served_before_children_of_both_eras() {
    for era in ERAS {
        let mut client = gateway(era);
        let begun = client.initialize();
        assert_eq!(begun["result"]["protocolVersion"], "2025-11-25", "{begun}");
        assert_eq!(begun["result"]["capabilities"], json!({"tools": {"listChanged": true}}), "{begun}");
        let id = client.ask("tools/list", &json!({}));
        let listed = client.message();
        assert_eq!(listed["id"], id);
        assert!(names(&listed).contains(&"echo"), "{listed}");
        client.echoes();
        let sum = client.call("add", &json!({"a": 1, "b": 2}));
        assert_eq!(sum["result"]["structuredContent"], json!({"sum": 3}), "{sum}");
        let ended = client.end();
        assert!(ended.status.success() && ended.rest.is_empty(), "{:?} {}", ended.rest, ended.stderr);
    }
}

#[test]
fn a_client_without_a_handshake_is_served_before_children_of_both_eras() {
    for era in ERAS {
        let mut client = gateway(era);
        client.ask("server/discover", &modern(json!({})));
        let found = client.message();
        assert_eq!(found["result"]["resultType"], "complete", "{found}");
        client.ask("tools/list", &modern(json!({})));
        let listed = client.message();
        assert_eq!(listed["result"]["cacheScope"], "private", "{listed}");
        client.ask("tools/call", &modern(json!({"name": "add", "arguments": {"a": 1, "b": 2}})));
        let sum = client.message();
        let result = &sum["result"];
        assert_eq!((&result["structuredContent"]["sum"], &result["resultType"]), (&json!(3), &json!("complete")));
        client.end();
    }
}

#[test]
fn a_revision_that_is_not_served_and_missing_metadata_are_refused() {
    let mut client = gateway(&[]);
    client.ask("tools/list", &json!({"_meta": {"io.modelcontextprotocol/protocolVersion": "2031-01-01"}}));
    let refused = client.message();
    assert_eq!(refused["error"]["code"], -32022, "{refused}");
    assert_eq!(refused["error"]["data"]["requested"], "2031-01-01", "{refused}");
    client.ask("tools/list", &json!({"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}));
    assert_eq!(client.message()["error"]["code"], -32602);
    client.ask("ping", &modern(json!({})));
    assert_eq!(client.message()["error"]["code"], -32601);
    client.ask("logging/setLevel", &modern(json!({"level": "info"})));
    assert_eq!(client.message()["error"]["code"], -32601);
    client.end();
}

#[test]
fn progress_of_a_child_comes_under_the_token_of_the_client() {
    for era in ERAS {
        let mut client = gateway(era);
        client.initialize();
        let arguments = json!({"steps": 2, "milliseconds": 1});
        client.ask(
            "tools/call",
            &json!({"name": "progress", "arguments": arguments, "_meta": {"progressToken": "mine"}}),
        );
        for step in 1..=2 {
            let told = client.message();
            assert_eq!(told["method"], "notifications/progress", "{told}");
            assert_eq!(told["params"], json!({"progressToken": "mine", "progress": step, "total": 2}));
        }
        assert_eq!(client.message()["result"]["content"][0]["text"], "done");
        client.end();
    }
}

#[test]
fn a_slow_call_keeps_no_other_waiting_and_is_not_answered_once_it_is_cancelled() {
    for era in ERAS {
        let mut client = gateway(era);
        client.initialize();
        let slow = client.ask_tool("slow", &json!({"milliseconds": 50_000}));
        client.echoes();
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": slow}}));
        client.echoes();
        // A call that still ran would be waited for.
        let ended = client.end();
        assert!(ended.rest.is_empty(), "{:?}", ended.rest);
    }
}

#[test]
fn lines_that_are_no_messages_and_ids_that_are_in_use_are_refused() {
    let mut client = gateway(&[]);
    client.initialize();
    client.send_line("{\"jsonrpc\":\"2.0\",\"id\":5,");
    assert_eq!(client.message()["error"]["code"], -32700);
    client.send_line("[]");
    assert_eq!(client.message()["error"]["code"], -32600);
    let slow = client.ask_tool("slow", &json!({"milliseconds": 50_000}));
    client.send(&json!({"jsonrpc": "2.0", "id": slow, "method": "ping"}));
    let refused = client.message();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(slow), &json!(-32600)), "{refused}");
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": slow}}));
    client.echoes();
    client.end();
}

#[test]
fn a_client_that_leaves_gets_the_answers_that_are_under_way() {
    let mut client = gateway(&[]);
    client.initialize();
    client.ask_tool("slow", &json!({"milliseconds": 300}));
    let ended = client.end();
    assert_eq!(ended.rest.len(), 1, "{:?}", ended.rest);
    assert!(ended.rest[0].contains("\"done\""), "{:?}", ended.rest);
}
