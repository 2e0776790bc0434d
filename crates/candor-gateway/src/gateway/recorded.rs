//! Every call is recorded, whatever becomes of it (003, rule 4).

use super::Gateway;
use crate::caller::Caller;
use crate::context::{CallObserver, CallOutcome, ExecutionContext, FailureFacts};
use http::request::Parts;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestMethod, CompleteRequestParams, CompleteResult,
    CustomRequest, CustomResult, DiscoverResult, InitializeRequestParams, InitializeResult, ListPromptsRequestMethod,
    ListPromptsResult, ListResourceTemplatesRequestMethod, ListResourceTemplatesResult, ListResourcesRequestMethod,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use std::borrow::Cow;
use std::sync::Arc;

/// A service whose calls are recorded. It is around the guard, so that it sees what the guard refuses, too.
#[derive(Clone)]
pub(crate) struct Recorded<S> {
    inner: S,
    gateway: Gateway,
}

impl<S> Recorded<S> {
    pub(super) fn new(inner: S, gateway: Gateway) -> Recorded<S> {
        Recorded { inner, gateway }
    }

    pub(crate) fn inner(&self) -> &S {
        &self.inner
    }
}

/// Only what the gateway has is passed on; anything else but `ping` is refused.
impl<S: ServerHandler> ServerHandler for Recorded<S> {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        mut context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let head = context.extensions.get::<Parts>();
        let caller = head.and_then(|head| head.extensions.get::<Caller>()).map(|caller| caller.name.clone());
        let of_head = || head.and_then(|head| head.headers.get("traceparent")?.to_str().ok());
        let traceparent = context.meta.get_traceparent().or_else(of_head).map(ToOwned::to_owned);
        let execution = ExecutionContext::new(context.id.to_string(), caller, traceparent, request.name.to_string());
        if let Some(service) = self.gateway.service_of(&request.name) {
            execution.note(|facts| facts.upstream = Some(service));
        }
        context.extensions.insert(execution.clone());
        let token = context.ct.clone();
        let mut open = OpenCall::begin(&self.gateway, execution.clone());
        let answer = self.inner.call_tool(request, context).await;
        open.end(if token.is_cancelled() { CallOutcome::Cancelled } else { outcome(&execution, &answer) });
        answer
    }

    fn get_info(&self) -> ServerConfig {
        self.inner.get_info()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.inner.supported_protocol_versions()
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        self.inner.initialize(request, context).await
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        self.inner.discover(context).await
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.inner.list_tools(request, context).await
    }

    fn get_tool(&self, _: &str) -> Option<Tool> {
        // It is only asked for what headers repeat of the arguments, which no tool of a document wants, and it is not said for whom:
        // a tool that is hidden from the caller must not show.
        None
    }

    // What is not announced is refused: rmcp would answer with empty lists, which say that it is there.

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourcesRequestMethod>())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourceTemplatesRequestMethod>())
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        self.inner.on_custom_request(request, context).await
    }
}

/// A call that has not been sealed. If it is dropped, its caller has gone away.
pub(crate) struct OpenCall<'a> {
    execution: Option<ExecutionContext>,
    observers: &'a [Arc<dyn CallObserver>],
}

impl OpenCall<'_> {
    /// The call begins, and the gateway's observers are told.
    pub(crate) fn begin(gateway: &Gateway, execution: ExecutionContext) -> OpenCall<'_> {
        let observers = gateway.observers();
        for observer in observers {
            observer.began(&execution);
        }
        OpenCall { execution: Some(execution), observers }
    }

    /// It has ended so.
    pub(crate) fn end(&mut self, outcome: CallOutcome) {
        let Some(execution) = self.execution.take() else { return };
        let record = execution.seal(outcome);
        for observer in self.observers {
            observer.sealed(&record);
        }
    }
}

impl Drop for OpenCall<'_> {
    fn drop(&mut self) {
        self.end(CallOutcome::Cancelled);
    }
}

/// How the call ended, as its answer says. A failure that the guard has found itself is read from it.
fn outcome(execution: &ExecutionContext, answer: &Result<CallToolResponse, ErrorData>) -> CallOutcome {
    let read = match answer {
        Ok(CallToolResponse::Complete(result)) if result.is_error == Some(true) => {
            execution.failure().or_else(|| candor::rmcp::read(result).as_ref().map(FailureFacts::of))
        }
        Ok(_) => return CallOutcome::Succeeded,
        Err(error) => candor::rmcp::read(error).as_ref().map(FailureFacts::of),
    };
    CallOutcome::Failed(read.unwrap_or_else(FailureFacts::unknown))
}
