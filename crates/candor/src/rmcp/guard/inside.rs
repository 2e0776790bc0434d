//! What a guard needs of what it guards: the same of a handler and of a service.

#![expect(clippy::wildcard_enum_match_arm, reason = "rmcp adds requests and results; what is not named here passes")]

use crate::capture::catch_panic_async;
use ::rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResponse, ClientRequest, ListToolsRequest, ListToolsResult,
    PaginatedRequestParams, ServerResult, Tool,
};
use ::rmcp::service::{MaybeSendFuture, RequestContext};
use ::rmcp::{ErrorData, RoleServer, ServerHandler, Service};

/// How many pages of tools are read, lest a server that never stops listing hold up a call.
const MOST_PAGES: usize = 100;

pub(super) trait Inside {
    /// The tool, if it can be told without asking for the list.
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
    /// Whether there are no others.
    pub(super) is_complete: bool,
}

/// All tools, page by page.
pub(super) async fn listed_tools(inside: &impl Inside, context: &RequestContext<RoleServer>) -> Listed {
    let mut tools = Vec::new();
    let mut page = None;
    for _ in 0..MOST_PAGES {
        let Ok(Ok(listed)) = catch_panic_async(inside.tool_page(page, context.clone())).await else { break };
        tools.extend(listed.tools);
        let Some(cursor) = listed.next_cursor else { return Listed { tools, is_complete: true } };
        page = Some(PaginatedRequestParams::default().with_cursor(Some(cursor)));
    }
    Listed { tools, is_complete: false }
}

/// A handler.
pub(super) struct OfHandler<'a, H>(pub(super) &'a H);

impl<H: ServerHandler> Inside for OfHandler<'_, H> {
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

/// A service.
pub(super) struct OfService<'a, S>(pub(super) &'a S);

impl<S: Service<RoleServer>> Inside for OfService<'_, S> {
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
            _ => Err(ErrorData::internal_error("the service answered a tool call with another kind of result", None)),
        }
    }
}
