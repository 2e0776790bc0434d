use super::{Client, ORDER, Server, json};
use crate::breaker::BreakerState;
use crate::upstream::Breaker;
use axum::response::IntoResponse;
use candor::{Code, Retry, Safety};
use http::StatusCode;
use serde_json::json;
use std::time::Duration;

async fn server() -> Server {
    Server::start(|seen| async move {
        match seen.target.as_str() {
            "/v1/orders/down" => StatusCode::SERVICE_UNAVAILABLE.into_response(),
            "/v1/orders/none" => StatusCode::NOT_FOUND.into_response(),
            _ => json(ORDER),
        }
    })
    .await
}

fn client(server: &Server, pause: Duration) -> Client {
    let mut upstream = server.upstream();
    upstream.policies.breaker = Some(Breaker { failures: 2, pause });
    Client::new(upstream)
}

#[tokio::test]
async fn an_api_that_is_broken_is_left_alone() {
    let server = server().await;
    let client = client(&server, Duration::from_secs(60));
    for _ in 0..2 {
        client.call("getOrder", json!({"id": "down"})).await.failure();
    }
    let called = client.call("createOrder", json!({"body": {}})).await;
    assert_eq!(called.record.attempts, 0);
    let failure = called.failure();
    assert_eq!(failure.code(), Code::Unavailable);
    assert_eq!(failure.reason().as_str(), "breaker_open");
    assert!(matches!(failure.retry(), Retry::After(_, Safety::Always)), "{:?}", failure.retry());
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn answers_that_refuse_the_call_do_not_open_it() {
    let server = server().await;
    let client = client(&server, Duration::from_secs(60));
    for id in ["down", "none", "down", "none"] {
        client.call("getOrder", json!({"id": id})).await.failure();
    }
    assert_eq!(client.sender.breaker().unwrap().state_now(), BreakerState::Closed);
}

#[tokio::test]
async fn it_closes_when_the_api_works_again() {
    let server = server().await;
    let client = client(&server, Duration::ZERO);
    for _ in 0..2 {
        client.call("getOrder", json!({"id": "down"})).await.failure();
    }
    assert_eq!(client.sender.breaker().unwrap().state_now(), BreakerState::Open);
    client.call("getOrder", json!({"id": "1"})).await.judged();
    assert_eq!(client.sender.breaker().unwrap().state_now(), BreakerState::Closed);
}
