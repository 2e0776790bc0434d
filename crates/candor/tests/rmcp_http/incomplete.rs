//! JSON-RPC errors that rmcp makes by itself, as bodies and as events.

use super::server::{Answer, Server, Tools, call, initialize, mcp};
use candor::FailurePolicy;
use candor::rmcp::HttpGuard;
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

#[tokio::test]
async fn headers_that_do_not_agree_with_the_body() {
    let server = Server::start().await;
    let answer = Answer::of(server.post().header("mcp-protocol-version", "2025-03-26").body(initialize())).await;
    assert_eq!(answer.facts(), (400, -32600, "invalid_request", Some(&json!(1))));
    assert!(answer.body["error"]["message"].as_str().unwrap().contains("MCP-Protocol-Version"), "{answer:?}");
    assert!(answer.body["error"]["data"]["instance"].as_str().unwrap().starts_with("urn:uuid:"));

    let answer = Answer::of(modern(&server, "tools/call", "2026-07-28", "2025-11-25")).await;
    assert_eq!(answer.facts(), (400, -32020, "header_mismatch", Some(&json!(7))));
    let hint = &answer.body["error"]["data"]["recovery"]["hint"];
    assert_eq!(hint, "Send headers that agree with the body of the request.");
}

#[tokio::test]
async fn what_the_revision_does_not_have() {
    let server = Server::start().await;
    let answer = Answer::of(modern(&server, "ping", "2026-07-28", "2026-07-28")).await;
    assert_eq!(answer.facts(), (404, -32601, "unsupported_method", Some(&json!(7))));
    let answer = Answer::of(modern(&server, "tools/call", "2099-01-01", "2099-01-01")).await;
    let (_, number, reason, id) = answer.facts();
    assert_eq!((number, reason, id), (-32022, "unsupported_protocol_version", Some(&json!(7))));
    assert_eq!(answer.body["error"]["data"]["requested"], "2099-01-01");
    let without = server.post().header("mcp-protocol-version", "2026-07-28").body(call());
    assert_eq!(Answer::of(without).await.facts(), (400, -32602, "missing_metadata", Some(&json!(7))));
}

#[tokio::test]
async fn an_error_in_a_stream_of_events() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let told = seen.clone();
    let observe = move |incident: &candor::Incident| {
        told.lock().unwrap().push(incident.failure().reason().as_str().to_owned());
    };
    let guard = HttpGuard::new(mcp(|| Ok(Tools), StreamableHttpServerConfig::default()))
        .with_policy(FailurePolicy::new().on_incident(observe));
    let server = Server::of(guard).await;
    let opened = server.post().body(initialize()).send().await.unwrap();
    let session = opened.headers()["mcp-session-id"].clone();
    let listen = json!({"jsonrpc": "2.0", "id": 7, "method": "logging/setLevel", "params": {"level": "debug"}});
    let response = server.post().header("mcp-session-id", &session).body(listen.to_string()).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let events = response.text().await.unwrap();
    assert!(FailurePolicy::flush_all(std::time::Duration::from_secs(20)));
    let message = events.lines().filter_map(|line| line.strip_prefix("data: ")).find(|data| data.contains("error"));
    let message: Value = serde_json::from_str(message.unwrap_or_else(|| panic!("{events}"))).unwrap();
    assert_eq!((&message["id"], &message["error"]["code"]), (&json!(7), &json!(-32601)));
    assert_eq!(message["error"]["data"]["reason"], "unsupported_method");
    assert_eq!(message["error"]["message"], "This server does not support logging/setLevel");
    assert_eq!(*seen.lock().unwrap(), ["unsupported_method"]);
}

/// A request of a revision without sessions, with one version in its body and one in its header.
pub(crate) fn modern(server: &Server, method: &str, version: &str, header: &str) -> reqwest::RequestBuilder {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
    });
    let params = json!({"name": "echo", "arguments": {"text": "hi"}, "_meta": meta});
    let request = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
    let post = server.post().header("mcp-protocol-version", header).header("mcp-method", method);
    post.header("mcp-name", "echo").body(request.to_string())
}
