use super::{Client, Judged, Server};
use crate::send::BodyBudget;
use axum::body::{Body, Bytes};
use candor::{Code, Failure, Origin, Retry, Safety};
use http::Response;
use serde_json::json;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

/// So many pieces of 16 KiB, without a length.
struct Pieces(usize);

impl http_body::Body for Pieces {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
        if self.0 == 0 {
            return Poll::Ready(None);
        }
        self.0 -= 1;
        Poll::Ready(Some(Ok(http_body::Frame::data(Bytes::from_static(&[b'x'; 16 * 1024])))))
    }
}

fn csv(body: Body) -> Response<Body> {
    Response::builder().header("content-type", "text/csv").body(body).unwrap()
}

/// A body that never comes.
struct Absent;

impl http_body::Body for Absent {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
        Poll::Pending
    }
}

#[tokio::test]
async fn a_body_that_says_that_it_is_too_long_is_not_read() {
    let server = Server::start(|_| async {
        let answer = Response::builder().header("content-type", "text/csv").header("content-length", 2 << 20);
        answer.body(Body::new(Absent)).unwrap()
    })
    .await;
    let failure = Client::new(server.upstream()).call("getReport", json!({})).await.failure();
    assert_eq!(failure.message(), "The answer of orders has 2 MiB; at most 1 MiB are read");
    assert_eq!(failure.reason().as_str(), "response_too_large");
    assert_eq!(failure.details().get("limit_bytes"), Some(&json!(1 << 20)));
}

#[tokio::test]
async fn a_body_without_a_length_is_read_up_to_the_cap() {
    let server = Server::start(|_| async { csv(Body::new(Pieces(usize::MAX))) }).await;
    let client = Client::new(server.upstream());
    let failure = client.call("getReport", json!({})).await.failure();
    assert_eq!(failure.message(), "The answer of orders is longer than 1 MiB, the most that is read");
    assert_eq!(client.bodies.free(), BodyBudget::DEFAULT);
}

#[tokio::test]
async fn the_whole_body_counts_as_long_as_the_answer_is_held() {
    let server = Server::start(|_| async { csv(Body::new(Pieces(10))) }).await;
    let client = Client::new(server.upstream());
    let judged = client.call("getReport", json!({})).await.judged();
    assert_eq!(client.bodies.free(), BodyBudget::DEFAULT - 160 * 1024);
    drop(judged);
    assert_eq!(client.bodies.free(), BodyBudget::DEFAULT);
}

#[tokio::test]
async fn an_answer_for_which_there_is_no_memory_says_so() {
    let server = Server::start(|_| async { csv(Body::new(Pieces(10))) }).await;
    let mut upstream = server.upstream();
    upstream.connection.timeout = Duration::from_millis(300);
    let client = Client::with_budget(upstream, BodyBudget::new(256 * 1024));
    let held = client.call("getReport", json!({})).await.judged();
    let failure = client.call("getReport", json!({})).await.failure();
    assert_eq!((failure.code(), failure.origin()), (Code::Unavailable, Origin::Internal));
    assert_eq!(failure.reason().as_str(), "response_budget_used_up");
    assert_eq!(failure.retry(), Retry::Backoff(Safety::IfIdempotent));
    drop(held);
    client.call("getReport", json!({})).await.judged();
}

/// One piece, and then nothing.
struct Begun(bool);

impl http_body::Body for Begun {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
        match std::mem::replace(&mut self.0, true) {
            true => Poll::Pending,
            false => Poll::Ready(Some(Ok(http_body::Frame::data(Bytes::from_static(&[b'x'; 40 * 1024]))))),
        }
    }
}

/// Calls an API whose bodies stop so, until they have come as far as they do; and another one that works.
async fn beside(stalling: Server, how_many: usize) -> Result<Judged, Failure> {
    let bodies = BodyBudget::new(4 << 20);
    let stalled = Client::with_budget(stalling.upstream(), bodies.of_one(2));
    let calls: Vec<_> = (0..how_many).map(|_| stalled.call("getReport", json!({}))).collect();
    let calls = std::pin::pin!(futures_of(calls));
    let working = Server::start(|_| async { csv(Body::new(Pieces(10))) }).await;
    let mut upstream = working.upstream();
    upstream.connection.timeout = Duration::from_secs(5);
    let working = Client::with_budget(upstream, bodies.of_one(2));
    let other = async {
        while stalling.seen().len() < how_many {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        working.call("getReport", json!({})).await.result
    };
    tokio::select! {
        () = calls => panic!("they never end"),
        result = other => result,
    }
}

/// All of them at once.
async fn futures_of(calls: Vec<impl Future>) {
    let mut calls: Vec<_> = calls.into_iter().map(Box::pin).collect();
    std::future::poll_fn(|context| {
        calls.retain_mut(|call| call.as_mut().poll(context).is_pending());
        if calls.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

#[tokio::test]
async fn an_api_that_sends_heads_alone_does_not_stop_the_others() {
    let stalling = Server::start(|_| async { csv(Body::new(Absent)) }).await;
    beside(stalling, 40).await.unwrap();
}

#[tokio::test]
async fn an_api_whose_bodies_stop_in_the_middle_does_not_stop_the_others() {
    let stalling = Server::start(|_| async { csv(Body::new(Begun(false))) }).await;
    beside(stalling, 40).await.unwrap();
}
