//! Reads errors of rmcp for the classifier.
//!
//! The standard classifier is built with this reader, so nothing here calls a classifier. What only the words say is
//! passed on as evidence.

use super::marker;
use crate::classify::{ErrorReader, OwnedEvidence, Reading};
use crate::failure::{Origin, Retry, Safety};
use crate::render::{self, ForeignFailure};
use crate::{Code, Failure, Reason, reason};
use ::rmcp::model::ErrorCode;
use ::rmcp::{ErrorData, ServiceError};
use serde_json::json;
use std::error::Error;

/// The error for older peers that must show the user a page first.
pub(super) const URL_ELICITATION_REQUIRED: ErrorCode = ErrorCode(-32042);

/// Reads `rmcp::ErrorData` and `rmcp::ServiceError`.
pub(crate) struct RmcpErrors;

impl ErrorReader for RmcpErrors {
    fn name(&self) -> &'static str {
        "rmcp"
    }

    fn read<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Reading<'e>> {
        if let Some(error) = error.downcast_ref::<ErrorData>() {
            return Some(of_data(error));
        }
        let error = error.downcast_ref::<ServiceError>()?;
        if let ServiceError::McpError(error) = error {
            return Some(of_data(error));
        }
        of_client(error).map(Reading::from)
    }
}

fn of_data(error: &ErrorData) -> Reading<'_> {
    match of_error(error) {
        ErrorMeaning::Known(failure) => failure.into(),
        ErrorMeaning::Open(foreign) if !foreign.is_open() => foreign.into_stated().into(),
        ErrorMeaning::Open(foreign) => Reading::Owned(Box::new(OwnedEvidence::of(&foreign.evidence()))),
    }
}

/// What a JSON-RPC error says.
pub(super) enum ErrorMeaning {
    /// Its dialect or its number says what it means.
    Known(Failure),
    /// Only the classifier can.
    Open(ForeignFailure),
}

/// What a JSON-RPC error says: in a dialect or by its number.
pub(super) fn of_error(error: &ErrorData) -> ErrorMeaning {
    if let Some(failure) = marker::recalled_from_error(error) {
        return ErrorMeaning::Known(failure);
    }
    let mut response = json!({"jsonrpc": "2.0", "error": error});
    marker::strip(&mut response);
    let found = render::find(&response).map(|found| found.foreign.relayed());
    if let Some((code, reason, recovery)) = of_the_specification(error.code) {
        let failure = match found {
            Some(foreign) => foreign.into_stated().with_code(code),
            None => Failure::new(code, error.message.clone()),
        };
        let failure = failure.with_reason(reason).with_origin(Origin::Caller).with_retry(Retry::Never);
        return ErrorMeaning::Known(failure.with_recovery(recovery));
    }
    let Some(foreign) = found else {
        return ErrorMeaning::Open(ForeignFailure::open(Code::Internal, error.message.clone()));
    };
    let has = |name: &str| error.data.as_ref().is_some_and(|data| data.get(name).is_some());
    let is_stated = has("reason") || has("code");
    // The documents give this number another meaning, and then a reason with it.
    if error.code == ErrorCode::RESOURCE_NOT_FOUND && !is_stated {
        let failure = foreign.into_stated().with_code(Code::NotFound);
        return ErrorMeaning::Known(failure.with_origin(Origin::Caller).with_retry(Retry::Never));
    }
    ErrorMeaning::Open(foreign)
}

/// Numbers that the specification defines for itself: why, and what to do.
fn of_the_specification(code: ErrorCode) -> Option<(Code, Reason, &'static str)> {
    match code {
        URL_ELICITATION_REQUIRED => Some((
            Code::Unauthorized,
            reason!("url_elicitation_required"),
            "Have the user open the addresses in data.elicitations, then send the request again.",
        )),
        ErrorCode::HEADER_MISMATCH => Some((
            Code::InvalidRequest,
            reason!("header_mismatch"),
            "Send headers that agree with the body of the request.",
        )),
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => Some((
            Code::InvalidRequest,
            reason!("missing_client_capability"),
            "Announce the capabilities in data.requiredCapabilities, or do not use what needs them.",
        )),
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => Some((
            Code::InvalidRequest,
            reason!("unsupported_protocol_version"),
            "Use one of the versions in data.supported.",
        )),
        _ => None,
    }
}

/// What an error of rmcp's client says that did not come from the server; nothing for one that is not known.
pub(super) fn of_client(error: &ServiceError) -> Option<Failure> {
    Some(match error {
        ServiceError::TransportClosed => Failure::new(Code::Unavailable, "The connection to the server was closed")
            .with_reason(reason!("connection_closed"))
            .with_origin(Origin::Transport)
            .with_retry(Retry::Backoff(Safety::IfIdempotent)),
        ServiceError::Timeout { timeout } => Failure::new(Code::Timeout, "The server did not answer in time")
            .with_origin(Origin::Transport)
            .with_retry(Retry::Backoff(Safety::IfIdempotent))
            .with_context("timeout_ms", u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX)),
        ServiceError::Cancelled { reason } => Failure::new(Code::Cancelled, "The request was cancelled")
            .with_private("cancel_reason", reason.as_deref().unwrap_or_default()),
        ServiceError::UnexpectedResponse => {
            Failure::new(Code::DependencyFailed, "The server responded with a result of another type")
                .with_reason(reason!("unexpected_response"))
                .with_retry(Retry::Never)
        }
        ServiceError::SubscriptionLagged { .. } => {
            Failure::new(Code::Unavailable, "The subscription was lost: notifications came faster than they were read")
                .with_reason(reason!("subscription_lagged"))
                .with_origin(Origin::Caller)
                .with_retry(Retry::Backoff(Safety::Always))
        }
        ServiceError::InputRequiredRoundsExceeded { max_rounds } => {
            Failure::new(Code::DependencyFailed, "The server kept asking for more input")
                .with_reason(reason!("input_rounds_exceeded"))
                .with_retry(Retry::Never)
                .with_context("max_rounds", max_rounds)
        }
        // The first comes from the server; what the transport says is among the causes.
        ServiceError::McpError(_) | ServiceError::TransportSend(_) | _ => return None,
    })
}
