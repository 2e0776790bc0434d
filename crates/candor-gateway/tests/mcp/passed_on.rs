//! What of a client of the newest revision reaches a server of it, and what comes back before the answer.

use crate::client::Client;
use crate::scripted::{Came, Scripted, Speaks, events};
use candor_gateway::{Inbound, Listen};
use serde_json::json;

const TOOLS: &str = r#"{"name":"t","inputSchema":{"type":"object"}}"#;

async fn before(server: &Scripted) -> Client {
    let client =
        Client::of(Listen::default(), &Inbound::default(), |builder| builder.mcp(server.settings("one"))).await;
    client.speaking("2026-07-28")
}

#[tokio::test]
async fn a_server_is_told_with_each_call_what_its_client_can_be_asked() {
    let new = Scripted::open(Speaks::New, json!({"tools": {}}), TOOLS, |came: Came| async move {
        came.result(r#"{"content":[],"resultType":"complete"}"#)
    })
    .await;
    let client = before(&new).await;
    let params = |capabilities: &str| {
        format!(
            r#"{{"name":"one_t","_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{capabilities}}}}}"#
        )
    };
    let carried = r#"{ "elicitation":{"form":{},"n":1e400},"sampling" :{},"roots":{}, "extensions":{"io.modelcontextprotocol/tasks":{}}}"#;
    client.send("tools/call", Some("one_t"), &params(carried)).await;
    client.send("tools/call", Some("one_t"), &params(r#"{"experimental":{"x":1},"tasks":{"list":{}}}"#)).await;
    let came = new.came("tools/call");
    let sent = |capabilities: &str| format!(r#""io.modelcontextprotocol/clientCapabilities":{capabilities}"#);
    assert!(came[0].text.contains(&sent(carried)), "{}", came[0].text);
    assert!(came[1].text.contains(&sent("{}")), "{}", came[1].text);
    assert!(!new.came("tools/list")[0].text.contains("elicitation"));
}

#[tokio::test]
async fn log_messages_of_a_request_come_before_its_answer_if_it_asks_for_them() {
    const LOGGED: &str =
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{ "level":"info","data":["at it"]}}"#;
    let new = Scripted::open(Speaks::New, json!({"tools": {}, "logging": {}}), TOOLS, |came: Came| async move {
        events(&[LOGGED.to_owned(), came.answer(r#"{"content":[],"resultType":"complete"}"#)])
    })
    .await;
    let client = before(&new).await;
    let discovered = client.ask("server/discover", json!({})).await.result();
    assert_eq!(discovered["capabilities"]["logging"], json!({}));
    let params = json!({"name": "one_t", "_meta": {"io.modelcontextprotocol/logLevel": "debug"}});
    let answered = client.ask("tools/call", params).await;
    assert_eq!(answered.media_type, "text/event-stream");
    let data: Vec<&str> = answered.text.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
    assert_eq!(data[0], LOGGED);
    assert!(data.len() == 2 && data[1].contains("\"result\""), "{data:?}");
    assert!(new.came("tools/call")[0].text.contains(r#""io.modelcontextprotocol/logLevel":"debug""#));
    let quiet = client.call("one_t", json!({})).await;
    assert_eq!(quiet.media_type, "application/json", "{}", quiet.text);
}

#[tokio::test]
async fn an_older_server_is_not_told_of_what_its_revision_does_not_have() {
    let old = Scripted::open(Speaks::Old, json!({"tools": {}, "logging": {}}), TOOLS, |came: Came| async move {
        came.result(r#"{"content":[]}"#)
    })
    .await;
    let client = before(&old).await;
    let params = json!({"name": "one_t", "_meta": {"io.modelcontextprotocol/logLevel": "debug"}});
    let answered = client.declaring(r#"{"sampling":{}}"#).ask("tools/call", params).await;
    assert_eq!(answered.result()["resultType"], "complete");
    let call = &old.came("tools/call")[0];
    assert!(!call.text.contains("io.modelcontextprotocol"), "{}", call.text);
    let discovered = client.ask("server/discover", json!({})).await.result();
    assert!(discovered["capabilities"].get("logging").is_none(), "{discovered}");
}
