//! A server of 2026-07-28 that asks for input in its results, before a client with a handshake and a session.

use crate::scripted::{Scripted, Speaks};
use crate::server::Server;
use crate::talker::{EVERYTHING, Node, Talker, failure};
use serde_json::{Value, json};

const TOOL: &str = r#"{"name":"t","inputSchema":{"type":"object"}}"#;

#[tokio::test]
async fn a_result_that_asks_for_input_is_asked_by_a_request_and_what_is_answered_sent_back() {
    let server = Server::modern().await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin(&node, EVERYTHING).await;
    let mut stream = client.calls("ask", json!({"n": 1})).await;
    let question = stream.next().await;
    assert_eq!(question["method"], "elicitation/create");
    client.answers(&question, "result", r#"{ "action":"accept","n":1e400}"#).await;
    let answer = stream.next_text().await.unwrap();
    assert!(answer.contains("\"got\""), "{answer}");
    let calls = server.arrived("tools/call");
    let told = |call: &Value| call["_meta"]["io.modelcontextprotocol/clientCapabilities"].clone();
    assert_eq!(told(&calls[0].params()), serde_json::from_str::<Value>(EVERYTHING).unwrap());
    let again = &calls[1].body;
    assert!(again.contains(r#""inputResponses":{"a":{ "action":"accept","n":1e400}}"#), "{again}");
    assert!(again.contains(r#""requestState":"AbC=""#) && again.contains(r#""arguments":{"n":1}"#), "{again}");
    assert!(!again.contains(&format!(r#""id":{},"#, calls[0].id())), "{again}");
}

#[tokio::test]
async fn the_state_of_a_server_is_sent_back_byte_for_byte_and_its_rounds_are_limited() {
    let server = Scripted::open(Speaks::New, json!({"tools": {}}), TOOL, async |came| {
        came.result(
            r#"{"resultType":"input_required","requestState":"\u0041\/b","inputRequests":{"\u0061":{"method":"roots/list"}}}"#,
        )
    })
    .await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin(&node, EVERYTHING).await;
    let mut stream = client.calls("one_t", json!({})).await;
    let mut asked = 0;
    let answer = loop {
        let event = stream.next().await;
        if event["method"] != "roots/list" {
            break event;
        }
        asked += 1;
        client.answers(&event, "result", r#"{"roots":[]}"#).await;
    };
    assert_eq!((asked, &failure(&answer)["reason"]), (8, &json!("asks_too_often")), "{answer}");
    let last = server.came("tools/call").pop().unwrap().text;
    assert!(last.contains(r#""requestState":"\u0041\/b""#), "{last}");
    assert!(last.contains(r#""inputResponses":{"\u0061":{"roots":[]}}"#), "{last}");
    assert_eq!(last.matches("inputResponses").count(), 1, "{last}");
}

#[tokio::test]
async fn input_that_the_client_cannot_or_will_not_give_is_a_failure() {
    let server = Server::modern().await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin(&node, r#"{"roots":{}}"#).await;
    let answer = client.call("ask", json!({})).await;
    assert_eq!(failure(&answer)["reason"], "input_required", "{answer}");
    let client = Talker::begin(&node, EVERYTHING).await;
    let mut stream = client.calls("ask", json!({})).await;
    let question = stream.next().await;
    client.answers(&question, "error", r#"{"code":-1,"message":"the user said no"}"#).await;
    let answer = stream.next().await;
    assert_eq!(
        (&failure(&answer)["reason"], &failure(&answer)["origin"]),
        (&json!("input_not_given"), &json!("caller"))
    );
    assert_eq!(server.arrived("tools/call").len(), 2, "it is not sent again");
}
