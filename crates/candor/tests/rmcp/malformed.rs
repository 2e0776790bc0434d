//! Requests whose parameters are not those of the protocol.

use super::peer::Peer;
use super::shop::Shop;
use candor::rmcp::Guard;
use rmcp::{RoleServer, Service, ServiceExt};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

#[tokio::test]
async fn wrong_parameters_of_a_known_method_are_invalid_params_that_name_the_member() {
    let rows = [
        ("tools/call", json!({"arguments": {}}), "params.name is missing; it must be a string", "/params/name"),
        ("tools/call", json!({"name": 5}), "params.name must be a string, not a number", "/params/name"),
        (
            "tools/call",
            json!({"name": "buy", "arguments": []}),
            "params.arguments must be an object, not an array",
            "/params/arguments",
        ),
        (
            "tools/call",
            json!({"name": "buy", "arguments": "x"}),
            "params.arguments must be an object, not a string",
            "/params/arguments",
        ),
        ("resources/read", json!({}), "params.uri is missing; it must be a string", "/params/uri"),
        ("prompts/get", json!({"name": null}), "params.name must be a string, not null", "/params/name"),
    ];
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    for (method, params, message, field) in rows {
        let response = peer.request(method, params).await;
        let error = &response["error"];
        assert_eq!(error["code"], -32602, "{response:#}");
        assert_eq!(error["message"], message);
        assert_eq!(error["data"]["field"], field);
        assert_eq!(error["data"]["reason"], "malformed_params");
        let hint = error["data"]["recovery"]["hint"].as_str().unwrap();
        let member = field.trim_start_matches('/').replace('/', ".");
        assert!(hint.starts_with(&format!("Send {method} again with ")) && hint.ends_with(&format!(" in {member}.")));
    }
}

/// The answer of a guard on rmcp's own transport, which does not look at ids.
async fn answered_by_rmcp(server: impl Service<RoleServer>, request: &Value) -> Value {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        let running = server.serve(theirs).await.expect("the handshake succeeds");
        let _ = running.waiting().await;
    });
    let (reader, mut writer) = tokio::io::split(ours);
    let hello = json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}});
    let opened = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    for message in [&hello, &opened, request] {
        writer.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }
    let mut lines = BufReader::new(reader).lines();
    loop {
        let line = lines.next_line().await.unwrap().expect("an answer comes");
        let message: Value = serde_json::from_str(&line).unwrap();
        if message["id"] == request["id"] {
            return message;
        }
    }
}

#[tokio::test]
async fn a_request_with_an_empty_id_is_refused_on_any_transport() {
    let requests = [
        ("tools/call", json!({"name": "buy", "arguments": {"sku": "pen", "quantity": 1}})),
        ("tools/call", json!({"name": "nothing"})),
        ("tools/list", json!({})),
        ("shop/refund", json!({})),
        ("tools/call", json!({"name": 5})),
    ];
    for (method, params) in requests {
        let shop = Shop::default();
        let request = json!({"jsonrpc": "2.0", "id": "", "method": method, "params": params});
        let guard = || Guard::new(shop.clone());
        for response in
            [answered_by_rmcp(guard(), &request).await, answered_by_rmcp(guard().into_service(), &request).await]
        {
            assert_eq!(response["error"]["code"], -32600, "{response:#}");
            let data = &response["error"]["data"];
            assert_eq!((&data["reason"], &data["field"]), (&json!("invalid_member"), &json!("id")), "{response:#}");
        }
        assert_eq!(shop.runs.load(Ordering::SeqCst), 0, "no tool was run");
    }
}

#[tokio::test]
async fn parameters_that_are_not_an_object_are_invalid_params() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let response = peer.request("tools/call", json!([1])).await;
    assert_eq!(response["error"]["code"], -32602, "{response:#}");
    assert_eq!(response["error"]["data"]["field"], "params");
}

#[tokio::test]
async fn an_unknown_method_is_named_with_the_nearest_one() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let response = peer.request("tools/cal", json!({})).await;
    let error = &response["error"];
    assert_eq!(error["code"], -32601, "{response:#}");
    assert_eq!(error["message"], "This server has no method tools/cal; did you mean tools/call or tools/list?");
    let response = peer.request("shop/refund", Value::Null).await;
    assert_eq!(response["error"]["code"], -32601);
    assert_eq!(response["error"]["message"], "This server has no method shop/refund");
}
