//! The gateway as a handler of `rmcp`, behind the guard: what is called here exists, and its arguments fit.

use super::Gateway;
use crate::call::carry_out;
use crate::context::ExecutionContext;
use crate::reply::reply;
use candor::{Code, Failure, reason};
use http::HeaderMap;
use http::request::Parts;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, Cursor, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};

/// How long a client may keep a list of tools, in milliseconds.
const LIST_TTL: u64 = 60_000;

impl ServerHandler for Gateway {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = Implementation::new("candor-gateway", env!("CARGO_PKG_VERSION"));
        info
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let start = match request.and_then(|page| page.cursor) {
            Some(cursor) => self.start_of(&cursor).ok_or_else(unknown_cursor)?,
            None => 0,
        };
        let page = self.0.entries.iter().skip(start).take(self.0.page_size);
        let mut result = ListToolsResult::with_all_items(page.map(super::Entry::listed).collect());
        let end = start.saturating_add(self.0.page_size);
        result.next_cursor = self.0.entries.get(end).map(|next| cursor_to(next.name()));
        result.ttl_ms = Some(LIST_TTL);
        result.cache_scope = Some(CacheScope::Private);
        Ok(result)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.entry(name).map(super::Entry::listed)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(entry) = self.entry(&request.name) else { return Err(unknown_tool(&request.name).into()) };
        let known = context.extensions.get::<ExecutionContext>().cloned();
        let call = known
            .unwrap_or_else(|| ExecutionContext::new(context.id.to_string(), None, None, request.name.to_string()));
        let none = HeaderMap::new();
        let headers = context.extensions.get::<Parts>().map_or(&none, |parts| &parts.headers);
        let arguments = request.arguments.unwrap_or_default();
        match carry_out(&entry.target, &arguments, &call, headers).await {
            Ok(judged) => Ok(CallToolResponse::Complete(reply(entry.target.tool(), judged))),
            Err(failure) => failure.into_call_tool_result(),
        }
    }
}

impl Gateway {
    /// Where the page begins that a cursor names. A cursor is the name of the first tool, so that it means the same in every process.
    fn start_of(&self, cursor: &Cursor) -> Option<usize> {
        let name = cursor.strip_prefix(CURSOR)?;
        self.0.by_name.get(name).copied()
    }
}

/// What a cursor begins with, so that a client does not take it for a name.
const CURSOR: &str = "from:";

fn cursor_to(name: &str) -> Cursor {
    format!("{CURSOR}{name}")
}

fn unknown_cursor() -> ErrorData {
    Failure::invalid_params("The cursor is not one of this list")
        .with_reason(reason!("unknown_cursor"))
        .with_field("cursor")
        .with_recovery("List the tools from the start, without a cursor.")
        .into()
}

/// The guard has not let a call of such a tool pass; a configuration that has changed meanwhile can.
fn unknown_tool(name: &str) -> Failure {
    Failure::new(Code::NotFound, format!("There is no tool {name} any more"))
        .with_reason(reason!("unknown_tool"))
        .with_recovery("List the tools again, and call one of them.")
}
