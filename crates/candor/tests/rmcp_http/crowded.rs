//! What a crowd of messages and sessions leaves to others.

use super::incomplete::modern;
use super::raw::{LONG, Raw, guard, head, router, start};
use super::server::{Answer, Server, Tools, call, initialize, mcp};
use axum::Router;
use bytes::Bytes;
use candor::rmcp::{HttpGuard, HttpServer, MemoryBudget};
use http::{Extensions, Method, Request, Response};
use http_body_util::Full;
use reqwest::StatusCode;
use reqwest::header::HeaderValue;
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::json;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::sync::Notify;
use tower_service::Service;

async fn server(set_up: impl FnOnce(HttpGuard<super::server::Mcp>) -> HttpGuard<super::server::Mcp>) -> Server {
    Server::of(set_up(HttpGuard::new(mcp(|| Ok(Tools), StreamableHttpServerConfig::default())))).await
}

async fn open(server: &Server) -> HeaderValue {
    let opened = server.post().body(initialize()).send().await.unwrap();
    assert_eq!(opened.status(), StatusCode::OK);
    let session = opened.headers()["mcp-session-id"].clone();
    opened.text().await.unwrap();
    session
}

async fn status(server: &Server, session: &HeaderValue) -> StatusCode {
    let response = server.post().header("mcp-session-id", session).body(call()).send().await.unwrap();
    let status = response.status();
    response.text().await.unwrap();
    status
}

/// Waits until this is so.
async fn until(is_so: impl Fn() -> bool) {
    for _ in 0..500 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never is");
}

#[tokio::test]
async fn a_session_stays_counted_when_a_method_is_not_there() {
    let budget = MemoryBudget::new(16 * 1024 * 1024);
    let server = server(|guard| guard.with_memory_budget(budget.clone())).await;
    let session = open(&server).await;
    let request = modern(&server, "ping", "2026-07-28", "2026-07-28").header("mcp-session-id", &session);
    assert_eq!(Answer::of(request).await.facts().0, 404);
    assert!(budget.in_use() > 60_000, "{}", budget.in_use());
    assert_eq!(status(&server, &session).await, StatusCode::OK);
}

#[tokio::test]
async fn sessions_that_nobody_has_used_end_before_one_that_was() {
    let server = server(|guard| guard.with_max_sessions(3)).await;
    let used = open(&server).await;
    assert_eq!(status(&server, &used).await, StatusCode::OK);
    for _ in 0..8 {
        open(&server).await;
    }
    assert_eq!(status(&server, &used).await, StatusCode::OK);
}

#[tokio::test]
async fn a_session_is_in_use_while_a_request_of_it_arrives() {
    let config = StreamableHttpServerConfig::default().with_json_response(true);
    let guard = HttpGuard::new(mcp(|| Ok(Tools), config)).with_max_sessions(1);
    let (address, _server) = start(HttpServer::new(router(guard))).await;
    let opening = initialize();
    let opening = head(opening.len()) + &opening;
    let mut first = Raw::to(address).await;
    first.send(&opening).await;
    let opened = text_until(&mut first, "\r\n0\r\n\r\n").await;
    let session = opened.lines().find(|line| line.starts_with("mcp-session-id: ")).unwrap();

    let body = call();
    first.send(&head(body.len()).replace("\r\n\r\n", &format!("\r\n{session}\r\n\r\n"))).await;
    // Enough for the head to be read.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut other = Raw::to(address).await;
    other.send(&opening).await;
    assert!(text_until(&mut other, "\r\n\r\n").await.starts_with("HTTP/1.1 503"));
    first.send(&body).await;
    assert!(text_until(&mut first, "\r\n\r\n").await.starts_with("HTTP/1.1 200"));
}

/// What comes until this is in it.
async fn text_until(raw: &mut Raw, end: &str) -> String {
    let mut text = String::new();
    let mut some = [0; 4_096];
    while !text.contains(end) {
        let count = tokio::time::timeout(LONG, raw.0.read(&mut some)).await.unwrap().unwrap();
        assert!(count > 0, "it ends before: {text}");
        text.push_str(&String::from_utf8_lossy(&some[..count]));
    }
    text
}

#[tokio::test]
async fn half_sent_bodies_keep_nobody_from_being_served() {
    let budget = MemoryBudget::new(8 * 1024 * 1024);
    let small = 8 * 1024 * 1024 / 256;
    let (address, _server) = start(HttpServer::new(router(guard().with_memory_budget(budget.clone())))).await;
    let half = head(small) + &"x".repeat(small - 1);
    let mut attackers = Vec::new();
    for _ in 0..256 {
        let mut raw = Raw::to(address).await;
        raw.send(&half).await;
        attackers.push(raw);
    }
    until(|| budget.in_use() >= 2 * 1024 * 1024 - small).await;
    // Enough for the rest of them to be read.
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(budget.in_use() <= 2 * 1024 * 1024, "{}", budget.in_use());
    #[cfg(target_os = "linux")]
    assert!(Raw::from_elsewhere(address).await.is_served().await);
}

/// A service that keeps what comes with a request, as the handler of one does that runs on.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Option<Extensions>>>);

impl Service<Request<Full<Bytes>>> for Kept {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Full<Bytes>>) -> Self::Future {
        *self.0.lock().unwrap() = Some(request.extensions().clone());
        let body = Full::from(r#"{"jsonrpc":"2.0","id":7,"result":{}}"#);
        ready(Ok(Response::builder().header("content-type", "application/json").body(body).unwrap()))
    }
}

#[tokio::test]
async fn what_a_handler_holds_is_taken_until_it_lets_go_however_small_it_is() {
    let budget = MemoryBudget::new(16 * 1024 * 1024);
    let kept = Kept::default();
    let guard = HttpGuard::new(kept.clone()).with_memory_budget(budget.clone());
    let server = Server::of_router(Router::new().nest_service("/mcp", guard)).await;
    let answer = server.post().body(call()).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    answer.text().await.unwrap();
    let handler = kept.0.lock().unwrap().take();
    // What the connection holds is given back a moment after its end.
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(budget.in_use() > 4_096, "{}", budget.in_use());
    drop(handler);
    until(|| budget.in_use() == 0).await;
}

#[tokio::test]
async fn what_only_reading_takes_is_given_back_while_the_tool_runs() {
    let budget = MemoryBudget::new(64 * 1024 * 1024);
    let server = server(|guard| guard.with_memory_budget(budget.clone())).await;
    let session = open(&server).await;
    let linger = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                        "params": {"name": "linger", "arguments": {}, "_meta": {"x": "\n".repeat(1_000_000)}}});
    let answer = server.post().header("mcp-session-id", &session).body(linger.to_string()).send().await.unwrap();
    let taken = budget.in_use();
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(taken < 5_000_000, "of 18 MB: {taken}");
    assert!(answer.text().await.unwrap().contains("at last"));
}

/// A service that opens sessions when it is let, and keeps what came.
#[derive(Clone, Default)]
struct Opens {
    gate: Arc<Notify>,
    methods: Arc<Mutex<Vec<Method>>>,
}

impl Service<Request<Full<Bytes>>> for Opens {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Full<Bytes>>) -> Self::Future {
        self.methods.lock().unwrap().push(request.method().clone());
        let gate = self.gate.clone();
        Box::pin(async move {
            if request.method() == Method::POST {
                gate.notified().await;
            }
            let body = Full::from(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
            let response = Response::builder().header("content-type", "application/json");
            Ok(response.header("mcp-session-id", "one").body(body).unwrap())
        })
    }
}

#[tokio::test]
async fn a_session_is_counted_and_ends_though_its_client_has_not_waited_for_it() {
    let budget = MemoryBudget::new(16 * 1024 * 1024);
    let service = Opens::default();
    let guard = HttpGuard::new(service.clone()).with_memory_budget(budget.clone());
    let guard = guard.with_session_idle(Duration::from_millis(40));
    let (address, _server) = start(HttpServer::new(Router::new().nest_service("/mcp", guard))).await;
    let mut client = Raw::to(address).await;
    let body = initialize();
    client.send(&(head(body.len()) + &body)).await;
    until(|| service.methods.lock().unwrap().len() == 1).await;
    drop(client);
    // Enough for the server to see it.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(budget.in_use() > 60_000, "{}", budget.in_use());
    service.gate.notify_one();
    until(|| service.methods.lock().unwrap().contains(&Method::DELETE)).await;
    until(|| budget.in_use() == 0).await;
}
