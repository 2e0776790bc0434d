//! What servers with a handshake tell a client with a session over HTTP, and what it tells them.

use crate::asking::AskingServer;
use crate::talker::{EVERYTHING, Node, Talker};
use serde_json::json;

#[tokio::test]
async fn messages_of_a_log_reach_the_session_that_wants_them_and_no_other() {
    let server = AskingServer::start().await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let (client, other) = (Talker::begin(&node, "{}").await, Talker::begin(&node, "{}").await);
    assert_eq!(client.answer("logging/setLevel", json!({"level": "loud"})).await["error"]["code"], -32602);
    assert_eq!(client.answer("logging/setLevel", json!({"level": "warning"})).await["result"], json!({}));
    let told = json!({"method": "notifications/message",
        "params": {"level": "error", "logger": "db", "data": "no way to /home/app/db.sqlite"}});
    let mut stream = client.calls("log", told.clone()).await;
    assert_eq!(server.with("logging/setLevel").len(), 1, "before the first call that needs it");
    let message = stream.next().await;
    assert_eq!((&message["method"], &message["params"]["logger"]), (&told["method"], &json!("db")));
    assert!(!message.to_string().contains("/home/app"), "{message}");
    assert_eq!(stream.next().await["result"]["content"][0]["text"], "logged");
    let (mut own, mut of_other) = (client.listen().await, other.listen().await);
    client.calls("tell", told).await.next().await;
    assert_eq!(own.next().await["method"], "notifications/message");
    assert_eq!(other.end().await, 204);
    assert_eq!(of_other.next_text().await, None);
}

#[tokio::test]
async fn a_client_with_a_session_subscribes_to_resources_and_is_told_of_their_changes() {
    let server = AskingServer::start().await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin(&node, "{}").await;
    let resource = json!({"uri": "file:///a"});
    assert_eq!(client.answer("resources/subscribe", resource.clone()).await["result"], json!({}));
    let mut stream = client.listen().await;
    let updated = json!({"method": "notifications/resources/updated", "params": resource});
    client.calls("tell", updated.clone()).await.next().await;
    let told = stream.next().await;
    assert_eq!((&told["method"], &told["params"]), (&updated["method"], &resource));
    assert_eq!(client.answer("resources/unsubscribe", resource).await["result"], json!({}));
    assert_eq!(server.with("resources/unsubscribe").len(), 1);
    let unknown = client.answer("resources/subscribe", json!({"uri": "file:///nowhere"})).await;
    assert_eq!(unknown["error"]["data"]["uri"], "file:///nowhere", "{unknown}");
}

#[tokio::test]
async fn the_end_of_an_elicitation_elsewhere_and_what_a_server_logs_come_on_the_stream_of_their_request() {
    let server = AskingServer::start().await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin(&node, EVERYTHING).await;
    for method in ["notifications/elicitation/complete", "notifications/message"] {
        let params = json!({"elicitationId": "e", "level": "info", "data": 1});
        let mut stream = client.calls("log", json!({"method": method, "params": params})).await;
        let told = stream.next().await;
        assert_eq!((&told["method"], &told["params"]), (&json!(method), &params));
        assert!(stream.next().await.get("result").is_some());
    }
    let unknown = client.calls("log", json!({"method": "notifications/unknown", "params": {}})).await;
    let answer = unknown.text().await;
    assert!(answer.contains("logged") && !answer.contains("unknown"), "{answer}");
}

#[tokio::test]
async fn a_session_is_told_that_lists_have_changed() {
    let server = AskingServer::start().await;
    let late = crate::server::Server::start(false, "127.0.0.1:0".parse().unwrap()).await;
    let address = late.address;
    late.end();
    let mut settings = late.settings("late");
    settings.start = std::time::Duration::from_secs(2);
    let node = Node::start(|builder| builder.mcp(server.settings("one")).mcp(settings)).await;
    let client = Talker::begin(&node, "{}").await;
    let mut stream = client.listen().await;
    let _late = crate::server::Server::start(false, address).await;
    assert_eq!(stream.next().await["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn changed_roots_are_told_to_the_servers_that_know_the_client() {
    let server = AskingServer::start().await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin(&node, EVERYTHING).await;
    let changed = r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#;
    assert_eq!(client.post(changed).await.status(), 202);
    server.has_got("notifications/roots/list_changed").await;
}
