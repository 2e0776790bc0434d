//! Errors that rmcp itself makes, when they are sent.

use super::client::{Client, call, error_of, with_metadata};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// The error of an answer, which says everything that a failure says.
fn whole(answer: &Value) -> (i64, &str, &str) {
    let (number, reason) = error_of(answer);
    let data = &answer["error"]["data"];
    assert_eq!(data["retry"]["retryable"], false, "{answer:#}");
    assert_eq!(data["origin"], "caller", "{answer:#}");
    assert!(data["instance"].as_str().unwrap().starts_with("urn:uuid:"), "{answer:#}");
    (number, reason, data["recovery"]["hint"].as_str().unwrap())
}

#[tokio::test]
async fn a_method_that_the_revision_has_dropped() {
    let mut client = Client::opened().await;
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {}});
    let answer = client.ask(&with_metadata(ping, "2026-07-28")).await;
    assert_eq!(whole(&answer), (-32601, "unsupported_method", "Use only what the server's capabilities announce."));
    assert_eq!(answer["error"]["message"], "This server does not support ping");
}

#[tokio::test]
async fn metadata_that_is_missing() {
    let mut client = Client::opened().await;
    let mut request = call(1, "echo");
    request["params"]["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
    let answer = client.ask(&request).await;
    let (number, reason, hint) = whole(&answer);
    assert_eq!((number, reason), (-32602, "missing_metadata"));
    assert!(hint.starts_with("Put io.modelcontextprotocol/client"), "{hint}");
    assert_eq!(answer["error"]["data"]["field"], "/params/_meta");
    assert!(answer["error"]["data"]["missing"].as_array().is_some_and(|names| !names.is_empty()));
}

#[tokio::test]
async fn a_version_that_is_not_supported_keeps_what_the_specification_puts_there() {
    let mut client = Client::new();
    let answer = client.ask(&with_metadata(call(1, "echo"), "2099-01-01")).await;
    assert_eq!(whole(&answer), (-32022, "unsupported_protocol_version", "Use one of the versions in data.supported."));
    assert_eq!(answer["error"]["data"]["requested"], "2099-01-01");
    assert!(answer["error"]["data"]["supported"].as_array().is_some_and(|versions| versions.len() > 1));
}

#[tokio::test]
async fn observers_of_the_transport_are_notified_of_what_it_refuses_and_completes() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let told = seen.clone();
    let observe = move |incident: &candor::Incident| {
        told.lock().unwrap().push(incident.failure().reason().as_str().to_owned());
        panic!("an observer's defect is not the caller's");
    };
    let mut client =
        Client::opened_of(|transport| transport.with_policy(candor::FailurePolicy::new().on_incident(observe))).await;
    client.ask_bytes("?\n").await;
    client.ask(&with_metadata(call(1, "echo"), "2099-01-01")).await;
    client.ask(&call(2, "echo")).await;
    assert_eq!(*seen.lock().unwrap(), ["unparsable_message", "unsupported_protocol_version"]);
}
