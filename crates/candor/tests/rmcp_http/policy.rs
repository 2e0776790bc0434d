//! One policy for the guard around the handler and the guard around the service.

use super::server::{Answer, Server};
use candor::{Dialect, FailurePolicy};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// A word that the server's own sentences hold, so that it is in failures of both guards.
const SECRET: &str = "protocolVersion";

fn asked(id: u64, method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

#[tokio::test]
async fn a_secret_is_set_once_for_both_guards() {
    let reasons = Arc::new(Mutex::new(Vec::new()));
    let told = reasons.clone();
    let policy = FailurePolicy::new()
        .with_secret(SECRET)
        .on_incident(move |incident| told.lock().unwrap().push(incident.failure().reason().to_string()));
    let server = Server::under(policy).await;
    let post = |body: String| Answer::of(server.post().header("mcp-protocol-version", "2025-06-18").body(body));
    let answers = [
        // The guard around the service answers.
        post(asked(1, "initialize", &json!({}))).await,
        // The guard around the handler answers: with a failure, and with a success.
        post(asked(2, "tools/call", &json!({"name": SECRET, "arguments": {}}))).await,
        post(asked(3, "tools/call", &json!({"name": "echo", "arguments": {"text": format!("my {SECRET}")}}))).await,
    ];
    for Answer { body, .. } in &answers {
        assert!(body.to_string().contains("[redacted]"), "{body:#}");
        assert!(!body.to_string().contains(SECRET), "{body:#}");
    }
    assert_eq!(*reasons.lock().unwrap(), ["invalid_initialize", "unknown_tool"]);
}

#[tokio::test]
async fn both_guards_speak_the_dialect_of_the_policy() {
    let server = Server::under(FailurePolicy::new().with_dialect(Dialect::Problem)).await;
    let post = |body: String| Answer::of(server.post().header("mcp-protocol-version", "2025-06-18").body(body));
    for (body, slug) in [
        (asked(1, "initialize", &json!({})), "validation-error"),
        (asked(2, "tools/call", &json!({"name": "nothing", "arguments": {}})), "not-found"),
    ] {
        let answer = post(body).await.body;
        let kind = answer["error"]["data"]["type"].as_str();
        assert!(kind.is_some_and(|kind| kind.ends_with(slug)), "{answer:#}");
    }
}
