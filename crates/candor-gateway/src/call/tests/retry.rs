use super::{Client, ORDER, Server, json};
use axum::response::IntoResponse;
use candor::retry::Policy;
use http::StatusCode;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Fails so often, with 503.
async fn failing(times: usize) -> Server {
    let left = Arc::new(AtomicUsize::new(times));
    Server::start(move |_| {
        let left = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        async move { if left.is_ok() { StatusCode::SERVICE_UNAVAILABLE.into_response() } else { json(ORDER) } }
    })
    .await
}

fn client(server: &Server) -> Client {
    let mut upstream = server.upstream();
    let policy = Policy::builder().attempts(3).first_delay(Duration::from_millis(1)).build().unwrap();
    upstream.policies.retry = Some(policy);
    Client::new(upstream)
}

#[tokio::test]
async fn nothing_is_repeated_without_a_policy() {
    let server = failing(1).await;
    Client::new(server.upstream()).call("getOrder", json!({"id": "1"})).await.failure();
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn what_is_idempotent_is_repeated() {
    let server = failing(2).await;
    let called = client(&server).call("putOrder", json!({"id": "1", "body": {"id": 1}})).await;
    assert_eq!(called.record.attempts, 3);
    called.judged();
    assert!(server.seen().iter().all(|seen| seen.body == r#"{"id":1}"#));
}

#[tokio::test]
async fn what_may_have_taken_effect_is_not_repeated() {
    let server = failing(2).await;
    let failure = client(&server).call("createOrder", json!({"body": {}})).await.failure();
    assert_eq!(failure.details().get("attempts"), Some(&json!(1)));
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn what_was_never_sent_is_repeated_whatever_it_does() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let mut upstream = crate::Upstream::new("orders", format!("http://{address}").parse().unwrap());
    let policy = Policy::builder().attempts(3).first_delay(Duration::from_millis(1)).build().unwrap();
    upstream.policies.retry = Some(policy);
    let failure = Client::new(upstream).call("createOrder", json!({"body": {}})).await.failure();
    assert_eq!(failure.reason().as_str(), "connection_refused");
    assert_eq!(failure.details().get("attempts"), Some(&json!(3)));
}

#[tokio::test]
async fn an_attempt_that_takes_all_the_time_says_what_it_waited_for() {
    let server = Server::start(|_| async { std::future::pending::<StatusCode>().await }).await;
    let mut upstream = server.upstream();
    upstream.policies.retry = Some(Policy::builder().build().unwrap());
    upstream.connection.timeout = Duration::from_millis(120);
    let failure = Client::new(upstream).call("getOrder", json!({"id": "1"})).await.failure();
    assert_eq!(failure.reason().as_str(), "response_timed_out");
    assert_eq!(failure.details().get("timeout_ms"), Some(&json!(120)));
}
