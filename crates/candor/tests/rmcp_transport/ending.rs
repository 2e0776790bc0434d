//! What comes last.

use super::client::{Client, call, error_of, text_of};
use serde_json::{Value, json};

/// What answers bytes after which nothing follows.
async fn last_answer(bytes: impl AsRef<[u8]>) -> Value {
    let mut client = Client::opened_of(|transport| transport.with_max_line_length(1_000)).await;
    client.write(bytes).await;
    let (mut rest, ended_well) = client.end().await;
    assert!(ended_well);
    assert_eq!(rest.len(), 1, "{rest:?}");
    rest.remove(0)
}

#[tokio::test]
async fn a_last_message_without_a_line_break_is_delivered() {
    assert_eq!(text_of(&last_answer(call(1, "echo").to_string()).await), "hi");
}

#[tokio::test]
async fn a_last_line_that_is_broken_is_answered() {
    assert_eq!(error_of(&last_answer(r#"{"jsonrpc":"2.0","id":1,"met"#).await).0, -32700);
    assert_eq!(last_answer(r#"{"jsonrpc":"2.0","id":1}"#).await["id"], 1);
    let long = format!(r#"{{"jsonrpc":"2.0","id":"x","method":"ping","params":"{}"#, "a".repeat(2_000));
    let answer = last_answer(long).await;
    assert_eq!((&answer["id"], error_of(&answer).1), (&json!("x"), "message_too_large"));
}

#[tokio::test]
async fn an_id_that_may_be_cut_off_is_not_taken_for_the_whole() {
    let long = format!(r#"{{"jsonrpc":"2.0","method":"ping","params":"{}","id":12"#, "a".repeat(2_000));
    assert_eq!(last_answer(long).await.get("id"), None);
}

#[tokio::test]
async fn a_client_that_leaves_at_once_or_between_lines_gets_nothing() {
    assert_eq!(Client::new().end().await, (Vec::new(), false));
    assert_eq!(Client::opened().await.end().await, (Vec::new(), true));
}
