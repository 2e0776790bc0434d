//! Requests of the protocol whose params rmcp could not read, and methods that do not exist.
//!
//! rmcp takes a request with a known method and wrong parameters for one with an unknown method.

use crate::failure::names::{listed, shown};
use crate::failure::{Origin, Retry};
use crate::nearest::nearest;
use crate::render::Revision;
use crate::rmcp::guard::flow;
use crate::rmcp::guard::interpret::Failed;
use crate::rmcp::guard::leaving::Leaving;
use crate::rmcp::guard::request_info::RequestInfo;
use crate::rmcp::guard::sent::{self, Sent};
use crate::rmcp::guard::state::GuardState;
use crate::rmcp::initialize;
use crate::rmcp::params::{self, Fault, Member, MemberType};
use crate::{Code, Failure, reason};
use ::rmcp::model::{CustomRequest, ErrorCode};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer};
use serde_json::Value;

/// A method of the protocol, and the members of its parameters that can be distinguished.
struct Method {
    name: &'static str,
    members: &'static [Member],
    /// Whether 2026-07-28 has dropped it: to its peers, it does not exist.
    is_gone: bool,
}

const fn method(name: &'static str, members: &'static [Member]) -> Method {
    Method { name, members, is_gone: false }
}

const fn old_method(name: &'static str, members: &'static [Member]) -> Method {
    Method { is_gone: true, ..method(name, members) }
}

/// Every request that a client may send.
const METHODS: &[Method] = &[
    old_method(initialize::METHOD, &[]),
    method("server/discover", &[]),
    old_method("ping", &[]),
    method("tools/list", &[]),
    method("tools/call", &[("/name", MemberType::String), ("/arguments", MemberType::OptionalObject)]),
    method("resources/list", &[]),
    method("resources/templates/list", &[]),
    method("resources/read", &[("/uri", MemberType::String)]),
    old_method("resources/subscribe", &[("/uri", MemberType::String)]),
    old_method("resources/unsubscribe", &[("/uri", MemberType::String)]),
    method("subscriptions/listen", &[("/notifications", MemberType::Object)]),
    method("prompts/list", &[]),
    method("prompts/get", &[("/name", MemberType::String), ("/arguments", MemberType::OptionalObject)]),
    method("completion/complete", &[("/ref", MemberType::Object), ("/argument", MemberType::Object)]),
    old_method("logging/setLevel", &[("/level", MemberType::String)]),
    method("tasks/get", &[("/taskId", MemberType::String)]),
    method("tasks/update", &[("/taskId", MemberType::String)]),
    method("tasks/cancel", &[("/taskId", MemberType::String)]),
];

/// The failure of a request of the protocol with wrong params, and the request; `None` for any other.
pub(in crate::rmcp::guard) fn malformed(
    request: &CustomRequest,
    context: &RequestContext<RoleServer>,
) -> Option<(RequestInfo, Failed)> {
    let method = METHODS.iter().find(|method| method.name == request.method)?;
    let info = RequestInfo::of(method.name, context).having_sent(sent::params(request));
    if method.is_gone && info.revision >= Revision::V2026_07_28 {
        return None;
    }
    let failure = info.refused().unwrap_or_else(|| match method.name {
        initialize::METHOD => initialize::fault_of(request.params.as_ref()),
        _ => wrong_params(method, request.params.as_ref()),
    });
    Some((info, Failed::as_error(failure)))
}

/// Runs what handles a request with a method of the server's own.
pub(in crate::rmcp::guard) async fn custom_request<T: Leaving>(
    state: &GuardState,
    method: &str,
    sent: Sent,
    context: RequestContext<RoleServer>,
    handle: impl AsyncFnOnce(RequestContext<RoleServer>) -> Result<T, ErrorData>,
) -> Result<T, ErrorData> {
    let handle = async |context| {
        handle(context).await.map_err(|error| match error.code {
            ErrorCode::METHOD_NOT_FOUND if error.message == method => unknown_method(method).into(),
            _ => error,
        })
    };
    let info = RequestInfo::of("a request of its own", &context).having_sent(sent);
    flow::request(state, &info, context, handle).await
}

/// What is wrong with the params of a method of the protocol, if anything is known to be.
pub(in crate::rmcp) fn fault_of_params(method: &str, given: Option<&Value>) -> Option<Failure> {
    let method = METHODS.iter().find(|known| known.name == method)?;
    params::fault_in(given, method.members).map(|fault| told(method, fault))
}

fn wrong_params(method: &Method, given: Option<&Value>) -> Failure {
    let name = method.name;
    match params::fault_in(given, method.members) {
        Some(fault) => told(method, fault),
        None => {
            let recovery = format!("Send {name} with the params that the protocol defines for it.");
            completed(params::other_fault(name), recovery, name)
        }
    }
}

fn told(method: &Method, Fault { failure, instead }: Fault) -> Failure {
    completed(failure, format!("Send {} again with {instead}.", method.name), method.name)
}

fn completed(failure: Failure, recovery: String, name: &str) -> Failure {
    failure
        .with_reason(reason!("malformed_params"))
        .with_retry(Retry::Never)
        .with_recovery(recovery)
        .with_context("method", name)
}

fn unknown_method(name: &str) -> Failure {
    let others = METHODS.iter().map(|method| method.name).filter(|known| *known != name);
    let near = nearest(name, others);
    let shown_name = shown(name);
    let failure = Failure::new(Code::MethodNotFound, "")
        .with_reason(reason!("unknown_method"))
        .with_origin(Origin::Caller)
        .with_retry(Retry::Never)
        .with_context("method", &shown_name);
    if near.is_empty() {
        failure
            .with_message(format!("This server has no method {shown_name}"))
            .with_recovery("Use a method that the server's capabilities announce.")
    } else {
        let names = listed(&near);
        failure
            .with_message(format!("This server has no method {shown_name}; did you mean {names}?"))
            .with_recovery(format!("Send {names} instead."))
            .with_context("did_you_mean", near)
    }
}
