//! The observers at a whole gateway, with a client before it and an API behind it.

use super::api;
use super::http_client::ask;
use candor::FailurePolicy;
use candor_gateway::{Gateway, HttpEndpoint, Inbound, Listen, LogFormat, Observers, Operations, Upstream};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::net::TcpListener;

async fn call(gateway: SocketAddr, tool: &str, arguments: Value) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let params = json!({"name": tool, "arguments": arguments});
    let message = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params});
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = client
        .post(format!("http://{gateway}/mcp"))
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-11-25");
    let answer = request.json(&message).send().await.unwrap();
    let _ = answer.bytes().await.unwrap();
}

#[tokio::test]
async fn each_call_of_a_gateway_is_counted_where_it_ended() {
    let operations =
        Operations { address: Some(([127, 0, 0, 1], 0).into()), log: LogFormat::Off, ..Operations::default() };
    let policy = FailurePolicy::new();
    let observers = Observers::start(&operations, &policy).unwrap();
    let upstream = Upstream::new("shop", format!("http://{}", api::start().await).parse().unwrap());
    let mut builder = Gateway::builder().policy(policy).api(upstream, api::document());
    for observer in observers.all() {
        builder = builder.observer(observer);
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let gateway = listener.local_addr().unwrap();
    let endpoint = HttpEndpoint::new(&builder.build().unwrap(), Listen::default(), &Inbound::default());
    tokio::spawn(endpoint.unwrap().serve(listener));
    tokio::spawn(observers.serve(std::future::pending()));

    call(gateway, "get_order", json!({"id": "17"})).await;
    call(gateway, "get_order", json!({"id": "999"})).await;
    call(gateway, "get_order", json!({"id": "coded"})).await;
    call(gateway, "made_up\n", json!({})).await;
    let metrics = ask(observers.address().unwrap(), "GET", "/metrics").await.body;
    for line in [
        "candor_calls_total{tool=\"get_order\",upstream=\"shop\",outcome=\"succeeded\"} 1",
        "candor_calls_total{tool=\"get_order\",upstream=\"shop\",outcome=\"failed\"} 2",
        "candor_calls_total{tool=\"unknown\",upstream=\"\",outcome=\"failed\"} 1",
        "candor_calls_in_flight 0",
    ] {
        assert!(metrics.lines().any(|it| it == line), "{line} is not in\n{metrics}");
    }
    let failures: Vec<&str> = metrics.lines().filter(|line| line.starts_with("candor_failures_total{")).collect();
    let has = |reason: &str| failures.iter().any(|line| line.contains(&format!("reason=\"{reason}\"")));
    assert!(has("other") && !metrics.contains("marlin77"), "what an API makes up is no label: {failures:#?}");
    assert!(has("unknown_tool"), "what the gateway says itself is one: {failures:#?}");
}
