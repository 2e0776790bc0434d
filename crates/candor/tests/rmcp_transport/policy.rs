//! One policy for the guard and the transport.

use super::client::{Client, call};
use candor::{Dialect, FailurePolicy};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// A word that the server's own sentences hold, so that it is in failures of the guard and of the transport.
const SECRET: &str = "protocolVersion";

fn incomplete_initialize() -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
}

#[tokio::test]
async fn a_secret_is_set_once_for_the_guard_and_the_transport() {
    let reasons = Arc::new(Mutex::new(Vec::new()));
    let told = reasons.clone();
    let policy = FailurePolicy::new()
        .with_secret(SECRET)
        .on_incident(move |incident| told.lock().unwrap().push(incident.failure().reason().to_string()));
    let mut client = Client::guarded(policy);
    // The transport answers.
    let mut answers = vec![client.ask(&incomplete_initialize()).await];
    client.open().await;
    // The guard answers: with a failure, and with a success.
    answers.push(client.ask(&call(2, SECRET)).await);
    let echo = json!({"name": "echo", "arguments": {"text": format!("my {SECRET}")}});
    answers.push(client.ask(&json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": echo})).await);
    // rmcp answers, and the transport completes it.
    let method = json!({"jsonrpc": "2.0", "id": 4, "method": format!("{SECRET}/list"), "params": {}});
    answers.push(client.ask(&method).await);
    for answer in &answers {
        assert!(answer.to_string().contains("[redacted]"), "{answer:#}");
        assert!(!answer.to_string().contains(SECRET), "{answer:#}");
    }
    assert_eq!(*reasons.lock().unwrap(), ["invalid_initialize", "unknown_tool", "unknown_method"]);
}

#[tokio::test]
async fn the_transport_speaks_the_dialect_of_the_policy() {
    let policy =
        FailurePolicy::new().with_dialect(Dialect::Problem).with_problem_base("https://errors.example/").unwrap();
    let mut client = Client::guarded(policy);
    let refused = client.ask(&incomplete_initialize()).await;
    assert_eq!(refused["error"]["data"]["type"], "https://errors.example/validation-error", "{refused:#}");
    client.open().await;
    let unknown = client.ask(&call(2, "nothing")).await;
    assert_eq!(unknown["error"]["data"]["type"], "https://errors.example/not-found", "{unknown:#}");
    // Errors of rmcp's own keep their form, and are completed.
    let level = json!({"jsonrpc": "2.0", "id": 3, "method": "logging/setLevel", "params": {"level": "debug"}});
    let completed = client.ask(&level).await;
    assert_eq!(completed["error"]["code"], -32601, "{completed:#}");
}
