use super::{Client, Server, carry_out};
use crate::context::ExecutionContext;
use crate::upstream::ToolPolicies;
use axum::body::{Body, Bytes};
use candor::{Code, Origin, Retry, Safety};
use http::{HeaderMap, Response, StatusCode};
use serde_json::json;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::Notify;

const LIMIT: Duration = Duration::from_millis(150);

async fn silent() -> Server {
    Server::start(|_| async { std::future::pending::<StatusCode>().await }).await
}

fn client(server: &Server) -> Client {
    let mut upstream = server.upstream();
    upstream.connection.timeout = LIMIT;
    Client::new(upstream)
}

#[tokio::test]
async fn a_time_out_says_whose_limit_it_was_and_what_may_have_happened() {
    let server = silent().await;
    let failure = client(&server).call("createOrder", json!({"body": {}})).await.failure();
    assert_eq!((failure.code(), failure.origin()), (Code::Timeout, Origin::Transport));
    assert_eq!(failure.retry(), Retry::Backoff(Safety::IfIdempotent));
    let begin = "orders did not respond within the gateway's limit of 150 ms (it waited ";
    assert!(failure.message().starts_with(begin), "{}", failure.message());
    assert_eq!(failure.details().get("timeout_ms"), Some(&json!(150)));
    assert!(failure.details().get("elapsed_ms").unwrap().as_u64().unwrap() >= 150);
    assert_eq!(failure.details().get("may_have_taken_effect"), Some(&json!(true)));
    assert_eq!(
        failure.recovery().hint(),
        "The call may have taken effect. Find out whether it has before you repeat it."
    );
}

#[tokio::test]
async fn what_may_have_happened_follows_from_the_method() {
    let server = silent().await;
    let client = client(&server);
    let read = client.call("getOrder", json!({"id": "1"})).await.failure();
    assert_eq!(read.details().get("may_have_taken_effect"), Some(&json!(false)));
    assert_eq!(read.recovery().hint(), "Retry later; the call only reads, so nothing has changed.");
    let put = client.call("putOrder", json!({"id": "1", "body": {}})).await.failure();
    assert_eq!(
        put.recovery().hint(),
        "The call may have taken effect. Repeating it with the same arguments does no further harm."
    );
}

#[tokio::test]
async fn a_tool_may_have_a_limit_of_its_own() {
    let server = silent().await;
    let mut upstream = server.upstream();
    let own = ToolPolicies { timeout: Some(Duration::from_millis(50)), ..ToolPolicies::default() };
    upstream.tools.insert("getReport".into(), own);
    let called = Client::new(upstream).call("getReport", json!({})).await;
    assert_eq!(called.record.timeout, Some(Duration::from_millis(50)));
    assert_eq!(called.failure().details().get("timeout_ms"), Some(&json!(50)));
}

/// One piece, and never another.
struct Stalling(Option<Bytes>);

impl http_body::Body for Stalling {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
        self.0.take().map_or(Poll::Pending, |piece| Poll::Ready(Some(Ok(http_body::Frame::data(piece)))))
    }
}

#[tokio::test]
async fn an_answer_that_does_not_end_is_told_from_one_that_does_not_begin() {
    let server = Server::start(|_| async {
        let body = Body::new(Stalling(Some(Bytes::from_static(b"{\"id\""))));
        Response::builder().status(201).header("content-type", "application/json").body(body).unwrap()
    })
    .await;
    let failure = client(&server).call("createOrder", json!({"body": {}})).await.failure();
    assert_eq!(failure.reason().as_str(), "body_timed_out");
    let begin = "orders answered 201, but did not finish its answer within the gateway's limit of 150 ms";
    assert!(failure.message().starts_with(begin), "{}", failure.message());
}

#[tokio::test]
async fn a_call_that_is_dropped_ends_the_request() {
    let (came, gone) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    struct Gone(Arc<Notify>);
    impl Drop for Gone {
        fn drop(&mut self) {
            self.0.notify_one();
        }
    }
    let signals = (Arc::clone(&came), Arc::clone(&gone));
    let server = Server::start(move |_| {
        let (came, gone) = (Arc::clone(&signals.0), Gone(Arc::clone(&signals.1)));
        async move {
            let _gone = gone;
            came.notify_one();
            std::future::pending::<StatusCode>().await
        }
    })
    .await;
    let target = Client::new(server.upstream()).target("getReport");
    let call = tokio::spawn(async move {
        let context = ExecutionContext::new("1".into(), None, None, "getReport".into());
        carry_out(&target, &serde_json::Map::new(), &context, &HeaderMap::new()).await.map(|_| ())
    });
    came.notified().await;
    call.abort();
    tokio::time::timeout(Duration::from_secs(10), gone.notified()).await.expect("the server learns of it");
}
