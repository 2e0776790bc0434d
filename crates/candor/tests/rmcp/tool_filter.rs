//! Tools that not every caller may see.

use super::peer::Peer;
use super::shop::{Buy, Shop};
use candor::rmcp::Guard;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A guard that shows `buy` and `boom` only while this is set.
fn filtered(shop: Shop, is_trusted: &Arc<AtomicBool>) -> Guard<Shop> {
    let is_trusted = is_trusted.clone();
    Guard::new(shop)
        .with_contract::<Buy>("buy")
        .with_tool_filter(move |tool, _| !tool.starts_with('b') || is_trusted.load(Ordering::SeqCst))
}

fn names(listed: &Value) -> Vec<&str> {
    listed["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

/// The error without what differs from call to call.
fn comparable(response: &Value, name: &str) -> String {
    let mut error = response["error"].clone();
    for member in ["id", "instance", "occurred_at", "reference", "request_id", "timestamp"] {
        error["data"].as_object_mut().unwrap().remove(member);
    }
    error.to_string().replace(name, "{name}")
}

#[tokio::test]
async fn a_tool_that_is_not_shown_is_not_listed() {
    let is_trusted = Arc::new(AtomicBool::new(false));
    let mut peer = Peer::of(filtered(Shop::default(), &is_trusted)).await;
    let listed = peer.request("tools/list", json!({})).await;
    assert!(!names(&listed).contains(&"buy") && names(&listed).contains(&"foreign"), "{listed:#}");
    is_trusted.store(true, Ordering::SeqCst);
    let listed = peer.request("tools/list", json!({})).await;
    assert!(names(&listed).contains(&"buy"), "{listed:#}");
}

#[tokio::test]
async fn a_call_of_a_tool_that_is_not_shown_is_answered_as_one_that_does_not_exist() {
    let shop = Shop::default();
    let is_trusted = Arc::new(AtomicBool::new(true));
    let mut peer = Peer::of(filtered(shop.clone(), &is_trusted)).await;
    // The guard has learned of the tool before.
    let bought = peer.call("buy", json!({"sku": "pen", "quantity": 1})).await;
    assert_eq!(bought["result"]["structuredContent"]["total"], 3, "{bought:#}");
    is_trusted.store(false, Ordering::SeqCst);
    let hidden = peer.call("buy", json!({"sku": "pen", "quantity": 1})).await;
    let absent = peer.call("xyz", json!({"sku": "pen", "quantity": 1})).await;
    assert_eq!(hidden["error"]["code"], -32602, "{hidden:#}");
    assert_eq!(comparable(&hidden, "buy"), comparable(&absent, "xyz"));
    let invalid = peer.call("buy", json!({"sku": 1})).await;
    assert_eq!(comparable(&invalid, "buy"), comparable(&absent, "xyz"), "its arguments are not looked at");
    assert_eq!(shop.runs.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn the_nearest_names_are_those_that_the_caller_may_see() {
    let is_trusted = Arc::new(AtomicBool::new(false));
    let mut peer = Peer::of(filtered(Shop::default(), &is_trusted)).await;
    let response = peer.call("boon", json!({})).await;
    assert_eq!(response["error"]["data"].get("did_you_mean"), None, "{response:#}");
    is_trusted.store(true, Ordering::SeqCst);
    let response = peer.call("boon", json!({})).await;
    assert_eq!(response["error"]["data"]["did_you_mean"], json!(["boom"]), "{response:#}");
}

#[tokio::test]
async fn the_contract_of_a_tool_that_is_not_shown_is_no_resource() {
    let is_trusted = Arc::new(AtomicBool::new(true));
    let mut peer = Peer::of(filtered(Shop::default(), &is_trusted)).await;
    let listed = peer.request("resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"][0]["uri"], "candor://contract/buy", "{listed:#}");
    is_trusted.store(false, Ordering::SeqCst);
    let listed = peer.request("resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"], json!([]), "{listed:#}");
    let read = peer.request("resources/read", json!({"uri": "candor://contract/buy"})).await;
    assert!(read["error"].is_object() && !read.to_string().contains("Only {left}"), "{read:#}");
}

#[tokio::test]
async fn all_filters_have_to_agree() {
    let guard = Guard::new(Shop::default())
        .with_tool_filter(|tool, _| tool.starts_with('b'))
        .with_tool_filter(|tool, _| tool.ends_with('y'));
    let mut peer = Peer::of(guard).await;
    let listed = peer.request("tools/list", json!({})).await;
    assert_eq!(names(&listed), ["buy"]);
}

#[tokio::test]
async fn a_service_that_is_not_a_handler_is_filtered_likewise() {
    let is_trusted = Arc::new(AtomicBool::new(false));
    let mut peer = Peer::of(filtered(Shop::default(), &is_trusted).into_service()).await;
    let listed = peer.request("tools/list", json!({})).await;
    assert!(!names(&listed).contains(&"buy") && names(&listed).contains(&"foreign"), "{listed:#}");
    assert_eq!(peer.call("buy", json!({})).await["error"]["data"]["reason"], "unknown_tool");
}
