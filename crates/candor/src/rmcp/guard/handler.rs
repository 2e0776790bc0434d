//! The guard as a handler: every method of [`ServerHandler`], forwarded.

#![allow(deprecated, reason = "older peers still ask for what newer revisions have dropped")]

use super::Guard;
use super::admit;
use super::context_copy::{copy_beside, copy_of};
use super::contracts;
use super::disclose::disclose;
use super::flow;
use super::reply;
use super::request_info::RequestInfo;
use super::sent;
use super::success;
use super::task;
use super::tool_server::HandlerTools;
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

// A method that is not forwarded would silently be rmcp's default.
#[warn(clippy::missing_trait_methods)]
impl<H: ServerHandler> ServerHandler for Guard<H> {
    async fn ping(&self, context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        flow::request(&self.state, &RequestInfo::of("ping", &context), context, async |context| {
            self.handler.ping(context).await
        })
        .await
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let handle = async |context: RequestContext<RoleServer>| {
            contracts::learn(&self.state, &HandlerTools(&self.handler), &context).await;
            let mut result = self.handler.initialize(request, context).await?;
            contracts::announce(&self.state, &mut result.capabilities);
            Ok(result)
        };
        flow::request(&self.state, &RequestInfo::of("initialize", &context), context, handle).await
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Result<InitializeResult, ErrorData> {
        let panicked = || Err(ErrorData::internal_error("The server could not be initialized", None));
        flow::ask(&self.state, "initialize", || self.handler.negotiate_initialize(request), panicked)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        flow::ask(
            &self.state,
            "supported_protocol_versions",
            || self.handler.supported_protocol_versions(),
            || Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS),
        )
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let handle = async |context: RequestContext<RoleServer>| {
            contracts::learn(&self.state, &HandlerTools(&self.handler), &context).await;
            let mut result = self.handler.discover(context).await?;
            contracts::announce(&self.state, &mut result.capabilities);
            Ok(result)
        };
        flow::request(&self.state, &RequestInfo::of("server/discover", &context), context, handle).await
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let info = RequestInfo::of("completion/complete", &context).having_sent(sent::completion(&request));
        let handle = async |context| self.handler.complete(request, context).await;
        flow::request(&self.state, &info, context, handle).await
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let handle = async |context| self.handler.set_level(request, context).await;
        flow::request(&self.state, &RequestInfo::of("logging/setLevel", &context), context, handle).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let info = RequestInfo::of("prompts/get", &context)
            .for_prompt()
            .having_sent(sent::arguments(request.arguments.as_ref()));
        let handle = async |context| self.handler.get_prompt(request, context).await;
        flow::request(&self.state, &info, context, handle).await
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let info = RequestInfo::of("prompts/list", &context).having_sent(sent::page(request.as_ref()));
        let handle = async |context| self.handler.list_prompts(request, context).await;
        flow::request(&self.state, &info, context, handle).await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let info = RequestInfo::of("resources/list", &context).having_sent(sent::page(request.as_ref()));
        let handle = async |mut context: RequestContext<RoleServer>| {
            let copy = copy_beside(&mut context);
            let mut listed = self.handler.list_resources(request, context).await?;
            contracts::add_to_resources(&self.state, &HandlerTools(&self.handler), &mut listed, &copy).await;
            Ok(listed)
        };
        flow::request(&self.state, &info, context, handle).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let info = RequestInfo::of("resources/templates/list", &context).having_sent(sent::page(request.as_ref()));
        let handle = async |mut context: RequestContext<RoleServer>| {
            let copy = copy_beside(&mut context);
            let mut listed = self.handler.list_resource_templates(request, context).await?;
            contracts::add_to_templates(&self.state, &HandlerTools(&self.handler), &mut listed, &copy).await;
            Ok(listed)
        };
        flow::request(&self.state, &info, context, handle).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let info = RequestInfo::of("resources/read", &context).for_resource(request.uri.clone());
        let handle = async |context: RequestContext<RoleServer>| {
            let (server, uri) = (HandlerTools(&self.handler), request.uri.clone());
            if let Some(contract) = contracts::read(&self.state, &server, &uri, &context).await? {
                return Ok(contract);
            }
            let read = self.handler.read_resource(request, context).await;
            read.map_err(|error| contracts::no_such_resource(&self.state, error, &uri))
        };
        flow::request(&self.state, &info, context, handle).await
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        flow::ask(&self.state, "subscriptions/listen", || self.handler.accepted_subscription_filter(requested), || None)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let request = copy_of(context.request_context());
        flow::request(&self.state, &RequestInfo::of("subscriptions/listen", &request), request, async |_| {
            self.handler.listen(context).await
        })
        .await
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let info = RequestInfo::of("resources/subscribe", &context).for_resource(request.uri.clone());
        let handle = async |context| self.handler.subscribe(request, context).await;
        flow::request(&self.state, &info, context, handle).await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let info = RequestInfo::of("resources/unsubscribe", &context).for_resource(request.uri.clone());
        let handle = async |context| self.handler.unsubscribe(request, context).await;
        flow::request(&self.state, &info, context, handle).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        flow::call_tool(&self.state, &HandlerTools(&self.handler), request, context).await
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let info = RequestInfo::of("tools/list", &context).having_sent(sent::page(request.as_ref()));
        let handle = async |mut context: RequestContext<RoleServer>| {
            let copy = copy_beside(&mut context);
            let mut listed = self.handler.list_tools(request, context).await?;
            self.state.settings().tool_filter.retain(&mut listed.tools, &copy);
            contracts::add_to_tools(&self.state, &mut listed);
            success::announce(&self.state, &mut listed.tools);
            Ok(listed)
        };
        flow::request(&self.state, &info, context, handle).await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let mut tool = flow::ask(&self.state, "tools/list", || self.handler.get_tool(name), || None)?;
        contracts::add_to_tool(&self.state, &mut tool);
        success::announce(&self.state, [&mut tool]);
        Some(tool)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if let Some((info, failed)) = admit::malformed(&request, &context) {
            return Err(reply::to_request(&self.state, &info, disclose(&self.state, &info, failed)));
        }
        let (method, sent) = (request.method.clone(), sent::params(&request));
        let handle = async |context| self.handler.on_custom_request(request, context).await;
        admit::custom_request(&self.state, &method, sent, context, handle).await
    }

    async fn on_cancelled(&self, notification: CancelledNotificationParam, context: NotificationContext<RoleServer>) {
        flow::notification(&self.state, "notifications/cancelled", self.handler.on_cancelled(notification, context))
            .await;
    }

    async fn on_progress(&self, notification: ProgressNotificationParam, context: NotificationContext<RoleServer>) {
        flow::notification(&self.state, "notifications/progress", self.handler.on_progress(notification, context))
            .await;
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        flow::notification(&self.state, "notifications/initialized", self.handler.on_initialized(context)).await;
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        flow::notification(
            &self.state,
            "notifications/roots/list_changed",
            self.handler.on_roots_list_changed(context),
        )
        .await;
    }

    async fn on_custom_notification(&self, notification: CustomNotification, context: NotificationContext<RoleServer>) {
        flow::notification(
            &self.state,
            "a notification of its own",
            self.handler.on_custom_notification(notification, context),
        )
        .await;
    }

    fn get_info(&self) -> ServerConfig {
        let mut info = flow::ask(&self.state, "initialize", || self.handler.get_info(), ServerConfig::default);
        contracts::announce(&self.state, &mut info.capabilities);
        info
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let info = RequestInfo::of("tasks/get", &context);
        let handle = async |context| self.handler.get_task(request, context).await;
        let task = flow::request(&self.state, &info, context, handle).await?;
        flow::leaving(&self.state, &info, task::finished(&self.state, &info, task))
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let handle = async |context| self.handler.update_task(request, context).await;
        flow::request(&self.state, &RequestInfo::of("tasks/update", &context), context, handle).await
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let handle = async |context| self.handler.cancel_task(request, context).await;
        flow::request(&self.state, &RequestInfo::of("tasks/cancel", &context), context, handle).await
    }
}
