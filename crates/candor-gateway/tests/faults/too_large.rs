//! Answers without measure: read as a stream, and left at the cap.

use super::client::{Client, at};
use super::upstream::{Upstream, large};
use candor::Dialect;
use candor_gateway::{Policies, ToolPolicies};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

/// What the system holds of a connection on both ends, and what is read at a time.
const SLACK: u64 = 12 << 20;

#[tokio::test]
async fn more_than_the_cap_is_a_failure_that_says_how_much_it_is() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for (done, how) in ["body", "bomb", "endless"].into_iter().enumerate() {
        let before = upstream.written();
        let answer = client.call("large", json!({"how": how})).await;
        assert_eq!(answer.facts(), ("dependency_failed", "response_too_large", "upstream"), "{how}: {:#}", answer.0);
        assert_eq!(answer.failure()["details"]["limit_bytes"], Policies::DEFAULT_RESPONSE_CAP, "{:#}", answer.0);
        assert_eq!(answer.failure()["retry"]["retryable"], false, "the same comes again: {:#}", answer.0);
        let written = upstream.written() - before;
        assert!(written < Policies::DEFAULT_RESPONSE_CAP as u64 + SLACK, "{how}: {written}");
        let received = client.records(done + 1).await[done].bytes_received;
        assert!(received <= Policies::DEFAULT_RESPONSE_CAP as u64 + (256 << 10), "{how}: {received}");
    }
    assert_eq!(upstream.request_count(), 3);
}

#[tokio::test]
async fn of_a_failure_only_the_beginning_is_read() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for how in ["endless_error", "error_bomb"] {
        let before = upstream.written();
        let answer = client.call("large", json!({"how": how})).await;
        assert_eq!(answer.facts().0, "internal", "{how}: {:#}", answer.0);
        assert_eq!(answer.failure()["details"]["status"], 500);
        let written = upstream.written() - before;
        assert!(written < Policies::DEFAULT_RESPONSE_CAP as u64 + SLACK, "{how}: {written}");
    }
}

#[tokio::test]
async fn headers_without_measure_are_no_answer() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for how in ["header", "headers"] {
        let answer = client.call("large", json!({"how": how})).await;
        let (code, _, origin) = answer.facts();
        assert_eq!((code, origin), ("dependency_failed", "upstream"), "{how}: {:#}", answer.0);
    }
    assert_eq!(upstream.request_count(), 2);
}

#[tokio::test]
async fn the_cap_is_the_operators_for_an_api_and_for_a_tool() {
    let upstream = Upstream::start().await;
    let mut api = at(upstream.base_url());
    api.policies.response_cap = 10;
    let wide = ToolPolicies { response_cap: Some(large::BODY + 1), ..ToolPolicies::default() };
    api.tools.insert("large".to_owned(), wide);
    let client = Client::with(api, Dialect::Structured).await;
    let answer = client.call("get_order", json!({"id": "7"})).await;
    assert_eq!(answer.facts().1, "response_too_large", "{:#}", answer.0);
    assert_eq!(answer.failure()["details"]["limit_bytes"], 10);
    // It is read as a whole, and is a string where an order was promised.
    let answer = client.call("large", json!({"how": "body"})).await;
    assert_eq!(answer.facts().1, "schema_mismatch", "{}", answer.text());
}

#[tokio::test]
async fn many_large_answers_at_once_share_one_budget() {
    let upstream = Upstream::start().await;
    let budget = 4 << 20;
    let client = Client::built(at(upstream.base_url()), Dialect::Structured, |it| it.response_budget(budget)).await;
    let client = Arc::new(client);
    let mut calls = JoinSet::new();
    for _ in 0..16 {
        let client = client.clone();
        calls.spawn(async move { client.call("large", json!({"how": "endless"})).await });
    }
    let answers = tokio::time::timeout(Duration::from_secs(25), calls.join_all());
    for answer in answers.await.expect("nobody waits for ever") {
        assert_eq!(answer.facts().1, "response_too_large", "{:#}", answer.0);
    }
}
