//! Clients of every revision of the protocol, with and without sessions.

use crate::client::Client;
use candor_gateway::Listen;
use serde_json::{Value, json};

const WITH_HANDSHAKE: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn hello(revision: &str) -> Value {
    json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
}

#[tokio::test]
async fn clients_of_each_revision_are_served_without_sessions() {
    let client = Client::of_shop().await;
    for revision in WITH_HANDSHAKE {
        let client = client.in_revision(revision);
        let hello = client.ask("initialize", hello(revision)).await;
        assert_eq!(hello["result"]["protocolVersion"], revision, "{hello}");
        assert!(client.session().is_none(), "{revision}");
        assert_eq!(client.ask("tools/list", json!({})).await["result"]["tools"].as_array().unwrap().len(), 6);
        let order = client.call("get_order", json!({"id": "17"})).await;
        assert_eq!(order["structuredContent"]["id"], 17, "{revision}: {order}");
    }
}

#[tokio::test]
async fn a_client_of_an_older_revision_has_a_session_where_sessions_are_asked_for() {
    let listen = Listen { sessions: true, ..Listen::default() };
    let client = Client::of_gateway(listen, |builder| builder).await.in_revision("2025-11-25");
    assert!(client.ask("initialize", hello("2025-11-25")).await.get("result").is_some());
    assert!(client.session().is_some());
    let order = client.call("get_order", json!({"id": "17"})).await;
    assert_eq!(order["structuredContent"]["id"], 17, "{order}");
    let missing = client.call("get_order", json!({"id": "999"})).await;
    assert_eq!(missing["isError"], true, "{missing}");
}

#[tokio::test]
async fn the_newest_revision_needs_neither_a_handshake_nor_a_session() {
    let client = Client::of_shop().await.in_revision("2026-07-28");
    let found = client.ask("server/discover", json!({})).await;
    assert!(found["result"]["capabilities"].get("tools").is_some(), "{found}");
    let listed = client.ask("tools/list", json!({})).await;
    assert_eq!((&listed["result"]["cacheScope"], &listed["result"]["ttlMs"]), (&json!("private"), &json!(60_000)));
    let order = client.call("get_order", json!({"id": "17"})).await;
    assert_eq!((&order["structuredContent"]["id"], &order["resultType"]), (&json!(17), &json!("complete")));
}
