//! Contracts on the wire.

use super::peer::{Peer, inline};
use super::shop::{Buy, Shop};
use candor::rmcp::Guard;
use candor::{Contract, Failure};
use serde_json::{Value, json};

fn tool<'a>(response: &'a Value, name: &str) -> &'a Value {
    response["result"]["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap()
}

#[tokio::test]
async fn a_listed_tool_carries_its_contract() {
    let guard = Guard::new(Shop::default()).with_contract::<Failure>("boom");
    let listed = Peer::of(guard).await.request("tools/list", json!({})).await;
    let contract = &tool(&listed, "buy")["_meta"]["dev.candor/contract"];
    assert_eq!(contract, &serde_json::to_value(Buy::CONTRACT).unwrap());
    assert_eq!(tool(&listed, "boom")["_meta"]["dev.candor/contract"]["open"], true);
    assert_eq!(tool(&listed, "slow").get("_meta"), None);
}

#[tokio::test]
async fn a_contract_is_a_resource_as_json_and_as_markdown() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let listed = peer.request("resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"][0]["uri"], "candor://contract/buy", "{listed:#}");
    let templates = peer.request("resources/templates/list", json!({})).await;
    assert_eq!(templates["result"]["resourceTemplates"][0]["uriTemplate"], "candor://contract/{tool}");

    let read = peer.request("resources/read", json!({"uri": "candor://contract/buy"})).await;
    let contents = &read["result"]["contents"];
    assert_eq!(contents[0]["mimeType"], "application/json");
    let contract = Contract::from_json(contents[0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(contract.clauses().next().unwrap().reason(), "out_of_stock");
    assert_eq!(contents[1]["mimeType"], "text/markdown");
    let page = contents[1]["text"].as_str().unwrap();
    assert!(page.contains("## `out_of_stock`\n\nThe shelf holds fewer than were asked for.\n"), "{page}");
}

#[tokio::test]
async fn a_peer_that_never_shook_hands_finds_the_contracts_too() {
    for (method, params, place) in [
        ("resources/list", json!({}), "/result/resources/0/uri"),
        ("resources/templates/list", json!({}), "/result/resourceTemplates/0/uriTemplate"),
        ("resources/read", json!({"uri": "candor://contract/buy"}), "/result/contents/1/uri"),
    ] {
        let mut peer = Peer::unknown_to(Guard::new(Shop::default()));
        peer.send(&inline(1, method, params)).await;
        let response = peer.receive().await;
        let uri = response.pointer(place).and_then(Value::as_str);
        assert!(uri.is_some_and(|uri| uri.starts_with("candor://contract/")), "{response:#}");
    }
}

#[tokio::test]
async fn an_unknown_contract_is_not_found() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let read = peer.request("resources/read", json!({"uri": "candor://contract/bu"})).await;
    assert_eq!(read["error"]["code"], -32002, "{read:#}");
    assert_eq!(read["error"]["data"]["uri"], "candor://contract/bu");
    assert_eq!(read["error"]["data"]["recovery"]["hint"], "Read candor://contract/buy instead.");
}

/// Has no resources and no contracts of its own.
struct Plain;

impl rmcp::ServerHandler for Plain {}

#[tokio::test]
async fn a_server_with_contracts_announces_resources_and_one_without_does_not() {
    async fn capabilities(server: impl rmcp::ServerHandler) -> Value {
        let mut peer = Peer::of(server).await;
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {},
                           "clientInfo": {"name": "test", "version": "1"}});
        peer.request("initialize", hello).await["result"]["capabilities"].clone()
    }
    assert!(capabilities(Guard::new(Shop::default())).await["resources"].is_object());
    assert!(capabilities(Guard::new(Plain).with_contract::<Buy>("buy")).await["resources"].is_object());
    assert_eq!(capabilities(Guard::new(Plain)).await.get("resources"), None);
}

#[tokio::test]
async fn a_server_need_not_announce_resources_for_its_contracts() {
    let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {},
                       "clientInfo": {"name": "test", "version": "1"}});
    let answer = Peer::unknown_to(Guard::new(Shop::default())).request("initialize", hello.clone()).await;
    assert_eq!(answer["result"]["capabilities"]["resources"], json!({}));

    let guard = Guard::new(Shop::default()).with_contract::<Failure>("boom").without_contract_resources();
    let answer = Peer::unknown_to(guard.clone()).request("initialize", hello).await;
    assert_eq!(answer["result"]["capabilities"].get("resources"), None, "{answer:#}");

    let mut peer = Peer::of(guard).await;
    let listed = peer.request("tools/list", json!({})).await;
    assert_eq!(tool(&listed, "boom")["_meta"]["dev.candor/contract"]["open"], true, "each tool still has its contract");
    let listed = peer.request("resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"], json!([]), "{listed:#}");
    let read = peer.request("resources/read", json!({"uri": "candor://contract/buy"})).await;
    assert_eq!(read["error"]["message"], "There is no such note", "the handler is asked: {read:#}");
}
