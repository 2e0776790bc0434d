//! Lines that are longer than allowed.

use super::client::{Client, call, error_of, text_of};
use serde_json::{Value, json};

async fn client() -> Client {
    Client::opened_of(|transport| transport.with_max_line_length(1_000)).await
}

#[tokio::test]
async fn a_line_that_is_too_long_is_answered_with_its_id_wherever_that_is() {
    let mut client = client().await;
    let filling = "x".repeat(100_000);
    for line in [
        format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"a":"{filling}"}}}}"#),
        format!(r#"{{"jsonrpc":"2.0","method":"tools/call","params":{{"id":1,"a":"{filling}\"}}"}},"id":7}}"#),
        format!(r#"{{"params":["{filling}",{{"id":"\\"}}],"method":"tools/call","id" : 7 ,"jsonrpc":"2.0"}}"#),
    ] {
        let answer = client.ask_bytes(format!("{line}\n")).await;
        assert_eq!((&answer["id"], error_of(&answer)), (&json!(7), (-32600, "message_too_large")));
        assert_eq!(answer["error"]["data"]["limit"], 1_000);
        assert_eq!(answer["error"]["message"], "The message is longer than 1000 bytes.");
        client.expect_silence().await;
    }
}

#[tokio::test]
async fn without_an_id_it_is_answered_unless_it_needs_no_answer() {
    let mut client = client().await;
    let filling = "x".repeat(5_000);
    for line in [format!("{filling}\n"), format!("[\"{filling}\"]\n"), format!("{{\"{filling}\": 1}}\n")] {
        let answer = client.ask_bytes(line).await;
        assert_eq!((answer.get("id"), error_of(&answer)), (None, (-32600, "message_too_large")));
    }
    client.write(format!("{{\"method\":\"notifications/progress\",\"params\":\"{filling}\"}}\n")).await;
    client.write(format!("{{\"id\":1,\"result\":\"{filling}\"}}\n")).await;
    client.write(format!("{{\"id\":null,\"error\":\"{filling}\"}}\n")).await;
    client.expect_silence().await;
}

#[tokio::test]
async fn a_line_of_just_the_length_is_read() {
    let message = call(1, "echo").to_string();
    let mut client = client().await;
    assert_eq!(text_of(&client.ask_bytes(format!("{message}{}\n", " ".repeat(1_000 - message.len()))).await), "hi");
    let answer = client.ask_bytes(format!("{message}{}\n", " ".repeat(1_001 - message.len()))).await;
    assert_eq!((&answer["id"], error_of(&answer).0), (&json!(1), -32600));
}

#[tokio::test]
async fn the_line_after_it_is_read_and_the_limit_is_4_mib_unless_set() {
    let mut client = Client::opened().await;
    let filling = "x".repeat(4 * 1024 * 1024);
    client.write(r#"{"jsonrpc":"2.0","method":"tools/call","params":""#).await;
    client.write(filling).await;
    client.write(format!("\",\"id\":\"big\"}}\n{}\n", call(2, "echo"))).await;
    let answer = client.next().await;
    assert_eq!((&answer["id"], error_of(&answer)), (&Value::from("big"), (-32600, "message_too_large")));
    assert_eq!(answer["error"]["data"]["limit"], 4 * 1024 * 1024);
    assert_eq!(text_of(&client.next().await), "hi");
}
