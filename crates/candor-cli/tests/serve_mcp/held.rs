//! A client of the newest revision over stdio, before a child with a handshake that asks.

use super::gateway;
use super::wrapper::{Wrapper, text};
use serde_json::{Value, json};

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    })
}

fn call(client: &mut Wrapper, more: Value) -> Value {
    let arguments = json!({"method": "elicitation/create", "params": {"message": "Who?"}});
    let mut params = json!({"name": "ask_client", "arguments": arguments, "_meta": meta()});
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.ask("tools/call", &params);
    client.message()
}

#[test]
fn a_question_of_a_child_is_answered_by_a_client_without_a_handshake_when_it_calls_again() {
    let mut client = gateway(&[]);
    client.ask("server/discover", &json!({"_meta": meta()}));
    assert!(client.message()["result"].is_object());
    let asked = call(&mut client, json!({}))["result"].take();
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let question = json!({"method": "elicitation/create", "params": {"message": "Who?"}});
    assert_eq!(asked["inputRequests"], json!({"q1": question}));
    let answers = json!({"requestState": asked["requestState"], "inputResponses": {"q1": {"action": "decline"}}});
    let done = call(&mut client, answers);
    assert!(text(&done).contains(r#""action":"decline""#), "{done}");
    assert!(client.end().status.success());
}

#[test]
fn a_client_without_a_handshake_listens_over_stdio_until_it_cancels() {
    let mut client = gateway(&["--logs"]);
    let filter = json!({"toolsListChanged": true, "resourceSubscriptions": ["file:///a"]});
    client.ask("subscriptions/listen", &json!({"_meta": meta(), "notifications": filter}));
    let acknowledged = client.message();
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged", "{acknowledged}");
    let id = acknowledged["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"].clone();
    assert_eq!(acknowledged["params"]["notifications"]["toolsListChanged"], true);
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
    client.ask("tools/list", &json!({"_meta": meta()}));
    assert!(client.message()["result"]["tools"].is_array(), "what is cancelled is not answered");
    assert!(client.end().status.success());
}
