//! What clients list: the items of all servers, as their servers wrote them.

use crate::client::{Answered, Client};
use crate::server::{ECHO, Server};
use candor_gateway::{Inbound, InboundToken, Listen, McpToolSelection, Secret, ToolAccess};
use serde_json::{Value, json};

/// The names in a list, which may have numbers that this reader does not have.
fn names(answered: &Answered) -> Vec<String> {
    let text = answered.text.replace("1e400", "1");
    let answer: Value = serde_json::from_str(&text).unwrap();
    let tools = answer["result"]["tools"].as_array().unwrap_or_else(|| panic!("{answer}"));
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_tools_of_all_servers_are_listed_with_a_prefix_each_and_otherwise_as_they_are_written() {
    let (old, new) = (Server::legacy().await, Server::modern().await);
    let client = Client::before(&[("old", &old), ("new", &new)]).await;
    let listed = client.ask("tools/list", json!({})).await;
    let each = ["echo", "fail", "write", "work", "hang", "ask"];
    let expected: Vec<String> =
        ["old", "new"].iter().flat_map(|prefix| each.iter().map(move |name| format!("{prefix}_{name}"))).collect();
    assert_eq!(names(&listed), expected);
    for prefix in ["old", "new"] {
        let item = ECHO.replace("\"name\":\"echo\"", &format!("\"name\":\"{prefix}_echo\""));
        assert!(listed.text.contains(&item), "{}", listed.text);
    }
    assert!(!listed.text.contains("unavailable"), "{}", listed.text);
}

#[tokio::test]
async fn the_pages_of_the_gateway_are_its_own() {
    let server = Server::modern().await;
    let listen = Listen { page_size: 3, ..Listen::default() };
    let client = Client::of(listen, &Inbound::default(), |builder| builder.mcp(server.settings("one"))).await;
    let first = client.ask("tools/list", json!({})).await;
    assert_eq!(names(&first), ["echo", "fail", "write"]);
    assert!(first.text.contains("\"nextCursor\":\"after:3\""), "{}", first.text);
    let second = client.ask("tools/list", json!({"cursor": "after:3"})).await;
    assert_eq!(names(&second), ["work", "hang", "ask"]);
    assert!(!second.text.contains("nextCursor"));
    for cursor in ["after:6", "5", "2"] {
        assert_eq!(client.ask("tools/list", json!({ "cursor": cursor })).await.json()["error"]["code"], -32602);
    }
}

#[tokio::test]
async fn lists_are_private_to_the_caller_and_no_longer_good_than_those_of_the_servers() {
    let server = Server::modern().await;
    let client = Client::before(&[("one", &server)]).await.speaking("2026-07-28");
    let listed = client.ask("tools/list", json!({})).await;
    assert!(
        listed.text.contains("\"ttlMs\":30000,\"cacheScope\":\"private\",\"resultType\":\"complete\""),
        "{}",
        listed.text
    );
}

#[tokio::test]
async fn tools_are_allowed_denied_and_renamed_by_the_names_of_their_server() {
    let server = Server::modern().await;
    let mut settings = server.settings("one");
    settings.tools = McpToolSelection {
        allow: vec!["*e*".into(), "fail".into()],
        deny: vec!["write".into()],
        rename: [("echo".to_owned(), "say".to_owned())].into(),
    };
    let client = Client::of(Listen::default(), &Inbound::default(), |builder| builder.mcp(settings)).await;
    assert_eq!(names(&client.ask("tools/list", json!({})).await), ["say", "fail"]);
    assert!(client.call("say", json!({})).await.text.contains("caf\\u00e9"));
    let hidden = client.call("write", json!({})).await.json();
    assert_eq!(hidden["error"]["data"]["reason"], "unknown_tool", "{hidden}");
    assert_eq!(server.arrived("tools/call").len(), 1);
}

#[tokio::test]
async fn a_caller_sees_and_uses_only_what_its_token_allows() {
    let server = Server::modern().await;
    let token = |name: &str, tools| InboundToken {
        name: name.to_owned(),
        secret: Secret::new(format!("token-of-the-{name}-1")),
        tools,
        dialect: None,
    };
    let only = ToolAccess::Only(["one_echo".to_owned(), "one_w*".to_owned()].into());
    let inbound =
        Inbound { tokens: vec![token("reader", only), token("writer", ToolAccess::All)], ..Inbound::default() };
    let mut settings = server.settings("one");
    settings.prefix = "one".to_owned();
    let client = Client::of(Listen::default(), &inbound, |builder| builder.mcp(settings)).await;
    let reader = client.with_token("token-of-the-reader-1");
    assert_eq!(names(&reader.ask("tools/list", json!({})).await), ["one_echo", "one_write", "one_work"]);
    let hidden = reader.call("one_fail", json!({})).await.json();
    let missing = reader.call("one_fial", json!({})).await.json();
    let facts = |answer: &Value| (answer["error"]["code"].clone(), answer["error"]["data"]["reason"].clone());
    assert_eq!(facts(&hidden), facts(&missing), "a tool that is not shown does not exist");
    assert!(!missing.to_string().contains("did you mean one_fail"), "{missing}");
    // What has no name that a token could allow is for those who may use everything.
    assert!(reader.ask("resources/list", json!({})).await.text.contains("\"resources\":[]"));
    let hidden = reader.ask("resources/read", json!({"uri": "file:///a"})).await.text;
    assert!(hidden.contains("There is no resource"), "{hidden}");
    let writer = client.with_token("token-of-the-writer-1");
    assert!(writer.ask("resources/list", json!({})).await.text.contains("file:///a"));
    assert!(server.arrived("tools/call").is_empty() && server.arrived("resources/read").is_empty());
    let sent = writer.call("one_write", json!({})).await;
    assert_eq!(sent.status, 200);
    let arrived = &server.arrived("tools/call")[0];
    assert!(arrived.headers.get("authorization").is_none(), "the caller's token is not sent on");
}
