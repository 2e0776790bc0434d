//! Servers that are out: what they had stays listed, and calls of it fail as what they are.

use crate::client::Client;
use crate::server::Server;
use candor_gateway::{Inbound, Listen};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn the_tools_of_a_server_that_goes_out_stay_listed_and_the_list_says_so_until_it_is_back() {
    let (one, other) = (Server::legacy().await, Server::modern().await);
    let client = Client::before(&[("one", &one), ("other", &other)]).await;
    assert!(!client.ask("tools/list", json!({})).await.text.contains("unavailable"));
    other.end();
    let failed = client.call("other_write", json!({})).await;
    let failure = failed.result()["_meta"]["dev.candor/failure"].take();
    assert_eq!((&failure["code"], &failure["origin"]), (&json!("unavailable"), &json!("transport")), "{failure}");
    assert!(failed.text.contains("other"), "{}", failed.text);
    let listed = client.until("tools/list", |it| it.text.contains("dev.candor/unavailable")).await;
    assert!(listed.text.contains("\"other_echo\"") && listed.text.contains("\"one_echo\""), "{}", listed.text);
    let listed: Value = serde_json::from_str(&listed.text.replace("1e400", "1")).unwrap();
    let out = &listed["result"]["_meta"]["dev.candor/unavailable"];
    assert_eq!((out.as_array().unwrap().len(), &out[0]["server"]), (1, &json!("other")), "{out}");
    assert!(out[0]["since"].is_string() && out[0]["reason"].is_string(), "{out}");
    assert_eq!(client.call("one_write", json!({})).await.status, 200, "the other server is not concerned");
    let _again = Server::start(true, other.address).await;
    client.until("tools/list", |it| !it.text.contains("dev.candor/unavailable")).await;
    assert_eq!(client.call("other_write", json!({"region": "eu"})).await.result()["got"]["region"], "eu");
}

#[tokio::test]
async fn what_a_server_had_is_no_longer_listed_when_it_is_out_for_too_long() {
    let server = Server::modern().await;
    let mut settings = server.settings("one");
    settings.keep_listed = Duration::from_millis(200);
    let client = Client::of(Listen::default(), &Inbound::default(), |builder| builder.mcp(settings)).await;
    assert!(client.ask("tools/list", json!({})).await.text.contains("\"echo\""));
    server.end();
    client.call("echo", json!({})).await;
    let listed = client.until("tools/list", |it| it.text.contains("\"tools\":[]")).await;
    assert!(listed.text.contains("dev.candor/unavailable"), "an empty list says why it is empty: {}", listed.text);
    let gone = client.call("echo", json!({})).await;
    assert!(gone.text.contains("unavailable"), "{}", gone.text);
}

#[tokio::test]
async fn a_server_that_was_never_there_does_not_keep_the_others_from_being_used() {
    let (one, gone) = (Server::modern().await, Server::modern().await);
    gone.end();
    let client = Client::before(&[("one", &one), ("gone", &gone)]).await;
    let listed = client.ask("tools/list", json!({})).await;
    assert!(listed.text.contains("\"one_echo\"") && listed.text.contains("dev.candor/unavailable"), "{}", listed.text);
    assert_eq!(client.call("one_write", json!({})).await.status, 200);
    let failed = client.call("gone_echo", json!({})).await.json();
    assert!(failed.to_string().contains("gone") && failed.to_string().contains("unavailable"), "{failed}");
}
