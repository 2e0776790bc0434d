//! What the operator gets.

use super::peer::{Peer, failure_in};
use super::shop::{PASSWORD, Shop, text};
use candor::rmcp::{CallStatus, Guard};
use candor::{FailurePolicy, Incident};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// A guard whose incidents are collected, as they serialize.
pub(super) fn watched() -> (Guard<Shop>, Arc<Mutex<Vec<Value>>>) {
    let incidents = Arc::new(Mutex::new(Vec::new()));
    let seen = incidents.clone();
    let observe = move |incident: &Incident| seen.lock().unwrap().push(serde_json::to_value(incident).unwrap());
    (Guard::new(Shop::default()).with_policy(FailurePolicy::new().on_incident(observe)), incidents)
}

#[tokio::test]
async fn each_failure_is_one_incident_under_the_callers_id_with_everything_in_it() {
    let (guard, incidents) = watched();
    let mut peer = Peer::of(guard).await;
    let contract = peer.failure("buy", json!({"sku": "gone", "quantity": 3})).await;
    let captured = peer.failure("buy", json!({"sku": "lost", "quantity": 3})).await;
    let panic = peer.failure("boom", json!({})).await;
    let unknown = peer.call("bo", json!({})).await;
    let incidents = incidents.lock().unwrap();
    assert_eq!(incidents.len(), 4);
    for (incident, told) in incidents.iter().zip([&contract, &captured, &panic, &unknown["error"]["data"]]) {
        assert_eq!(incident["instance"], told["instance"]);
        assert_eq!(incident["private"]["method"], "tools/call");
    }
    assert_eq!(incidents[0]["private"]["shelf"], "B-17");
    assert!(text(&incidents[1]["causes"]).contains(PASSWORD));
    assert!(text(&incidents[2]["causes"]).contains(PASSWORD));
}

#[tokio::test]
async fn an_incident_knows_the_callers_trace() {
    let (guard, incidents) = watched();
    let mut peer = Peer::of(guard).await;
    let meta = json!({"traceparent": "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01", "tracestate": "a=b"});
    let params = json!({"name": "buy", "arguments": {"sku": "gone", "quantity": 3}, "_meta": meta});
    let response = peer.request("tools/call", params).await;
    assert!(!text(&response).contains("0af7651916cd43dd8448eb211c80319c"));
    let incidents = incidents.lock().unwrap();
    let private = &incidents[0]["private"];
    assert_eq!(private["trace_id"], "0af7651916cd43dd8448eb211c80319c");
    assert_eq!(private["parent_span_id"], "00f067aa0ba902b7");
    assert_eq!(private["tracestate"], "a=b");
}

#[tokio::test]
async fn an_incident_and_its_log_know_the_id_and_the_time_of_the_request() {
    let log = super::log::listen();
    let (guard, incidents) = watched();
    let mut peer = Peer::of(guard).await;
    let response = peer.call("buy", json!({"sku": "gone", "quantity": 3})).await;
    let incidents = incidents.lock().unwrap();
    let id = response["id"].to_string();
    assert_eq!(incidents[0]["private"]["jsonrpc_id"], id);
    assert_eq!(incidents[0]["time"], failure_in(&response)["time"]);
    let written = log.texts(&incidents[0]["instance"]);
    assert!(written[0].contains(&format!("jsonrpc.request.id={id:?}")), "{written:?}");
}

#[tokio::test]
async fn every_request_that_ends_is_reported_to_the_observers_of_calls() {
    let calls = Arc::new(Mutex::new(Vec::new()));
    let seen = calls.clone();
    let guard = Guard::new(Shop::default()).on_call(move |call| {
        let ending = match call.status() {
            CallStatus::Succeeded => "ok".to_owned(),
            CallStatus::Failed(incident) => incident.failure().reason().to_string(),
            CallStatus::Cancelled => "cancelled".to_owned(),
            _ => "another".to_owned(),
        };
        seen.lock().unwrap().push((call.method(), call.tool().map(ToOwned::to_owned), ending));
    });
    let mut peer = Peer::of(guard).await;
    peer.call("buy", json!({"sku": "pen", "quantity": 1})).await;
    peer.call("buy", json!({"sku": "gone", "quantity": 3})).await;
    peer.request("tools/list", json!({})).await;
    let calls = calls.lock().unwrap();
    let buy = Some("buy".to_owned());
    let expected = [
        ("initialize", None, "ok".to_owned()),
        ("tools/call", buy.clone(), "ok".to_owned()),
        ("tools/call", buy, "out_of_stock".to_owned()),
        ("tools/list", None, "ok".to_owned()),
    ];
    assert_eq!(*calls, expected);
}

#[tokio::test]
async fn a_secret_of_the_servers_own_leaves_in_no_answer() {
    let policy = FailurePolicy::new().with_secret("gnomes");
    let mut peer = Peer::of(Guard::new(Shop::default()).with_policy(policy)).await;
    let response = peer.call("foreign", json!({"case": "words"})).await;
    assert_eq!(failure_in(&response)["message"], "the [redacted] have gone home");
}
