//! What is wrong with a call is found before anything is sent (003, rule 2).

use super::client::{Client, at};
use super::upstream::{Upstream, refused_port};
use candor::Dialect;
use serde_json::json;

#[tokio::test]
async fn arguments_that_do_not_fit_are_never_sent() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for (tool, arguments, told) in [
        ("get_order", json!({}), "id"),
        ("get_order", json!({"id": 7}), "id"),
        ("get_order", json!({"id": "7", "pieces": 10}), "pieces"),
        ("get_order", json!({"id": "7", "piece": 1}), "piece"),
        ("get_order", json!({"id": "7".repeat(201)}), "id"),
        ("place_order", json!({}), "body"),
        ("place_order", json!({"body": {"pieces": 1}}), "item"),
        ("place_order", json!({"body": {"item": null}}), "item"),
    ] {
        let answer = client.call(tool, arguments.clone()).await;
        assert_eq!(answer.facts().2, "caller", "{arguments}");
        assert_eq!(answer.failure()["retry"]["retryable"], false, "{arguments}");
        assert!(answer.text().contains(told), "{arguments}: {}", answer.text());
    }
    assert_eq!(upstream.connection_count(), 0);
}

#[tokio::test]
async fn an_unknown_tool_is_an_error_that_names_it_and_those_that_are_near() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    let answer = client.ask("tools/call", json!({"name": "get_ordr", "arguments": {"id": "7"}})).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer:#}");
    let told = answer["error"]["message"].as_str().unwrap();
    assert!(told.contains("get_ordr") && told.contains("get_order"), "{told}");
    assert_eq!(upstream.connection_count(), 0);
}

#[tokio::test]
async fn an_argument_stays_one_segment_whatever_is_in_it() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    let ids = [
        "../../admin?x=1",
        "..",
        ".",
        "a/b",
        "a\\b",
        "%2e%2e",
        "a#b",
        "a;b",
        "//evil.example/",
        "@evil.example",
        "a\r\nx: y",
    ];
    for id in ids {
        let seen = upstream.request_count();
        let answer = client.call("get_order", json!({"id": id})).await;
        let requests = upstream.requests();
        match requests.get(seen) {
            Some(request) => {
                let segments = request.segments();
                assert_eq!((segments.len(), segments[0]), (2, "orders"), "{id}: {request:?}");
                assert!(!request.target.contains('?') && request.header("x").is_none(), "{id}: {request:?}");
            }
            // A segment of dots cannot be written in an address, so there is nothing that could be sent.
            None => assert_eq!(answer.facts().2, "caller", "{id}: {:#}", answer.0),
        }
    }
}

#[tokio::test]
async fn an_argument_makes_no_header_of_its_own() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for note in ["a\r\nx-admin: yes", "a\nx-admin: yes", "a\0b"] {
        let answer = client.call("get_order", json!({"id": "7", "X-Note": note})).await;
        assert_eq!(answer.facts().2, "caller", "{note:?}: {:#}", answer.0);
    }
    assert_eq!(upstream.request_count(), 0);
    client.call("get_order", json!({"id": "7", "X-Note": "fragile"})).await.success();
    assert_eq!(upstream.requests()[0].header("x-note"), Some("fragile"));
}

#[tokio::test]
async fn an_api_that_is_gone_does_not_empty_the_list_of_tools() {
    let upstream = Upstream::start().await;
    let alive = Client::of(&upstream).await.ask("tools/list", json!({})).await;
    let gone = Client::with(at(refused_port().await), Dialect::Structured).await;
    assert_eq!(gone.call("get_order", json!({"id": "7"})).await.facts().0, "unavailable");
    let listed = gone.ask("tools/list", json!({})).await;
    assert_eq!(listed["result"]["tools"], alive["result"]["tools"]);
    assert!(listed["result"]["tools"].as_array().unwrap().len() > 20);
}
