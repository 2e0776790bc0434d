//! The tools of what is behind a guard, whether that is a handler or a service.

#![expect(clippy::wildcard_enum_match_arm, reason = "rmcp adds requests and results; what is not named here passes")]

use super::context_copy::copy_of;
use crate::Failure;
use crate::capture::catch_panic_async;
use crate::failure::Retry;
use ::rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResponse, ClientRequest, ListToolsRequest, ListToolsResult,
    PaginatedRequestParams, ServerResult, Tool,
};
use ::rmcp::service::{MaybeSendFuture, RequestContext};
use ::rmcp::{ErrorData, RoleServer, ServerHandler, Service};
use std::time::Duration;

/// How many pages of tools are read: a server that never stops listing must not hold up a call.
const MOST_PAGES: usize = 100;

/// A server whose tools can be listed and called.
pub(super) trait ToolServer {
    /// The tool, if the server knows it without listing all.
    fn known_tool(&self, name: &str) -> Option<Tool>;

    /// One page of the list of tools.
    fn tool_page(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<ListToolsResult, ErrorData>> + MaybeSendFuture;

    /// Runs a tool.
    fn run_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + MaybeSendFuture;
}

/// Tools, as far as they can be listed.
pub(super) struct Listed {
    pub(super) tools: Vec<Tool>,
    pub(super) end: ListEnd,
}

/// How a list of tools ended.
#[derive(Debug, Clone, Copy)]
pub(super) enum ListEnd {
    /// There are no other tools, as far as the server says.
    Complete,
    /// There may be others; this is the retry of what it failed with.
    Failed(Retry),
}

/// Why tools could not be listed.
pub(super) enum NotListed {
    Error(ErrorData),
    Panic(Failure),
    /// It has more pages than are read.
    TooLong(usize),
    /// It took longer than this.
    TooSlow(Duration),
}

/// All tools, page by page; `failed` is called if a page does not come, and says what that means.
pub(super) async fn listed_tools(
    server: &impl ToolServer,
    context: &RequestContext<RoleServer>,
    failed: impl Fn(NotListed) -> ListEnd,
) -> Listed {
    let mut tools = Vec::new();
    let mut page = None;
    for _ in 0..MOST_PAGES {
        let listed = match catch_panic_async(server.tool_page(page, copy_of(context))).await {
            Ok(Ok(listed)) => listed,
            Ok(Err(error)) => return Listed { tools, end: failed(NotListed::Error(error)) },
            Err(panic) => return Listed { tools, end: failed(NotListed::Panic(panic)) },
        };
        tools.extend(listed.tools);
        let Some(cursor) = listed.next_cursor else { return Listed { tools, end: ListEnd::Complete } };
        page = Some(PaginatedRequestParams::default().with_cursor(Some(cursor)));
    }
    Listed { tools, end: failed(NotListed::TooLong(MOST_PAGES)) }
}

/// The tools of a handler.
pub(super) struct HandlerTools<'a, H>(pub(super) &'a H);

impl<H: ServerHandler> ToolServer for HandlerTools<'_, H> {
    fn known_tool(&self, name: &str) -> Option<Tool> {
        self.0.get_tool(name)
    }

    async fn tool_page(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.0.list_tools(page, context).await
    }

    async fn run_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.0.call_tool(request, context).await
    }
}

/// The tools of a service.
pub(super) struct ServiceTools<'a, S>(pub(super) &'a S);

impl<S: Service<RoleServer>> ToolServer for ServiceTools<'_, S> {
    fn known_tool(&self, _: &str) -> Option<Tool> {
        None
    }

    async fn tool_page(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let request = ListToolsRequest { params: page, ..ListToolsRequest::default() };
        match self.0.handle_request(ClientRequest::ListToolsRequest(request), context).await? {
            ServerResult::ListToolsResult(listed) => Ok(listed),
            _ => Ok(ListToolsResult::default()),
        }
    }

    async fn run_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match self.0.handle_request(ClientRequest::CallToolRequest(CallToolRequest::new(request)), context).await? {
            ServerResult::CallToolResult(result) => Ok(CallToolResponse::Complete(result)),
            ServerResult::InputRequiredResult(result) => Ok(CallToolResponse::InputRequired(result)),
            ServerResult::CreateTaskResult(result) => Ok(CallToolResponse::Task(result)),
            _ => Err(ErrorData::internal_error("The service answered a tool call with a result of another type", None)),
        }
    }
}
