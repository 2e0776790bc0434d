//! The stages of a request in the guard: admit, run, interpret, disclose, reply.

use super::admit::{self, Admitted};
use super::context_copy::copy_beside;
use super::disclose::{self, disclose};
use super::interpret::{self, Failed, Interpreted, panic};
use super::leaving::Leaving;
use super::observe::{self, CallStatus};
use super::reply;
use super::request_info::RequestInfo;
use super::run;
use super::state::GuardState;
use super::success;
use super::tool_server::ToolServer;
use crate::capture::{catch_panic, catch_panic_async};
use crate::failure::Retry;
use crate::{Failure, reason};
use ::rmcp::model::{CallToolRequestParams, CallToolResponse};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer};

/// A call of a tool.
pub(super) async fn call_tool(
    state: &GuardState,
    server: &impl ToolServer,
    request: CallToolRequestParams,
    mut context: RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let (call, interpreted) = match admit::tool_call(state, server, request, &context).await {
        Ok(Admitted { call, request }) => {
            let copy = copy_beside(&mut context);
            let ended = run::tool(state, server, &call, request, context).await;
            let interpreted = interpret::tool_call(state, server, &call, ended, &copy).await;
            (call, interpreted)
        }
        Err((call, why)) => (call, why.into()),
    };
    match interpreted {
        Interpreted::Succeeded(response) => {
            match success::of_tool_call(state, &call.info, response).without_secrets(state.policy()) {
                Some(response) => {
                    observe::ended(state, &call.info, CallStatus::Succeeded);
                    Ok(response)
                }
                None => reply::to_tool_call(state, &call, disclose(state, &call.info, call.failed(unshowable()))),
            }
        }
        Interpreted::Failed(failed) => reply::to_tool_call(state, &call, disclose(state, &call.info, failed)),
        Interpreted::Cancelled => Err(reply::to_cancelled(state, &call.info)),
    }
}

/// A request that is not a call of a tool.
pub(super) async fn request<T: Leaving>(
    state: &GuardState,
    info: &RequestInfo,
    context: RequestContext<RoleServer>,
    handle: impl AsyncFnOnce(RequestContext<RoleServer>) -> Result<T, ErrorData>,
) -> Result<T, ErrorData> {
    if let Some(failure) = info.refused() {
        return Err(reply::to_request(state, info, disclose(state, info, Failed::as_error(failure))));
    }
    let cancelled = context.ct.clone().cancelled_owned();
    let ended = run::until(state, info, None, cancelled, || (), handle(context)).await;
    match interpret::request(state, info, ended) {
        Interpreted::Succeeded(result) => {
            let result = leaving(state, info, result.without_markers())?;
            observe::ended(state, info, CallStatus::Succeeded);
            Ok(result)
        }
        Interpreted::Failed(failed) => Err(reply::to_request(state, info, disclose(state, info, failed))),
        Interpreted::Cancelled => Err(reply::to_cancelled(state, info)),
    }
}

/// An answer without configured secrets, or the failure that takes its place.
pub(super) fn leaving<T: Leaving>(state: &GuardState, info: &RequestInfo, answer: T) -> Result<T, ErrorData> {
    answer.without_secrets(state.policy()).ok_or_else(|| {
        reply::to_request(state, info, disclose(state, info, Failed::as_error(info.about(unshowable()))))
    })
}

/// An answer has a secret in place of what the protocol wants there.
fn unshowable() -> Failure {
    Failure::internal("The answer holds a secret of the server where it cannot be left out")
        .with_reason(reason!("secret_in_answer"))
        .with_retry(Retry::Never)
}

/// A notification: it has no response.
pub(super) async fn notification(state: &GuardState, method: &'static str, work: impl Future<Output = ()>) {
    if let Err(failure) = catch_panic_async(work).await {
        disclose::to_operator(state, panic::without_answer(method, failure));
    }
}

/// A function of the handler that answers at once; if it panics, the default takes the place of its answer.
pub(super) fn ask<T>(
    state: &GuardState,
    method: &'static str,
    ask: impl FnOnce() -> T,
    default: impl FnOnce() -> T,
) -> T {
    catch_panic(ask).unwrap_or_else(|failure| {
        disclose::to_operator(state, panic::without_answer(method, failure));
        default()
    })
}
