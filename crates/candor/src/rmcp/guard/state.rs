//! The settings of a guard, and what it remembers.

use super::disclose;
use super::interpret::panic;
use super::settings::GuardSettings;
use super::task::FailedTasks;
use super::tool_server::{NotListed, ToolServer};
use super::tools::{Found, KnownTool, Tools};
use crate::failure::{Origin, Retry};
use crate::render::{Renderer, Revision};
use crate::rmcp::call_scope::EarlierFailures;
use crate::rmcp::marker::Marker;
use crate::rmcp::read;
use crate::{Code, Failure, FailurePolicy, reason};
use ::rmcp::RoleServer;
use ::rmcp::model::{ErrorCode, Tool};
use ::rmcp::service::RequestContext;
use std::sync::Arc;

/// What all clones of a guard share.
#[derive(Clone, Default)]
pub(super) struct GuardState {
    settings: Arc<GuardSettings>,
    pub(super) tools: Arc<Tools>,
    pub(super) failed_tasks: Arc<FailedTasks>,
    pub(super) earlier_failures: Arc<EarlierFailures>,
}

impl GuardState {
    pub(super) fn settings(&self) -> &GuardSettings {
        &self.settings
    }

    pub(super) fn settings_mut(&mut self) -> &mut GuardSettings {
        Arc::make_mut(&mut self.settings)
    }

    pub(super) fn policy(&self) -> &FailurePolicy {
        &self.settings.policy
    }

    /// The failure of an earlier call that a marker stands for, or as much as the marker itself says.
    pub(super) fn failure_of(&self, marker: &Marker) -> Option<Failure> {
        self.earlier_failures.get(marker.id).or_else(|| marker.stand_in())
    }

    pub(super) fn renderer(&self, revision: Revision) -> Renderer {
        self.policy().renderer().clone().with_revision(revision)
    }

    /// The tool by this name, as it is now.
    pub(super) async fn look_up_tool(
        &self,
        server: &impl ToolServer,
        name: &str,
        context: &RequestContext<RoleServer>,
    ) -> Found {
        let learned = |name: &str, tool: &KnownTool| self.report_broken_schemas(name, tool);
        self.tools.look_up(server, name, context, learned, |why| self.report_not_listed(why)).await
    }

    /// Reports to the operator that the tools could not be listed: the request continues without the list.
    pub(super) fn report_not_listed(&self, why: NotListed) {
        let failure = match why {
            // It has no list.
            NotListed::Error(error) if error.code == ErrorCode::METHOD_NOT_FOUND => return,
            NotListed::Error(error) => read::of_error(&error, self.policy().classifier()),
            NotListed::Panic(failure) => failure,
        };
        disclose::to_operator(self, panic::without_answer("tools/list", failure));
    }

    /// Remembers tools as they were listed.
    pub(super) fn learn_tools<'a>(&self, tools: impl IntoIterator<Item = &'a Tool>) {
        for tool in tools {
            self.tools.learn(tool.clone(), &|name: &str, tool: &_| self.report_broken_schemas(name, tool));
        }
    }

    /// Reports schemas that cannot be used to the operator: calls of that tool are not checked.
    fn report_broken_schemas(&self, name: &str, tool: &KnownTool) {
        for (which, why) in tool.broken_schemas() {
            let message = format!("The {} of {name} cannot be compiled, so it is not checked", which.replace('_', " "));
            let failure = Failure::new(Code::Configuration, message)
                .with_reason(reason!("broken_schema"))
                .with_origin(Origin::Configuration)
                .with_retry(Retry::Never)
                .with_tool(name)
                .with_private("why", why);
            disclose::to_operator(self, failure);
        }
    }
}
