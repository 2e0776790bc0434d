//! Bodies that are not a message.

use super::server::{ProblemAnswer, Server, Tools, call, initialize, mcp};
use candor::rmcp::HttpGuard;
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::json;

#[tokio::test]
async fn a_body_that_is_not_json_is_answered_with_400_and_32700() {
    let server = Server::start().await;
    for body in ["", "  ", "hello", "\u{feff}hello", "{\"jsonrpc\": \"2.0\", \"id\": 1", "swordfish"] {
        let answer = server.answer(body).await;
        assert_eq!(answer.facts(), (400, -32700, "unparsable_message", None), "{body}");
        assert_eq!(answer.body["error"]["data"]["status"], 400, "whatever the server would have said");
        assert!(!answer.body.to_string().contains("swordfish"));
        assert!(!answer.body.to_string().contains("deserialize"), "the words of the server are the operator's");
    }
}

#[tokio::test]
async fn json_that_is_not_a_message_is_answered_with_400_and_32600_and_its_id() {
    let server = Server::start().await;
    let rows = [
        (json!({"jsonrpc": "1.0", "id": 5, "method": "ping"}), "invalid_member", Some(json!(5))),
        (json!({"jsonrpc": "2.0", "id": "a", "method": 5}), "invalid_member", Some(json!("a"))),
        (json!({"jsonrpc": "2.0", "id": 6}), "missing_member", Some(json!(6))),
        (json!({"jsonrpc": "2.0", "id": null, "method": "ping"}), "invalid_member", None),
        (json!([{"jsonrpc": "2.0", "id": 1, "method": "ping"}]), "batch_not_supported", Some(json!(1))),
        (json!([{"id": 1, "method": "ping"}, {"id": 2, "method": "ping"}]), "batch_not_supported", None),
        (json!(5), "not_a_message", None),
        (json!({"jsonrpc": "1.0", "method": "notifications/initialized"}), "not_a_message", None),
    ];
    for (body, reason, id) in rows {
        let answer = server.answer(body.to_string()).await;
        assert_eq!(answer.facts(), (400, -32600, reason, id.as_ref()), "{body}");
    }
}

#[tokio::test]
async fn a_request_with_an_empty_id_is_refused_and_never_served() {
    let server = Server::start().await;
    for body in [
        call().replace("\"id\":7", "\"id\":\"\""),
        json!({"jsonrpc": "2.0", "id": "", "method": "tools/list"}).to_string(),
        initialize().replace("\"id\":1", "\"id\":\"\""),
    ] {
        let answer = server.answer(body.clone()).await;
        assert_eq!(answer.facts(), (400, -32600, "invalid_member", Some(&json!(""))), "{body}");
        assert_eq!(answer.body["error"]["data"]["field"], "id");
    }
    let empty_elsewhere = initialize().replace("\"version\":\"1\"", "\"version\":\"\"");
    assert_eq!(server.post().body(empty_elsewhere).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn the_answer_to_an_incomplete_initialize_names_what_is_missing() {
    let server = Server::start().await;
    let answer = server.answer(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#).await;
    assert_eq!(answer.facts(), (400, -32602, "invalid_initialize", Some(&json!(1))));
    assert_eq!(answer.body["error"]["data"]["field"], "/params/protocolVersion");
}

#[tokio::test]
async fn a_body_that_is_too_long_is_answered_with_413_and_the_limit() {
    let service = mcp(|| Ok(Tools), StreamableHttpServerConfig::default());
    let server = Server::of(HttpGuard::new(service).with_max_body_length(1_000)).await;
    let padded = |length: usize| format!("{}{}", call(), " ".repeat(length - call().len()));
    let answer = server.answer(padded(1_001)).await;
    assert_eq!(answer.facts(), (413, -32600, "message_too_large", Some(&json!(7))));
    assert_eq!(answer.body["error"]["data"]["limit"], 1_000);
    assert_eq!(answer.body["error"]["message"], "The message is longer than 1000 bytes.");
    assert_ne!(server.answer(padded(1_000)).await.status, 413);
}

#[tokio::test]
async fn a_response_that_is_too_long_is_refused_with_a_problem() {
    let service = mcp(|| Ok(Tools), StreamableHttpServerConfig::default());
    let server = Server::of(HttpGuard::new(service).with_max_body_length(1_000)).await;
    for member in ["result", "error"] {
        let response = format!(r#"{{"jsonrpc":"2.0","id":3,"{member}":{{"a":"{}"}}}}"#, "x".repeat(1_000));
        let answer = ProblemAnswer::of(server.post().body(response)).await;
        assert_eq!(answer.facts(), (413, "invalid-request", "message_too_large"));
        assert_eq!(answer.body["limit"], 1_000);
    }
}

#[tokio::test]
async fn a_long_batch_is_refused_as_a_batch() {
    let server = Server::start().await;
    let batch: Vec<_> = (0..1_001).map(|id| json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).collect();
    let answer = server.answer(json!(batch).to_string()).await;
    assert_eq!(answer.facts(), (400, -32600, "batch_not_supported", None));
    assert_eq!(answer.body["error"]["message"], "Batches of messages are not part of the protocol.");
}

#[tokio::test]
async fn a_limit_of_the_service_is_answered_too() {
    let config = StreamableHttpServerConfig::default().with_max_request_body_bytes(50);
    let server = Server::of(HttpGuard::new(mcp(|| Ok(Tools), config))).await;
    assert_eq!(server.answer(call()).await.facts(), (413, -32600, "message_too_large", Some(&json!(7))));
}

#[tokio::test]
async fn bodies_have_at_most_4_mib_unless_set() {
    let server = Server::start().await;
    let answer = ProblemAnswer::of(server.post().body(" ".repeat(4 * 1024 * 1024 + 1))).await;
    assert_eq!(answer.facts(), (413, "invalid-request", "message_too_large"), "no id can be read");
    assert_eq!(answer.body["limit"], 4 * 1024 * 1024);
    let long = format!("{}{}", initialize(), " ".repeat(4 * 1024 * 1024 - initialize().len()));
    assert_eq!(server.post().body(long).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_wrong_content_type_is_not_a_fault_of_the_body() {
    let server = Server::start().await;
    let request = server.request(reqwest::Method::POST).header("accept", "application/json, text/event-stream");
    let answer = ProblemAnswer::of(request.header("content-type", "text/plain").body("hello")).await;
    assert_eq!(answer.facts(), (415, "invalid-request", "unsupported_media_type"));
}
