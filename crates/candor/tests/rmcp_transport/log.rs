//! What the operator sees of a message that was turned away.

use super::client::Client;
use serde_json::Value;
use std::sync::{Arc, Mutex};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Keeps the ids of all incidents.
#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<String>>>);

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "candor"
    }

    fn event(&self, event: &Event<'_>) {
        event.record(&mut Ids(&self.0));
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

struct Ids<'a>(&'a Mutex<Vec<String>>);

impl Visit for Ids<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "error.id" {
            self.0.lock().unwrap().push(format!("{value:?}"));
        }
    }
}

#[tokio::test]
async fn each_answer_is_in_the_log_under_its_own_id() {
    // For all threads: what one thread alone listens to, another can switch off for good.
    let listener = Listener::default();
    tracing::subscriber::set_global_default(listener.clone()).unwrap();
    let mut client = Client::opened_of(|transport| transport.with_max_line_length(1_000)).await;
    let mut told = Vec::new();
    for line in ["?\n", "{\"id\": 1}\n", &format!("{}\n", "x".repeat(2_000))] {
        let answer = client.ask_bytes(line).await;
        let instance = answer["error"]["data"]["instance"].as_str().map(str::to_owned);
        told.push(instance.unwrap().trim_start_matches("urn:uuid:").to_owned());
    }
    let logged = listener.0.lock().unwrap();
    for id in told {
        assert_eq!(logged.iter().filter(|logged| **logged == id).count(), 1);
    }
}

#[tokio::test]
async fn an_answer_keeps_the_secrets_of_its_policy() {
    let policy = candor::FailurePolicy::new().with_secret("protocolVersion");
    let mut client = Client::of(|transport| transport.with_policy(policy));
    let answer = client.ask_bytes("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}\n").await;
    let message: &Value = &answer["error"]["message"];
    assert_eq!(message, "params.[redacted] is missing; it must be a string");
}
