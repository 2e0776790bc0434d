//! The second stage: the work runs until it is done, times out, is cancelled or panics.

use super::admit::ToolCall;
use super::disclose;
use super::request_info::RequestInfo;
use super::state::GuardState;
use super::tool_server::ToolServer;
use crate::Failure;
use crate::capture::{catch_panic, catch_panic_async};
use crate::rmcp::call_scope::{CallScope, HandedOver};
use ::rmcp::model::{CallToolRequestParams, CallToolResponse};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer};
use std::pin::pin;
use std::time::Duration;

/// How the work on a request ended.
pub(super) enum Ended<T> {
    /// It returned this, and handed this over on the way.
    Done(T, HandedOver),
    Panicked(Failure),
    /// The deadline came first.
    TimedOut(Duration),
    /// The caller cancelled it.
    Cancelled,
}

/// How long cancelled work has to clean up, once its token is cancelled. A server that is ending waits twice as long for
/// answers.
const GRACE: Duration = Duration::from_secs(1);

/// Runs a tool. It gets a token of its own, so that what it has started learns of the deadline, too.
pub(super) async fn tool(
    state: &GuardState,
    server: &impl ToolServer,
    call: &ToolCall,
    request: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Ended<Result<CallToolResponse, ErrorData>> {
    let cancelled = context.ct.clone().cancelled_owned();
    let token = context.ct.child_token();
    let mut context = context.clone();
    context.ct = token.clone();
    until(state, &call.info, call.deadline, cancelled, || token.cancel(), server.run_tool(request, context)).await
}

/// Runs the work until it is done, the deadline comes, or it is cancelled. At the deadline, `stop` is called before the
/// work is dropped; a panic while it is dropped is ignored.
pub(super) async fn until<F: Future>(
    state: &GuardState,
    info: &RequestInfo,
    deadline: Option<Duration>,
    cancelled: impl Future<Output = ()>,
    stop: impl FnOnce(),
    work: F,
) -> Ended<F::Output> {
    let scope = CallScope::new(state.policy().clone());
    let mut work = Box::pin(catch_panic_async(scope.around(work)));
    let time_out = async {
        match deadline {
            Some(deadline) => {
                tokio::time::sleep(deadline).await;
                deadline
            }
            None => std::future::pending().await,
        }
    };
    let cancelled = async {
        cancelled.await;
        tokio::time::sleep(GRACE).await;
    };
    let (mut cancelled, mut time_out) = (pin!(cancelled), pin!(time_out));
    let ended = tokio::select! {
        biased;
        done = &mut work => match done {
            Ok(output) => Ended::Done(output, HandedOver::default()),
            Err(failure) => Ended::Panicked(failure),
        },
        () = &mut cancelled => Ended::Cancelled,
        deadline = &mut time_out => {
            stop();
            Ended::TimedOut(deadline)
        }
    };
    let _ = catch_panic(|| drop(work));
    let mut handed = scope.close();
    // Whether or not the result that tells of them gets to the caller.
    for incident in std::mem::take(&mut handed.incidents) {
        disclose::report_item(state, info, incident);
    }
    // However it ended, a handler may have kept a result that refers to them.
    state.earlier_failures.keep(&handed);
    match ended {
        Ended::Done(output, _) => Ended::Done(output, handed),
        ended @ (Ended::Panicked(_) | Ended::TimedOut(_) | Ended::Cancelled) => ended,
    }
}
