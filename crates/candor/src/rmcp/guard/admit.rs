//! The first stage: a call is admitted if its tool exists and its arguments match the tool's input schema. What cannot be
//! checked is refused (003 rule 2), unless the author allows it.

mod malformed;
mod unchecked;

pub(in crate::rmcp) use malformed::fault_of_params;
pub(super) use malformed::{custom_request, malformed};
pub(super) use unchecked::broken_schema;

use super::disclose;
use super::interpret::{Failed, Form};
use super::request_info::RequestInfo;
use super::run::{self, Deadline, Ended};
use super::sent;
use super::state::GuardState;
use super::tool_server::ToolServer;
use super::tools::{Found, KnownTool};
use crate::Failure;
use crate::schema::allowing_places;
use ::rmcp::RoleServer;
use ::rmcp::model::CallToolRequestParams;
use ::rmcp::service::RequestContext;
use serde_json::Value;
use std::sync::Arc;

/// A call of a tool, as much of it as the later stages need.
pub(super) struct ToolCall {
    pub(super) info: RequestInfo,
    /// None if the server does not list its tools.
    pub(super) tool: Option<Arc<KnownTool>>,
    /// For all that the call waits for.
    pub(super) deadline: Option<Deadline>,
    /// Whether the client has sent back the state of an earlier call.
    pub(super) has_state: bool,
}

/// A call that may run.
pub(super) struct Admitted {
    pub(super) call: ToolCall,
    pub(super) request: CallToolRequestParams,
}

/// Why a call may not run.
pub(super) enum NotAdmitted {
    Failed(Box<Failed>),
    Cancelled,
}

impl ToolCall {
    /// The failure of this call.
    pub(super) fn failed(&self, failure: Failure) -> Failed {
        Failed { form: Form::Tool { rest: None }, ..Failed::as_error(failure) }
    }

    /// The name of the tool, as a sentence begins with it.
    pub(super) fn name(&self) -> &str {
        self.info.tool.as_deref().unwrap_or("The tool")
    }

    /// Whether calling the tool twice equals calling it once, by its annotations.
    pub(super) fn is_repeatable(&self) -> bool {
        self.tool.as_ref().is_some_and(|tool| tool.is_repeatable())
    }
}

impl From<Failed> for NotAdmitted {
    fn from(failed: Failed) -> NotAdmitted {
        NotAdmitted::Failed(Box::new(failed))
    }
}

/// Admits a call of a tool, or says why not.
pub(super) async fn tool_call(
    state: &GuardState,
    server: &impl ToolServer,
    mut request: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<Admitted, (ToolCall, NotAdmitted)> {
    let mut call = ToolCall {
        info: RequestInfo::of("tools/call", context)
            .for_tool(request.name.clone())
            .having_sent(sent::arguments(request.arguments.as_ref())),
        tool: None,
        deadline: state.settings().deadline_of(&request.name).map(Deadline::from_now),
        has_state: request.request_state.is_some(),
    };
    if let Some(failure) = call.info.refused() {
        return Err((call, Failed::as_error(failure).into()));
    }
    match check(state, server, &mut call, &mut request, context).await {
        Ok(()) => Ok(Admitted { call, request }),
        Err(why) => Err((call, why)),
    }
}

async fn check(
    state: &GuardState,
    server: &impl ToolServer,
    call: &mut ToolCall,
    request: &mut CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<(), NotAdmitted> {
    let is_shown = state.settings().tool_filter.shows(&request.name, context);
    call.tool = match state.tools.remembered(&request.name) {
        Some(tool) if is_shown => Some(tool),
        Some(_) | None => find(state, server, call, &request.name, context).await?,
    };
    call.info.is_tool_known = call.tool.is_some();
    if call.tool.is_some() {
        check_arguments(state, server, call, request, context).await?;
    }
    if context.ct.is_cancelled() { Err(NotAdmitted::Cancelled) } else { Ok(()) }
}

/// Looks for the tool of a call for the first time.
async fn find(
    state: &GuardState,
    server: &impl ToolServer,
    call: &ToolCall,
    name: &str,
    context: &RequestContext<RoleServer>,
) -> Result<Option<Arc<KnownTool>>, NotAdmitted> {
    match run::look_up(state, server, call, name, context).await {
        Ended::Done(Found::Tool(tool), _) => Ok(Some(tool)),
        Ended::Done(Found::Unlisted, _) => Ok(None),
        Ended::Done(Found::NotListed(_), _) if state.settings().allows_unchecked_calls => Ok(None),
        Ended::Done(Found::NotListed(retry), _) => Err(call.failed(unchecked::not_listed(name, retry)).into()),
        Ended::Done(Found::Unknown(names), _) => {
            Err(Failed::as_error(Failure::unknown_tool(name, names.iter().map(String::as_str))).into())
        }
        Ended::Panicked(failure) => Err(call.failed(failure).into()),
        Ended::TimedOut(deadline) => Err(call.not_found_in_time(deadline).into()),
        Ended::Cancelled => Err(NotAdmitted::Cancelled),
    }
}

/// Checks the arguments against the tool's input schema. Before they are refused, the tool is looked up again: it may have
/// changed, or this caller may not get to see it at all.
async fn check_arguments(
    state: &GuardState,
    server: &impl ToolServer,
    call: &mut ToolCall,
    request: &mut CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<(), NotAdmitted> {
    let Some(tool) = &call.tool else { return Ok(()) };
    let had_arguments = request.arguments.is_some();
    let arguments = Value::Object(request.arguments.take().unwrap_or_default());
    let mut checked = fit(state, tool, &request.name, &arguments);
    if checked.is_err() {
        match run::look_up(state, server, call, &request.name, context).await {
            Ended::Done(Found::Tool(now), _) if Arc::ptr_eq(&now, tool) => {}
            Ended::Done(Found::Tool(now), _) => {
                checked = fit(state, &now, &request.name, &arguments);
                call.tool = Some(now);
            }
            Ended::Done(Found::Unknown(names), _) => {
                return Err(
                    Failed::as_error(Failure::unknown_tool(&request.name, names.iter().map(String::as_str))).into()
                );
            }
            Ended::Done(Found::Unlisted, _) => {
                checked = Ok(());
                call.tool = None;
            }
            Ended::Cancelled => return Err(NotAdmitted::Cancelled),
            // What is known of the tool is all there is.
            Ended::Done(Found::NotListed(_), _) | Ended::TimedOut(_) => {}
            Ended::Panicked(failure) => disclose::to_operator(state, failure),
        }
    }
    if let Value::Object(members) = arguments
        && had_arguments
    {
        request.arguments = Some(members);
    }
    checked.map_err(|failure| {
        call.info.add_to_sent(|sent| allowing_places(sent, &failure));
        call.failed(failure).into()
    })
}

/// Checks the arguments, if the tool has schemas that can be used. The operator is told once of each that cannot.
fn fit(state: &GuardState, tool: &KnownTool, name: &str, arguments: &Value) -> Result<(), Failure> {
    let settings = state.settings();
    let mut refused = None;
    for broken in tool.broken_schemas() {
        let refuses = settings.needs(broken.side) && !settings.allows_unchecked_calls;
        match &refused {
            // The call's own failure tells of it.
            None if refuses => {
                broken.is_news();
                refused = Some(broken.failure(name));
            }
            None | Some(_) if broken.is_news() => disclose::to_operator(state, broken.failure(name)),
            None | Some(_) => {}
        }
    }
    match (refused, tool.input.compiled()) {
        (Some(failure), _) => Err(failure),
        (None, Ok(schema)) => schema.check_arguments(name, arguments),
        (None, Err(_)) => Ok(()),
    }
}
