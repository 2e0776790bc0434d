//! The settings of a guard, and what it remembers.

use super::disclose;
use super::interpret::panic;
use super::request_info::RequestInfo;
use super::settings::GuardSettings;
use super::task::FailedTasks;
use super::tool_server::{ListEnd, NotListed, ToolServer, listed_tools};
use super::tools::{Found, Tools};
use crate::failure::Retry;
use crate::render::Renderer;
use crate::rmcp::call_scope::EarlierFailures;
use crate::rmcp::marker::Marker;
use crate::rmcp::read;
use crate::{Code, Failure, FailurePolicy, reason};
use ::rmcp::RoleServer;
use ::rmcp::model::{CallToolResult, ErrorCode, Tool};
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

    /// What writes the answer to this request.
    pub(super) fn renderer(&self, info: &RequestInfo) -> Renderer {
        self.policy().renderer().clone().with_revision(info.revision).with_request_id(info.request_id())
    }

    /// Whether the policy's dialect has a form for successes, too.
    pub(super) fn writes_successes(&self) -> bool {
        self.policy().renderer().dialect().writes_successes()
    }

    /// Whether a tool's result is a failure. A text counts only in a server whose own answers are such texts: a tool that
    /// reads a file may have found one there.
    pub(super) fn is_failure(&self, result: &CallToolResult) -> bool {
        if self.writes_successes() { read::is_failure(result) } else { read::is_failure_by_structure(result) }
    }

    /// The tool by this name, as it is now.
    pub(super) async fn look_up_tool(
        &self,
        server: &impl ToolServer,
        name: &str,
        context: &RequestContext<RoleServer>,
    ) -> Found {
        let filter = &self.settings.tool_filter;
        if !filter.shows(name, context) {
            let listed = listed_tools(server, context, |why| self.report_not_listed(why)).await;
            return match listed.end {
                // As it is with a tool that does not exist; but what may not be seen does not run unchecked.
                ListEnd::Failed(retry) if !self.settings.allows_unchecked_calls => Found::NotListed(retry),
                ListEnd::Failed(_) | ListEnd::Complete => Found::Unknown(filter.names_shown(&listed.tools, context)),
            };
        }
        match self.tools.look_up(server, name, context, |why| self.report_not_listed(why)).await {
            Found::Unknown(mut names) => {
                names.retain(|name| filter.shows(name, context));
                Found::Unknown(names)
            }
            found @ (Found::Tool(_) | Found::Unlisted | Found::NotListed(_)) => found,
        }
    }

    /// Reports to the operator that the tools could not be listed. A server without the method has none to list.
    pub(super) fn report_not_listed(&self, why: NotListed) -> ListEnd {
        let failure = match why {
            NotListed::Error(error) if error.code == ErrorCode::METHOD_NOT_FOUND => return ListEnd::Complete,
            NotListed::Error(error) => read::of_error(&error, self.policy().classifier()),
            NotListed::Panic(failure) => failure,
            NotListed::TooLong(pages) => {
                Failure::new(Code::Internal, format!("The list of tools has more than {pages} pages"))
                    .with_reason(reason!("tools_not_listed"))
                    .with_retry(Retry::Never)
            }
            NotListed::TooSlow(limit) => {
                Failure::new(Code::Timeout, format!("The server did not list its tools within {limit:?}"))
                    .with_reason(reason!("tools_not_listed"))
            }
        };
        let retry = failure.retry();
        disclose::to_operator(self, panic::without_answer("tools/list", failure));
        ListEnd::Failed(retry)
    }

    /// Remembers tools as they were listed.
    pub(super) fn learn_tools<'a>(&self, tools: impl IntoIterator<Item = &'a Tool>) {
        for tool in tools {
            self.tools.learn(tool.clone());
        }
    }
}
