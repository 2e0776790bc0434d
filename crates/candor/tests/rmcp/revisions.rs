//! Failures for peers of older and newer revisions.

use super::peer::{Peer, failure_in, inline};
use super::shop::{PASSWORD, Shop, text};
use candor::Failure;
use candor::render::{Place, Revision};
use candor::rmcp::Guard;
use serde_json::json;

const REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

#[tokio::test]
async fn an_unknown_resource_has_the_number_of_the_peers_revision_and_names_it() {
    for revision in REVISIONS {
        let mut peer = Peer::of_revision(Guard::new(Shop::default()), revision).await;
        for uri in ["note://17", "note://foreign"] {
            let response = peer.request("resources/read", json!({"uri": uri})).await;
            assert_eq!(response["error"]["code"], -32002, "{revision}: {response:#}");
            assert_eq!(response["error"]["data"]["uri"], uri);
            assert!(!text(&response).contains(PASSWORD));
        }
    }
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    for (id, uri) in [(900, "note://17"), (901, "note://foreign")] {
        peer.send(&inline(id, "resources/read", json!({"uri": uri}))).await;
        let response = peer.receive().await;
        assert_eq!(response["error"]["code"], -32602, "{response:#}");
        assert_eq!(response["error"]["data"]["uri"], uri);
    }
}

#[tokio::test]
async fn a_contract_is_the_error_of_a_resource() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let response = peer.request("resources/read", json!({"uri": "note://contract"})).await;
    assert_eq!(response["error"]["data"]["reason"], "out_of_stock", "{response:#}");
    assert_eq!(response["error"]["message"], "Only 1 of pen are left");
    assert!(!text(&response).contains("B-17"));
}

#[tokio::test]
async fn no_number_leaves_that_the_specification_has_closed() {
    for revision in REVISIONS {
        let mut peer = Peer::of_revision(Guard::new(Shop::default()), revision).await;
        let response = peer.request("prompts/get", json!({"name": "x"})).await;
        let code = response["error"]["code"].as_i64().unwrap();
        assert!((-32_603..=-32_600).contains(&code), "{response:#}");
        assert!(!text(&response).contains("/srv/shop"));
    }
}

#[tokio::test]
async fn structured_content_is_for_peers_that_know_it() {
    for (revision, has_any) in
        [("2024-11-05", false), ("2025-03-26", false), ("2025-06-18", true), ("2025-11-25", true)]
    {
        let mut peer = Peer::of_revision(Guard::new(Shop::default()), revision).await;
        let response = peer.call("plain_failure", json!({})).await;
        assert_eq!(response["result"].get("structuredContent").is_some(), has_any, "{revision}: {response:#}");
        assert_eq!(failure_in(&response)["code"], "not_found");
    }
}

#[tokio::test]
async fn a_request_of_the_newest_revision_gets_its_failure_too() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let arguments = json!({"sku": "gone", "quantity": 3});
    peer.send(&inline(900, "tools/call", json!({"name": "buy", "arguments": arguments}))).await;
    let response = peer.receive().await;
    assert_eq!(failure_in(&response)["reason"], "out_of_stock");
    assert_eq!(response["result"]["resultType"], "complete");
}

#[test]
fn a_failure_becomes_an_error_with_the_number_that_the_revision_allows() {
    for &revision in Revision::ALL {
        let error = Failure::database("x").into_error_data(Place::Prompt, revision);
        assert_eq!(error.code.0, -32603);
        let error = Failure::not_found("x").with_uri("note://1").into_error_data(Place::Resource, revision);
        let expected = if revision < Revision::V2026_07_28 { -32002 } else { -32602 };
        assert_eq!(error.code.0, expected);
        assert_eq!(error.data.unwrap()["uri"], "note://1");
    }
}
