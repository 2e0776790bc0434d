//! Requests that wait for their answers.

use super::client::{Client, call, error_of, text_of};
use candor::rmcp::LineTransport;
use rmcp::transport::Transport;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::AsyncWriteExt;

fn cancel(id: impl Into<Value>) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id.into()}})
}

#[tokio::test]
async fn a_second_request_with_an_id_in_use_is_refused_and_the_first_gets_its_answer() {
    let mut client = Client::opened().await;
    client.send(&call(1, "hold")).await;
    for second in [call(1, "echo"), json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}), call(1.0, "hold")] {
        let answer = client.ask(&second).await;
        assert_eq!((&answer["id"], error_of(&answer)), (&json!(1), (-32600, "duplicate_id")));
    }
    assert_eq!(text_of(&client.ask(&call("1", "echo")).await), "hi", "a string is another id than a number");
    client.send(&call(2, "release")).await;
    let answers = [client.next().await, client.next().await];
    let first = answers.iter().find(|answer| answer["id"] == 1).unwrap();
    assert_eq!(text_of(first), "released");
    client.expect_silence().await;
}

#[tokio::test]
async fn an_id_is_free_again_when_its_answer_is_written() {
    let mut client = Client::opened().await;
    for _ in 0..3 {
        assert_eq!(text_of(&client.ask(&call(1, "echo")).await), "hi");
    }
}

#[tokio::test]
async fn the_id_of_a_cancelled_request_is_not_taken_again_even_after_its_late_answer() {
    let mut client = Client::opened().await;
    client.send(&call(1, "hold")).await;
    client.send(&cancel(1)).await;
    let refused = client.ask(&call(1, "echo")).await;
    assert_eq!((&refused["id"], error_of(&refused)), (&json!(1), (-32600, "duplicate_id")));
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("was cancelled"), "{message}");

    // rmcp leaves the late answer out, unless another request has taken its place.
    assert_eq!(text_of(&client.ask(&call(2, "release")).await), "done");
    tokio::time::sleep(Duration::from_millis(50)).await;
    let refused = client.ask(&call(1, "echo")).await;
    assert_eq!((&refused["id"], error_of(&refused)), (&json!(1), (-32600, "duplicate_id")));
}

#[tokio::test]
async fn a_request_too_many_is_refused_until_another_is_answered() {
    let mut client = Client::opened_of(|transport| transport.with_max_in_flight(2)).await;
    client.send(&call(1, "hold")).await;
    client.send(&call(2, "hold")).await;
    for id in 3..200 {
        let answer = client.ask(&call(id, "echo")).await;
        assert_eq!((&answer["id"], error_of(&answer)), (&json!(id), (-32603, "too_many_requests")));
        assert_eq!(answer["error"]["data"]["limit"], 2);
        assert_eq!(answer["error"]["data"]["retry"], json!({"retryable": true, "safe": "always"}));
    }
    client.send(&cancel(1)).await;
    assert_eq!(text_of(&client.ask(&call(200, "echo")).await), "hi");
}

#[tokio::test]
async fn a_thousand_and_twenty_four_requests_are_taken_on_unless_set() {
    let mut client = Client::opened().await;
    for id in 0..1_024 {
        client.send(&call(id, "hold")).await;
    }
    let answer = client.ask(&call(1_024, "hold")).await;
    assert_eq!((&answer["id"], error_of(&answer)), (&json!(1_024), (-32603, "too_many_requests")));
}

/// Writes lines until the server takes no more; how many bytes it took.
async fn flood(line: &str) -> usize {
    let (mut near, far) = tokio::io::duplex(4_096);
    let (reader, writer) = tokio::io::split(far);
    let mut transport = LineTransport::new(reader, writer).already_open();
    let server = tokio::spawn(async move { while transport.receive().await.is_some() {} });
    let mut taken = 0;
    while tokio::time::timeout(Duration::from_secs(2), near.write_all(line.as_bytes())).await.is_ok() {
        taken += line.len();
        assert!(taken < 10_000_000, "there is no end");
    }
    assert!(!server.is_finished());
    taken
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_never_reads_is_not_read_from_either() {
    let broken = flood("{\"jsonrpc\": \"2.0\", \"id\": 5}\n").await;
    assert!(broken < 100_000, "{broken}");
    // The first is delivered and never answered; all others are duplicates.
    let doubled = flood("{\"jsonrpc\": \"2.0\", \"id\": 5, \"method\": \"ping\"}\n").await;
    assert!(doubled < 100_000, "{doubled}");
}
