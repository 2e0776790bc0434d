//! Sessions of clients with a handshake, over HTTP: how they begin, what ends them, and whose they are.

use crate::asking::AskingServer;
use crate::talker::{EVERYTHING, Node, Talker, text};
use candor_gateway::{Inbound, InboundToken, Listen, Secret, ToolAccess};
use serde_json::json;
use std::time::Duration;

async fn until(is_so: impl Fn() -> bool) {
    for _ in 0..600 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never became so");
}

#[tokio::test]
async fn a_session_begins_with_initialize_and_announces_what_a_server_has() {
    let server = AskingServer::start().await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin(&node, "{}").await;
    let announced = &client.begun["result"]["capabilities"];
    let changes = json!({"listChanged": true});
    assert_eq!((&announced["tools"], &announced["logging"]), (&changes, &json!({})));
    assert_eq!(announced["resources"], json!({"listChanged": true, "subscribe": true}));
    assert!(client.session.bytes().all(|byte| byte.is_ascii_graphic()), "{}", client.session);
    assert!(text(&client.call("who", json!({})).await).starts_with("upstream-"));
    // Who can be asked nothing uses the session that all share.
    assert_eq!(server.sessions(), 1);
}

#[tokio::test]
async fn a_client_without_a_session_is_served_as_without_sessions() {
    let server = AskingServer::start().await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin(&node, EVERYTHING).await.in_session("");
    assert!(text(&client.call("who", json!({})).await).starts_with("upstream-"));
    let asked = client.call("ask", json!({"method": "roots/list"})).await;
    assert!(text(&asked).contains("-32601"), "{asked}");
    assert_eq!(client.answer("logging/setLevel", json!({"level": "info"})).await["error"]["code"], -32601);
}

#[tokio::test]
async fn a_session_that_is_ended_is_not_known_any_more_and_neither_are_those_of_its_servers() {
    let server = AskingServer::start().await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin(&node, EVERYTHING).await;
    assert_eq!(server.sessions(), 2, "one is that of the lists");
    let mut stream = client.listen().await;
    assert_eq!(client.end().await, 204);
    assert_eq!(stream.next_text().await, None);
    let gone = client.ask("tools/list", json!({})).await;
    assert_eq!(gone.status(), 404);
    let said = gone.text().await;
    assert!(said.contains("session_not_found"), "{said}");
    assert_eq!(client.end().await, 404);
    until(|| server.sessions() == 1).await;
}

#[tokio::test]
async fn an_id_that_is_forged_or_of_another_caller_is_not_known() {
    let server = AskingServer::start().await;
    let token = |name: &str, secret: &str| InboundToken {
        name: name.to_owned(),
        secret: Secret::new(secret),
        tools: ToolAccess::All,
        dialect: None,
    };
    let inbound = Inbound {
        tokens: vec![token("one", "token-of-one-77777"), token("two", "token-of-two-88888")],
        ..Inbound::default()
    };
    let node = Node::of(Listen::default(), &inbound, |builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin_as(&node, EVERYTHING, Some("token-of-one-77777")).await;
    let other = client.with_token("token-of-two-88888");
    for stranger in [
        other.clone(),
        client.in_session("7"),
        client.in_session(&client.session[1..]),
        client.in_session(&format!("{}A", client.session)),
        client.in_session("3fa85f64-5717-4562-b3fc-2c963f66afa6"),
    ] {
        assert_eq!(stranger.ask("tools/list", json!({})).await.status(), 404);
        assert_eq!(stranger.end().await, 404);
        let answer = r#"{"jsonrpc":"2.0","id":"candor-1-1","result":{}}"#;
        assert_eq!(stranger.post(answer).await.status(), 404);
    }
    assert_eq!(client.ask("tools/list", json!({})).await.status(), 200);
}

#[tokio::test]
async fn a_session_of_a_server_that_is_lost_is_opened_again() {
    let server = AskingServer::start().await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin(&node, EVERYTHING).await;
    let before = client.call("who", json!({})).await;
    server.forget();
    let after = client.call("who", json!({})).await;
    assert!(text(&after).starts_with("upstream-") && text(&before) != text(&after), "{after}");
}

#[tokio::test]
async fn a_request_of_a_session_that_is_cancelled_by_its_id_ends_without_an_answer() {
    let server = AskingServer::start().await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin(&node, EVERYTHING).await;
    let mut stream = client.calls("ask", json!({"method": "roots/list"})).await;
    assert_eq!(stream.next().await["method"], "roots/list");
    let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": stream.id}});
    assert_eq!(client.post(&cancelled.to_string()).await.status(), 202);
    while let Some(event) = stream.next_text().await {
        assert!(event.contains("notifications/cancelled"), "{event}");
    }
    server.has_got("notifications/cancelled").await;
}
