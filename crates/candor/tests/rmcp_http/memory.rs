//! What messages and sessions take, and how much of it there is.

use super::server::{Answer, Server, Tools, call, initialize, mcp};
use candor::FailurePolicy;
use candor::rmcp::{HttpGuard, MemoryBudget};
use reqwest::StatusCode;
use reqwest::header::HeaderValue;
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::{Value, json};
use std::time::Duration;

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

/// The status of a call in this session.
async fn status(server: &Server, session: &HeaderValue) -> StatusCode {
    let response = server.post().header("mcp-session-id", session).body(call()).send().await.unwrap();
    let status = response.status();
    response.text().await.unwrap();
    status
}

/// Waits until nothing is taken: what a body has taken is given back when its connection has sent it.
async fn expect_given_back(budget: &MemoryBudget) {
    for _ in 0..200 {
        if budget.in_use() == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{} bytes are never given back", budget.in_use());
}

fn call_with(arguments: &str) -> String {
    let params = format!(r#"{{"name":"echo","arguments":{arguments}}}"#);
    format!(r#"{{"jsonrpc":"2.0","method":"tools/call","params":{params},"id":7}}"#)
}

fn listed(one: &str, count: usize) -> String {
    call_with(&format!(r#"{{"text":"hi","x":[{}]}}"#, vec![one; count].join(",")))
}

#[tokio::test]
async fn a_message_has_at_most_100_000_values_and_127_levels() {
    let server = server(|guard| guard).await;
    let answer = server.answer(listed("1", 100_001)).await;
    assert_eq!(answer.facts(), (400, -32600, "too_many_values", Some(&json!(7))));
    let data = &answer.body["error"]["data"];
    assert_eq!((&data["limit"], &data["values"]), (&json!(100_000), &json!(100_010)));
    assert_eq!(answer.body["error"]["message"], "The message has 100010 values; the limit is 100000.");
    let answer = server.answer(listed(&format!("{}{}", "[".repeat(200), "]".repeat(200)), 1)).await;
    assert_eq!(answer.facts(), (400, -32600, "message_too_deep", Some(&json!(7))));
    let data = &answer.body["error"]["data"];
    assert_eq!((&data["limit"], &data["levels"]), (&json!(127), &json!(204)));
}

#[tokio::test]
async fn a_message_that_takes_more_than_its_share_is_too_large_and_never_read() {
    let budget = MemoryBudget::new(2_000_000);
    let server = server(|guard| guard.with_memory_budget(budget.clone())).await;
    for body in [listed("[1]", 3_000), call_with(&format!(r#"{{"text":"{}"}}"#, "x".repeat(1_600_000)))] {
        let answer = server.answer(body).await;
        assert_eq!(answer.facts(), (413, -32600, "message_too_large", Some(&json!(7))));
        let data = &answer.body["error"]["data"];
        assert_eq!((&data["limit"], &data["retry"]["retryable"]), (&json!(1_500_000), &json!(false)), "{data:#}");
        assert!(!answer.headers.contains_key("retry-after"));
    }
    expect_given_back(&budget).await;
}

#[tokio::test]
async fn what_does_not_fit_now_is_to_be_retried_and_fits_later_and_small_requests_pass() {
    let budget = MemoryBudget::new(1_500_000);
    let server = server(|guard| guard.with_memory_budget(budget.clone())).await;
    let session = open(&server).await;
    let linger = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                        "params": {"name": "linger", "arguments": {}, "_meta": {"x": vec![1; 2_500]}}});
    let post = |body: String| server.post().header("mcp-session-id", &session).body(body);
    let first = post(linger.to_string()).send().await.unwrap();
    assert!(budget.in_use() > 750_000, "it is held until the answer is complete: {}", budget.in_use());

    let refused = Answer::of(post(listed("1", 2_500))).await;
    assert_eq!(refused.facts(), (503, -32603, "out_of_memory_budget", Some(&json!(7))));
    assert_eq!(refused.headers["retry-after"], "1");
    let data = &refused.body["error"]["data"];
    assert_eq!(data["retry"], json!({"retryable": true, "after_ms": 1_000, "safe": "always"}), "{data:#}");
    assert_eq!(status(&server, &session).await, StatusCode::OK, "a small request has room");

    assert!(first.text().await.unwrap().contains("at last"));
    for _ in 0..100 {
        let again = post(listed("1", 2_500)).send().await.unwrap();
        if again.status() == StatusCode::OK {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("what was taken is never given back");
}

#[tokio::test]
async fn a_body_is_charged_while_it_arrives() {
    let budget = MemoryBudget::new(64 * 1024 * 1024);
    let server = server(|guard| guard.with_memory_budget(budget.clone())).await;
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
    let arriving = tokio::spawn(server.post().body(reqwest::Body::wrap(Pieces(receiver))).send());
    for sent in 1..=3 {
        sender.send(&PIECE[..]).unwrap();
        for _ in 0..250 {
            if budget.in_use() >= sent * 100_000 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!((sent * 100_000..sent * 100_000 + 32_768).contains(&budget.in_use()), "{}", budget.in_use());
    }
    drop(sender);
    assert_eq!(arriving.await.unwrap().unwrap().status(), StatusCode::BAD_REQUEST);
    expect_given_back(&budget).await;
}

static PIECE: [u8; 100_000] = [b' '; 100_000];

/// A body that is sent in pieces.
struct Pieces(tokio::sync::mpsc::UnboundedReceiver<&'static [u8]>);

impl http_body::Body for Pieces {
    type Data = &'static [u8];
    type Error = std::io::Error;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<http_body::Frame<Self::Data>, Self::Error>>> {
        let piece = self.0.poll_recv(context);
        piece.map(|piece| piece.map(|piece| Ok(http_body::Frame::data(piece))))
    }
}

#[tokio::test]
async fn what_a_session_keeps_is_charged_until_it_ends() {
    let budget = MemoryBudget::new(16 * 1024 * 1024);
    let server = server(|guard| guard.with_memory_budget(budget.clone())).await;
    let session = open(&server).await;
    let kept = budget.in_use();
    assert!((60_000..100_000).contains(&kept), "{kept}");
    let delete = server.request(reqwest::Method::DELETE).header("mcp-session-id", &session);
    assert!(delete.send().await.unwrap().status().is_success());
    assert_eq!(budget.in_use(), 0);
    assert_eq!(status(&server, &session).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_a_client_says_of_itself_is_bounded_however_it_is_written() {
    let server = server(|guard| guard).await;
    let mut hello: Value = serde_json::from_str(&initialize()).unwrap();
    hello["params"]["capabilities"] = json!({"experimental": {"a": {"b": "x".repeat(2_000_000)}}});
    for method in ["\"initialize\"", "\"\\u0069nitialize\""] {
        let answer = server.answer(hello.to_string().replace("\"initialize\"", method)).await;
        assert_eq!(answer.facts(), (413, -32600, "message_too_large", Some(&json!(1))));
        assert_eq!(answer.body["error"]["data"]["limit"], 1024 * 1024);
    }
}

#[tokio::test]
async fn for_one_session_too_many_that_which_is_idle_longest_ends() {
    let server = server(|guard| guard.with_max_sessions(2)).await;
    let (first, second) = (open(&server).await, open(&server).await);
    assert_eq!(status(&server, &first).await, StatusCode::OK);
    let third = open(&server).await;
    assert_eq!(status(&server, &second).await, StatusCode::NOT_FOUND);
    for session in [first, third] {
        assert_eq!(status(&server, &session).await, StatusCode::OK);
    }
}

#[tokio::test]
async fn while_all_sessions_are_in_use_another_is_refused_and_to_be_retried() {
    let server = server(|guard| guard.with_max_sessions(1)).await;
    let session = open(&server).await;
    let stream = server.request(reqwest::Method::GET).header("accept", "text/event-stream");
    let stream = stream.header("mcp-session-id", &session).send().await.unwrap();
    assert_eq!(stream.status(), StatusCode::OK);
    let refused = server.answer(initialize()).await;
    assert_eq!(refused.facts(), (503, -32603, "too_many_sessions", Some(&json!(1))));
    assert_eq!(refused.headers["retry-after"], "1");
    assert_eq!(status(&server, &session).await, StatusCode::OK);
    drop(stream);
    for _ in 0..100 {
        if server.post().body(initialize()).send().await.unwrap().status() == StatusCode::OK {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the session is never idle again");
}

#[tokio::test]
async fn idle_sessions_end_and_give_back_what_they_took() {
    let budget = MemoryBudget::new(16 * 1024 * 1024);
    let idle = Duration::from_millis(500);
    let server = server(|guard| guard.with_session_idle(idle).with_memory_budget(budget.clone())).await;
    let session = open(&server).await;
    for _ in 0..20 {
        open(&server).await;
    }
    assert!(budget.in_use() > 60_000, "{}", budget.in_use());
    expect_given_back(&budget).await;
    assert_eq!(status(&server, &session).await, StatusCode::NOT_FOUND);
    open(&server).await;
    expect_given_back(&budget).await;
}

#[tokio::test]
async fn a_word_in_the_arguments_does_not_open_a_session() {
    let budget = MemoryBudget::new(16 * 1024 * 1024);
    let server = server(|guard| guard.with_memory_budget(budget.clone()).with_max_sessions(1)).await;
    let session = open(&server).await;
    let words = call_with(r#"{"text":"initialize"}"#);
    assert_ne!(server.post().body(words).send().await.unwrap().status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(status(&server, &session).await, StatusCode::OK, "it was not ended for another");
}

#[tokio::test]
async fn notifications_and_broken_bodies_are_refused_for_what_they_are() {
    let server = server(|guard| guard).await;
    let broken = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[{}"#, "1,".repeat(200_000));
    assert_eq!(server.answer(broken).await.facts(), (400, -32700, "unparsable_message", Some(&json!(7))));
    let batch = format!("[{}1]", r#"{"jsonrpc":"2.0","id":7,"method":"ping"},"#.repeat(40_000));
    assert_eq!(server.answer(batch).await.facts().2, "batch_not_supported");
    let notification =
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/a","params":{{"x":[{}1]}}}}"#, "1,".repeat(200_000));
    assert_eq!(server.answer(notification).await.facts(), (400, -32600, "too_many_values", None));
    assert!(FailurePolicy::flush_all(Duration::from_secs(10)));
}
