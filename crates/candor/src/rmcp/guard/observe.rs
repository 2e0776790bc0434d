//! What observers of calls receive.

use super::request_info::RequestInfo;
use super::state::GuardState;
use crate::Incident;
use crate::fence::ignore_panic;
use std::sync::Arc;
use std::time::Duration;

pub(super) type CallObserver = Arc<dyn Fn(&FinishedCall<'_>) + Send + Sync>;

/// One request that has ended, for metrics.
///
/// ```
/// use candor::rmcp::{CallStatus, Guard};
///
/// # struct OrderDesk;
/// # impl rmcp::ServerHandler for OrderDesk {}
/// let guard = Guard::new(OrderDesk).on_call(|call| {
///     let name = call.tool().unwrap_or(call.method());
///     let result = match call.status() {
///         CallStatus::Succeeded => "ok",
///         CallStatus::Failed(incident) => incident.failure().code().name(),
///         CallStatus::Cancelled => "cancelled",
///         _ => "other",
///     };
///     println!("{name} {result} {:?}", call.duration());
/// });
/// ```
#[derive(Debug, Clone, Copy)]
pub struct FinishedCall<'a> {
    method: &'static str,
    tool: Option<&'a str>,
    duration: Duration,
    status: CallStatus<'a>,
}

/// How a request ended.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum CallStatus<'a> {
    /// With a result.
    Succeeded,
    /// With a failure.
    Failed(&'a Incident),
    /// The caller cancelled it, and got no answer.
    Cancelled,
}

impl<'a> FinishedCall<'a> {
    /// The method, such as `tools/call`; all those that are not the protocol's own are `a request of its own`.
    #[must_use]
    pub fn method(&self) -> &'static str {
        self.method
    }

    /// The tool that was called, if it exists: a name that a caller made up is not a label for metrics.
    #[must_use]
    pub fn tool(&self) -> Option<&'a str> {
        self.tool
    }

    /// How long it took.
    #[must_use]
    pub fn duration(&self) -> Duration {
        self.duration
    }

    /// How it ended.
    #[must_use]
    pub fn status(&self) -> CallStatus<'a> {
        self.status
    }
}

/// How a request ended, for as long as its report waits.
enum Ended {
    Succeeded,
    Failed(Incident),
    Cancelled,
}

impl Ended {
    fn of(status: CallStatus<'_>) -> Ended {
        match status {
            CallStatus::Succeeded => Ended::Succeeded,
            CallStatus::Failed(incident) => Ended::Failed(incident.clone()),
            CallStatus::Cancelled => Ended::Cancelled,
        }
    }

    fn status(&self) -> CallStatus<'_> {
        match self {
            Ended::Succeeded => CallStatus::Succeeded,
            Ended::Failed(incident) => CallStatus::Failed(incident),
            Ended::Cancelled => CallStatus::Cancelled,
        }
    }
}

/// Notifies the observers of calls that the request has ended. They are not waited for.
pub(super) fn ended(state: &GuardState, info: &RequestInfo, status: CallStatus<'_>) {
    let observers = &state.settings().call_observers;
    if observers.is_empty() {
        return;
    }
    let (method, duration) = (info.method, info.begin.elapsed());
    let tool = info.tool.as_ref().filter(|_| info.is_tool_known);
    let bytes = match status {
        CallStatus::Failed(incident) => incident.failure().held_bytes(),
        CallStatus::Succeeded | CallStatus::Cancelled => 0,
    };
    state.policy().hand_over(bytes, || {
        let (tool, ended, observers) = (tool.cloned(), Ended::of(status), observers.clone());
        move || {
            let call = FinishedCall { method, tool: tool.as_deref(), duration, status: ended.status() };
            for observe in &*observers {
                ignore_panic(|| observe(&call));
            }
        }
    });
}
