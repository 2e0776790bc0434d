//! MCP servers and APIs behind one endpoint.

use crate::client::Client;
use crate::server::Server;
use axum::routing::get;
use axum::{Json, Router};
use candor_gateway::{Api, Gateway, HttpEndpoint, Inbound, Listen, LoadOptions, Secret, Upstream};
use serde_json::json;
use tokio::net::TcpListener;

const DOCUMENT: &str = "\
openapi: 3.1.0
info: {title: Desk, version: '1'}
paths:
  /echo: {get: {operationId: echo, responses: {'200': {description: It, content: {application/json: {schema: {type: object}}}}}}}
  /orders: {get: {operationId: list_orders, responses: {'200': {description: Them, content: {application/json: {schema: {type: object}}}}}}}
";

fn document() -> Api {
    let path = std::env::temp_dir().join(format!("candor-desk-{}.yaml", uuid::Uuid::new_v4()));
    std::fs::write(&path, DOCUMENT).unwrap();
    let api = Api::load(&path, &LoadOptions::default()).unwrap();
    std::fs::remove_file(&path).unwrap();
    api
}

#[tokio::test]
async fn the_tools_of_apis_are_listed_first_and_called_as_without_servers() {
    let server = Server::legacy().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let upstream = Upstream::new("desk", format!("http://{}", listener.local_addr().unwrap()).parse().unwrap());
    let router = Router::new().route("/orders", get(async || Json(json!({"orders": 3}))));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let client = Client::of(Listen::default(), &Inbound::default(), |builder| {
        builder.api(upstream, document()).mcp(server.settings("one"))
    })
    .await;
    for revision in ["2025-11-25", "2026-07-28"] {
        let client = client.speaking(revision);
        let listed = client.ask("tools/list", json!({})).await.text;
        let listed: serde_json::Value = serde_json::from_str(&listed.replace("1e400", "1")).unwrap();
        let names: Vec<_> = listed["result"]["tools"].as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
        assert_eq!(names, ["echo", "list_orders", "one_echo", "fail", "write", "work", "hang", "ask"]);
        let orders = client.call("list_orders", json!({})).await.result();
        assert_eq!(orders["structuredContent"], json!({"orders": 3}));
        assert_eq!(client.call("one_echo", json!({})).await.status, 200);
        let wrong = client.call("list_order", json!({})).await.text;
        assert!(wrong.contains("did you mean list_orders"), "{wrong}");
    }
}

#[tokio::test]
async fn two_servers_of_one_name_are_a_mistake() {
    let server = Server::modern().await;
    let gateway = Gateway::builder().mcp(server.settings("one")).mcp(server.settings("one")).build();
    assert!(gateway.unwrap_err().to_string().contains("`one`: two MCP servers have this name"));
}

#[tokio::test]
async fn keys_that_can_be_guessed_are_a_mistake() {
    let server = Server::modern().await;
    let gateway = Gateway::builder().mcp(server.settings("one")).build().unwrap();
    let listen = Listen { sessions: true, seal_keys: vec![Secret::new("swordfish-77")], ..Listen::default() };
    let error = HttpEndpoint::new(&gateway, listen, &Inbound::default()).unwrap_err().to_string();
    assert!(error.contains("key 1 of `seal_keys` is shorter than 32"), "{error}");
    assert!(!error.contains("swordfish"), "{error}");
}
