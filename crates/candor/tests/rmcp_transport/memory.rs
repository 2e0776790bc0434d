//! What lines take to be read, and how much of it there is.

use super::client::{Client, call, error_of, text_of};
use candor::rmcp::MemoryBudget;
use serde_json::{Value, json};

async fn client(budget: &MemoryBudget) -> Client {
    let budget = budget.clone();
    Client::opened_of(|transport| transport.with_memory_budget(budget)).await
}

/// A call with so many values in its `_meta`.
fn crowded(id: u32, tool: &str, values: usize) -> Value {
    json!({"jsonrpc": "2.0", "method": "tools/call", "id": id,
           "params": {"name": tool, "arguments": {"text": "hi"}, "_meta": {"x": vec![1; values]}}})
}

#[tokio::test]
async fn a_line_has_at_most_as_many_values_and_levels_as_are_allowed() {
    let budget = MemoryBudget::new(8_000_000).with_max_values(1_000);
    let mut client = client(&budget).await;
    let answer = client.ask(&crowded(7, "echo", 1_000)).await;
    assert_eq!((&answer["id"], error_of(&answer)), (&json!(7), (-32600, "too_many_values")));
    assert_eq!(answer["error"]["data"]["limit"], 1_000);
    let deep =
        format!(r#"{{"id":8,"jsonrpc":"2.0","method":"ping","params":{}1{}}}"#, "[".repeat(300), "]".repeat(300));
    let answer = client.ask_bytes(format!("{deep}\n")).await;
    assert_eq!((&answer["id"], error_of(&answer)), (&json!(8), (-32600, "message_too_deep")));
    assert_eq!(answer["error"]["data"]["levels"], 301);
}

#[tokio::test]
async fn a_line_that_takes_more_than_its_share_is_too_large() {
    let mut client = client(&MemoryBudget::new(1_000_000)).await;
    let answer = client.ask(&crowded(7, "echo", 3_000)).await;
    assert_eq!((&answer["id"], error_of(&answer)), (&json!(7), (-32600, "message_too_large")));
    let data = &answer["error"]["data"];
    assert_eq!((&data["limit"], &data["retry"]["retryable"]), (&json!(750_000), &json!(false)), "{data:#}");
}

#[tokio::test]
async fn a_line_for_which_there_is_no_room_now_is_to_be_retried_and_has_room_later() {
    let budget = MemoryBudget::new(1_000_000);
    let mut client = client(&budget).await;
    let before = budget.in_use();
    client.send(&crowded(1, "hold", 1_500)).await;
    let answer = client.ask(&crowded(2, "echo", 1_500)).await;
    assert_eq!((&answer["id"], error_of(&answer)), (&json!(2), (-32603, "out_of_memory_budget")));
    assert_eq!(answer["error"]["data"]["retry"]["retryable"], true, "{answer:#}");
    let small = client.ask(&call(3, "echo")).await;
    assert_eq!(text_of(&small), "hi", "a small one has room");
    let release = json!({"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "release"}});
    client.send(&release).await;
    let mut answered = [client.next().await, client.next().await].map(|answer| answer["id"].as_u64().unwrap());
    answered.sort_unstable();
    assert_eq!(answered, [1, 4]);
    let answer = client.ask(&crowded(5, "echo", 1_500)).await;
    assert_eq!(text_of(&answer), "hi");
    for _ in 0..100 {
        if budget.in_use() == before {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("{} is not {before}", budget.in_use());
}

#[tokio::test]
async fn what_only_reading_takes_is_given_back_while_the_tool_runs() {
    let budget = MemoryBudget::new(64 * 1024 * 1024);
    let mut client = client(&budget).await;
    let params = json!({"name": "hold", "arguments": {"text": "hi"}, "_meta": {"x": "\n".repeat(1_000_000)}});
    client.send(&json!({"jsonrpc": "2.0", "method": "tools/call", "id": 1, "params": params})).await;
    assert_eq!(text_of(&client.ask(&call(3, "echo")).await), "hi", "the first is running by now");
    let taken = budget.in_use();
    assert!((4_000_000..5_000_000).contains(&taken), "of 18 MB: {taken}");
}

#[tokio::test]
async fn a_cancelled_request_holds_what_it_took_until_its_handler_has_ended() {
    let budget = MemoryBudget::new(1_000_000);
    let mut client = Client::guarded_within(budget.clone());
    client.open().await;
    client.send(&crowded(1, "hold", 1_500)).await;
    assert_eq!(text_of(&client.ask(&call(3, "echo")).await), "hi", "the first is running by now");
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})).await;
    assert_eq!(text_of(&client.ask(&call(2, "echo")).await), "hi");
    assert!(budget.in_use() > 400_000, "the tool does not look at its token: {}", budget.in_use());
    for _ in 0..250 {
        if budget.in_use() < 400_000 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("it is never given back");
}

#[tokio::test]
async fn what_a_client_says_of_itself_is_bounded() {
    let mut client = Client::of(|transport| transport.with_memory_budget(MemoryBudget::new(4_000_000)));
    let capabilities = json!({"experimental": {"a": {"b": "x".repeat(100_000)}}});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities,
                        "clientInfo": {"name": "raw", "version": "1"}});
    let answer = client.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})).await;
    assert_eq!((&answer["id"], error_of(&answer)), (&json!(1), (-32600, "message_too_large")));
    assert_eq!(answer["error"]["data"]["limit"], 62_500);
}
