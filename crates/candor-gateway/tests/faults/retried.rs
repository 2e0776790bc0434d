//! Retries, where an operator has asked for them: as often as set, and never what may have been done.

use super::client::{Client, at};
use super::upstream::Upstream;
use candor::Dialect;
use candor::retry::Policy;
use candor_gateway::ToolPolicies;
use serde_json::{Value, json};
use std::time::Duration;

fn policy(attempts: u32) -> Policy {
    Policy::builder().attempts(attempts).first_delay(Duration::from_millis(1)).build().unwrap()
}

async fn retrying(upstream: &Upstream, attempts: u32) -> Client {
    let mut api = at(upstream.base_url());
    api.policies.retry = Some(policy(attempts));
    Client::with(api, Dialect::Structured).await
}

#[tokio::test]
async fn a_read_is_repeated_until_it_succeeds() {
    let upstream = Upstream::start().await;
    let client = retrying(&upstream, 3).await;
    client.call("flaky", json!({"times": 2})).await.success();
    assert_eq!(upstream.request_count(), 3);
    let record = client.record().await;
    assert_eq!((record.attempts, record.status), (3, Some(200)));
}

#[tokio::test]
async fn a_read_is_repeated_as_often_as_is_set_and_no_more() {
    let upstream = Upstream::start().await;
    let client = retrying(&upstream, 3).await;
    let answer = client.call("flaky", json!({"times": 9})).await;
    assert_eq!(answer.facts().0, "unavailable");
    assert_eq!((upstream.request_count(), client.record().await.attempts), (3, 3));
}

#[tokio::test]
async fn a_write_whose_outcome_is_unknown_is_never_repeated() {
    let upstream = Upstream::start().await;
    let client = retrying(&upstream, 3).await;
    let calls: [(&str, Value); 7] = [
        ("post_flaky", json!({"times": 1})),
        ("post_breaks", json!({"how": "closes"})),
        ("post_breaks", json!({"how": "resets"})),
        ("post_status", json!({"status": 500, "form": "empty"})),
        // What the API could not reach, or could not lock.
        ("post_status", json!({"status": 500, "form": "refused_inside"})),
        ("post_status", json!({"status": 502, "form": "unresolved_inside"})),
        ("post_status", json!({"status": 500, "form": "deadlock_inside"})),
    ];
    for (sent, (tool, arguments)) in calls.into_iter().enumerate() {
        client.call(tool, arguments).await.failure();
        assert_eq!(upstream.request_count(), sent + 1, "{tool}");
    }
}

#[tokio::test]
async fn a_write_that_was_not_carried_out_is_repeated() {
    let upstream = Upstream::start().await;
    let client = retrying(&upstream, 3).await;
    client.call("post_throttle", json!({"status": 429, "form": "none"})).await.failure();
    assert_eq!(upstream.request_count(), 3);
}

#[tokio::test]
async fn what_cannot_become_better_is_not_repeated() {
    let upstream = Upstream::start().await;
    let client = retrying(&upstream, 3).await;
    for (sent, (tool, arguments)) in [
        ("status", json!({"status": 404, "form": "empty"})),
        ("json", json!({"how": "missing"})),
        ("large", json!({"how": "endless"})),
    ]
    .into_iter()
    .enumerate()
    {
        client.call(tool, arguments).await.failure();
        assert_eq!(upstream.request_count(), sent + 1, "{tool}");
    }
}

#[tokio::test]
async fn nothing_is_waited_for_longer_than_the_call_may_take() {
    let upstream = Upstream::start().await;
    let mut api = at(upstream.base_url());
    api.policies.retry = Some(policy(3));
    api.connection.timeout = Duration::from_secs(2);
    let client = Client::with(api, Dialect::Structured).await;
    // It would have to wait for 20 s.
    let answer = client.call("throttle", json!({"status": 503, "form": "seconds"})).await;
    assert_eq!(answer.facts().0, "unavailable");
    assert!(client.record().await.duration < Duration::from_secs(4));
    assert_eq!(upstream.request_count(), 1);
}

#[tokio::test]
async fn a_tool_may_be_without_the_apis_retries() {
    let upstream = Upstream::start().await;
    let mut api = at(upstream.base_url());
    api.policies.retry = Some(policy(3));
    api.tools.insert("flaky".to_owned(), ToolPolicies { retry: Some(None), ..ToolPolicies::default() });
    Client::with(api, Dialect::Structured).await.call("flaky", json!({"times": 9})).await.failure();
    assert_eq!(upstream.request_count(), 1);
}
