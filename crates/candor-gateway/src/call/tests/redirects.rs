use super::{Client, ORDER, Server, json};
use crate::{Credential, Secret};
use axum::response::IntoResponse;
use candor::retry::Policy;
use candor::{Code, Retry, Safety};
use http::StatusCode;
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

fn redirect(status: u16, location: String) -> axum::response::Response {
    (StatusCode::from_u16(status).unwrap(), [("location", location)]).into_response()
}

#[tokio::test]
async fn a_redirect_within_the_origin_is_followed_with_the_credential() {
    let server = Server::start(|seen| async move {
        match seen.target.as_str() {
            "/v2/orders/1" => json(ORDER),
            _ => redirect(308, "/v2/orders/1".into()),
        }
    })
    .await;
    let mut upstream = server.upstream();
    upstream.credential = Some(Credential::Bearer(Secret::new("swordfish-77")));
    let client = Client::new(upstream);
    client.call("putOrder", json!({"id": "1", "body": {"id": 1}})).await.judged();
    let seen = server.seen();
    assert_eq!(seen.len(), 2);
    assert_eq!((seen[1].method.as_str(), seen[1].body.as_str()), ("PUT", r#"{"id":1}"#));
    assert_eq!(seen[1].headers["authorization"], "Bearer swordfish-77");
}

#[tokio::test]
async fn see_other_is_followed_with_a_get_and_without_the_body() {
    let server = Server::start(|seen| async move {
        match seen.method.as_str() {
            "GET" => json(ORDER),
            _ => redirect(303, "1".into()),
        }
    })
    .await;
    Client::new(server.upstream()).call("createOrder", json!({"body": {"id": 1}})).await.judged();
    let seen = server.seen();
    assert_eq!((seen[1].method.as_str(), seen[1].target.as_str(), seen[1].body.as_str()), ("GET", "/v1/1", ""));
    assert!(!seen[1].headers.contains_key("content-type"));
}

#[tokio::test]
async fn a_redirect_elsewhere_is_not_followed_and_its_host_not_told() {
    let other = Server::start(|_| async { json(ORDER) }).await;
    let location = format!("http://{}/steal", other.address);
    let server = Server::start(move |_| {
        let location = location.clone();
        async move { redirect(302, location) }
    })
    .await;
    let mut upstream = server.upstream();
    upstream.credential = Some(Credential::Bearer(Secret::new("swordfish-77")));
    let failure = Client::new(upstream).call("getOrder", json!({"id": "1"})).await.failure();
    assert_eq!(failure.reason().as_str(), "redirect_not_followed");
    assert_eq!(
        failure.message(),
        "orders redirected the call to another server, which the gateway does not follow (302)"
    );
    assert!(other.seen().is_empty());
}

#[tokio::test]
async fn a_redirect_does_not_turn_a_post_into_a_get() {
    let server = Server::start(|_| async { redirect(302, "/v1/orders/1".into()) }).await;
    let failure = Client::new(server.upstream()).call("createOrder", json!({"body": {}})).await.failure();
    assert_eq!(failure.reason().as_str(), "redirect_not_followed");
    assert!(failure.message().contains("with another method"), "{}", failure.message());
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn five_redirects_are_enough() {
    let server = Server::start(|_| async { redirect(307, "/v1/again".into()) }).await;
    let called = Client::new(server.upstream()).call("getOrder", json!({"id": "1"})).await;
    assert_eq!(called.record.attempts, 6);
    assert_eq!(called.failure().reason().as_str(), "too_many_redirects");
}

#[tokio::test]
async fn the_credential_in_the_query_is_shown_again() {
    let server = Server::start(|seen| async move {
        match seen.target.starts_with("/v2/") {
            true => json(ORDER),
            false => redirect(301, "/v2/orders?page=1".into()),
        }
    })
    .await;
    let mut upstream = server.upstream();
    upstream.credential = Some(Credential::Query { name: "api_key".into(), value: Secret::new("swordfish-77") });
    Client::new(upstream).call("getOrder", json!({"id": "1", "api_key": "mine"})).await.judged();
    let seen = server.seen();
    assert_eq!(seen[0].target, "/v1/orders/1?api_key=swordfish-77");
    assert_eq!(seen[1].target, "/v2/orders?page=1&api_key=swordfish-77");
}

/// A client that repeats what may be repeated.
fn retrying(mut upstream: crate::Upstream) -> Client {
    let policy = Policy::builder().attempts(3).first_delay(Duration::from_millis(1)).build().unwrap();
    upstream.policies.retry = Some(policy);
    Client::new(upstream)
}

#[tokio::test]
async fn a_write_that_was_redirected_is_not_repeated_because_of_what_came_then() {
    let server = Server::start(|seen| async move {
        match seen.method.as_str() {
            "GET" => StatusCode::TOO_MANY_REQUESTS.into_response(),
            _ => redirect(303, "orders/1".into()),
        }
    })
    .await;
    let failure = retrying(server.upstream()).call("createOrder", json!({"body": {}})).await.failure();
    assert_eq!(server.seen().len(), 2);
    assert_eq!((failure.code(), failure.retry()), (Code::RateLimited, Retry::Backoff(Safety::IfIdempotent)));
    assert_eq!(failure.details().get("may_have_taken_effect"), Some(&json!(true)));
}

#[tokio::test]
async fn after_a_redirect_something_was_sent_even_if_nobody_answers_then() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let upstream =
        crate::Upstream::new("orders", format!("http://{}", listener.local_addr().unwrap()).parse().unwrap());
    let server = async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        // Nobody listens any more by the time that the redirect is followed.
        drop(listener);
        let mut request = [0; 4096];
        assert!(stream.read(&mut request).await.unwrap() > 0);
        let answer = "HTTP/1.1 303 See Other\r\nlocation: /orders/1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        stream.write_all(answer.as_bytes()).await.unwrap();
    };
    let client = Client::new(upstream);
    let ((), called) = tokio::join!(server, client.call("createOrder", json!({"body": {}})));
    let failure = called.failure();
    assert_eq!(failure.reason().as_str(), "connection_refused");
    assert_eq!(failure.retry(), Retry::Backoff(Safety::IfIdempotent));
    assert_eq!(failure.details().get("may_have_taken_effect"), Some(&json!(true)));
    assert!(failure.recovery().hint().starts_with("The call may have taken effect."), "{}", failure.recovery().hint());
}
