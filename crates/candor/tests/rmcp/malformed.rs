//! Requests whose parameters are not those of the protocol.

use super::peer::Peer;
use super::shop::Shop;
use candor::rmcp::Guard;
use serde_json::{Value, json};

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
