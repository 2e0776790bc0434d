//! The server of these tests is proper where it is not told otherwise, and misbehaves as it is told.

use crate::{Client, LONG, PLENTY, server, spawn};
use candor_gateway::ChildProcess;
use serde_json::{Value, json};
use tokio::time::timeout;

async fn ask(client: &mut Client, method: &str, params: Value) -> Value {
    client.send(json!({"jsonrpc": "2.0", "id": "a", "method": method, "params": params})).await;
    frame(client).await
}

async fn line(client: &mut Client) -> String {
    timeout(LONG, client.lines.next_line()).await.unwrap().unwrap().unwrap()
}

async fn frame(client: &mut Client) -> Value {
    serde_json::from_str(&line(client).await).unwrap()
}

fn started(misbehaviours: &[&str]) -> (ChildProcess, Client) {
    let mut child = spawn(&server(misbehaviours));
    let client = Client::of(&mut child);
    (child, client)
}

#[tokio::test]
async fn a_proper_server_speaks_the_protocol() {
    let (mut child, mut client) = started(&[]);
    for (wanted, got) in [("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2030-01-01", "2025-11-25")] {
        let answer = ask(&mut client, "initialize", json!({"protocolVersion": wanted})).await;
        assert_eq!((&answer["id"], &answer["result"]["protocolVersion"]), (&json!("a"), &json!(got)));
    }
    assert_eq!(ask(&mut client, "ping", json!({})).await["result"], json!({}));
    assert_eq!(ask(&mut client, "server/discover", json!({})).await["error"]["code"], -32601);
    let tools = ask(&mut client, "tools/list", json!({})).await;
    assert!(tools["result"]["tools"].as_array().unwrap().len() > 25);

    let sum = ask(&mut client, "tools/call", json!({"name": "add", "arguments": {"a": 2, "b": 40}})).await;
    assert_eq!(sum["result"]["structuredContent"], json!({"sum": 42}));
    let failed = ask(&mut client, "tools/call", json!({"name": "fail_plain", "arguments": {"text": "no"}})).await;
    assert_eq!(failed["result"], json!({"content": [{"type": "text", "text": "no"}], "isError": true}));
    let failed = json!({"name": "fail_error", "arguments": {"code": -32000, "message": "no", "data": [1]}});
    let failed = ask(&mut client, "tools/call", failed).await;
    assert_eq!(failed["error"], json!({"code": -32000, "message": "no", "data": [1]}));
    let unknown = ask(&mut client, "tools/call", json!({"name": "nothing"})).await;
    assert_eq!(unknown["error"]["code"], -32602);

    let steps =
        json!({"name": "progress", "arguments": {"steps": 2, "milliseconds": 1}, "_meta": {"progressToken": 7}});
    let first = ask(&mut client, "tools/call", steps).await;
    assert_eq!(first["params"], json!({"progressToken": 7, "progress": 1, "total": 2}));
    assert_eq!(frame(&mut client).await["params"]["progress"], 2);
    assert_eq!(frame(&mut client).await["result"]["content"][0]["text"], "done");

    // A cancelled call is not answered: the next answer is that of the ping.
    let slow = json!({"name": "slow", "arguments": {"milliseconds": 3_600_000}});
    client.send(json!({"jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": slow})).await;
    client.send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 8}})).await;
    assert_eq!(ask(&mut client, "ping", json!({})).await["id"], "a");
    drop(client);
    assert_eq!(child.stop(PLENTY).await.code(), Some(0));
}

#[tokio::test]
async fn frames_are_written_as_badly_as_they_should_be() {
    let expected: [(&str, &[&str]); 9] = [
        ("greets", &["Misbehaving server 1.0.0 is listening on stdio", r#"{"id":1,"#]),
        ("garbage_between_frames", &["DEBUG: about to write", "", r#"{"level":"#, "[1, 2", r#"{"id":1,"#]),
        ("two_frames_in_a_line", &[r#"{"jsonrpc":"2.0","method":"notifications/message","#]),
        ("pretty_printed", &["{", r#"  "id": 1,"#]),
        ("wrong_id", &[r#"{"id":987654321,"#]),
        ("null_id", &[r#"{"id":null,"#]),
        ("answers_twice", &[r#"{"id":1,"#, r#"{"id":1,"#]),
        ("batch_answer", &[r#"[{"id":1,"#]),
        ("asks_with_same_id", &[r#"{"id":1,"jsonrpc":"2.0","method":"ping"}"#, r#"{"id":1,"#]),
    ];
    for (name, starts) in expected {
        let (_child, mut client) = started(&[name]);
        client.call("echo").await;
        for start in starts {
            let line = line(&mut client).await;
            assert!(line.starts_with(start), "{name}: {line}");
        }
    }
}

#[tokio::test]
async fn what_is_not_answered_stays_unanswered_while_pings_are() {
    let (_child, mut client) = started(&["answers_no_calls"]);
    client.call("echo").await;
    assert_eq!(ask(&mut client, "ping", json!({})).await["id"], "a");
    let (_child, mut client) = started(&["hangs_in_call"]);
    client.call("echo").await;
    assert_eq!(ask(&mut client, "ping", json!({})).await["id"], "a");
    let (_child, mut client) = started(&["refuses_initialize"]);
    assert_eq!(ask(&mut client, "initialize", json!({})).await["error"]["code"], -32603);
}

#[tokio::test]
async fn half_a_frame_and_a_closed_output_are_an_end_of_the_output() {
    let (child, mut client) = started(&[]);
    client.call("dies_in_half_a_frame").await;
    let half = line(&mut client).await;
    assert!(half.starts_with(r#"{"id":1,"#) && serde_json::from_str::<Value>(&half).is_err(), "{half}");
    assert!(client.lines.next_line().await.unwrap().is_none());
    assert_eq!(timeout(LONG, child.ended().wait()).await.unwrap().code(), Some(1));

    let (child, mut client) = started(&[]);
    client.call("closes_stdout").await;
    assert!(timeout(LONG, client.lines.next_line()).await.unwrap().unwrap().is_none());
    assert!(child.ended().now().is_none());
}

#[tokio::test]
async fn a_second_start_may_differ_from_the_first() {
    let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("starts-{}", crate::new_test()));
    let command = |misbehaviour: &str| {
        server(&[]).with_arguments(["--starts", file.to_str().unwrap(), "--misbehave", misbehaviour])
    };
    let first = spawn(&command("dies_at_first_starts"));
    assert_eq!(timeout(LONG, first.ended().gone()).await.unwrap().code(), Some(1));
    let mut second = spawn(&command("changes_tools"));
    let mut client = Client::of(&mut second);
    let tools = ask(&mut client, "tools/list", json!({})).await.to_string();
    assert!(tools.contains(r#""appeared""#) && !tools.contains(r#""slow""#), "{tools}");
    std::fs::remove_file(file).unwrap();
}
