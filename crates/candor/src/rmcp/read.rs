//! The failure in an answer, for clients.

use super::incomplete::URL_ELICITATION_REQUIRED;
use crate::classify::{Classifier, Step};
use crate::failure::details::private_key;
use crate::failure::{Origin, Retry, Safety};
use crate::render::{self, META_KEY};
use crate::{Code, Failure, Reason, reason};
use ::rmcp::model::{CallToolResult, ErrorCode};
use ::rmcp::{ErrorData, ServiceError};
use serde_json::json;

/// An answer that may hold a failure: a tool's result, a JSON-RPC error, or an error of rmcp's client.
pub trait Answer: sealed::Sealed {
    #[doc(hidden)]
    fn failure(&self) -> Option<Failure>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for ::rmcp::model::CallToolResult {}
    impl Sealed for ::rmcp::ErrorData {}
    impl Sealed for ::rmcp::ServiceError {}
}

/// The failure that an answer holds, whichever server wrote it and in whichever of the five dialects; `None` for a
/// result without `isError`.
///
/// An error in no dialect is classified by its number, its type or its words. It was written by somebody else, so
/// [disclose](Failure::disclose) it before you pass it on.
///
/// ```
/// use candor::Code;
/// use rmcp::model::{CallToolResult, ContentBlock};
///
/// let result = CallToolResult::error(vec![ContentBlock::text("connect ECONNREFUSED 127.0.0.1:5432")]);
/// let failure = candor::rmcp::read(&result).unwrap();
/// assert_eq!(failure.code(), Code::Unavailable);
/// assert!(failure.retry().is_retryable());
///
/// assert!(candor::rmcp::read(&CallToolResult::success(Vec::new())).is_none());
/// ```
#[must_use]
pub fn read(answer: &impl Answer) -> Option<Failure> {
    answer.failure()
}

impl Answer for CallToolResult {
    fn failure(&self) -> Option<Failure> {
        (self.is_error == Some(true)).then(|| of_result(self, Classifier::standard()))
    }
}

impl Answer for ErrorData {
    fn failure(&self) -> Option<Failure> {
        Some(of_error(self, Classifier::standard()))
    }
}

impl Answer for ServiceError {
    fn failure(&self) -> Option<Failure> {
        Some(match self {
            ServiceError::McpError(error) => of_error(error, Classifier::standard()),
            ServiceError::TransportSend(error) => not_sent(error),
            ServiceError::TransportClosed => Failure::new(Code::Unavailable, "The connection to the server was closed")
                .with_reason(reason!("connection_closed"))
                .with_origin(Origin::Transport)
                .with_retry(Retry::Backoff(Safety::IfIdempotent)),
            ServiceError::Timeout { timeout } => Failure::new(Code::Timeout, "The server did not answer in time")
                .with_origin(Origin::Transport)
                .with_retry(Retry::Backoff(Safety::IfIdempotent))
                .with_context("timeout_ms", u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX)),
            ServiceError::Cancelled { reason } => Failure::new(Code::Cancelled, "The request was called off")
                .with_private("cancel_reason", reason.as_deref().unwrap_or_default()),
            ServiceError::UnexpectedResponse => {
                Failure::new(Code::DependencyFailed, "The server answered with a result of another kind")
                    .with_reason(reason!("unexpected_response"))
                    .with_retry(Retry::Never)
            }
            ServiceError::SubscriptionLagged { .. } => Failure::new(
                Code::Unavailable,
                "The subscription was lost: notifications came faster than they were read",
            )
            .with_reason(reason!("subscription_lagged"))
            .with_origin(Origin::Caller)
            .with_retry(Retry::Backoff(Safety::Always)),
            ServiceError::InputRequiredRoundsExceeded { max_rounds } => {
                Failure::new(Code::DependencyFailed, "The server kept asking for more input")
                    .with_reason(reason!("input_rounds_exceeded"))
                    .with_retry(Retry::Never)
                    .with_context("max_rounds", max_rounds)
            }
            other => Classifier::standard().classify_text(&other.to_string()).into_failure("calling the server"),
        })
    }
}

/// What an error result says: in a dialect, or in words.
pub(super) fn of_result(result: &CallToolResult, classifier: &Classifier) -> Failure {
    if let Some(failure) = result.meta.as_ref().and_then(|meta| meta.0.get(META_KEY)).and_then(render::canonical::read)
    {
        return failure;
    }
    let value = serde_json::to_value(result).unwrap_or_default();
    match render::recognise(&value) {
        Some(recognised) if recognised.dialect.is_some() => recognised.failure,
        Some(recognised) => by_words(recognised.failure, classifier),
        None => by_words(Failure::new(Code::Internal, ""), classifier),
    }
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
            "Send headers that say the same as the body of the request.",
        )),
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => Some((
            Code::InvalidRequest,
            reason!("missing_client_capability"),
            "Announce the capabilities in data.requiredCapabilities, or do without what needs them.",
        )),
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => Some((
            Code::InvalidRequest,
            reason!("unsupported_protocol_version"),
            "Use one of the versions in data.supported.",
        )),
        _ => None,
    }
}

/// What a JSON-RPC error says: in a dialect, by its number, or in words.
pub(super) fn of_error(error: &ErrorData, classifier: &Classifier) -> Failure {
    let response = json!({"jsonrpc": "2.0", "error": error});
    let recognised = render::recognise(&response);
    if let Some((code, reason, recovery)) = of_the_specification(error.code) {
        let failure = match recognised {
            Some(recognised) => recognised.failure.with_code(code),
            None => Failure::new(code, error.message.clone()),
        };
        return failure
            .with_reason(reason)
            .with_origin(Origin::Caller)
            .with_retry(Retry::Never)
            .with_recovery(recovery);
    }
    let Some(recognised) = recognised else {
        return by_words(Failure::new(Code::Internal, error.message.clone()), classifier);
    };
    let has = |name: &str| error.data.as_ref().is_some_and(|data| data.get(name).is_some());
    // The documents give this number another meaning, and then a reason with it.
    if error.code == ErrorCode::RESOURCE_NOT_FOUND && !has("reason") && !has("code") {
        return recognised.failure.with_code(Code::NotFound).with_origin(Origin::Caller).with_retry(Retry::Never);
    }
    let is_told = has("reason") || has("code");
    // Servers answer -32603 for whatever went wrong, and numbers of their own that nobody else knows.
    let is_vague = matches!(recognised.failure.code(), Code::Internal | Code::Unknown);
    if is_vague && !is_told { by_words(recognised.failure, classifier) } else { recognised.failure }
}

/// The failure with the code, the origin and the retry that its words tell.
fn by_words(failure: Failure, classifier: &Classifier) -> Failure {
    let verdict = classifier.classify_text(failure.message());
    let code = verdict.code();
    verdict.decide(failure.with_code(code))
}

/// What the transport says of a request that could not be sent.
fn not_sent(error: &::rmcp::transport::DynamicTransportError) -> Failure {
    let verdict = Classifier::standard().classify(error);
    if verdict.step() != Step::Fallback {
        return verdict.into_failure("sending the request");
    }
    Failure::new(Code::Unavailable, "The request could not be sent")
        .with_reason(reason!("not_sent"))
        .with_origin(Origin::Transport)
        .with_retry(Retry::Backoff(Safety::IfIdempotent))
}

/// The failure that an error of rmcp holds, where it is more than words.
pub(crate) fn failure_in(error: &(dyn std::error::Error + 'static)) -> Option<Failure> {
    if let Some(error) = error.downcast_ref::<ErrorData>() {
        let is_known = |failure: &Failure| {
            let step = failure.private().get(private_key::CLASSIFIED_BY).and_then(|by| by.get("step"));
            step.is_none_or(|step| step != Step::Fallback.name())
        };
        return error.failure().filter(is_known);
    }
    let error = error.downcast_ref::<ServiceError>()?;
    // What lies below says it better.
    if matches!(error, ServiceError::TransportSend(_)) { None } else { error.failure() }
}
