//! What a caller sent may be said to it, in every part of the answer; secrets never.

use super::peer::Peer;
use candor::disclose::Allowed;
use candor::outcome::Batch;
use candor::rmcp::{Guard, Json};
use candor::{Discretion, Failure, FailurePolicy};
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, ErrorCode, GetPromptRequestParams, GetPromptResponse, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig, Tool, object,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};

/// What the caller sends, and what it does not.
const OWN: &str = "/srv/shop/prices.csv";
const FOREIGN: &str = "/srv/shop/tax.csv";
const SECRET: &str = "hunter2-production";

/// A server that fails with both paths in all that it says.
#[derive(Clone)]
struct Telling;

fn both() -> String {
    format!("no {OWN}, but {FOREIGN} and {SECRET}")
}

impl ServerHandler for Telling {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(
            ServerCapabilities::builder()
                .enable_tools()
                .enable_prompts()
                .enable_resources()
                .enable_completions()
                .build(),
        )
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if page.is_some_and(|page| page.cursor.is_some()) {
            return Err(ErrorData::invalid_params(both(), None));
        }
        let tool = |name: &'static str| Tool::new(name, "Tells", object(json!({"type": "object"})));
        Ok(ListToolsResult::with_all_items(vec![
            tool("result"),
            tool("error"),
            tool("protocol"),
            tool("batch"),
            tool("panic"),
        ]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let data = json!({"path": OWN, "other": FOREIGN, "key": SECRET});
        match &*request.name {
            "error" => Err(ErrorData::internal_error(both(), Some(data))),
            "protocol" => Err(ErrorData::new(ErrorCode::INVALID_REQUEST, both(), Some(data))),
            "batch" => {
                let mut batch = Batch::new("count", "counted");
                batch.succeed(1);
                batch.fail("2", Failure::not_found(both()));
                Json(batch).into_call_tool_result()
            }
            _ => {
                let result = json!({
                    "isError": true,
                    "content": [
                        {"type": "text", "text": both()},
                        {"type": "resource_link", "uri": format!("file://{OWN}"), "name": OWN, "description": both()},
                        {"type": "resource", "resource": {"uri": format!("file://{OWN}"), "text": both()}},
                    ],
                    "structuredContent": {"seen": [OWN, FOREIGN], "why": both()},
                    "_meta": {"x/path": OWN, "x/other": FOREIGN, "x/why": both()},
                });
                Ok(CallToolResponse::Complete(serde_json::from_value::<CallToolResult>(result).unwrap()))
            }
        }
    }

    async fn read_resource(
        &self,
        _: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        Err(ErrorData::resource_not_found(both(), None))
    }

    async fn get_prompt(
        &self,
        _: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        Err(ErrorData::invalid_params(both(), None))
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::internal_error(both(), None))
    }

    async fn on_custom_request(
        &self,
        _: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(ErrorData::internal_error(both(), None))
    }
}

async fn peer() -> Peer {
    let policy = FailurePolicy::new().with_discretion(Discretion::new().with_secret(SECRET));
    Peer::of(Guard::new(Telling).with_policy(policy)).await
}

/// How often the path is in the value.
fn count(value: &Value, path: &str) -> usize {
    value.to_string().matches(path).count()
}

fn assert_only_its_own(answer: &Value) {
    assert_eq!((count(answer, FOREIGN), count(answer, SECRET)), (0, 0), "{answer:#}");
    assert!(count(answer, OWN) > 0, "{answer:#}");
}

#[tokio::test]
async fn all_parts_of_a_tools_failure_say_what_the_caller_sent_and_nothing_else() {
    let mut peer = peer().await;
    let sent = json!({"deep": [{"file": OWN}], "note": SECRET});
    for tool in ["result", "error", "protocol", "batch"] {
        let answer = peer.call(tool, sent.clone()).await;
        assert_only_its_own(&answer);
    }
    let answer = peer.call("result", sent).await;
    let result = &answer["result"];
    assert_eq!(result["_meta"]["x/path"], OWN);
    assert_eq!(result["_meta"]["x/other"], "[path]");
    assert_eq!(result["_meta"]["dev.candor/failure"]["details"]["structured_content"]["seen"], json!([OWN, "[path]"]));
    assert_eq!(result["content"][1]["uri"], format!("file://{OWN}"));
    assert_eq!(result["content"][2]["resource"]["text"], format!("no {OWN}, but [path] and [redacted]"));
}

#[tokio::test]
async fn every_other_request_is_answered_with_what_it_sent_and_nothing_else() {
    let mut peer = peer().await;
    let requests = [
        ("resources/read", json!({"uri": format!("file://{OWN}")})),
        ("prompts/get", json!({"name": "x", "arguments": {"file": OWN}})),
        (
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": "x"}, "argument": {"name": "file", "value": OWN}}),
        ),
        ("tools/list", json!({"cursor": OWN})),
        ("shop/count", json!({"file": OWN})),
    ];
    for (method, params) in requests {
        let answer = peer.request(method, params).await;
        assert!(answer["error"].is_object(), "{answer:#}");
        assert_only_its_own(&answer);
    }
}

#[tokio::test]
async fn what_another_call_sent_is_not_said() {
    let mut peer = peer().await;
    peer.call("result", json!({"file": OWN})).await;
    for tool in ["result", "error", "protocol", "batch"] {
        let answer = peer.call(tool, json!({"file": "/srv/shop/other.csv"})).await;
        assert_eq!(count(&answer, OWN), 0, "{answer:#}");
    }
}

#[tokio::test]
async fn the_operators_roots_stay_open_whatever_the_caller_sends() {
    let discretion = Discretion::new().with_secret(SECRET).allowing(Allowed::new().with_root("/srv/shop"));
    let policy = FailurePolicy::new().with_discretion(discretion);
    let mut peer = Peer::of(Guard::new(Telling).with_policy(policy)).await;
    for sent in [json!({}), json!({"file": "a/b"}), json!({"file": "/etc/app/x.toml"})] {
        let answer = peer.call("result", sent).await;
        assert!(count(&answer, OWN) > 0 && count(&answer, FOREIGN) > 0, "{answer:#}");
        assert_eq!(count(&answer, SECRET), 0, "{answer:#}");
    }
}
