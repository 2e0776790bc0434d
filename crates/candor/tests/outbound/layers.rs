//! Failures that pass several layers: whoever faces the caller issues the reference, and the inner one is kept.

use candor::rmcp::{Guard, LineTransport};
use candor::{Failure, FailurePolicy, Incident};
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

/// A server whose tool passes on what another server said.
#[derive(Clone)]
struct Proxy;

const UPSTREAM: &str = "a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e";

impl ServerHandler for Proxy {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let failure = json!({"code": "not_found", "reason": "no_order", "message": "No such order", "origin": "caller",
                             "retry": {"retryable": false}, "recovery": {"hint": "List the orders."}, "details": {},
                             "instance": format!("urn:uuid:{UPSTREAM}"), "time": "2026-01-01T00:00:00.000Z"});
        let said = json!({"content": [{"type": "text", "text": "No such order"}], "isError": true,
                          "_meta": {"dev.candor/failure": failure}});
        let said: CallToolResult = serde_json::from_value(said).unwrap();
        match &*request.name {
            "result" => Ok(said.into()),
            "error" => Err(ErrorData::internal_error("No such order", Some(failure))),
            // Read by a client, and returned as the tool's own.
            _ => Err(candor::rmcp::read(&said).unwrap().into()),
        }
    }
}

type Incidents = Arc<Mutex<Vec<Incident>>>;

fn observed() -> (FailurePolicy, Incidents) {
    let incidents = Incidents::default();
    let kept = incidents.clone();
    (FailurePolicy::new().on_incident(move |incident| kept.lock().unwrap().push(incident.clone())), incidents)
}

/// What a call of the tool is answered with.
async fn called(server: impl ServerHandler, policy: FailurePolicy, tool: &str) -> Value {
    let (near, far) = tokio::io::duplex(1 << 20);
    let (reader, writer) = tokio::io::split(far);
    let transport = LineTransport::new(reader, writer).with_policy(policy);
    tokio::spawn(async move { server.serve(transport).await.unwrap().waiting().await });
    let (reader, mut writer) = tokio::io::split(near);
    let hello =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    for message in [
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": {}}}),
    ] {
        writer.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }
    let mut lines = BufReader::new(reader).lines();
    loop {
        let line = tokio::time::timeout(Duration::from_secs(10), lines.next_line()).await.unwrap().unwrap().unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        if message["id"] == 1 {
            return message;
        }
    }
}

/// The references of an answer: its own, and that of the layer below.
fn references(answer: &Value) -> (String, String) {
    let (failure, details) = match answer.get("error") {
        Some(error) => (&error["data"], &error["data"]),
        None => {
            let failure = &answer["result"]["_meta"]["dev.candor/failure"];
            (failure, &failure["details"])
        }
    };
    let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{answer:#}")).to_owned();
    (text(&failure["instance"]).replace("urn:uuid:", ""), text(&details["upstream_reference"]))
}

#[tokio::test]
async fn the_layer_that_faces_the_caller_issues_its_own_reference_and_the_operator_finds_both() {
    for tool in ["result", "error", "read"] {
        let (policy, incidents) = observed();
        let guard = Guard::new(Proxy).with_policy(policy.clone()).allow_unchecked_calls();
        for (server, name) in [(Some(guard), "behind a guard"), (None, "without a guard")] {
            let answer = match server {
                Some(guard) => called(guard, policy.clone(), tool).await,
                None => called(Proxy, policy.clone(), tool).await,
            };
            let (own, upstream) = references(&answer);
            assert_eq!(upstream, UPSTREAM, "{name} {tool}");
            assert_ne!(own, UPSTREAM, "{name} {tool}");
            assert!(policy.flush(Duration::from_secs(10)));
            let incidents = std::mem::take(&mut *incidents.lock().unwrap());
            // Without a guard, a failure that a tool returns as its own is disclosed under the default policy.
            if name == "behind a guard" || tool != "read" {
                let incident = incidents.iter().find(|it| it.occurrence().id().to_string() == own).unwrap();
                assert_eq!(incident.failure().details().text("upstream_reference"), Some(UPSTREAM), "{name} {tool}");
            }
        }
    }
}

#[tokio::test]
async fn a_guard_around_a_guard_keeps_the_reference_of_the_inner_one() {
    #[derive(Clone)]
    struct Shop;
    impl ServerHandler for Shop {
        async fn call_tool(
            &self,
            _: CallToolRequestParams,
            _: RequestContext<RoleServer>,
        ) -> Result<CallToolResponse, ErrorData> {
            Err(Failure::not_found("No such order").into())
        }
    }
    let ((inner, inside), (outer, outside)) = (observed(), observed());
    let guard = Guard::new(Shop).with_policy(inner.clone()).allow_unchecked_calls();
    let guard = Guard::new(guard).with_policy(outer.clone()).allow_unchecked_calls();
    let (own, upstream) = references(&called(guard, outer.clone(), "any").await);
    assert!(inner.flush(Duration::from_secs(10)) && outer.flush(Duration::from_secs(10)));
    let ids = |incidents: &Incidents| -> Vec<String> {
        incidents.lock().unwrap().iter().map(|incident| incident.occurrence().id().to_string()).collect()
    };
    assert_eq!((ids(&inside), ids(&outside)), (vec![upstream], vec![own]));
}
