//! Bodies of which some can be read: the answer has the id as it was sent, and names the member at fault.

use super::server::{Answer, Server, Tools, call, initialize, mcp};
use candor::rmcp::HttpGuard;
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::json;

/// A call with this id and this text in place of its argument.
fn body(id: &str, argument: &str) -> String {
    call().replace("\"hi\"", argument).replace("\"id\":7", &format!("\"id\":{id}"))
}

#[tokio::test]
async fn a_value_that_cannot_be_read_is_named_and_the_request_answered_by_its_id() {
    let with_sessions = Server::start().await;
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    let without = Server::of(HttpGuard::new(mcp(|| Ok(Tools), config))).await;
    for server in [&with_sessions, &without] {
        for (argument, number, reason) in [
            (r#""\ud83d""#, -32602, "unreadable_value"),
            ("1e400", -32602, "unreadable_value"),
            ("NaN", -32700, "unparsable_message"),
            ("\"two\nlines\"", -32700, "unparsable_message"),
        ] {
            let answer = server.answer(body("7", argument)).await;
            assert_eq!(answer.facts(), (400, number, reason, Some(&json!(7))), "{argument}");
            assert_eq!(answer.body["error"]["data"]["field"], "/params/arguments/text");
        }
        let answer = server.answer(call().replace("\"params\":{", "\"params\":{\"_meta\":5,")).await;
        assert_eq!(answer.facts(), (400, -32602, "invalid_member", Some(&json!(7))));
        assert_eq!(answer.body["error"]["data"]["field"], "/params/_meta");
    }
}

#[tokio::test]
async fn an_id_that_is_not_supported_is_given_back_as_it_was_sent() {
    let server = Server::start().await;
    for id in ["9223372036854775808", "123456789012345678901234567890", "1.5", r#""\ud83d""#, "1e400"] {
        let response = server.post().body(body(id, "\"hi\"")).send().await.unwrap();
        assert_eq!(response.status(), 400);
        let text = response.text().await.unwrap();
        assert!(text.starts_with(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"#)), "{text}");
        assert!(text.contains(r#""field":"id""#), "{text}");
    }
}

#[tokio::test]
async fn requests_of_every_revision_are_answered_so() {
    let server = Server::start().await;
    for version in ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
        let opened = server.post().body(initialize().replace("2025-06-18", version)).send().await.unwrap();
        let mut request = server.post().header("mcp-protocol-version", version);
        if let Some(session) = opened.headers().get("mcp-session-id") {
            request = request.header("mcp-session-id", session);
        }
        if version == "2026-07-28" {
            request = request.header("mcp-method", "tools/call").header("mcp-name", "echo");
        }
        let answer = Answer::of(request.body(body("7", r#""\ud83d""#))).await;
        assert_eq!(answer.facts(), (400, -32602, "unreadable_value", Some(&json!(7))), "{version}");
    }
}

#[tokio::test]
async fn what_the_server_refuses_before_it_reads_the_body_has_the_id_too() {
    let server = Server::start().await;
    for argument in [r#""\ud83d""#, "1e400", "NaN"] {
        let request = server.post().header("host", "evil.example").body(body("7", argument));
        assert_eq!(Answer::of(request).await.facts(), (403, -32600, "forbidden", Some(&json!(7))), "{argument}");
    }
}

#[tokio::test]
async fn one_byte_order_mark_is_ignored() {
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    let server = Server::of(HttpGuard::new(mcp(|| Ok(Tools), config))).await;
    let answer = server.answer(format!("\u{feff}{}", call())).await;
    assert_eq!((answer.status.as_u16(), &answer.body["result"]["content"][0]["text"]), (200, &json!("hi")));
    let answer = server.answer(format!("\u{feff}{}", body("7", "1e400"))).await;
    assert_eq!(answer.facts(), (400, -32602, "unreadable_value", Some(&json!(7))));
}
