//! The second stage: the work runs until it is done, times out, is cancelled or panics. Look-ups of tools, which other
//! stages need, run in the same way: whatever a call waits for has the deadline of the call, and a look-up one of its own.

use super::admit::ToolCall;
use super::disclose;
use super::request_info::RequestInfo;
use super::state::GuardState;
use super::tool_server::ToolServer;
use super::tools::Found;
use crate::Failure;
use crate::capture::catch_panic_async;
use crate::fence::ignore_panic;
use crate::rmcp::call_scope::{CallScope, HandedOver};
use ::rmcp::model::{CallToolRequestParams, CallToolResponse};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer};
use std::pin::pin;
use std::time::Duration;
use tokio::time::Instant;

/// When a call must be done.
#[derive(Clone, Copy)]
pub(super) struct Deadline {
    /// The time that the call has, as it was set.
    pub(super) limit: Duration,
    /// None if it is too far away to be a time.
    end: Option<Instant>,
}

impl Deadline {
    /// The deadline of a call that begins now.
    pub(super) fn from_now(limit: Duration) -> Deadline {
        Deadline { limit, end: Instant::now().checked_add(limit) }
    }

    /// Whichever comes first.
    fn or_earlier(self, other: Deadline) -> Deadline {
        match (self.end, other.end) {
            (Some(end), Some(others)) if others < end => other,
            (None, Some(_)) => other,
            (Some(_) | None, Some(_) | None) => self,
        }
    }

    /// Waits until it has come.
    async fn reached(self) {
        match self.end {
            Some(end) => tokio::time::sleep_until(end).await,
            None => std::future::pending().await,
        }
    }
}

/// How the work on a request ended.
pub(super) enum Ended<T> {
    /// It returned this, and handed this over before.
    Done(T, HandedOver),
    Panicked(Failure),
    /// The deadline came first.
    TimedOut(Deadline),
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
    mut context: RequestContext<RoleServer>,
) -> Ended<Result<CallToolResponse, ErrorData>> {
    let cancelled = context.ct.clone().cancelled_owned();
    let token = context.ct.child_token();
    context.ct = token.clone();
    until(state, &call.info, call.deadline, cancelled, || token.cancel(), server.run_tool(request, context)).await
}

/// Looks for a tool: a server may take its time to list its tools. If its list fails or panics, that is reported there, and
/// the look-up continues without it; a panic of the look-up itself is for the caller to report.
pub(super) async fn look_up(
    state: &GuardState,
    server: &impl ToolServer,
    call: &ToolCall,
    name: &str,
    context: &RequestContext<RoleServer>,
) -> Ended<Found> {
    let cancelled = context.ct.clone().cancelled_owned();
    let own = Deadline::from_now(state.settings().look_up_deadline);
    let deadline = call.deadline.map_or(own, |of_call| of_call.or_earlier(own));
    until(state, &call.info, Some(deadline), cancelled, || (), state.look_up_tool(server, name, context)).await
}

/// Runs the work until it is done, the deadline comes, or it is cancelled. At the deadline, `stop` is called before the
/// work is dropped; a panic while it is dropped is ignored.
pub(super) async fn until<F: Future>(
    state: &GuardState,
    info: &RequestInfo,
    deadline: Option<Deadline>,
    cancelled: impl Future<Output = ()>,
    stop: impl FnOnce(),
    work: F,
) -> Ended<F::Output> {
    let scope = CallScope::new(state.policy().clone(), info.sent().clone());
    let mut work = Box::pin(catch_panic_async(scope.around(work)));
    let time_out = async {
        match deadline {
            Some(deadline) => {
                deadline.reached().await;
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
    ignore_panic(|| drop(work));
    let mut handed = scope.close();
    // Whether or not their result reaches the caller.
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
