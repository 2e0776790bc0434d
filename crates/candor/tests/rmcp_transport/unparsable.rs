//! Lines that are no JSON.

use super::client::{Client, error_of};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn a_line_that_is_not_json_is_answered_once_without_an_id_and_the_server_continues() {
    let mut client = Client::opened().await;
    for line in ["{\"jsonrpc\": \"2.0\", \"id\": 1", "hello", "{'id': 1}", "{\"a\":\u{7}}", "{} {}", "\u{1}", "nul"] {
        let answer = client.ask_bytes(format!("{line}\n")).await;
        assert_eq!(error_of(&answer), (-32700, "unparsable_message"), "{line}");
        assert_eq!(answer.get("id"), None, "the schema of the protocol knows no id that is null");
        assert_eq!(answer["jsonrpc"], "2.0");
        client.expect_silence().await;
    }
    let answer = client.ask_bytes(b"\xff\xfe{}\n").await;
    assert_eq!(error_of(&answer), (-32700, "unparsable_message"));
}

#[tokio::test]
async fn before_the_connection_is_open_too() {
    let mut client = Client::new();
    assert_eq!(error_of(&client.ask_bytes("hello\n").await).0, -32700);
    client.open().await;
    client.expect_silence().await;
}

#[tokio::test]
async fn the_answer_says_where_and_what_to_do_but_never_repeats_the_line() {
    let mut client = Client::opened().await;
    let answer = client.ask_bytes("{\"token\": \"swordfish-9\" swordfish-9\n").await;
    assert_eq!(answer["error"]["data"]["column"], 25);
    let hint = answer["error"]["data"]["recovery"]["hint"].as_str().unwrap();
    assert!(hint.contains("one JSON object"), "{hint}");
    assert!(!answer.to_string().contains("swordfish"), "{answer}");
}

#[tokio::test]
async fn a_peer_that_sends_our_errors_back_starts_no_endless_exchange() {
    let mut client = Client::opened().await;
    let answer = client.ask_bytes("hello\n").await;
    client.send(&answer).await;
    client.send(&json!({"jsonrpc": "2.0", "id": null, "error": answer["error"]})).await;
    client.send(&json!({"jsonrpc": "2.0", "id": 5, "error": answer["error"]})).await;
    client.send(&json!([answer, answer])).await;
    client.expect_silence().await;
}

#[tokio::test(start_paused = true)]
async fn after_a_burst_ten_a_second_are_answered_and_the_next_answer_says_how_many_were_not() {
    let mut client = Client::opened().await;
    client.write("?\n".repeat(100)).await;
    for _ in 0..32 {
        let answer = client.next().await;
        assert_eq!(error_of(&answer).0, -32700);
        assert_eq!(answer["error"]["data"].get("unanswered"), None);
    }
    client.expect_silence().await;

    tokio::time::advance(Duration::from_millis(150)).await;
    assert_eq!(client.ask_bytes("?\n").await["error"]["data"]["unanswered"], 68);
    client.write("?\n").await;
    client.expect_silence().await;

    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(client.ask_bytes("?\n").await["error"]["data"]["unanswered"], 1);
    assert_eq!(client.ask_bytes("?\n").await["error"]["data"].get("unanswered"), None);
}

#[tokio::test]
async fn every_waiting_request_is_answered_however_many_there_are() {
    let mut client = Client::opened().await;
    for id in 0..100 {
        let answer = client.ask(&json!({"jsonrpc": "1.0", "id": id, "method": "ping"})).await;
        assert_eq!((&answer["id"], error_of(&answer).0), (&json!(id), -32600));
    }
}

#[tokio::test]
async fn a_text_that_is_nested_too_deep_is_answered_with_its_id() {
    let mut client = Client::opened().await;
    let text = |depth: usize| {
        let nested = format!("{}{}", "[".repeat(depth - 1), "]".repeat(depth - 1));
        format!("{{\"jsonrpc\":\"2.0\",\"params\":{nested},\"method\":\"ping\",\"id\":\"deep\"}}\n")
    };
    let answer = client.ask_bytes(text(128)).await;
    assert_eq!((&answer["id"], error_of(&answer)), (&Value::from("deep"), (-32600, "message_too_deep")));
    assert_eq!(answer["error"]["data"]["limit"], 127);
    let answer = client.ask_bytes(text(127)).await;
    assert_eq!(answer["id"], "deep");
    assert_ne!(answer["error"]["data"]["reason"], "message_too_deep");
}
