//! What the server refuses, and what fails in it.

use super::server::{Answer, ProblemAnswer, Server, Tools, call, initialize, mcp};
use candor::rmcp::HttpGuard;
use candor::{Dialect, FailurePolicy};
use reqwest::Method;
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::json;
use std::io;

#[tokio::test]
async fn a_message_that_is_refused_keeps_its_status_and_is_answered_by_its_id() {
    let server = Server::start().await;
    let id = json!(7);
    let answer = Answer::of(server.post().header("mcp-session-id", "gone").body(call())).await;
    assert_eq!(answer.facts(), (404, -32600, "session_not_found", Some(&id)));
    assert_eq!(answer.body["error"]["data"]["status"], 404);

    let answer = Answer::of(server.post().header("host", "evil.example").body(call())).await;
    assert_eq!(answer.facts(), (403, -32600, "forbidden", Some(&id)));

    let answer = Answer::of(server.post().body(call())).await;
    assert_eq!(answer.facts(), (400, -32600, "request_refused", Some(&id)), "there is no session");
}

#[tokio::test]
async fn a_request_that_no_client_of_the_protocol_sends_is_answered_with_a_problem() {
    let server = Server::start().await;
    let without_accept = server.request(Method::POST).header("content-type", "application/json").body(call());
    let answer = ProblemAnswer::of(without_accept).await;
    assert_eq!(answer.facts(), (406, "invalid-request", "not_acceptable"));
    assert!(answer.body["recovery"]["hint"].as_str().unwrap().contains("text/event-stream"));

    let accepting = server.request(Method::POST).header("accept", "application/json, text/event-stream");
    let answer = ProblemAnswer::of(accepting.header("content-type", "text/plain").body(call())).await;
    assert_eq!(answer.facts(), (415, "invalid-request", "unsupported_media_type"));

    let answer = ProblemAnswer::of(server.request(Method::PUT).body("{")).await;
    assert_eq!(answer.facts(), (405, "invalid-request", "method_not_allowed"));
    assert_eq!(answer.headers["allow"], "GET, POST, DELETE");
}

#[tokio::test]
async fn a_get_or_delete_that_is_refused_is_answered_with_a_problem() {
    let server = Server::start().await;
    let get = || server.request(Method::GET).header("accept", "text/event-stream");
    let answer = ProblemAnswer::of(server.request(Method::GET).header("accept", "application/json")).await;
    assert_eq!(answer.facts(), (406, "invalid-request", "not_acceptable"));
    let answer = ProblemAnswer::of(get().header("mcp-session-id", "gone")).await;
    assert_eq!(answer.facts(), (404, "not-found", "session_not_found"));
    let answer = ProblemAnswer::of(get().header("host", "evil.example")).await;
    assert_eq!(answer.facts(), (403, "session-error", "forbidden"));
    let answer = ProblemAnswer::of(server.request(Method::DELETE)).await;
    assert_eq!(answer.facts(), (400, "invalid-request", "request_refused"));
}

#[tokio::test]
async fn a_notification_that_is_refused_is_answered_with_a_problem() {
    let server = Server::start().await;
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let answer = ProblemAnswer::of(server.post().header("mcp-session-id", "gone").body(notification)).await;
    assert_eq!(answer.facts(), (404, "not-found", "session_not_found"));
    let answer = Answer::of(server.post().body(notification)).await;
    assert_eq!((answer.facts().0, answer.facts().3), (400, None), "clients look for a JSON-RPC error in a 400");
}

#[tokio::test]
async fn the_problem_in_the_data_of_an_error_says_the_status_of_the_response() {
    let policy = FailurePolicy::new().with_dialect(Dialect::Problem);
    let service = mcp(|| Ok(Tools), StreamableHttpServerConfig::default());
    let server = Server::of(HttpGuard::new(service).with_max_body_length(1_000).with_policy(policy)).await;
    let long = format!("{}{}", call(), " ".repeat(1_000));
    for (request, status) in [
        (server.post().header("mcp-session-id", "gone").body(call()), 404),
        (server.post().header("host", "evil.example").body(call()), 403),
        (server.post().body(call()), 400),
        (server.post().body("{"), 400),
        (server.post().body(long), 413),
    ] {
        let Answer { status: answered, body, .. } = Answer::of(request).await;
        assert_eq!((answered.as_u16(), &body["error"]["data"]["status"]), (status, &json!(status)), "{body:#}");
    }
}

#[tokio::test]
async fn the_types_of_problems_begin_with_the_base_of_the_policy() {
    let policy = FailurePolicy::new().with_problem_base("https://errors.example.com/").unwrap();
    let service = mcp(|| Ok(Tools), StreamableHttpServerConfig::default());
    let server = Server::of(HttpGuard::new(service).with_policy(policy)).await;
    let answer = ProblemAnswer::of(server.request(Method::PUT)).await;
    assert_eq!(answer.body["type"], "https://errors.example.com/invalid-request", "whatever the dialect is");
}

#[tokio::test]
async fn a_failure_of_the_server_is_internal_and_hides_its_text() {
    let factory = || Err(io::Error::other("no connection to postgres://app:swordfish@db/orders"));
    let server = Server::of(HttpGuard::new(mcp(factory, StreamableHttpServerConfig::default()))).await;
    let answer = server.answer(initialize()).await;
    assert_eq!(answer.facts(), (500, -32603, "internal", Some(&json!(1))));
    assert_eq!(answer.body["error"]["message"], "The server failed to handle the request.");
    for word in ["swordfish", "postgres", "Encounter"] {
        assert!(!answer.body.to_string().contains(word), "{word}");
    }
}

#[tokio::test]
async fn a_panic_in_the_service_is_answered() {
    let factory = || -> io::Result<Tools> { panic!("swordfish") };
    let server = Server::of(HttpGuard::new(mcp(factory, StreamableHttpServerConfig::default()))).await;
    let answer = server.answer(initialize()).await;
    assert_eq!(answer.facts(), (500, -32603, "panic", Some(&json!(1))));
    assert!(!answer.body.to_string().contains("swordfish"));
}

#[tokio::test]
async fn a_panic_without_a_message_to_answer_is_a_problem() {
    let factory = || -> io::Result<Tools> { panic!("swordfish") };
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(false);
    let server = Server::of(HttpGuard::new(mcp(factory, config))).await;
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let answer = ProblemAnswer::of(server.post().body(notification)).await;
    assert_eq!(answer.facts(), (500, "internal-error", "panic"));
    assert!(!answer.body.to_string().contains("swordfish"));
}
