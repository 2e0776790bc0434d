//! The guard as a handler: every method of [`ServerHandler`], forwarded.

#![allow(deprecated, reason = "older peers still ask for what newer revisions have dropped")]

use super::Guard;
use super::inside::OfHandler;
use super::occasion::Occasion;
use crate::render::Place;
use ::rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam, CompleteRequestParams,
    CompleteResult, CustomNotification, CustomRequest, CustomResult, DiscoverResult, GetPromptRequestParams,
    GetPromptResponse, GetTaskParams, GetTaskResult, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ServerConfig,
    SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
    UpdateTaskParams,
};
use ::rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use ::rmcp::{ErrorData, RoleServer, ServerHandler};
use std::borrow::Cow;
use std::convert::identity;

// A method that is not forwarded reverts to rmcp's default without a word.
#[warn(clippy::missing_trait_methods)]
impl<H: ServerHandler> ServerHandler for Guard<H> {
    async fn ping(&self, context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        self.core
            .request("ping", Place::Request, context, async |context| self.handler.ping(context).await, identity)
            .await
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let handle = async |context: RequestContext<RoleServer>| {
            let has_contracts = self.core.learn_contracts(&OfHandler(&self.handler), &context).await;
            let mut result = self.handler.initialize(request, context).await?;
            if has_contracts {
                result.capabilities.resources.get_or_insert_default();
            }
            Ok(result)
        };
        self.core.request("initialize", Place::Request, context, handle, identity).await
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Result<InitializeResult, ErrorData> {
        let panicked = || Err(ErrorData::internal_error("The server could not be set up", None));
        self.core.ask("initialize", || self.handler.negotiate_initialize(request), panicked)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.core.ask(
            "supported_protocol_versions",
            || self.handler.supported_protocol_versions(),
            || Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS),
        )
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let handle = async |context: RequestContext<RoleServer>| {
            let has_contracts = self.core.learn_contracts(&OfHandler(&self.handler), &context).await;
            let mut result = self.handler.discover(context).await?;
            if has_contracts {
                result.capabilities.resources.get_or_insert_default();
            }
            Ok(result)
        };
        self.core.request("server/discover", Place::Request, context, handle, identity).await
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let handle = async |context| self.handler.complete(request, context).await;
        self.core.request("completion/complete", Place::Request, context, handle, identity).await
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let handle = async |context| self.handler.set_level(request, context).await;
        self.core.request("logging/setLevel", Place::Request, context, handle, identity).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let handle = async |context| self.handler.get_prompt(request, context).await;
        self.core.request("prompts/get", Place::Prompt, context, handle, identity).await
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let handle = async |context| self.handler.list_prompts(request, context).await;
        self.core.request("prompts/list", Place::Request, context, handle, identity).await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let handle = async |context: RequestContext<RoleServer>| {
            let mut listed = self.handler.list_resources(request, context.clone()).await?;
            self.core.add_contracts(&OfHandler(&self.handler), &mut listed, &context).await;
            Ok(listed)
        };
        self.core.request("resources/list", Place::Request, context, handle, identity).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let handle = async |context: RequestContext<RoleServer>| {
            let mut listed = self.handler.list_resource_templates(request, context.clone()).await?;
            self.core.add_contract_template(&OfHandler(&self.handler), &mut listed, &context).await;
            Ok(listed)
        };
        self.core.request("resources/templates/list", Place::Request, context, handle, identity).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        let handle = async |context: RequestContext<RoleServer>| {
            if let Some(contract) = self.core.read_contract(&OfHandler(&self.handler), &request.uri, &context).await? {
                return Ok(contract);
            }
            let read = self.handler.read_resource(request, context).await;
            read.map_err(|error| self.core.unread(error, &uri))
        };
        self.core
            .request("resources/read", Place::Resource, context, handle, |failure| failure.with_uri(uri.as_str()))
            .await
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.core.ask("subscriptions/listen", || self.handler.accepted_subscription_filter(requested), || None)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let request = context.request_context().clone();
        self.core
            .request(
                "subscriptions/listen",
                Place::Request,
                request,
                async |_| self.handler.listen(context).await,
                identity,
            )
            .await
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let uri = request.uri.clone();
        let handle = async |context| self.handler.subscribe(request, context).await;
        self.core
            .request("resources/subscribe", Place::Resource, context, handle, |failure| failure.with_uri(uri))
            .await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let uri = request.uri.clone();
        let handle = async |context| self.handler.unsubscribe(request, context).await;
        self.core
            .request("resources/unsubscribe", Place::Resource, context, handle, |failure| failure.with_uri(uri))
            .await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.core.call_tool(&OfHandler(&self.handler), request, context).await
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let handle = async |context| {
            let mut listed = self.handler.list_tools(request, context).await?;
            self.core.learn_tools(&mut listed);
            Ok(listed)
        };
        self.core.request("tools/list", Place::Request, context, handle, identity).await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let mut tool = self.core.ask("tools/list", || self.handler.get_tool(name), || None)?;
        self.core.add_contract(&mut tool);
        Some(tool)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if let Some(refused) = self.core.refuse_malformed(&request, &context) {
            return Err(refused);
        }
        let method = request.method.clone();
        let handle = async |context| self.handler.on_custom_request(request, context).await;
        self.core.custom_request(&method, context, handle).await
    }

    async fn on_cancelled(&self, notification: CancelledNotificationParam, context: NotificationContext<RoleServer>) {
        self.core.notification("notifications/cancelled", self.handler.on_cancelled(notification, context)).await;
    }

    async fn on_progress(&self, notification: ProgressNotificationParam, context: NotificationContext<RoleServer>) {
        self.core.notification("notifications/progress", self.handler.on_progress(notification, context)).await;
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.core.notification("notifications/initialized", self.handler.on_initialized(context)).await;
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        self.core.notification("notifications/roots/list_changed", self.handler.on_roots_list_changed(context)).await;
    }

    async fn on_custom_notification(&self, notification: CustomNotification, context: NotificationContext<RoleServer>) {
        self.core
            .notification("a notification of its own", self.handler.on_custom_notification(notification, context))
            .await;
    }

    fn get_info(&self) -> ServerConfig {
        let mut info = self.core.ask("initialize", || self.handler.get_info(), ServerConfig::default);
        if self.core.has_contracts() {
            info.capabilities.resources.get_or_insert_default();
        }
        info
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let occasion = Occasion::of("tasks/get", &context);
        let handle = async |context| self.handler.get_task(request, context).await;
        let task = self.core.request("tasks/get", Place::Request, context, handle, identity).await?;
        Ok(self.core.finished_task(&occasion, task))
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let handle = async |context| self.handler.update_task(request, context).await;
        self.core.request("tasks/update", Place::Request, context, handle, identity).await
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let handle = async |context| self.handler.cancel_task(request, context).await;
        self.core.request("tasks/cancel", Place::Request, context, handle, identity).await
    }
}
