//! The guard around what is a service, but no handler.

#![expect(clippy::wildcard_enum_match_arm, reason = "rmcp adds requests and results; what is not named here passes")]

use super::core::Core;
use super::inside::OfService;
use super::occasion::Occasion;
use crate::render::{Place, Revision};
use crate::rmcp::revision_of;
use ::rmcp::model::{CallToolResponse, ClientNotification, ClientRequest, ProtocolVersion, ServerConfig, ServerResult};
use ::rmcp::service::{NotificationContext, RequestContext};
use ::rmcp::{ErrorData, RoleServer, Service};
use std::borrow::Cow;

/// A service behind a guard; [`Guard::into_service`](super::Guard::into_service) makes one.
pub struct GuardedService<S> {
    service: S,
    core: Core,
}

impl<S> GuardedService<S> {
    pub(super) fn new(service: S, core: Core) -> GuardedService<S> {
        GuardedService { service, core }
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
        let (core, inside) = (&self.core, OfService(&self.service));
        match request {
            ClientRequest::CallToolRequest(request) => {
                let is_old = revision_of(&context) < Revision::V2026_07_28;
                let mut response = core.call_tool(&inside, request.params, context).await?;
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
        self.core.notification("a notification", work).await;
        Ok(())
    }

    fn get_info(&self) -> ServerConfig {
        let mut info = self.core.ask("initialize", || self.service.get_info(), ServerConfig::default);
        if self.core.has_contracts() {
            info.capabilities.resources.get_or_insert_default();
        }
        info
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.core.ask(
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
            if let Some(refused) = self.core.refuse_malformed(custom, &context) {
                return Err(refused);
            }
            let method = custom.method.clone();
            let handle = async |context| self.service.handle_request(request, context).await;
            return self.core.custom_request(&method, context, handle).await;
        }
        let method = name_of(&request);
        let uri = uri_of(&request);
        let place = match (&request, &uri) {
            (ClientRequest::GetPromptRequest(_), _) => Place::Prompt,
            (_, Some(_)) => Place::Resource,
            (_, None) => Place::Request,
        };
        let task = Occasion::of(method, &context);
        let wanted = uri.clone();
        let handle =
            async |context: RequestContext<RoleServer>| self.handled(request, wanted.as_deref(), context).await;
        let result = self
            .core
            .request(method, place, context, handle, |failure| match uri {
                Some(uri) => failure.with_uri(uri),
                None => failure,
            })
            .await?;
        Ok(match result {
            ServerResult::GetTaskResult(result) => ServerResult::GetTaskResult(self.core.finished_task(&task, result)),
            result => result,
        })
    }

    async fn handled(
        &self,
        request: ClientRequest,
        uri: Option<&str>,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        let (core, inside) = (&self.core, OfService(&self.service));
        if let (ClientRequest::ReadResourceRequest(_), Some(uri)) = (&request, uri)
            && let Some(contract) = core.read_contract(&inside, uri, &context).await?
        {
            return Ok(ServerResult::from(contract));
        }
        let mut result = self.service.handle_request(request, context.clone()).await.map_err(|error| match uri {
            Some(uri) => core.unread(error, uri),
            None => error,
        })?;
        match &mut result {
            ServerResult::InitializeResult(result) if core.learn_contracts(&inside, &context).await => {
                result.capabilities.resources.get_or_insert_default();
            }
            ServerResult::DiscoverResult(result) if core.learn_contracts(&inside, &context).await => {
                result.capabilities.resources.get_or_insert_default();
            }
            ServerResult::ListToolsResult(listed) => core.learn_tools(listed),
            ServerResult::ListResourcesResult(listed) => core.add_contracts(&inside, listed, &context).await,
            ServerResult::ListResourceTemplatesResult(listed) => {
                core.add_contract_template(&inside, listed, &context).await;
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
fn uri_of(request: &ClientRequest) -> Option<String> {
    match request {
        ClientRequest::ReadResourceRequest(request) => Some(request.params.uri.clone()),
        ClientRequest::SubscribeRequest(request) => Some(request.params.uri.clone()),
        ClientRequest::UnsubscribeRequest(request) => Some(request.params.uri.clone()),
        _ => None,
    }
}
