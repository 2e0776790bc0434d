//! Results that do not fit their tool's own output schema.

use super::peer::{Peer, failure_in};
use super::shop::{PASSWORD, Shop, text};
use candor::rmcp::{Guard, OutputMismatch};
use candor::{FailurePolicy, Incident};
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, Tool, object};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;
use std::sync::{Arc, Mutex};

#[tokio::test]
async fn a_result_that_does_not_fit_is_the_servers_fault() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    for case in ["wrong", "none"] {
        let response = peer.call("misshapen", json!({"case": case})).await;
        let failure = failure_in(&response);
        assert_eq!(failure["reason"], "output_schema_mismatch");
        assert_eq!((&failure["code"], &failure["origin"]), (&json!("internal"), &json!("internal")));
        assert_eq!(failure["retry"]["retryable"], false);
        assert!(!text(&response).contains(PASSWORD));
        assert_eq!(response["result"].get("structuredContent"), None);
    }
    let response = peer.call("misshapen", json!({"case": "right"})).await;
    assert_eq!(response["result"]["structuredContent"]["total"], 3);
}

#[tokio::test]
async fn a_mismatch_can_be_for_the_operator_alone() {
    let incidents = Arc::new(Mutex::new(Vec::<Incident>::new()));
    let seen = incidents.clone();
    let guard = Guard::new(Shop::default())
        .on_output_mismatch(OutputMismatch::Warn)
        .with_policy(FailurePolicy::new().on_incident(move |incident| seen.lock().unwrap().push(incident.clone())));
    let mut peer = Peer::of(guard).await;
    let response = peer.call("misshapen", json!({"case": "wrong"})).await;
    assert_eq!(response["result"]["isError"], false);
    let incidents = incidents.lock().unwrap();
    assert_eq!(incidents.len(), 1);
    assert_eq!(incidents[0].failure().reason().as_str(), "output_schema_mismatch");
}

#[tokio::test]
async fn a_mismatch_can_be_let_through() {
    let incidents = Arc::new(Mutex::new(0));
    let seen = incidents.clone();
    let guard = Guard::new(Shop::default())
        .on_output_mismatch(OutputMismatch::Ignore)
        .with_policy(FailurePolicy::new().on_incident(move |_| *seen.lock().unwrap() += 1));
    let response = Peer::of(guard).await.call("misshapen", json!({"case": "none"})).await;
    assert_eq!(response["result"]["content"][0]["text"], "three");
    assert_eq!(*incidents.lock().unwrap(), 0);
}

/// A server whose only tool has an output schema that cannot be compiled.
struct Broken;

impl ServerHandler for Broken {
    fn get_tool(&self, _: &str) -> Option<Tool> {
        let mut tool = Tool::new("count", "counts", Arc::new(object(json!({"type": "object"}))));
        tool.output_schema = Some(Arc::new(object(json!({"$ref": "#/nowhere"}))));
        Some(tool)
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResult::structured(json!({"total": 3})).into())
    }
}

#[tokio::test]
async fn a_tool_whose_output_schema_cannot_be_compiled_does_not_run_unless_its_results_need_not_match() {
    let failure = Peer::of(Guard::new(Broken)).await.failure("count", json!({})).await;
    assert_eq!((&failure["code"], &failure["reason"]), (&json!("configuration"), &json!("broken_schema")));
    assert!(failure["message"].as_str().unwrap().contains("its output schema is invalid"), "{failure:#}");
    let lenient = [
        Guard::new(Broken).allow_unchecked_calls(),
        Guard::new(Broken).on_output_mismatch(OutputMismatch::Warn),
        Guard::new(Broken).on_output_mismatch(OutputMismatch::Ignore),
    ];
    for guard in lenient {
        assert_eq!(Peer::of(guard).await.call("count", json!({})).await["result"]["isError"], false);
    }
}
