//! Nothing comes in time: whose limit it was, how long it was, how long it took, and whether it may have taken effect.

use super::client::{Client, at};
use super::upstream::{Port, Upstream};
use candor::Dialect;
use candor_gateway::ToolPolicies;
use serde_json::json;
use std::time::Duration;

const LIMIT: Duration = Duration::from_millis(300);

async fn hurried(upstream: &Upstream) -> Client {
    let mut api = at(upstream.base_url());
    api.connection.timeout = LIMIT;
    Client::with(api, Dialect::Structured).await
}

#[tokio::test]
async fn an_answer_that_does_not_come_in_time_is_a_time_out_of_the_gateway() {
    let upstream = Upstream::start().await;
    let client = hurried(&upstream).await;
    for how in ["never", "headers", "body"] {
        let answer = client.call("slow", json!({"how": how})).await;
        let (code, reason, origin) = answer.facts();
        assert_eq!((code, origin), ("timeout", "transport"), "{how}: {:#}", answer.0);
        let expected = if how == "body" { "body_timed_out" } else { "response_timed_out" };
        assert_eq!(reason, expected, "{how}");
        assert_eq!(answer.failure()["retry"]["safe"], "if_idempotent");
        let details = &answer.failure()["details"];
        assert_eq!(details["timeout_ms"], 300, "{:#}", answer.0);
        let took = details["elapsed_ms"].as_u64().unwrap_or_else(|| panic!("{:#}", answer.0));
        assert!((300..5_000).contains(&took), "{took}");
        assert!(answer.text().contains("300 ms") && answer.text().contains("gateway"), "{}", answer.text());
    }
    assert_eq!(upstream.request_count(), 3, "nothing is repeated");
    for record in client.records(3).await {
        assert_eq!(record.timeout, Some(LIMIT));
        assert!((LIMIT..Duration::from_secs(5)).contains(&record.duration), "{record:?}");
    }
}

#[tokio::test]
async fn an_api_that_does_not_even_read_is_a_time_out() {
    let upstream = Upstream::at(Port::NeverReads).await;
    let client = hurried(&upstream).await;
    let long = "lamp".repeat(250_000);
    for item in ["lamp", &long] {
        let answer = client.call("place_order", json!({"body": {"item": item}})).await;
        assert_eq!(answer.facts(), ("timeout", "response_timed_out", "transport"), "{:#}", answer.0);
    }
}

#[tokio::test]
async fn whether_it_may_have_taken_effect_follows_from_the_method() {
    let upstream = Upstream::start().await;
    let client = hurried(&upstream).await;
    let arguments = json!({"how": "never"});
    let read = client.call("slow", arguments.clone()).await;
    assert!(!read.text().contains("taken effect"), "{}", read.text());
    let posted = client.call("post_slow", arguments.clone()).await;
    assert!(posted.text().contains("may have taken effect"), "{}", posted.text());
    // To do it once more does no harm.
    for tool in ["put_slow", "delete_slow"] {
        let answer = client.call(tool, arguments.clone()).await;
        assert!(answer.text().contains("may have taken effect"), "{}", answer.text());
        assert_ne!(answer.failure()["recovery"], posted.failure()["recovery"], "{tool}");
    }
}

#[tokio::test]
async fn a_tool_may_have_a_limit_of_its_own() {
    let upstream = Upstream::start().await;
    let mut api = at(upstream.base_url());
    let own = ToolPolicies { timeout: Some(Duration::from_millis(150)), ..ToolPolicies::default() };
    api.tools.insert("slow".to_owned(), own);
    let answer = Client::with(api, Dialect::Structured).await.call("slow", json!({"how": "never"})).await;
    assert!(answer.text().contains("150 ms"), "{}", answer.text());
}

#[tokio::test]
async fn the_body_of_a_failure_has_the_same_limit() {
    let upstream = Upstream::start().await;
    let client = hurried(&upstream).await;
    let answer = client.call("slow", json!({"how": "error_body"})).await;
    assert!(answer.text().contains("500") && answer.text().contains("300 ms"), "{}", answer.text());
    assert!(client.record().await.duration < Duration::from_secs(5));
}
