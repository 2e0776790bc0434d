//! What a server on `rmcp` costs without any of Candor: `cargo xtask load` measures it beside the gateway.
//!
//! ```text
//! bare_rmcp (--http ADDRESS [--sessions] | --stdio)
//! ```
//!
//! Over HTTP, its first line on standard error is the address; the endpoint is `/mcp` there. Its one tool, `get_item`, answers with a
//! constant as long as what the API answers.

use axum::Router;
use axum::serve::ListenerExt;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, object,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::json;
use std::error::Error;
use std::io::Write;
use std::sync::Arc;
use tokio::net::TcpListener;

#[derive(Clone)]
struct Bare;

impl ServerHandler for Bare {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("bare", "1"))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = json!({"type": "object", "properties": {"sku": {"type": "string"}}});
        Ok(ListToolsResult::with_all_items(vec![Tool::new("get_item", "Shows an item", object(schema))]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name != "get_item" {
            return Err(ErrorData::invalid_params(format!("Unknown tool: {}", request.name), None));
        }
        let item = json!({"sku": "TEA-1", "description": "Picked by hand. ".repeat(64)});
        let mut result = CallToolResult::success(vec![ContentBlock::text(item.to_string())]);
        result.structured_content = Some(item);
        Ok(result.into())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if arguments == ["--stdio"] {
        Bare.serve(rmcp::transport::stdio()).await?.waiting().await?;
        return Ok(());
    }
    let (address, has_sessions) = match arguments.as_slice() {
        ["--http", address] => (*address, false),
        ["--http", address, "--sessions"] => (*address, true),
        _ => return Err("bare_rmcp (--http ADDRESS [--sessions] | --stdio)".into()),
    };
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(has_sessions).with_json_response(true);
    let service = StreamableHttpService::new(|| Ok(Bare), Arc::new(LocalSessionManager::default()), config);
    let listener = TcpListener::bind(address).await?;
    writeln!(std::io::stderr(), "bare_rmcp: serving at http://{}/mcp", listener.local_addr()?)?;
    let listener = listener.tap_io(|stream| {
        // Without it an answer is late, and not wrong.
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, Router::new().route_service("/mcp", service)).await?)
}
