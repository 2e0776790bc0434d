//! What the dialect of the policy adds to answers over HTTP.

use super::server::{Answer, Server, Tools};
use axum::Router;
use candor::rmcp::{Guard, HttpGuard};
use candor::{Dialect, FailurePolicy};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};

/// A call without the argument that its tool needs.
fn wrong_call() -> String {
    json!({"jsonrpc": "2.0", "id": "call-7", "method": "tools/call", "params": {"name": "echo"}}).to_string()
}

#[tokio::test]
async fn a_result_of_001_has_its_error_beside_the_members_of_the_protocol() {
    let policy = FailurePolicy::new().with_dialect(Dialect::ErrorModel);
    let server = Server::under(policy.clone()).await;
    let body = Answer::of(server.post().header("mcp-protocol-version", "2025-06-18").body(wrong_call())).await.body;
    assert_eq!(body["result"]["error"]["code"], 2002, "{body:#}");
    assert_eq!(body["result"]["error"], body["result"]["structuredContent"]["error"]);

    let guard = Guard::new(Tools).with_policy(policy.clone());
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(false);
    let service: StreamableHttpService<_, LocalSessionManager> =
        StreamableHttpService::new(move || Ok(guard.clone()), Default::default(), config);
    let router = Router::new().nest_service("/mcp", HttpGuard::new(service).with_policy(policy));
    let server = Server::of_router(router).await;
    let response = server.post().header("mcp-protocol-version", "2025-06-18").body(wrong_call()).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let events = response.text().await.unwrap();
    let message = events.lines().filter_map(|line| line.strip_prefix("data: ")).find(|data| data.contains("result"));
    let message: Value = serde_json::from_str(message.unwrap_or_else(|| panic!("{events}"))).unwrap();
    assert_eq!(message["result"]["error"]["code"], 2002, "{message:#}");
    assert_eq!(message["id"], "call-7");
}

#[tokio::test]
async fn an_envelope_has_the_id_of_its_request_whoever_answers() {
    let server = Server::under(FailurePolicy::new().with_dialect(Dialect::Envelope)).await;
    let post = |body: String| Answer::of(server.post().header("mcp-protocol-version", "2025-06-18").body(body));
    let failed = post(wrong_call()).await.body;
    assert_eq!(failed["result"]["structuredContent"]["meta"]["request_id"], "call-7", "{failed:#}");
    let echo = json!({"jsonrpc": "2.0", "id": 8, "method": "tools/call",
                      "params": {"name": "echo", "arguments": {"text": "hi"}}});
    let echoed = post(echo.to_string()).await.body;
    let envelope = json!({"success": true, "data": "hi", "error": null,
                          "meta": {"version": "response-v2", "request_id": "8"}});
    assert_eq!(echoed["result"]["structuredContent"], envelope, "{echoed:#}");
    // The guard around the service answers.
    let refused = post(json!({"jsonrpc": "2.0", "id": 9, "method": 7}).to_string()).await.body;
    assert_eq!(refused["error"]["data"]["meta"]["request_id"], "9", "{refused:#}");
}
