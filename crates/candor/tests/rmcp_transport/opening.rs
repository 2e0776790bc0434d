//! What comes before the connection is open.

use super::client::{Client, call, error_of, initialize, text_of, with_metadata};
use serde_json::{Value, json};

/// What would end a server that waits for a request.
fn disturbances() -> [Value; 6] {
    [
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
        json!({"jsonrpc": "2.0", "method": "custom/notification"}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {}}),
        json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "?"}}),
        json!({"jsonrpc": "2.0", "error": {"code": -32700, "message": "?"}}),
    ]
}

async fn disturb(client: &mut Client) {
    for message in disturbances() {
        client.send(&message).await;
    }
    client.expect_silence().await;
}

#[tokio::test]
async fn notifications_and_responses_before_it_do_not_end_the_server() {
    let mut client = Client::new();
    disturb(&mut client).await;
    client.open().await;
    assert_eq!(text_of(&client.ask(&call(1, "echo")).await), "hi");
    disturb(&mut client).await;
    assert_eq!(client.end().await, (Vec::new(), true));
}

#[tokio::test]
async fn a_request_with_metadata_opens_the_connection() {
    let mut client = Client::new();
    assert_eq!(error_of(&client.ask(&call(1, "echo")).await), (-32602, "not_initialized"));
    disturb(&mut client).await;
    assert_eq!(text_of(&client.ask(&with_metadata(call(2, "echo"), "2026-07-28")).await), "hi");
    for message in disturbances() {
        client.send(&message).await;
    }
    assert_eq!(text_of(&client.ask(&with_metadata(call(3, "echo"), "2026-07-28")).await), "hi");
}

#[tokio::test]
async fn a_request_before_it_is_answered_with_not_initialized() {
    let mut client = Client::new();
    for method in ["tools/list", "server/discover", "custom/method"] {
        let answer = client.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": method})).await;
        assert_eq!((&answer["id"], error_of(&answer)), (&json!(1), (-32602, "not_initialized")), "{method}");
        let data = &answer["error"]["data"];
        assert!(data["recovery"]["hint"].as_str().unwrap().starts_with("Send initialize first"), "{answer}");
        assert!(data["instance"].as_str().unwrap().starts_with("urn:uuid:"), "{answer}");
        assert_eq!(data["missing"][0], "io.modelcontextprotocol/protocolVersion");
        client.expect_silence().await;
    }
    client.open().await;
    let answer = client.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).await;
    assert!(answer["result"]["tools"].is_array(), "{answer}");
}

#[tokio::test]
async fn a_request_of_an_unknown_version_or_a_discovery_does_not() {
    let mut client = Client::new();
    assert_eq!(error_of(&client.ask(&with_metadata(call(1, "echo"), "2099-01-01")).await).0, -32022);
    disturb(&mut client).await;
    let discover = json!({"jsonrpc": "2.0", "id": 2, "method": "server/discover", "params": {}});
    assert_eq!(client.ask(&with_metadata(discover, "2026-07-28")).await["id"], 2);
    disturb(&mut client).await;
    assert_eq!(text_of(&client.ask(&with_metadata(call(3, "echo"), "2026-07-28")).await), "hi");
}

#[tokio::test]
async fn a_notification_that_cancels_is_delivered_once_the_connection_is_open() {
    let mut client = Client::of(|transport| transport.with_max_in_flight(1));
    client.send(&with_metadata(call(1, "hold"), "2026-07-28")).await;
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})).await;
    let next = client.ask(&with_metadata(call(2, "echo"), "2026-07-28")).await;
    assert_eq!(text_of(&next), "hi");
}

#[tokio::test]
async fn the_answer_to_an_incomplete_initialize_names_what_is_missing() {
    let without = |pointer: &str| {
        let mut request = initialize(1);
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        request.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(name);
        request
    };
    let with = |pointer: &str, value: Value| {
        let mut request = initialize(1);
        *request.pointer_mut(pointer).unwrap() = value;
        request
    };
    let rows = [
        (without("/params"), "/params/protocolVersion", "params.protocolVersion is missing"),
        (with("/params", json!([1])), "/params", "params must be an object"),
        (without("/params/protocolVersion"), "/params/protocolVersion", "params.protocolVersion is missing"),
        (with("/params/protocolVersion", json!(3)), "/params/protocolVersion", "protocolVersion must be a string"),
        (without("/params/capabilities"), "/params/capabilities", "params.capabilities is missing"),
        (with("/params/capabilities", json!([])), "/params/capabilities", "capabilities must be an object"),
        (without("/params/clientInfo"), "/params/clientInfo", "params.clientInfo is missing"),
        (without("/params/clientInfo/name"), "/params/clientInfo/name", "params.clientInfo.name is missing"),
        (
            with("/params/clientInfo/version", json!(1)),
            "/params/clientInfo/version",
            "clientInfo.version must be a string",
        ),
    ];
    let mut client = Client::new();
    for (request, field, words) in rows {
        let answer = client.ask(&request).await;
        assert_eq!((&answer["id"], error_of(&answer)), (&json!(1), (-32602, "invalid_initialize")), "{request}");
        assert_eq!(answer["error"]["data"]["field"], field);
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(words), "{message}");
    }
    let answer = client.ask(&with("/params/capabilities", json!({"roots": "swordfish"}))).await;
    assert_eq!(error_of(&answer), (-32602, "invalid_initialize"));
    assert!(!answer.to_string().contains("swordfish"), "{answer}");
    client.open().await;
    client.expect_silence().await;
}
