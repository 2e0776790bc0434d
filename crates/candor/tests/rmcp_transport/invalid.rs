//! JSON that is not a message of the protocol.

use super::client::{Client, call, error_of, text_of};
use serde_json::{Value, json};

#[tokio::test]
async fn each_is_answered_once_with_its_id_and_says_what_is_wrong() {
    let rows = [
        (json!({"jsonrpc": "2.0", "id": 1, "method": 7}), json!(1), "invalid_member", json!("method")),
        (json!({"jsonrpc": "2.0", "id": "a", "method": null}), json!("a"), "invalid_member", json!("method")),
        (json!({"jsonrpc": "2.0", "id": 2}), json!(2), "missing_member", json!("method")),
        (json!({"jsonrpc": "1.0", "id": 3, "method": "ping"}), json!(3), "invalid_member", json!("jsonrpc")),
        (json!({"jsonrpc": 2.0, "id": 4, "method": "ping"}), json!(4), "invalid_member", json!("jsonrpc")),
        (json!({"id": 5, "method": "ping"}), json!(5), "missing_member", json!("jsonrpc")),
        (json!({"jsonrpc": "2.0", "id": u64::MAX, "method": "ping"}), json!(u64::MAX), "invalid_member", json!("id")),
        (json!({"jsonrpc": "2.0", "id": null, "method": "ping"}), json!(null), "invalid_member", json!("id")),
        (json!({"jsonrpc": "2.0", "id": "", "method": "ping"}), json!(""), "invalid_member", json!("id")),
        (json!({"jsonrpc": "2.0", "id": "", "method": 7}), json!(""), "invalid_member", json!("id")),
        (json!({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}), json!(1.5), "invalid_member", json!("id")),
        (json!({"jsonrpc": "2.0", "id": {}, "method": "ping"}), json!(null), "invalid_member", json!("id")),
        (json!({"jsonrpc": "2.0", "id": [1], "method": "ping"}), json!(null), "invalid_member", json!("id")),
        (json!({"jsonrpc": "2.0", "id": true, "method": "ping"}), json!(null), "invalid_member", json!("id")),
        (
            json!({"jsonrpc": "2.0", "id": 6, "method": "ping", "result": {}}),
            json!(6),
            "ambiguous_message",
            json!(null),
        ),
        (json!({"jsonrpc": "2.0", "id": 7, "method": "ping", "error": {}}), json!(7), "ambiguous_message", json!(null)),
        (
            json!({"jsonrpc": "2.0", "id": 8, "method": "ping", "params": 5}),
            json!(8),
            "invalid_member",
            json!("params"),
        ),
        (json!({"jsonrpc": "2.0", "method": 7}), json!(null), "invalid_member", json!("method")),
        (json!({"a": 1}), json!(null), "missing_member", json!("jsonrpc")),
        (json!({}), json!(null), "missing_member", json!("jsonrpc")),
        (json!("ping"), json!(null), "not_a_message", json!(null)),
        (json!(null), json!(null), "not_a_message", json!(null)),
        (json!(5), json!(null), "not_a_message", json!(null)),
    ];
    let mut client = Client::opened().await;
    for (message, id, reason, field) in rows {
        let answer = client.ask(&message).await;
        assert_eq!(error_of(&answer), (-32600, reason), "{message}");
        assert_eq!(answer.get("id").cloned(), Some(id).filter(|id| !id.is_null()), "{message}");
        assert_eq!(answer["error"]["data"]["field"], field, "{message}");
        client.expect_silence().await;
    }
}

#[tokio::test]
async fn params_by_position_are_not_those_of_any_method() {
    let mut client = Client::opened().await;
    let answer = client.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ["echo"]})).await;
    assert_eq!((&answer["id"], error_of(&answer)), (&json!(1), (-32602, "params_by_position")));
}

#[tokio::test]
async fn the_answer_never_repeats_the_message() {
    let mut client = Client::opened().await;
    let answer = client.ask(&json!({"jsonrpc": "swordfish", "id": 1, "method": "swordfish", "swordfish": 1})).await;
    assert!(!answer.to_string().contains("swordfish"), "{answer}");
}

#[tokio::test]
async fn notifications_and_responses_are_never_answered() {
    let mut client = Client::opened().await;
    for message in [
        json!({"method": "notifications/initialized"}),
        json!({"jsonrpc": "1.0", "method": "notifications/unheard_of"}),
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"a": 1}}),
        json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": 5}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {}}),
        json!({"jsonrpc": "2.0", "id": null, "result": {}}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {}, "error": {"code": 1, "message": ""}}),
        json!({"jsonrpc": "2.0", "id": 1, "error": "?"}),
        json!({"error": {}}),
    ] {
        client.send(&message).await;
        client.expect_silence().await;
    }
}

#[tokio::test]
async fn each_request_of_a_batch_is_refused_separately() {
    let mut client = Client::opened().await;
    let batch = json!([
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": "two", "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "result": {}},
        5,
    ]);
    client.send(&batch).await;
    for id in [json!(1), json!("two")] {
        let answer = client.next().await;
        assert_eq!(error_of(&answer), (-32600, "batch_not_supported"));
        assert_eq!(answer["id"], id);
        assert_eq!(answer["error"]["message"], "Batches of messages are not part of the protocol.");
    }
    client.expect_silence().await;
}

#[tokio::test]
async fn a_batch_without_ids_is_refused_once() {
    let mut client = Client::opened().await;
    for batch in
        [json!([]), json!([1, 2]), json!([[{"id": 1}]]), json!([{"jsonrpc": "2.0", "id": null, "method": "a"}])]
    {
        let answer = client.ask(&batch).await;
        assert_eq!((answer.get("id"), error_of(&answer)), (None, (-32600, "batch_not_supported")), "{batch}");
        client.expect_silence().await;
    }
}

#[tokio::test]
async fn a_batch_has_at_most_a_thousand_answers_and_one_that_says_how_many_were_not_looked_at() {
    let mut client = Client::opened().await;
    let batch: Vec<Value> = (0..1_200).map(|id| json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).collect();
    client.send(&batch.into()).await;
    for id in 0..1_000 {
        assert_eq!(client.next().await["id"], id);
    }
    let last = client.next().await;
    assert_eq!((last.get("id"), error_of(&last)), (None, (-32600, "batch_not_supported")));
    assert_eq!(last["error"]["message"], "The last 200 messages of the batch were not read.");
    assert_eq!(last["error"]["data"]["unread"], 200);
    client.expect_silence().await;
}

#[tokio::test]
async fn what_other_programs_put_around_a_message_is_tolerated() {
    let mut client = Client::opened().await;
    client.write("\n\r\n  \n").await;
    let call = call(1, "echo");
    for line in [format!("{call}\r\n"), format!("\u{feff}{call}\n"), format!(" {call} \n")] {
        assert_eq!(text_of(&client.ask_bytes(line).await), "hi");
    }
}

#[tokio::test]
async fn every_answer_is_as_the_protocol_allows_and_can_be_found_by_the_operator() {
    let mut client = Client::opened().await;
    for line in ["?", "[]", "{}", r#"{"jsonrpc":"2.0","id":1}"#] {
        let answer = client.ask_bytes(format!("{line}\n")).await;
        let data = &answer["error"]["data"];
        assert!([-32700, -32600].contains(&answer["error"]["code"].as_i64().unwrap()));
        assert!(data["instance"].as_str().unwrap().starts_with("urn:uuid:"), "{answer}");
        assert_eq!(data["origin"], "caller");
        assert_eq!(data["retry"]["retryable"], false);
        assert!(!data["recovery"]["hint"].as_str().unwrap().is_empty());
    }
}
