//! Contracts and failures as errors of tools.

use super::peer::{Peer, failure_in};
use super::shop::{PASSWORD, Shop, text};
use candor::rmcp::Guard;
use candor::{Dialect, Failure, FailurePolicy};
use rmcp::model::CallToolResult;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

#[tokio::test]
async fn a_contract_is_the_error_of_a_tool() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let failure = peer.failure("buy", json!({"sku": "gone", "quantity": 3})).await;
    assert_eq!(failure["reason"], "out_of_stock");
    assert_eq!(failure["code"], "conflict");
    assert_eq!(failure["message"], "Only 2 of gone are left");
    assert_eq!(failure["recovery"]["hint"], "Buy at most 2, or wait for the next delivery.");
    assert_eq!(failure["retry"]["after_ms"], 30_000);
    assert_eq!(failure["details"]["tool"], "buy");
    let said = failure["text"].as_str().unwrap();
    for part in ["Only 2 of gone are left", "Buy at most 2", "out_of_stock", "after 30 s", "\nReference: "] {
        assert!(said.contains(part), "{said}");
    }
    assert!(!text(&failure).contains("B-17"));
}

/// A tool that passes a failure of another on.
#[derive(Clone)]
struct Relay;

#[tool_router]
impl Relay {
    #[tool(description = "Asks another tool")]
    async fn relay(&self) -> Result<CallToolResult, Failure> {
        Err(Failure::entity_not_found("Order", "17").with_tool("find_order"))
    }
}

#[tool_handler]
impl ServerHandler for Relay {}

#[tokio::test]
async fn a_failure_that_names_a_tool_keeps_that_name() {
    let policy = FailurePolicy::new().with_dialect(Dialect::Problem);
    let mut peer = Peer::of(Guard::new(Relay).with_policy(policy)).await;
    let response = peer.call("relay", json!({})).await;
    let problem: Value = serde_json::from_str(response["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!((&problem["tool"], &problem["status"]), (&json!("find_order"), &json!(404)));
}

#[tokio::test]
async fn a_failure_is_the_error_of_a_tool() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let response = peer.call("plain_failure", json!({})).await;
    let failure = failure_in(&response);
    assert_eq!(failure["code"], "not_found");
    assert!(!text(&failure).contains("B-17"));
    // The tool has no output schema, so that the structure is there too.
    assert_eq!(response["result"]["structuredContent"]["error"]["code"], -32001);
}

#[tokio::test]
async fn what_the_output_schema_forbids_is_not_in_the_structured_content() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let response = peer.call("buy", json!({"sku": "gone", "quantity": 3})).await;
    assert_eq!(response["result"].get("structuredContent"), None, "{response:#}");
}

#[tokio::test]
async fn a_captured_error_does_not_show_its_text() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let failure = peer.failure("buy", json!({"sku": "lost", "quantity": 3})).await;
    assert!(failure["message"].as_str().unwrap().starts_with("Placing the order failed"), "{failure:#}");
    for secret in [PASSWORD, "SELECT", "db.internal"] {
        assert!(!text(&failure).contains(secret), "{failure:#}");
    }
}

#[tokio::test]
async fn without_a_guard_a_contract_is_a_whole_failure_too() {
    let mut peer = Peer::of(Shop::default()).await;
    let response = peer.call("buy", json!({"sku": "gone", "quantity": 3})).await;
    let failure = failure_in(&response);
    assert_eq!(failure["reason"], "out_of_stock");
    assert!(failure["text"].as_str().unwrap().contains("Buy at most 2"));
    assert!(!text(&response).contains("B-17"));
    // It is unknown there whether the tool has an output schema.
    assert_eq!(response["result"].get("structuredContent"), None);
}

#[tokio::test]
async fn a_success_is_left_as_it_is() {
    let (mut bare, mut guarded) = (Peer::of(Shop::default()).await, Peer::of(Guard::new(Shop::default())).await);
    let arguments = json!({"sku": "pen", "quantity": 3, "note": "blue"});
    assert_eq!(bare.call("buy", arguments.clone()).await, guarded.call("buy", arguments).await);
}

#[tokio::test]
async fn a_guard_runs_a_tool_once_however_it_fails() {
    let shop = Shop::default();
    let mut peer = Peer::of(Guard::new(shop.clone())).await;
    for (calls, sku) in ["gone", "lost"].into_iter().enumerate() {
        let failure = peer.failure("buy", json!({"sku": sku, "quantity": 3})).await;
        assert!(failure["code"].is_string(), "{failure:#}");
        assert_eq!(shop.runs.load(Ordering::SeqCst), calls + 1, "{sku}");
    }
}
