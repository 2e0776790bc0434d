//! What the server refuses, and what fails in it.

use super::server::{Answer, Server, Tools, call, initialize, mcp};
use candor::rmcp::HttpGuard;
use reqwest::Method;
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::json;
use std::io;

#[tokio::test]
async fn a_refusal_keeps_its_status_and_headers_and_gets_a_body_of_our_own() {
    let server = Server::start().await;
    let id = json!(7);
    let without_accept = server.request(Method::POST).header("content-type", "application/json").body(call());
    let answer = Answer::of(without_accept).await;
    assert_eq!(answer.facts(), (406, -32600, "not_acceptable", Some(&id)));
    assert!(answer.body["error"]["data"]["recovery"]["hint"].as_str().unwrap().contains("text/event-stream"));

    let answer = Answer::of(server.post().header("mcp-session-id", "gone").body(call())).await;
    assert_eq!(answer.facts(), (404, -32600, "session_not_found", Some(&id)));
    assert_eq!(answer.body["error"]["data"]["status"], 404);

    let answer = Answer::of(server.post().header("host", "evil.example").body(call())).await;
    assert_eq!(answer.facts(), (403, -32600, "forbidden", Some(&id)));

    let answer = Answer::of(server.request(Method::PUT).body("{")).await;
    assert_eq!(answer.facts(), (405, -32600, "method_not_allowed", None));
    assert_eq!(answer.headers["allow"], "GET, POST, DELETE");

    let answer = Answer::of(server.post().body(call())).await;
    assert_eq!(answer.facts(), (400, -32600, "request_refused", Some(&id)), "there is no session");
}

#[tokio::test]
async fn a_get_or_delete_that_is_refused_is_explained() {
    let server = Server::start().await;
    let answer = Answer::of(server.request(Method::GET).header("accept", "application/json")).await;
    assert_eq!(answer.facts(), (406, -32600, "not_acceptable", None));
    let gone = server.request(Method::GET).header("accept", "text/event-stream").header("mcp-session-id", "gone");
    assert_eq!(Answer::of(gone).await.facts(), (404, -32600, "session_not_found", None));
    let answer = Answer::of(server.request(Method::DELETE)).await;
    assert_eq!(answer.facts(), (400, -32600, "request_refused", None));
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
