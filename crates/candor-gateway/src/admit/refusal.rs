//! What a request is refused with.

mod message_id;

use super::json_web_token::Rejected;
use super::metadata::ResourceMetadata;
use axum::body::Body;
use axum::response::Response;
use candor::render::Place;
use candor::{Code, Failure, FailurePolicy, Origin, Retry, Safety, reason};
use http::{HeaderValue, StatusCode, header, request};
use std::num::NonZeroU32;
use std::time::Duration;

/// How long a client waits for another of its calls to end.
const BETWEEN_CALLS: Duration = Duration::from_secs(1);

/// What a request is refused with: a failure, and what the client's program has to know of it.
#[derive(Debug)]
pub(super) struct Refusal {
    failure: Failure,
    challenge: Option<String>,
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        Refusal { failure, challenge: None }
    }
}

impl Refusal {
    /// A problem.
    pub(super) fn into_response(self, policy: &FailurePolicy) -> Response {
        let response: http::Response<Vec<u8>> = policy.problem_response(self.failure).into();
        let mut response = response.map(Body::from);
        if let Some(challenge) = self.challenge.and_then(|challenge| HeaderValue::try_from(challenge).ok()) {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }

    /// A JSON-RPC error, if the body is that of a request whose id can be read without much ado; else a problem.
    pub(super) async fn into_answer(self, policy: &FailurePolicy, head: &request::Parts, body: Body) -> Response {
        let Some(id) = message_id::read(head, body).await else { return self.into_response(policy) };
        let disclosure = policy.disclose(self.failure);
        let renderer = policy.renderer().clone().with_request_id(id.get().trim_matches('"'));
        let error = renderer.reply(&disclosure, Place::Request).to_bytes();
        let mut text = format!(r#"{{"jsonrpc":"2.0","id":{},"error":"#, id.get()).into_bytes();
        text.extend_from_slice(&error);
        text.push(b'}');
        let mut response = Response::new(Body::from(text));
        *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = disclosure.retry().after_seconds() {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }

    fn challenging(self, metadata: Option<&ResourceMetadata>, parameters: &[(&str, &str)]) -> Refusal {
        Refusal { challenge: Some(challenge(metadata, parameters)), ..self }
    }
}

/// The challenge of RFC 6750, with where to get a token (RFC 9728).
fn challenge(metadata: Option<&ResourceMetadata>, parameters: &[(&str, &str)]) -> String {
    let mut text = "Bearer".to_owned();
    let location = metadata.map(|metadata| ("resource_metadata", metadata.url.as_str()));
    let realm = [("realm", "mcp")];
    for (at, (name, value)) in realm.iter().copied().chain(parameters.iter().copied()).chain(location).enumerate() {
        // No value has a quote or a backslash: scopes and addresses are checked when they are read.
        text.push_str(if at == 0 { " " } else { ", " });
        text.push_str(name);
        text.push_str("=\"");
        text.push_str(value);
        text.push('"');
    }
    text
}

fn unauthorized(code: Code, reason: candor::Reason, message: &'static str, recovery: &'static str) -> Refusal {
    Failure::new(code, message).with_reason(reason).with_origin(Origin::Caller).with_recovery(recovery).into()
}

pub(super) fn no_token(metadata: Option<&ResourceMetadata>, is_in_query: bool) -> Refusal {
    let (message, recovery) = if is_in_query {
        ("A token in the address is not accepted.", "Send the token in the header `Authorization: Bearer` alone.")
    } else if metadata.is_some() {
        (
            "The request has no token.",
            "Get a token from the authorization server that resource_metadata in the header WWW-Authenticate leads to, and send it in \
             the header `Authorization: Bearer`.",
        )
    } else {
        (
            "The request has no token.",
            "Ask the operator for a token, and have the client send it in the header `Authorization: Bearer`.",
        )
    };
    let refusal = unauthorized(Code::Unauthorized, reason!("missing_token"), message, recovery);
    let scope = metadata.map(|metadata| metadata.required_scopes.join(" ")).filter(|scope| !scope.is_empty());
    let parameters: Vec<_> = scope.iter().map(|scope| ("scope", scope.as_str())).collect();
    refusal.challenging(metadata, &parameters)
}

pub(super) fn malformed_token(metadata: Option<&ResourceMetadata>, why: &'static str) -> Refusal {
    let recovery = "Send one header, `Authorization: Bearer` and the token.";
    let refusal = unauthorized(Code::InvalidCredentials, reason!("malformed_token"), why, recovery);
    refusal.challenging(metadata, &[("error", "invalid_token")])
}

pub(super) fn unknown_token() -> Refusal {
    let refusal = unauthorized(
        Code::InvalidCredentials,
        reason!("unknown_token"),
        "The token is not known here.",
        "Ask the operator for a token that is valid, and have the client send that.",
    );
    refusal.challenging(None, &[("error", "invalid_token")])
}

pub(super) fn of_json_web_token(metadata: Option<&ResourceMetadata>, why: Rejected) -> Refusal {
    match why {
        Rejected::Invalid { reason, message } => {
            let code = if reason.as_str() == "expired_token" { Code::TokenExpired } else { Code::InvalidCredentials };
            let recovery =
                "Get a new token for this gateway from the authorization server, and send the request again.";
            let refusal = unauthorized(code, reason, message, recovery);
            refusal.challenging(metadata, &[("error", "invalid_token"), ("error_description", message)])
        }
        Rejected::InsufficientScope { missing } => {
            let scopes = metadata.map(|metadata| metadata.required_scopes.join(" ")).unwrap_or_default();
            let failure = Failure::new(Code::Forbidden, "The token does not allow the use of this gateway.")
                .with_reason(reason!("insufficient_scope"))
                .with_origin(Origin::Caller)
                .with_recovery(format!("Get a token with the scopes {scopes}, and send the request again."))
                .with_context("missing_scopes", missing);
            Refusal::from(failure).challenging(metadata, &[("error", "insufficient_scope"), ("scope", &scopes)])
        }
        Rejected::ScopeWithoutTools { one_of } => {
            let required = metadata.map(|metadata| metadata.required_scopes.clone()).unwrap_or_default();
            let others = one_of.iter().filter(|scope| !required.contains(scope));
            let scopes = required.iter().chain(others).map(String::as_str).collect::<Vec<_>>().join(" ");
            let failure = Failure::new(Code::Forbidden, "The scopes of the token allow none of the tools.")
                .with_reason(reason!("insufficient_scope"))
                .with_origin(Origin::Caller)
                .with_recovery(format!(
                    "Get a token with at least one of the scopes {}, and send the request again.",
                    one_of.join(" ")
                ))
                .with_context("one_of_scopes", one_of);
            Refusal::from(failure).challenging(metadata, &[("error", "insufficient_scope"), ("scope", &scopes)])
        }
        Rejected::NoKeys { cause, retry_after } => Failure::new(
            Code::Unavailable,
            "The keys of the authorization server are not there yet: tokens cannot be checked.",
        )
        .with_reason(reason!("authorization_keys_unavailable"))
        .with_origin(Origin::Upstream)
        .with_retry(Retry::After(retry_after, Safety::Always))
        .with_recovery("Wait, then send the same request again. If it lasts, tell the operator.")
        .with_cause(cause)
        .into(),
    }
}

/// What is told are whole seconds; less would be told as none.
fn in_seconds(wait: Duration) -> Duration {
    Duration::from_secs(wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(Duration::from_secs(1))
}

pub(super) fn too_many_failed_tokens(wait: Duration) -> Refusal {
    Failure::new(
        Code::RateLimited,
        "Too many tokens from this address were not accepted. This one was not checked, and the request was not executed.",
    )
    .with_reason(reason!("too_many_failed_tokens"))
    .with_origin(Origin::Caller)
    .with_retry(Retry::After(in_seconds(wait), Safety::Always))
    .with_recovery("Wait as long as told, then send the same request again with a token that is valid.")
    .into()
}

pub(super) fn too_often(wait: Duration) -> Refusal {
    Failure::new(
        Code::RateLimited,
        "This client has sent more requests than its rate allows. The request was not executed.",
    )
    .with_reason(reason!("client_rate_exceeded"))
    .with_origin(Origin::Caller)
    .with_retry(Retry::After(in_seconds(wait), Safety::Always))
    .with_recovery("Wait as long as told, then send the same request again, and send fewer at once.")
    .into()
}

pub(super) fn too_many(limit: NonZeroU32) -> Refusal {
    let message = format!("This client has {limit} calls under way, which is its limit. The request was not executed.");
    Failure::new(Code::RateLimited, message)
        .with_reason(reason!("client_concurrency_exceeded"))
        .with_origin(Origin::Caller)
        .with_retry(Retry::After(BETWEEN_CALLS, Safety::Always))
        .with_recovery("Wait until some of the calls have ended, then send the same request again.")
        .with_context("limit", limit.get())
        .into()
}

pub(super) fn bad_host(message: &'static str) -> Refusal {
    Failure::new(Code::InvalidRequest, message)
        .with_reason(reason!("invalid_host"))
        .with_recovery("Send one Host header with the name of the gateway.")
        .into()
}

pub(super) fn foreign_host() -> Refusal {
    Failure::new(Code::Forbidden, "The gateway is not called by this name.")
        .with_reason(reason!("forbidden_host"))
        .with_origin(Origin::Caller)
        .with_recovery("Call it by a name that the operator has allowed, or ask the operator to allow this one.")
        .into()
}

/// The server around the gateway does not say who has sent the request.
pub(super) fn no_address() -> Refusal {
    Failure::internal("The address of the client is not known to the gateway")
        .with_reason(reason!("unknown_peer"))
        .with_retry(Retry::Never)
        .into()
}

pub(super) fn no_such_resource() -> Refusal {
    Failure::new(Code::NotFound, "There is no protected resource at this path.")
        .with_reason(reason!("unknown_resource"))
        .with_origin(Origin::Caller)
        .with_recovery("Ask for /.well-known/oauth-protected-resource.")
        .into()
}
