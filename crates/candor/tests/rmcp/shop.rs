//! A server with a tool for every kind of failure.

use candor::{Contract, Failure, OrFail};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResult, ContentBlock, ErrorCode, GetPromptRequestParams, GetPromptResponse, ImageContent, MetaObject,
    ReadResourceRequestParams, ReadResourceResponse, ResourceContents, ServerCapabilities, ServerConfig, object,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, Json, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The password in the errors of this server's database.
pub(crate) const PASSWORD: &str = "Tr0ub4dor-3";

#[derive(Clone, Default)]
pub(crate) struct Shop {
    /// How many tools have run.
    pub(crate) runs: Arc<AtomicUsize>,
    /// How many slow tools have come to their end.
    pub(crate) finished: Arc<AtomicUsize>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Purchase {
    pub(crate) sku: String,
    #[schemars(range(min = 1, max = 100))]
    pub(crate) quantity: u32,
    #[serde(default)]
    pub(crate) note: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Case {
    pub(crate) case: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Receipt {
    pub(crate) total: u32,
}

/// What `buy` can fail with.
#[derive(Debug, Contract)]
pub(crate) enum Buy {
    /// The shelf holds fewer than were asked for.
    #[failure(code = Conflict, message = "Only {left} of {sku} are left", retry_after = "30s",
              recovery = "Buy at most {left}, or wait for the next delivery.")]
    OutOfStock {
        sku: String,
        left: u32,
        #[failure(private)]
        shelf: &'static str,
    },

    /// Whatever the database reported.
    #[failure(transparent)]
    Database(#[from] Failure),
}

#[tool_router]
impl Shop {
    #[tool(description = "Buys something", meta = candor::rmcp::contract::<Buy>())]
    async fn buy(&self, Parameters(purchase): Parameters<Purchase>) -> Result<Json<Receipt>, Buy> {
        self.runs.fetch_add(1, Ordering::SeqCst);
        match purchase.sku.as_str() {
            "gone" => Err(Buy::OutOfStock { sku: purchase.sku, left: 2, shelf: "B-17" }),
            "lost" => {
                let error = std::io::Error::other(format!("postgres://shop:{PASSWORD}@db.internal/orders: SELECT 1"));
                Err(error).or_fail("placing the order")?
            }
            _ => Ok(Json(Receipt { total: purchase.quantity * 3 + purchase.note.map_or(0, |_| 1) })),
        }
    }

    #[tool(description = "Fails with a failure and no contract")]
    async fn plain_failure(&self) -> Result<CallToolResult, Failure> {
        Err(Failure::entity_not_found("Order", "17").with_private("shelf", "B-17"))
    }

    #[tool(description = "Fails as handlers do that do not use Candor")]
    async fn foreign(&self, Parameters(Case { case }): Parameters<Case>) -> Result<CallToolResult, ErrorData> {
        let dsn = format!("postgres://shop:{PASSWORD}@db.internal/orders");
        match case.as_str() {
            "text" => Ok(CallToolResult::error(vec![ContentBlock::text(format!("connection refused: {dsn}"))])),
            "words" => Ok(CallToolResult::error(vec![ContentBlock::text("the gnomes have gone home")])),
            "vague" => Ok(CallToolResult::error(vec![ContentBlock::text("Error: Something went wrong!")])),
            "vague input" => Ok(CallToolResult::error(vec![ContentBlock::text("Invalid input")])),
            "vague error" => Err(ErrorData::internal_error("Internal error", None)),
            "vague params" => Err(ErrorData::invalid_params("Invalid params", None)),
            "vague dialect" => Ok(CallToolResult::structured_error(json!({"error": {
                "code": -32603, "message": "An error occurred", "data": {"reason": "till_jammed"}}}))),
            "own code" => Ok(CallToolResult::structured_error(json!({"success": false, "error": "No user 'usr_999'",
                "data": {"error_code": "USER_NOT_FOUND"}}))),
            "own code and retry" => {
                Ok(CallToolResult::structured_error(json!({"success": false, "error": "Come back",
                "data": {"error_code": "TOO_MANY_REQUESTS", "retry": {"retryable": true, "safe": "always"}}})))
            }
            "own code, throttled" => {
                Ok(CallToolResult::structured_error(json!({"success": false, "error": "Come back",
                "data": {"error_code": "TOO_MANY_REQUESTS"}})))
            }
            "silent" => Ok(CallToolResult::error(Vec::new())),
            "image" => Ok(CallToolResult::error(vec![
                ContentBlock::text("rate limit exceeded"),
                ContentBlock::image("aGVsbG8=", "image/png"),
            ])),
            "film" => {
                let frame = || ContentBlock::image("A".repeat(700_000), "image/png");
                let blob = ResourceContents::blob("A".repeat(2_000_000), "file:///film").with_mime_type("video/mp4");
                let last = ContentBlock::image("A".repeat(400_000), "image/SECRET=1");
                Ok(CallToolResult::error(vec![
                    ContentBlock::text("rate limit exceeded"),
                    frame(),
                    frame(),
                    ContentBlock::audio("A".repeat(30_000_000), "audio/wav"),
                    ContentBlock::resource(blob),
                    frame(),
                    last,
                    ContentBlock::image("aGVsbG8=", "image/png"),
                ]))
            }
            "decorated" => {
                let mut image = ImageContent::new("aGVsbG8=", "image/png");
                image.meta = Some(MetaObject(object(json!({"dsn": dsn}))));
                let blocks = vec![ContentBlock::text("rate limit exceeded"), ContentBlock::Image(image)];
                let meta = json!({"x/auth": {"password": PASSWORD, "note": "goes with it"}, "progress": 3});
                Ok(CallToolResult::error(blocks).with_meta(Some(MetaObject(object(meta)))))
            }
            "invalid request" => Err(ErrorData::invalid_request("bad", Some(json!({"password": PASSWORD, "page": 2})))),
            "structured" => Ok(CallToolResult::structured_error(json!({"status": "bad", "dsn": dsn}))),
            "problem" => Ok(CallToolResult::structured_error(json!({
                "type": "https://mcp.example.com/problems/not-found", "title": "Resource Not Found", "status": 404,
                "detail": "Order 17 is gone", "instance": "urn:uuid:a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e"}))),
            "envelope in a success" => Ok(CallToolResult::structured(json!({"success": false,
                "data": {"error_code": "RESOURCE_NOT_FOUND"}, "error": format!("No shelf in {dsn}"),
                "meta": {"version": "response-v2"}}))),
            "internal" => Err(ErrorData::internal_error(format!("cannot reach {dsn}: connection refused"), None)),
            "params" => Err(ErrorData::invalid_params("query must not be empty", Some(json!({"hint": dsn})))),
            "custom" => Err(ErrorData::new(ErrorCode(-31999), "the till is jammed", None)),
            "capability" => Err(ErrorData::new(
                ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
                format!("sampling is needed ({dsn})"),
                Some(json!({"requiredCapabilities": {"sampling": {}}, "dsn": dsn})),
            )),
            "echo path" => {
                Ok(CallToolResult::error(vec![ContentBlock::text("ENOENT: no such file /srv/shop/live.toml")]))
            }
            _ => Ok(CallToolResult::success(vec![ContentBlock::text("fine")])),
        }
    }

    #[tool(description = "Panics")]
    async fn boom(&self) -> String {
        let secret = format!("password={PASSWORD}");
        panic!("{secret}");
    }

    #[tool(description = "Takes a minute")]
    async fn slow(&self) -> String {
        tokio::time::sleep(Duration::from_secs(60)).await;
        self.finished.fetch_add(1, Ordering::SeqCst);
        "done".to_owned()
    }

    #[tool(description = "Takes a minute to look something up", annotations(read_only_hint = true))]
    async fn slow_look(&self) -> String {
        tokio::time::sleep(Duration::from_secs(60)).await;
        "done".to_owned()
    }

    #[tool(description = "Returns what its schema forbids", output_schema = receipt_schema())]
    async fn misshapen(&self, Parameters(Case { case }): Parameters<Case>) -> CallToolResult {
        match case.as_str() {
            "wrong" => CallToolResult::structured(json!({"total": format!("password={PASSWORD}")})),
            "none" => CallToolResult::success(vec![ContentBlock::text("three")]),
            _ => CallToolResult::structured(json!({"total": 3})),
        }
    }
}

fn receipt_schema() -> Arc<rmcp::model::JsonObject> {
    rmcp::handler::server::tool::schema_for_type::<Receipt>()
}

#[tool_handler]
impl ServerHandler for Shop {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_prompts().build())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match request.uri.as_str() {
            "note://boom" => panic!("password={PASSWORD}"),
            "note://contract" => Err(Buy::OutOfStock { sku: "pen".to_owned(), left: 1, shelf: "B-17" })?,
            "note://foreign" => {
                Err(ErrorData::resource_not_found(format!("no row in /srv/shop/db, password={PASSWORD}"), None))
            }
            uri => Err(Failure::not_found("There is no such note").with_uri(uri))?,
        }
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        Err(ErrorData::new(ErrorCode(-32001), format!("no prompt {} at /srv/shop/prompts", request.name), None))
    }
}

/// A value's text, for searching it as a whole.
pub(crate) fn text(value: &Value) -> String {
    value.to_string()
}
