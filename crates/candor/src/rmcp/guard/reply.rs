//! The last stage: the disclosure as a tool result or a JSON-RPC error.

use super::admit::ToolCall;
use super::disclose::{self, Disclosed};
use super::interpret::Form;
use super::leaving::Leaving;
use super::observe::{self, CallStatus};
use super::request_info::RequestInfo;
use super::state::GuardState;
use crate::render::{Place, is_envelope_schema};
use crate::rmcp::outbound::tickets;
use crate::rmcp::{incomplete, wire};
use ::rmcp::ErrorData;
use ::rmcp::model::CallToolResponse;
use serde_json::Value;

/// The reply to a call of a tool.
pub(super) fn to_tool_call(
    state: &GuardState,
    call: &ToolCall,
    disclosed: Disclosed<'_>,
) -> Result<CallToolResponse, ErrorData> {
    let Disclosed { disclosure, form: Form::Tool { rest }, discretion } = disclosed else {
        return Err(to_request(state, &call.info, disclosed));
    };
    let compiled = call.tool.as_ref().and_then(|tool| tool.output.as_ref()).map(|schema| schema.compiled());
    let output_schema = match compiled {
        Some(Ok(compiled)) if is_announced_as_it_is(state, compiled.as_value()) => Some(compiled.as_value()),
        // What is announced has room for failures.
        Some(Ok(_) | Err(_)) if state.writes_successes() => None,
        // Whether a reply fits it is not known.
        Some(Ok(_) | Err(_)) => Some(&wire::NOTHING),
        None => None,
    };
    let renderer = state.renderer(&call.info);
    let alone = wire::answer(&renderer, &disclosure, Place::Tool { output_schema }).map_err(issued)?;
    let result = match rest {
        Some(rest) => {
            let mut result = alone.clone();
            rest.add_to(&mut result, &discretion);
            // Where a secret cannot be left out of the rest, the failure leaves alone.
            result.without_secrets(state.policy()).unwrap_or(alone)
        }
        None => alone,
    };
    tickets::issue_for_result(&result);
    Ok(CallToolResponse::Complete(result))
}

/// The error, with a ticket for the transport.
pub(super) fn issued(error: ErrorData) -> ErrorData {
    tickets::issue_for_error(&error);
    error
}

fn is_announced_as_it_is(state: &GuardState, schema: &Value) -> bool {
    !state.writes_successes() || schema.as_object().is_some_and(is_envelope_schema)
}

/// The reply to a request that has no tool result.
pub(super) fn to_request(state: &GuardState, info: &RequestInfo, disclosed: Disclosed<'_>) -> ErrorData {
    let Disclosed { disclosure, form, discretion } = disclosed;
    let plain = || wire::error(&state.renderer(info), &disclosure, info.place);
    issued(match form {
        Form::Protocol(error) => {
            incomplete::complete(error, &disclosure, &discretion).without_secrets(state.policy()).unwrap_or_else(plain)
        }
        Form::Error | Form::Tool { .. } => plain(),
    })
}

/// What a handler returns for a request that was cancelled. rmcp drops it, as the specification wants; only a server that
/// is ending still sends it.
pub(super) fn to_cancelled(state: &GuardState, info: &RequestInfo) -> ErrorData {
    observe::ended(state, info, CallStatus::Cancelled);
    issued(wire::error(&state.renderer(info), &disclose::cancelled(state), Place::Request))
}
