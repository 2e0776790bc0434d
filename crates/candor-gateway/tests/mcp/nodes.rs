//! A session before several gateways with one key.

use crate::asking::AskingServer;
use crate::talker::{EVERYTHING, Node, Talker, failure, text};
use candor_gateway::{ChildCommand, McpChild, McpReach, McpServerSettings, WatcherProgram};
use serde_json::json;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::OnceLock;

/// In place of the program that watches children: it is told when it may go, and ends the group when its parent has died.
fn watcher() -> WatcherProgram {
    static SCRIPT: OnceLock<PathBuf> = OnceLock::new();
    let path = SCRIPT.get_or_init(|| {
        let path = std::env::temp_dir().join(format!("candor-nodes-watcher-{}", std::process::id()));
        let word = "word=$(dd bs=1 count=1 2>/dev/null)";
        let script =
            format!("#!/bin/sh\ntrap '' TERM INT HUP QUIT\nprintf r\n{word}\n[ \"$word\" = . ] || kill -9 -$$\n");
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        path
    });
    WatcherProgram::at(path)
}

/// A child with a handshake, in the shell.
fn child() -> McpServerSettings {
    let script = r#"while IFS= read -r line; do
        id=${line#*'"id":'}; id=${id%%,*}
        case $line in
        *'"initialize"'*) result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"c","version":"1"}}' ;;
        *'"tools/list"'*) result='{"tools":[{"name":"pid","inputSchema":{"type":"object"}}]}' ;;
        *'"tools/call"'*) result='{"content":[{"type":"text","text":"'$$'"}]}' ;;
        *'"ping"'*) result='{}' ;;
        *'"id"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\n' "$id"; continue ;;
        *) continue ;;
        esac
        printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
    done"#;
    let command = ChildCommand::new("sh").with_arguments(["-c", script]);
    let child = McpChild { watcher: watcher(), ..McpChild::new(command) };
    McpServerSettings::new("shell", McpReach::Child(child))
}

#[tokio::test]
async fn a_session_goes_on_at_any_gateway_with_the_key_and_so_do_those_of_its_servers() {
    let server = AskingServer::start().await;
    let one = Node::named("gateway-1", |builder| builder.mcp(server.settings("one"))).await;
    let two = Node::named("gateway-2", |builder| builder.mcp(server.settings("one"))).await;
    let client = Talker::begin(&one, EVERYTHING).await;
    let mut sessions = Vec::new();
    for number in 1..=6 {
        let client = if number % 2 == 0 { client.at(&two) } else { client.clone() };
        let who = text(&client.call("who", json!({})).await).to_owned();
        let (session, calls) = who.split_once(' ').unwrap();
        assert_eq!(calls, number.to_string(), "the server counts them in one session");
        sessions.push(session.to_owned());
    }
    sessions.dedup();
    assert_eq!(sessions.len(), 1);
    let mut stream = client.at(&two).calls("ask", json!({"method": "roots/list"})).await;
    let question = stream.next().await;
    let (status, said) = answered_at(&client, &question).await;
    assert_eq!(status, 503);
    assert!(said.contains("Another gateway has asked this question") && said.contains("session_elsewhere"), "{said}");
    assert_eq!(client.at(&two).answers(&question, "result", r#"{"roots":[]}"#).await, 202);
    assert!(text(&stream.next().await).contains(r#"{"roots":[]}"#));
    let stranger = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    assert_eq!(client.at(&stranger).ask("tools/list", json!({})).await.status(), 404, "it has another key");
    // The end counts where it was said.
    assert_eq!(client.at(&two).end().await, 204);
    assert_eq!(client.at(&two).ask("tools/list", json!({})).await.status(), 404);
}

async fn answered_at(client: &Talker, question: &serde_json::Value) -> (u16, String) {
    let message = json!({"jsonrpc": "2.0", "id": question["id"], "result": {}});
    let response = client.post(&message.to_string()).await;
    (response.status().as_u16(), response.text().await.unwrap())
}

#[tokio::test]
async fn a_child_that_knows_the_client_lives_at_one_gateway_and_another_one_says_which() {
    let one = Node::named("gateway-1", |builder| builder.mcp(child())).await;
    let two = Node::named("gateway-2", |builder| builder.mcp(child())).await;
    let client = Talker::begin(&one, EVERYTHING).await;
    let own = text(&client.call("pid", json!({})).await).to_owned();
    let elsewhere = client.at(&two).call("pid", json!({})).await;
    let failure = failure(&elsewhere);
    assert_eq!((&failure["reason"], &failure["origin"]), (&json!("session_elsewhere"), &json!("transport")));
    assert!(text(&elsewhere).contains("gateway-1"), "{elsewhere}");
    assert_eq!(text(&client.call("pid", json!({})).await), own, "it is the same child");
    // A client that can be asked nothing needs no child of its own.
    let plain = Talker::begin(&one, "{}").await;
    let shared = text(&plain.call("pid", json!({})).await).to_owned();
    assert_ne!(shared, own);
    assert_ne!(text(&plain.at(&two).call("pid", json!({})).await), shared);
}
