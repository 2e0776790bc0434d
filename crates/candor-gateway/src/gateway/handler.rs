//! The gateway as a handler of `rmcp`, behind the guard: what is called here exists, and its arguments fit.

use super::Gateway;
use crate::admit::is_shown;
use crate::call::carry_out;
use crate::context::ExecutionContext;
use crate::reply::reply;
use crate::send::AnswerShare;
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
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // Only what the caller may see is counted, so that a cursor tells nothing of the rest.
        let shown = || self.0.entries.iter().filter(|entry| is_shown(entry.name(), &context));
        let count = shown().count();
        let start = match request.and_then(|page| page.cursor) {
            Some(cursor) => start_of(&cursor).filter(|start| *start < count).ok_or_else(unknown_cursor)?,
            None => 0,
        };
        let page = shown().skip(start).take(self.0.page_size);
        let mut result = ListToolsResult::with_all_items(page.map(super::Entry::listed).collect());
        let end = start.saturating_add(self.0.page_size);
        result.next_cursor = (end < count).then(|| format!("{CURSOR}{end}"));
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
        let head = context.extensions.get::<Parts>();
        let headers = head.map_or(&none, |head| &head.headers);
        let arguments = request.arguments.unwrap_or_default();
        match carry_out(&entry.target, &arguments, &call, headers).await {
            Ok(mut judged) => {
                if let Some(answer) = head.and_then(|head| head.extensions.get::<AnswerShare>()) {
                    answer.keep(std::mem::take(&mut judged.share));
                }
                // Whatever an earlier attempt failed with, it is not what becomes of the call.
                call.note(|facts| facts.failure = None);
                Ok(CallToolResponse::Complete(reply(entry.target.tool(), judged)))
            }
            Err(failure) => failure.into_call_tool_result(),
        }
    }
}

/// What a cursor begins with: how many tools come before the page, of those that the caller sees.
const CURSOR: &str = "after:";

/// Where the page begins that a cursor names. It means the same in every process with the same configuration.
fn start_of(cursor: &Cursor) -> Option<usize> {
    cursor.strip_prefix(CURSOR)?.parse().ok()
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
