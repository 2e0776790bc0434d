//! The guard around a service that is not a handler.

#![expect(clippy::wildcard_enum_match_arm, reason = "rmcp adds requests and results; what is not named here passes")]

use super::admit;
use super::context_copy::copy_beside;
use super::contracts;
use super::disclose::disclose;
use super::flow;
use super::reply;
use super::request_info::RequestInfo;
use super::sent;
use super::state::GuardState;
use super::success;
use super::task;
use super::tool_server::ServiceTools;
use crate::render::Revision;
use crate::rmcp::revision_of;
use ::rmcp::model::{CallToolResponse, ClientNotification, ClientRequest, ProtocolVersion, ServerConfig, ServerResult};
use ::rmcp::service::{NotificationContext, RequestContext};
use ::rmcp::{ErrorData, RoleServer, Service};
use std::borrow::Cow;

/// A service behind a guard; [`Guard::into_service`](super::Guard::into_service) makes one.
pub struct GuardedService<S> {
    service: S,
    state: GuardState,
}

impl<S> GuardedService<S> {
    pub(super) fn new(service: S, state: GuardState) -> GuardedService<S> {
        GuardedService { service, state }
    }
}

/// Without the service, which need not be printable.
impl<S> std::fmt::Debug for GuardedService<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GuardedService").finish_non_exhaustive()
    }
}

impl<S: Service<RoleServer>> Service<RoleServer> for GuardedService<S> {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        match request {
            ClientRequest::CallToolRequest(request) => {
                let is_old = revision_of(&context) < Revision::V2026_07_28;
                let mut response =
                    flow::call_tool(&self.state, &ServiceTools(&self.service), request.params, context).await?;
                if let CallToolResponse::Complete(result) = &mut response
                    && is_old
                {
                    // The service below has seen to it for its own results; ours are made after it.
                    result.result_type = None;
                }
                Ok(ServerResult::from(response))
            }
            request => self.other(request, context).await,
        }
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let work = async {
            let _ = self.service.handle_notification(notification, context).await;
        };
        flow::notification(&self.state, "a notification", work).await;
        Ok(())
    }

    fn get_info(&self) -> ServerConfig {
        let mut info = flow::ask(&self.state, "initialize", || self.service.get_info(), ServerConfig::default);
        contracts::announce(&self.state, &mut info.capabilities);
        info
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        flow::ask(
            &self.state,
            "supported_protocol_versions",
            || self.service.supported_protocol_versions(),
            || Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS),
        )
    }
}

impl<S: Service<RoleServer>> GuardedService<S> {
    /// Every request but a call of a tool.
    async fn other(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        if let ClientRequest::CustomRequest(custom) = &request {
            if let Some((info, failed)) = admit::malformed(custom, &context) {
                return Err(reply::to_request(&self.state, &info, disclose(&self.state, &info, failed)));
            }
            let (method, sent) = (custom.method.clone(), sent::params(custom));
            let handle = async |context| self.service.handle_request(request, context).await;
            return admit::custom_request(&self.state, &method, sent, context, handle).await;
        }
        let info = RequestInfo::of(name_of(&request), &context);
        let info = match (&request, uri_of(&request)) {
            (ClientRequest::GetPromptRequest(_), _) => info.for_prompt().having_sent(sent::request(&request)),
            (_, Some(uri)) => info.for_resource(uri.to_owned()),
            (_, None) => info.having_sent(sent::request(&request)),
        };
        let handle = async |context: RequestContext<RoleServer>| self.handled(request, context).await;
        let result = flow::request(&self.state, &info, context, handle).await?;
        Ok(match result {
            ServerResult::GetTaskResult(result) => ServerResult::GetTaskResult(flow::leaving(
                &self.state,
                &info,
                task::finished(&self.state, &info, result),
            )?),
            result => result,
        })
    }

    async fn handled(
        &self,
        request: ClientRequest,
        mut context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        let (state, server) = (&self.state, ServiceTools(&self.service));
        let uri = uri_of(&request).map(ToOwned::to_owned);
        if let (ClientRequest::ReadResourceRequest(_), Some(uri)) = (&request, &uri)
            && let Some(contract) = contracts::read(state, &server, uri, &context).await?
        {
            return Ok(ServerResult::from(contract));
        }
        let copy = copy_beside(&mut context);
        let result = self.service.handle_request(request, context).await;
        let context = copy;
        let mut result = result.map_err(|error| match &uri {
            Some(uri) => contracts::no_such_resource(state, error, uri),
            None => error,
        })?;
        match &mut result {
            ServerResult::InitializeResult(result) => {
                contracts::learn(state, &server, &context).await;
                contracts::announce(state, &mut result.capabilities);
            }
            ServerResult::DiscoverResult(result) => {
                contracts::learn(state, &server, &context).await;
                contracts::announce(state, &mut result.capabilities);
            }
            ServerResult::ListToolsResult(listed) => {
                state.settings().tool_filter.retain(&mut listed.tools, &context);
                contracts::add_to_tools(state, listed);
                success::announce(state, &mut listed.tools);
            }
            ServerResult::ListResourcesResult(listed) => {
                contracts::add_to_resources(state, &server, listed, &context).await;
            }
            ServerResult::ListResourceTemplatesResult(listed) => {
                contracts::add_to_templates(state, &server, listed, &context).await;
            }
            _ => {}
        }
        Ok(result)
    }
}

/// The method of a request that is one of the protocol's.
fn name_of(request: &ClientRequest) -> &'static str {
    match request {
        ClientRequest::PingRequest(_) => "ping",
        ClientRequest::InitializeRequest(_) => "initialize",
        ClientRequest::DiscoverRequest(_) => "server/discover",
        ClientRequest::CompleteRequest(_) => "completion/complete",
        ClientRequest::SetLevelRequest(_) => "logging/setLevel",
        ClientRequest::GetPromptRequest(_) => "prompts/get",
        ClientRequest::ListPromptsRequest(_) => "prompts/list",
        ClientRequest::ListResourcesRequest(_) => "resources/list",
        ClientRequest::ListResourceTemplatesRequest(_) => "resources/templates/list",
        ClientRequest::ReadResourceRequest(_) => "resources/read",
        ClientRequest::SubscriptionsListenRequest(_) => "subscriptions/listen",
        ClientRequest::SubscribeRequest(_) => "resources/subscribe",
        ClientRequest::UnsubscribeRequest(_) => "resources/unsubscribe",
        ClientRequest::CallToolRequest(_) => "tools/call",
        ClientRequest::ListToolsRequest(_) => "tools/list",
        ClientRequest::GetTaskRequest(_) => "tasks/get",
        ClientRequest::UpdateTaskRequest(_) => "tasks/update",
        ClientRequest::CancelTaskRequest(_) => "tasks/cancel",
        _ => "a request of its own",
    }
}

/// The resource that a request is about.
fn uri_of(request: &ClientRequest) -> Option<&str> {
    match request {
        ClientRequest::ReadResourceRequest(request) => Some(&request.params.uri),
        ClientRequest::SubscribeRequest(request) => Some(&request.params.uri),
        ClientRequest::UnsubscribeRequest(request) => Some(&request.params.uri),
        _ => None,
    }
}
