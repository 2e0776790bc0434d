//! A breaker, where an operator has asked for one: it opens by signs of a broken API, and by nothing else.

use super::client::{Client, at};
use super::upstream::{Upstream, refused_port};
use candor::Dialect;
use candor_gateway::Breaker;
use serde_json::json;
use std::time::Duration;

/// Longer than a test takes.
const LONG: Duration = Duration::from_secs(60);
/// Over soon, but not between two calls.
const SHORT: Duration = Duration::from_millis(1_500);

async fn broken_after(failures: u32, base_url: url::Url) -> Client {
    with(Breaker { failures, pause: LONG }, base_url).await
}

async fn with(breaker: Breaker, base_url: url::Url) -> Client {
    let mut api = at(base_url);
    api.policies.breaker = Some(breaker);
    Client::with(api, Dialect::Structured).await
}

#[tokio::test]
async fn it_opens_after_so_many_failures_and_then_nothing_is_sent() {
    let upstream = Upstream::start().await;
    let client = broken_after(3, upstream.base_url()).await;
    upstream.switch(503);
    for _ in 0..3 {
        assert_eq!(client.call("switch", json!({})).await.failure()["details"]["status"], 503);
    }
    for tool in ["switch", "get_order"] {
        let arguments = if tool == "switch" { json!({}) } else { json!({"id": "7"}) };
        let answer = client.call(tool, arguments).await;
        assert_eq!(answer.facts(), ("unavailable", "breaker_open", "upstream"), "{:#}", answer.0);
        let retry = &answer.failure()["retry"];
        assert_eq!((&retry["retryable"], &retry["safe"]), (&json!(true), &json!("always")), "{:#}", answer.0);
        assert!((30_000..=60_000).contains(&retry["after_ms"].as_u64().unwrap()), "{:#}", answer.0);
    }
    assert_eq!(upstream.request_count(), 3);
    let records = client.records(5).await;
    assert_eq!((records[3].attempts, records[3].upstream.as_deref()), (0, Some("shop")));
}

#[tokio::test]
async fn after_the_pause_one_call_tries_it() {
    let upstream = Upstream::start().await;
    let client = with(Breaker { failures: 2, pause: SHORT }, upstream.base_url()).await;
    upstream.switch(503);
    for _ in 0..3 {
        client.call("switch", json!({})).await.failure();
    }
    tokio::time::sleep(SHORT + Duration::from_millis(20)).await;
    // It is still broken, so it stays open.
    client.call("switch", json!({})).await.failure();
    client.call("switch", json!({})).await.failure();
    assert_eq!(upstream.request_count(), 3);
    tokio::time::sleep(SHORT + Duration::from_millis(20)).await;
    upstream.switch(0);
    for _ in 0..4 {
        client.call("switch", json!({})).await.success();
    }
    assert_eq!(upstream.request_count(), 7);
}

#[tokio::test]
async fn a_404_a_409_and_wrong_arguments_are_no_signs_of_a_broken_api() {
    let upstream = Upstream::start().await;
    let client = broken_after(2, upstream.base_url()).await;
    for status in [404, 409, 422, 400, 403] {
        for _ in 0..3 {
            client.call("status", json!({"status": status, "form": "json"})).await.failure();
        }
        client.call("get_order", json!({"id": 7})).await.failure();
    }
    assert_eq!(upstream.request_count(), 15);
    client.call("get_order", json!({"id": "7"})).await.success();
}

#[tokio::test]
async fn every_5xx_that_says_that_the_api_is_broken_is_a_sign() {
    let upstream = Upstream::start().await;
    for status in [500, 502, 503, 504] {
        let client = broken_after(2, upstream.base_url()).await;
        upstream.switch(status);
        for _ in 0..2 {
            client.call("switch", json!({})).await.failure();
        }
        assert_eq!(client.call("switch", json!({})).await.facts().1, "breaker_open", "{status}");
    }
    assert_eq!(upstream.request_count(), 8);
}

#[tokio::test]
async fn a_good_answer_in_between_begins_anew() {
    let upstream = Upstream::start().await;
    let client = broken_after(2, upstream.base_url()).await;
    for _ in 0..4 {
        upstream.switch(503);
        client.call("switch", json!({})).await.failure();
        upstream.switch(0);
        client.call("switch", json!({})).await.success();
    }
    assert_eq!(upstream.request_count(), 8);
}

#[tokio::test]
async fn a_refused_connection_is_a_sign() {
    let client = broken_after(2, refused_port().await).await;
    let mut reasons = Vec::new();
    for _ in 0..3 {
        reasons.push(client.call("get_order", json!({"id": "7"})).await.facts().1.to_owned());
    }
    assert_eq!(reasons[..2], ["connection_refused", "connection_refused"]);
    assert_eq!(reasons[2], "breaker_open");
}
