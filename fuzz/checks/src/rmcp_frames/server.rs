//! A small server whose tools succeed, fail, wait, and never end, without work of their own.

use candor::rmcp::Guard;
use candor::{Contract, FailurePolicy};
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, JsonObject, ListToolsResult,
    PaginatedRequestParams, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// What is in errors of the server and must not be in its answers.
pub(super) const PASSWORD: &str = "Tr0ub4dor-3";
/// How long a tool may take: less than `rmcp` waits for answers when a client has gone.
const DEADLINE: Duration = Duration::from_secs(2);

static GUARD: LazyLock<Guard<Desk>> = LazyLock::new(|| {
    Guard::new(Desk)
        .with_policy(FailurePolicy::new().with_secret(PASSWORD))
        .with_deadline(DEADLINE)
        .with_contract::<Refused>("count")
});

/// The server, for one connection.
pub(super) fn guarded() -> Guard<impl ServerHandler + Clone> {
    GUARD.clone()
}

/// What `count` can fail with.
#[derive(Debug, Contract)]
enum Refused {
    /// There is nothing to count.
    #[failure(code = Conflict, message = "There is nothing to count", recovery = "Send a text of some length.")]
    Empty,
}

#[derive(Clone)]
struct Desk;

impl ServerHandler for Desk {
    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(["count", "hold", "lose", "rest"].map(tool).into()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let text = request.arguments.as_ref().and_then(|arguments| arguments.get("text")).and_then(Value::as_str);
        let result = match (request.name.as_ref(), text) {
            ("count", Some("")) => return Refused::Empty.into_call_tool_result(),
            ("count", text) => CallToolResult::success(vec![ContentBlock::text(text.map_or(0, str::len).to_string())]),
            // Until the deadline, or for good.
            ("hold", _) => std::future::pending().await,
            ("rest", _) => {
                tokio::time::sleep(DEADLINE / 2).await;
                CallToolResult::success(Vec::new())
            }
            (_, Some(_)) => CallToolResult::error(vec![ContentBlock::text(lost())]),
            (_, None) => return Err(ErrorData::internal_error(lost(), None)),
        };
        Ok(CallToolResponse::Complete(result))
    }
}

fn lost() -> String {
    format!("connect ECONNREFUSED 10.0.0.7:5432 for postgres://desk:{PASSWORD}@db/orders")
}

fn tool(name: &'static str) -> Tool {
    let schema: Value = json!({
        "type": "object",
        "properties": {"text": {"type": "string", "maxLength": 20}, "times": {"type": "integer", "minimum": 1}},
        "additionalProperties": false,
    });
    let schema: JsonObject = schema.as_object().cloned().unwrap_or_default();
    Tool::new(name, "A tool", Arc::new(schema))
}
