//! What passes as it is.

use super::server::{Answer, Server, Tools, call, initialize, mcp};
use candor::rmcp::HttpGuard;
use reqwest::{Method, StatusCode};
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::json;

#[tokio::test]
async fn a_session_from_its_beginning_to_its_end() {
    let server = Server::start().await;
    let opened = server.post().body(initialize()).send().await.unwrap();
    assert_eq!(
        (opened.status(), &opened.headers()["content-type"]),
        (StatusCode::OK, &"text/event-stream".parse().unwrap())
    );
    let session = opened.headers()["mcp-session-id"].clone();
    assert!(opened.text().await.unwrap().contains("protocolVersion"));

    let notified = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let response = server.post().header("mcp-session-id", &session).body(notified).send().await.unwrap();
    assert_eq!((response.status(), response.text().await.unwrap().as_str()), (StatusCode::ACCEPTED, ""));

    let called = server.post().header("mcp-session-id", &session).body(call()).send().await.unwrap();
    assert_eq!(called.status(), StatusCode::OK);
    let events = called.text().await.unwrap();
    assert!(events.contains(r#""id":7"#) && events.contains(r#""text":"hi""#), "{events}");

    let stream = server.request(Method::GET).header("accept", "text/event-stream").header("mcp-session-id", &session);
    let mut stream = stream.send().await.unwrap();
    assert_eq!(stream.status(), StatusCode::OK);
    let event = String::from_utf8(stream.chunk().await.unwrap().unwrap().to_vec()).unwrap();
    assert!(event.contains("retry:"), "the stream goes on, and its beginning is here: {event}");

    let ended = server.request(Method::DELETE).header("mcp-session-id", &session).send().await.unwrap();
    assert!(ended.status().is_success());
    let answer = Answer::of(server.post().header("mcp-session-id", &session).body(call())).await;
    assert_eq!(answer.facts().2, "session_not_found");
}

#[tokio::test]
async fn an_answer_that_is_json_already() {
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    let server = Server::of(HttpGuard::new(mcp(|| Ok(Tools), config))).await;
    let answer = server.answer(call()).await;
    assert_eq!((answer.status, &answer.body["result"]["content"][0]["text"]), (StatusCode::OK, &json!("hi")));
}
