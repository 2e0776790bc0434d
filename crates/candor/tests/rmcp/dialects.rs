//! What a failed tool is answered with in each dialect.

use super::peer::Peer;
use candor::rmcp::Guard;
use candor::{Code, Dialect, Failure, FailurePolicy, Origin, Reason};
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ListToolsResult, PaginatedRequestParams, ServerResult, Tool, object,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::Arc;

/// A server whose tools fail as they are asked to: `result` with a tool result, `error` with a JSON-RPC error.
#[derive(Clone)]
struct Failing;

impl ServerHandler for Failing {
    fn get_tool(&self, name: &str) -> Option<Tool> {
        let mut tool = Tool::new(name.to_owned(), "fails", Arc::new(object(json!({"type": "object"}))));
        if name == "typed" {
            tool.output_schema = Some(Arc::new(object(json!({"type": "object", "required": ["order"]}))));
        }
        Some(tool)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = ["result", "error", "typed"].iter().filter_map(|name| self.get_tool(name)).collect();
        Ok(ListToolsResult { tools, ..ListToolsResult::default() })
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let origin = Origin::from_name(arguments["origin"].as_str().unwrap()).unwrap();
        let code = Code::from_name(arguments["code"].as_str().unwrap()).unwrap();
        let failure = Failure::new(code, "The order was not found on the shelf").with_origin(origin);
        let failure = match arguments.get("reason").and_then(Value::as_str) {
            Some(reason) => failure.with_reason(Reason::new(reason.to_owned()).unwrap()),
            None => failure,
        };
        match &*request.name {
            "error" => Err(failure.into()),
            _ => failure.into_call_tool_result(),
        }
    }
}

/// The number of the JSON-RPC error that 003 has for such a failure; `None` for a tool result.
fn expected(dialect: Dialect, origin: Origin, code: Code) -> Option<i64> {
    match (dialect, origin, code) {
        (Dialect::JsonRpc, Origin::Caller, Code::ParseError) => Some(-32700),
        (Dialect::JsonRpc, Origin::Caller, Code::InvalidRequest) => Some(-32600),
        (Dialect::JsonRpc, Origin::Caller, Code::MethodNotFound) => Some(-32601),
        (Dialect::JsonRpc, Origin::Caller | Origin::Transport, Code::Timeout) => Some(-32603),
        (Dialect::JsonRpc, Origin::Configuration | Origin::Internal, Code::Timeout) => Some(-32603),
        _ => None,
    }
}

#[tokio::test]
async fn behind_a_guard_an_upstream_failure_is_a_tool_result_in_every_dialect() {
    for &dialect in Dialect::ALL {
        let guard = Guard::new(Failing).with_policy(FailurePolicy::new().with_dialect(dialect));
        let mut peer = Peer::of(guard).await;
        for (&origin, code) in Origin::ALL.iter().flat_map(|origin| Code::all().map(move |code| (origin, code))) {
            for tool in ["result", "error"] {
                let response = peer.call(tool, json!({"origin": origin, "code": code.name()})).await;
                assert_eq!(
                    response["error"]["code"].as_i64(),
                    expected(dialect, origin, code),
                    "{dialect} {origin} {code} {tool}: {response:#}"
                );
                if response.get("error").is_none() {
                    assert_eq!(response["result"]["isError"], true, "{dialect} {origin} {code}");
                    let failure = &response["result"]["_meta"]["dev.candor/failure"];
                    let facts = (&failure["origin"], &failure["code"]);
                    assert_eq!(facts, (&json!(origin), &Value::from(code.name())), "{dialect}");
                }
            }
        }
    }
}

#[tokio::test]
async fn behind_a_guard_a_timeout_of_the_connection_has_the_documents_form() {
    let guard = Guard::new(Failing).with_policy(FailurePolicy::new().with_dialect(Dialect::JsonRpc));
    let response = Peer::of(guard).await.call("result", json!({"origin": "transport", "code": "timeout"})).await;
    let error = &response["error"];
    assert_eq!((&error["code"], &error["data"]["failure_mode"]), (&json!(-32603), &json!("timeout")), "{response:#}");
    assert_eq!(error["data"]["tool"], "result");
}

#[tokio::test]
async fn behind_a_guard_a_result_of_001_has_its_error_beside_the_members_of_the_protocol() {
    let policy = FailurePolicy::new().with_dialect(Dialect::ErrorModel);
    let guard = || Guard::new(Failing).with_policy(policy.clone());
    let peers = [Peer::under(policy.clone(), guard()), Peer::under(policy.clone(), guard().into_service())];
    for (peer, revision) in peers.into_iter().zip(["2025-06-18", "2025-11-25"]) {
        let mut peer = peer.opened(revision).await;
        for tool in ["result", "error", "typed"] {
            let arguments = json!({"origin": "upstream", "code": "dependency_failed", "reason": "order_not_found"});
            let response = peer.call(tool, arguments).await;
            let result = &response["result"];
            let error = &result["error"];
            assert_eq!((&error["code"], &error["retryable"]), (&json!(4001), &json!(true)), "{response:#}");
            assert_eq!(error["message"], "The order was not found on the shelf");
            assert_eq!(error["details"]["originalError"], "order_not_found", "the author's own identifier");
            let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
            assert_eq!(text, json!({"error": error}));
            // The schema of `typed` has no place for it.
            let structured = (tool != "typed").then_some(&text);
            assert_eq!(result.get("structuredContent"), structured, "{tool}");
            let read: ServerResult = serde_json::from_value(result.clone()).unwrap();
            assert!(matches!(read, ServerResult::CallToolResult(_)), "a client on rmcp reads it as before");
        }
    }
}

#[tokio::test]
async fn no_other_dialect_adds_a_member_to_the_result() {
    for &dialect in Dialect::ALL.iter().filter(|dialect| **dialect != Dialect::ErrorModel) {
        let policy = FailurePolicy::new().with_dialect(dialect);
        let guard = Guard::new(Failing).with_policy(policy.clone());
        let mut peer = Peer::under(policy, guard).opened("2025-11-25").await;
        let response = peer.call("result", json!({"origin": "upstream", "code": "dependency_failed"})).await;
        assert_eq!(response["result"].get("error"), None, "{dialect}: {response:#}");
        assert_eq!(response["result"]["isError"], true);
    }
}
