//! Tools that take longer than they may.

use super::peer::Peer;
use super::shop::Shop;
use candor::rmcp::Guard;
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::Duration;

#[tokio::test]
async fn a_tool_that_takes_too_long_is_stopped_and_answered() {
    let shop = Shop::default();
    let guard = Guard::new(shop.clone()).with_deadline(Duration::from_secs(600));
    let guard = guard.with_tool_deadline("slow", Duration::from_millis(50));
    let mut peer = Peer::of(guard).await;
    let failure = peer.failure("slow", json!({})).await;
    assert_eq!((&failure["code"], &failure["reason"]), (&json!("timeout"), &json!("deadline_exceeded")));
    assert_eq!(failure["message"], "slow did not finish within 50 ms");
    assert_eq!(failure["details"]["deadline_ms"], 50);
    assert_eq!(failure["retry"]["safe"], "if_idempotent");
    assert!(failure["recovery"]["hint"].as_str().unwrap().starts_with("It may have taken effect"));
    assert_eq!(shop.finished.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_tool_that_only_looks_may_be_called_again_after_a_time_out() {
    let guard = Guard::new(Shop::default()).with_deadline(Duration::from_millis(50));
    let failure = Peer::of(guard).await.failure("slow_look", json!({})).await;
    assert_eq!(failure["retry"]["safe"], "always");
}
