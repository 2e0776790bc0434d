//! The handler: what is asked for, and which file answers it.

#![expect(deprecated, reason = "logging and resources/subscribe are asked for by the older revisions")]

use crate::logs::Logs;
use crate::rounds::States;
use crate::{prompts, resources, tools};
use rmcp::model::*;
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::task_manager::TaskManager;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::broadcast;

/// One server with everything; clones are the same server.
#[derive(Clone)]
pub(crate) struct Everything {
    pub(crate) shared: Arc<Shared>,
}

/// What all sessions and single requests share.
pub(crate) struct Shared {
    pub(crate) logs: Logs,
    pub(crate) states: States,
    pub(crate) tasks: TaskManager,
    changes: broadcast::Sender<Change>,
    /// Whether the tool and the prompt that come and go are there.
    has_more_tools: AtomicBool,
    has_more_prompts: AtomicBool,
    /// Whether it speaks only revisions with a handshake.
    has_handshake: bool,
    watched: Mutex<BTreeSet<String>>,
}

/// A list that is no longer what it was.
#[derive(Clone, Copy)]
pub(crate) enum Change {
    Tools,
    Prompts,
}

impl Everything {
    /// One that speaks only revisions with a handshake, or all.
    pub(crate) fn new(has_handshake: bool) -> Self {
        let shared = Shared {
            logs: Logs::default(),
            states: States::default(),
            tasks: TaskManager::new(),
            changes: broadcast::channel(16).0,
            has_more_tools: AtomicBool::new(false),
            has_more_prompts: AtomicBool::new(false),
            has_handshake,
            watched: Mutex::default(),
        };
        Self { shared: Arc::new(shared) }
    }
}

impl Shared {
    /// Changes the list, and tells who listens. Nobody has to.
    pub(crate) fn change(&self, change: Change) {
        let has_more = match change {
            Change::Tools => &self.has_more_tools,
            Change::Prompts => &self.has_more_prompts,
        };
        has_more.fetch_xor(true, Ordering::SeqCst);
        let _ = self.changes.send(change);
    }
}

impl ServerHandler for Everything {
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(match self.shared.has_handshake {
            true => ProtocolVersion::known_up_to(&ProtocolVersion::LATEST_WITH_INITIALIZE),
            false => ProtocolVersion::KNOWN_VERSIONS,
        })
    }

    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_logging()
            .enable_completions()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_tasks()
            .build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new("candor-conformance", "1.0.0"))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut tools = tools::all().to_vec();
        tools.extend(self.shared.has_more_tools.load(Ordering::SeqCst).then(tools::one_more));
        Ok(ListToolsResult::with_all_items(tools))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all().iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        tools::call(&self.shared, request, &context).await
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::all()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(&request.uri).map(ReadResourceResponse::from)
    }

    async fn subscribe(&self, request: SubscribeRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        self.shared.watched.lock().unwrap_or_else(PoisonError::into_inner).insert(request.uri);
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.shared.watched.lock().unwrap_or_else(PoisonError::into_inner).remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.shared.changes.subscribe();
        loop {
            let change = tokio::select! {
                () = subscription.cancelled() => return Ok(()),
                change = changes.recv() => change,
            };
            // The sink refuses what was not asked for, and who has gone hears nothing: neither is a failure here.
            let _ = match change {
                Ok(Change::Tools) => subscription.sink().notify_tool_list_changed().await,
                Ok(Change::Prompts) => subscription.sink().notify_prompt_list_changed().await,
                Err(broadcast::error::RecvError::Lagged(_)) => continue,
                Err(broadcast::error::RecvError::Closed) => return Ok(()),
            };
        }
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut prompts = prompts::all();
        prompts.extend(self.shared.has_more_prompts.load(Ordering::SeqCst).then(prompts::one_more));
        Ok(ListPromptsResult::with_all_items(prompts))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(&request)
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let values = prompts::complete(&request.argument.value);
        let completion = CompletionInfo::with_all_values(values).map_err(|why| ErrorData::internal_error(why, None))?;
        Ok(CompleteResult::new(completion))
    }

    async fn set_level(&self, request: SetLevelRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        self.shared.logs.set(request.level);
        Ok(())
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        self.shared.tasks.get_task(&request.task_id).map(GetTaskResult::new)
    }

    async fn update_task(&self, request: UpdateTaskParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        self.shared.tasks.update_task(&request.task_id, request.input_responses)
    }

    async fn cancel_task(&self, request: CancelTaskParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        self.shared.tasks.cancel_task(&request.task_id)
    }
}
