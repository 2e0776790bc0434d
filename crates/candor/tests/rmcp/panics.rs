//! A handler that panics.

use super::peer::Peer;
use super::shop::{PASSWORD, Shop, text};
use candor::FailurePolicy;
use candor::rmcp::Guard;
use serde_json::json;

#[tokio::test]
async fn a_panic_in_a_tool_is_answered_without_its_message() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    for _ in 0..3 {
        let failure = peer.failure("boom", json!({})).await;
        assert_eq!((&failure["code"], &failure["reason"]), (&json!("internal"), &json!("panic")));
        assert_eq!(failure["retry"]["retryable"], false);
        assert!(failure["instance"].as_str().unwrap().starts_with("urn:uuid:"));
        assert!(!text(&failure).contains(PASSWORD));
    }
    let response = peer.call("buy", json!({"sku": "pen", "quantity": 1})).await;
    assert_eq!(response["result"]["structuredContent"]["total"], 3, "the server lives on");
}

#[tokio::test]
async fn a_panic_elsewhere_is_answered_with_an_error() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let response = peer.request("resources/read", json!({"uri": "note://boom"})).await;
    assert_eq!(response["error"]["code"], -32603);
    assert_eq!(response["error"]["data"]["reason"], "panic");
    assert!(!text(&response).contains(PASSWORD));
}

#[tokio::test]
async fn an_observer_that_panics_changes_no_answer() {
    let guard = Guard::new(Shop::default())
        .with_policy(FailurePolicy::new().on_incident(|_| panic!("the sink is full")))
        .on_call(|_| panic!("so is this"));
    let mut peer = Peer::of(guard).await;
    let failure = peer.failure("buy", json!({"sku": "gone", "quantity": 3})).await;
    assert_eq!(failure["reason"], "out_of_stock");
    let response = peer.call("buy", json!({"sku": "pen", "quantity": 1})).await;
    assert_eq!(response["result"]["isError"], false);
}
