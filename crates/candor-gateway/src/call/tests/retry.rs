use super::{Client, ORDER, Server, json};
use crate::upstream::FailureRule;
use axum::response::IntoResponse;
use candor::Safety;
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
    upstream.policies.failed_when = vec![FailureRule { pointer: "/error".into(), equals: None, message: None }];
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

#[tokio::test]
async fn what_an_answer_says_of_the_apis_own_dependencies_does_not_make_a_write_safe() {
    let rows: [(u16, &str); 6] = [
        (500, r#"{"message": "connect ECONNREFUSED 10.0.0.5:5432"}"#),
        (502, r#"{"message": "no such host payments-db"}"#),
        (500, r#"{"message": "deadlock detected"}"#),
        (400, r#"{"code": "ThrottlingException", "message": "Rate exceeded"}"#),
        (503, r#"{"code": "ECONNREFUSED"}"#),
        (201, r#"{"ok": false, "error": "connect ECONNREFUSED 10.0.0.5:5432"}"#),
    ];
    for (status, body) in rows {
        let status = StatusCode::from_u16(status).unwrap();
        let server =
            Server::start(move |_| async move { (status, [("content-type", "application/json")], body) }).await;
        let failure = client(&server).call("createOrder", json!({"body": {}})).await.failure();
        assert_eq!(server.seen().len(), 1, "{status} {body}: {:?}", failure.retry());
        assert_ne!(failure.retry().safety(), Some(Safety::Always), "{status} {body}");
    }
}

#[tokio::test]
async fn an_answer_that_states_that_nothing_was_done_is_believed() {
    let stated = r#"{"title": "Busy", "detail": "Not now", "status": 503, "code": "unavailable",
                     "retry": {"retryable": true, "safe": "always"}}"#;
    for (status, body) in [(429, "{}"), (503, stated)] {
        let status = StatusCode::from_u16(status).unwrap();
        let server =
            Server::start(move |_| async move { (status, [("content-type", "application/json")], body) }).await;
        let failure = client(&server).call("createOrder", json!({"body": {}})).await.failure();
        assert_eq!(server.seen().len(), 3, "{status}: {:?}", failure.retry());
    }
}

#[tokio::test]
async fn an_attempt_that_was_sent_is_not_forgotten_when_the_next_one_is_refused() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let breaks_off = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        // Nobody listens any more when the next attempt begins.
        drop(listener);
        let _ = tokio::io::AsyncReadExt::read(&mut stream, &mut [0; 4096]).await;
    });
    let mut upstream = crate::Upstream::new("orders", format!("http://{address}").parse().unwrap());
    let policy = Policy::builder().attempts(2).first_delay(Duration::from_millis(1)).build().unwrap();
    upstream.policies.retry = Some(policy);
    let failure = Client::new(upstream).call("putOrder", json!({"id": "1", "body": {"id": 1}})).await.failure();
    breaks_off.await.unwrap();
    assert_eq!(failure.reason().as_str(), "connection_refused");
    assert_eq!(failure.details().get("may_have_taken_effect"), Some(&json!(true)));
    assert_eq!(failure.retry().safety(), Some(Safety::IfIdempotent));
    let recovery = failure.recovery().hint().to_owned();
    assert!(recovery.starts_with("The call may have taken effect"), "{recovery}");
}
