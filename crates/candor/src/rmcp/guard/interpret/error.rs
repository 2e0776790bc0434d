//! What a JSON-RPC error of the handler means.

use super::known_failure::KnownFailure;
use super::{Failed, Form, Interpreted, judged};
use crate::render::{Place, Revision};
use crate::rmcp::call_scope::HandedOver;
use crate::rmcp::guard::admit::ToolCall;
use crate::rmcp::guard::disclose;
use crate::rmcp::guard::request_info::RequestInfo;
use crate::rmcp::guard::run::{self, Ended};
use crate::rmcp::guard::state::GuardState;
use crate::rmcp::guard::tool_server::ToolServer;
use crate::rmcp::guard::tools::Found;
use crate::rmcp::incomplete::URL_ELICITATION_REQUIRED;
use crate::rmcp::{read, refusal};
use crate::{Code, Failure};
use ::rmcp::model::{CallToolResponse, ErrorCode};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer};

/// An error in place of the result of a request that is not a call of a tool.
pub(super) fn of_request(state: &GuardState, info: &RequestInfo, mut error: ErrorData, handed: HandedOver) -> Failed {
    if let Some(KnownFailure { failure, logged }) = KnownFailure::of_error(state, &mut error, handed) {
        return Failed { logged, ..Failed::as_error(info.about(failure)) };
    }
    if is_of_the_protocol(error.code, info.revision) {
        return of_the_protocol(state, error);
    }
    let failure = match info.place {
        _ if error.code == ErrorCode::METHOD_NOT_FOUND && error.message == info.method => {
            refusal::unsupported_method(info.method)
        }
        Place::Resource if error.code == ErrorCode::RESOURCE_NOT_FOUND => Failure::new(Code::NotFound, error.message),
        Place::Resource | Place::Request | Place::Prompt | Place::Tool { .. } => {
            read::of_error(&error, state.policy().classifier())
        }
    };
    Failed::as_error(info.about(failure.naming(info.method)))
}

/// An error in place of a tool's result.
pub(super) async fn of_tool_call(
    state: &GuardState,
    server: &impl ToolServer,
    call: &ToolCall,
    mut error: ErrorData,
    handed: HandedOver,
    context: &RequestContext<RoleServer>,
) -> Interpreted<CallToolResponse> {
    let failed = Interpreted::Failed;
    if let Some(KnownFailure { failure, logged }) = KnownFailure::of_error(state, &mut error, handed) {
        return failed(Failed { logged, ..call.failed(judged(state, call, failure)) });
    }
    // The model has never seen the state of a request, which is between client and server: one that is refused is an
    // error of the protocol.
    let is_about_state = call.has_state && error.code == ErrorCode::INVALID_PARAMS;
    if is_about_state || is_of_the_protocol(error.code, call.info.revision) {
        return failed(of_the_protocol(state, error));
    }
    // The handler may not know a tool that was listed a moment ago, or that it never lists.
    if matches!(error.code, ErrorCode::INVALID_PARAMS | ErrorCode::METHOD_NOT_FOUND)
        && let Some(name) = &call.info.tool
    {
        match run::look_up(state, server, call, name, context).await {
            Ended::Done(Found::Unknown(names), _) => {
                return failed(Failed::as_error(Failure::unknown_tool(name, names.iter().map(String::as_str))));
            }
            Ended::Done(Found::Unlisted, _) if is_about_the_tool(&error) => {
                return failed(Failed::as_error(Failure::unknown_tool(name, [])));
            }
            // The error may come from the tool, or from what looked for the tool.
            Ended::Done(Found::Unlisted, _) => {
                let failure = read::of_error(&error, state.policy().classifier());
                return failed(Failed::as_error(failure.naming(call.name())));
            }
            Ended::Cancelled => return Interpreted::Cancelled,
            Ended::Panicked(failure) => disclose::to_operator(state, failure),
            Ended::Done(Found::Tool(_) | Found::NotListed(_), _) | Ended::TimedOut(_) => {}
        }
    }
    let failure = read::of_error(&error, state.policy().classifier()).naming(call.name());
    failed(call.failed(judged(state, call, failure)))
}

/// An error that the specification defines.
fn of_the_protocol(state: &GuardState, error: ErrorData) -> Failed {
    let failure = read::of_error(&error, state.policy().classifier());
    Failed { form: Form::Protocol(error), ..Failed::as_error(failure) }
}

/// Whether the specification gives the number a meaning, so that it must reach the peer as it is.
pub(in crate::rmcp::guard) fn is_of_the_protocol(code: ErrorCode, revision: Revision) -> bool {
    match code {
        ErrorCode::HEADER_MISMATCH
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        | ErrorCode::INVALID_REQUEST => true,
        URL_ELICITATION_REQUIRED => revision < Revision::V2026_07_28,
        _ => false,
    }
}

/// Whether an error says that there is no such tool, in the words that handlers use.
fn is_about_the_tool(error: &ErrorData) -> bool {
    let message = error.message.to_ascii_lowercase();
    error.code == ErrorCode::METHOD_NOT_FOUND
        || (message.contains("tool") && ["not found", "unknown", "no such"].iter().any(|word| message.contains(word)))
}
