//! Ids that are in use.

use super::server::{Answer, Server, call, initialize};
use reqwest::StatusCode;
use reqwest::header::HeaderValue;
use serde_json::json;
use std::time::Duration;

/// A request with the id of [`call`] that takes its time.
fn linger() -> String {
    json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "linger", "arguments": {}}})
        .to_string()
}

async fn open(server: &Server) -> HeaderValue {
    let opened = server.post().body(initialize()).send().await.unwrap();
    let session = opened.headers()["mcp-session-id"].clone();
    opened.text().await.unwrap();
    let notified = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    server.post().header("mcp-session-id", &session).body(notified).send().await.unwrap();
    session
}

#[tokio::test]
async fn a_second_request_with_an_id_in_use_is_refused_and_the_first_gets_its_answer() {
    let server = Server::start().await;
    let (session, other) = (open(&server).await, open(&server).await);
    let post = |session: &HeaderValue| server.post().header("mcp-session-id", session);

    let first = post(&session).body(linger()).send().await.unwrap();
    assert_eq!(first.status(), StatusCode::OK);
    let refused = Answer::of(post(&session).body(call())).await;
    assert_eq!(refused.facts(), (400, -32600, "duplicate_id", Some(&json!(7))));
    let broken = Answer::of(post(&session).body(r#"{"jsonrpc":"2.0","id":7}"#)).await;
    assert_eq!(broken.facts().2, "missing_member");
    let elsewhere = post(&other).body(call()).send().await.unwrap().text().await.unwrap();
    assert!(elsewhere.contains(r#""text":"hi""#), "{elsewhere}");

    let events = first.text().await.unwrap();
    assert!(events.contains("at last"), "{events}");
    let again = post(&session).body(call()).send().await.unwrap().text().await.unwrap();
    assert!(again.contains(r#""text":"hi""#), "{again}");
}

#[tokio::test]
async fn an_id_is_free_again_when_its_client_has_left() {
    let server = Server::start().await;
    let session = open(&server).await;
    let post = || server.post().header("mcp-session-id", &session);
    drop(post().body(linger()).send().await.unwrap());
    for _ in 0..100 {
        let response = post().body(call()).send().await.unwrap();
        if response.status() == StatusCode::OK {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the id is never free again");
}
