//! Services that are not of `rmcp`.

use super::server::{ProblemAnswer, Server, call};
use axum::Router;
use bytes::Bytes;
use candor::rmcp::HttpGuard;
use http::{Request, Response, Version};
use http_body::{Body, Frame};
use http_body_util::Full;
use reqwest::Method;
use serde_json::json;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::pin::Pin;
use std::task::{Context, Poll};
use tower_service::Service;

/// What a service tells the layers around it.
#[derive(Clone)]
struct Mark;

/// Answers every request alike.
#[derive(Clone)]
struct Always {
    status: u16,
    headers: &'static [(&'static str, &'static str)],
    body: &'static str,
}

impl Service<Request<Full<Bytes>>> for Always {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Request<Full<Bytes>>) -> Self::Future {
        let mut response = Response::builder().status(self.status);
        for (name, value) in self.headers {
            response = response.header(*name, *value);
        }
        ready(Ok(response.extension(Mark).version(Version::HTTP_2).body(Full::from(self.body)).unwrap()))
    }
}

async fn serve(service: Always) -> Server {
    Server::of_router(Router::new().nest_service("/mcp", HttpGuard::new(service))).await
}

#[tokio::test]
async fn every_status_has_a_number_that_the_protocol_allows() {
    let rows = [
        (400, -32600, "request_refused"),
        (401, -32600, "unauthorized"),
        (403, -32600, "forbidden"),
        (404, -32600, "not_found"),
        (408, -32603, "timeout"),
        (409, -32600, "conflict"),
        (410, -32600, "request_refused"),
        (413, -32600, "message_too_large"),
        (422, -32600, "request_refused"),
        (429, -32603, "too_many_requests"),
        (500, -32603, "internal"),
        (501, -32603, "not_implemented"),
        (502, -32603, "unavailable"),
        (503, -32603, "unavailable"),
        (504, -32603, "timeout"),
    ];
    for (status, number, reason) in rows {
        let server = serve(Always { status, headers: &[], body: "swordfish" }).await;
        let answer = server.answer(call()).await;
        assert_eq!(answer.facts(), (status, number, reason, Some(&json!(7))));
        assert!(!answer.body.to_string().contains("swordfish"), "{answer:?}");
    }
}

#[tokio::test]
async fn every_status_is_a_problem_where_there_is_no_message_to_answer() {
    let rows = [
        (400, "invalid-request", "request_refused"),
        (401, "session-error", "unauthorized"),
        (403, "session-error", "forbidden"),
        (404, "not-found", "not_found"),
        (405, "invalid-request", "method_not_allowed"),
        (406, "invalid-request", "not_acceptable"),
        (408, "timeout", "timeout"),
        (409, "conflict", "conflict"),
        (410, "invalid-request", "request_refused"),
        (413, "invalid-request", "message_too_large"),
        (415, "invalid-request", "unsupported_media_type"),
        (422, "invalid-request", "request_refused"),
        (429, "rate-limit-exceeded", "too_many_requests"),
        (500, "internal-error", "internal"),
        (501, "not-implemented", "not_implemented"),
        (502, "api-error", "unavailable"),
        (503, "api-error", "unavailable"),
        (504, "timeout", "timeout"),
    ];
    for (status, slug, reason) in rows {
        let server = serve(Always { status, headers: &[("retry-after", "7")], body: "swordfish" }).await;
        let answer = ProblemAnswer::of(server.request(Method::GET)).await;
        assert_eq!(answer.facts(), (status, slug, reason));
        assert_eq!(answer.headers["retry-after"], "7", "it is the server's");
        assert!(!answer.body.to_string().contains("swordfish"), "{answer:?}");
    }
}

#[tokio::test]
async fn headers_stay_except_those_of_the_old_body() {
    let headers = &[
        ("www-authenticate", "Bearer resource_metadata=\"https://example.com\""),
        ("www-authenticate", "Basic"),
        ("retry-after", "7"),
        ("content-type", "text/html"),
        ("content-encoding", "identity"),
        ("etag", "\"1\""),
    ];
    let server = serve(Always { status: 401, headers, body: "<html>" }).await;
    let answer = server.answer(call()).await;
    assert_eq!(answer.headers.get_all("www-authenticate").iter().count(), 2);
    assert_eq!(answer.headers["retry-after"], "7");
    for name in ["content-encoding", "etag"] {
        assert!(!answer.headers.contains_key(name), "{name}");
    }
}

#[tokio::test]
async fn json_of_any_kind_and_events_stay_as_they_are() {
    for kind in ["application/json; charset=utf-8", "Application/JSON", "application/problem+json", "text/event-stream"]
    {
        let headers: &'static [(&str, &str)] = Box::leak(Box::new([("content-type", kind)]));
        let server = serve(Always { status: 400, headers, body: "as it is" }).await;
        let response = server.post().body("?").send().await.unwrap();
        assert_eq!((response.status().as_u16(), &response.headers()["content-type"]), (400, &kind.parse().unwrap()));
        assert_eq!(response.text().await.unwrap(), "as it is");
    }
}

#[tokio::test]
async fn extensions_and_version_of_a_response_are_kept() {
    let mut guard = HttpGuard::new(Always { status: 403, headers: &[("content-language", "nl")], body: "nee" });
    let request = Request::post("/").body(Full::<Bytes>::from(call())).unwrap();
    let response = guard.call(request).await.unwrap();
    assert_eq!((response.status().as_u16(), response.version()), (403, Version::HTTP_2));
    assert!(response.extensions().get::<Mark>().is_some());
    assert_eq!(response.headers().keys().collect::<Vec<_>>(), ["content-type"]);
    assert_eq!(response.headers()["content-type"], "application/json");
}

/// A body that fails in the middle.
#[derive(Default)]
struct Torn {
    has_begun: bool,
}

impl Body for Torn {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let has_begun = std::mem::replace(&mut self.has_begun, true);
        Poll::Ready(Some(match has_begun {
            false => Ok(Frame::data(Bytes::from("{\"id\":"))),
            true => Err(std::io::Error::other("reset by swordfish")),
        }))
    }
}

#[tokio::test]
async fn a_body_that_breaks_off_is_refused() {
    let mut guard = HttpGuard::new(Always { status: 200, headers: &[], body: "" });
    let request = Request::post("/").header("content-type", "application/json").body(Torn::default()).unwrap();
    let response = guard.call(request).await.unwrap();
    assert_eq!(response.status(), 400);
    let body = http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes();
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((&body["error"]["code"], &body["error"]["data"]["reason"]), (&json!(-32600), &json!("incomplete_body")));
    assert!(!body.to_string().contains("swordfish"));
}
