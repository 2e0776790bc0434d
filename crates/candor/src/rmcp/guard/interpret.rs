//! The third stage: what the end of the work means.

mod error;
mod foreign_result;
pub(super) mod known_failure;
mod left_out;
mod output;
pub(super) mod panic;
mod time_out;

pub(super) use error::is_of_the_protocol;
pub(super) use foreign_result::ForeignResult;

use super::admit::{NotAdmitted, ToolCall};
use super::disclose;
use super::request_info::RequestInfo;
use super::run::{Deadline, Ended};
use super::secrets::{scrub_status, without_secrets};
use super::state::GuardState;
use super::tool_server::ToolServer;
use super::without_markers::WithoutMarkers;
use crate::Failure;
use crate::disclose::Allowed;
use crate::rmcp::call_scope::HandedOver;
use crate::rmcp::detached::LoggedIncident;
use crate::rmcp::marker::Marker;
use ::rmcp::model::{CallToolResponse, CallToolResult};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer};
use known_failure::KnownFailure;
use output::OutputCheck;

/// The result of a request.
pub(super) enum Interpreted<T> {
    Succeeded(T),
    Failed(Failed),
    /// The caller cancelled it, and gets no answer.
    Cancelled,
}

/// A failure that is not disclosed yet, and the form that its reply must have.
pub(super) struct Failed {
    pub(super) failure: Failure,
    pub(super) form: Form,
    /// What the caller has said itself, which may be repeated to it.
    pub(super) allowed: Option<Allowed>,
    /// The incident, if the failure was logged before it came to the guard.
    pub(super) logged: Option<LoggedIncident>,
}

/// The form of a reply.
pub(super) enum Form {
    /// A failure of a tool: a result or an error, as the dialect has it. With it goes what else was in the tool's own
    /// result.
    Tool { rest: Option<Box<ForeignResult>> },
    /// A JSON-RPC error, where a tool result is not possible.
    Error,
    /// This JSON-RPC error, which the specification defines: its number and its data stay.
    Protocol(ErrorData),
}

impl Failed {
    /// A failure that is answered with a JSON-RPC error.
    pub(super) fn as_error(failure: Failure) -> Failed {
        Failed { failure, form: Form::Error, allowed: None, logged: None }
    }
}

impl ToolCall {
    /// The tool did not finish in time.
    pub(super) fn timed_out(&self, deadline: Deadline) -> Failed {
        self.failed(time_out::of_the_tool(self, deadline.limit))
    }

    /// The server did not list its tools in time, so the tool was not run.
    pub(super) fn not_found_in_time(&self, deadline: Deadline) -> Failed {
        self.failed(time_out::of_the_list(self, deadline.limit))
    }
}

impl<T> From<NotAdmitted> for Interpreted<T> {
    fn from(why: NotAdmitted) -> Interpreted<T> {
        match why {
            NotAdmitted::Failed(failed) => Interpreted::Failed(*failed),
            NotAdmitted::Cancelled => Interpreted::Cancelled,
        }
    }
}

/// What became of a request that is not a call of a tool.
pub(super) fn request<T>(state: &GuardState, info: &RequestInfo, ended: Ended<Result<T, ErrorData>>) -> Interpreted<T> {
    match ended {
        Ended::Done(Ok(result), _) => Interpreted::Succeeded(result),
        Ended::Done(Err(error), handed) => Interpreted::Failed(error::of_request(state, info, error, handed)),
        Ended::Panicked(failure) => Interpreted::Failed(panic::of_request(info, failure)),
        Ended::TimedOut(_) | Ended::Cancelled => Interpreted::Cancelled,
    }
}

/// What became of a call of a tool.
pub(super) async fn tool_call(
    state: &GuardState,
    server: &impl ToolServer,
    call: &ToolCall,
    ended: Ended<Result<CallToolResponse, ErrorData>>,
    context: &RequestContext<RoleServer>,
) -> Interpreted<CallToolResponse> {
    match ended {
        Ended::Done(Ok(CallToolResponse::Complete(result)), handed) if state.is_failure(&result) => {
            Interpreted::Failed(error_result(state, call, result, handed))
        }
        Ended::Done(Ok(response), _) => match response {
            CallToolResponse::Complete(result) => success(state, server, call, result, context).await,
            CallToolResponse::Task(mut created) => {
                scrub_status(state, &mut created.task);
                Interpreted::Succeeded(CallToolResponse::Task(created.without_markers()))
            }
            CallToolResponse::InputRequired(asked) => {
                Interpreted::Succeeded(CallToolResponse::InputRequired(asked.without_markers()))
            }
            response => Interpreted::Succeeded(response),
        },
        Ended::Done(Err(error), handed) => error::of_tool_call(state, server, call, error, handed, context).await,
        Ended::Panicked(failure) => Interpreted::Failed(panic::of_tool_call(call, failure)),
        Ended::TimedOut(deadline) => Interpreted::Failed(call.timed_out(deadline)),
        Ended::Cancelled => Interpreted::Cancelled,
    }
}

/// A result that is not a failure.
async fn success(
    state: &GuardState,
    server: &impl ToolServer,
    call: &ToolCall,
    mut result: CallToolResult,
    context: &RequestContext<RoleServer>,
) -> Interpreted<CallToolResponse> {
    let _ = Marker::take_from_result(&mut result);
    match output::check(state, server, call, &result, context).await {
        OutputCheck::Failed(failure) => return Interpreted::Failed(call.failed(failure)),
        OutputCheck::Warned(failure) => disclose::to_operator(state, call.info.note_in(failure)),
        OutputCheck::Cancelled => return Interpreted::Cancelled,
        OutputCheck::Fits => {}
    }
    Interpreted::Succeeded(CallToolResponse::Complete(without_secrets(state, result)))
}

/// A failed result.
fn error_result(state: &GuardState, call: &ToolCall, result: CallToolResult, handed: HandedOver) -> Failed {
    let (KnownFailure { failure, logged }, rest) = known_failure::of_result(state, call.name(), result, handed);
    let form = Form::Tool { rest: rest.map(Box::new) };
    Failed { form, logged, ..call.failed(judged(state, call, failure)) }
}

/// The failure as it leaves this stage: completed by the contract, and then with a retry that does no harm, unless the author
/// of the contract or of the failure has stated it.
fn judged(state: &GuardState, call: &ToolCall, failure: Failure) -> Failure {
    cautious(call, completed(state, call, failure))
}

/// The failure with what the tool's contract declares for its reason: a service knows the reason, and not the tool. The contract
/// is the one that the tool is listed with.
fn completed(state: &GuardState, call: &ToolCall, failure: Failure) -> Failure {
    let listed = call.tool.as_ref().and_then(|tool| tool.contract());
    let set = call.info.tool.as_deref().and_then(|name| state.settings().contracts.get(name).copied());
    match listed.or(set) {
        Some(contract) => failure.completed_by(contract),
        None => failure,
    }
}

/// The failure with a retry that does no harm, whatever the tool had done, unless its annotations say that it can be repeated.
fn cautious(call: &ToolCall, failure: Failure) -> Failure {
    if call.is_repeatable() { failure } else { failure.with_careful_retry() }
}
