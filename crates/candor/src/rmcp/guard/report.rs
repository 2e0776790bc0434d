//! What is told to those who watch a guard.

use super::core::Core;
use super::occasion::Occasion;
use crate::Incident;
use crate::capture::catch_panic;
use std::sync::Arc;
use std::time::Duration;

pub(super) type CallObserver = Arc<dyn Fn(&Call<'_>) + Send + Sync>;

/// One request that has ended, for metrics.
///
/// ```
/// use candor::rmcp::{Ending, Guard};
///
/// # struct OrderDesk;
/// # impl rmcp::ServerHandler for OrderDesk {}
/// let guard = Guard::new(OrderDesk).on_call(|call| {
///     let name = call.tool().unwrap_or(call.method());
///     let result = match call.ending() {
///         Ending::Succeeded => "ok",
///         Ending::Failed(incident) => incident.failure().code().name(),
///         Ending::Cancelled => "cancelled",
///     };
///     println!("{name} {result} {:?}", call.duration());
/// });
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    method: &'static str,
    tool: Option<&'a str>,
    duration: Duration,
    ending: Ending<'a>,
}

/// How a request ended.
#[derive(Debug, Clone, Copy)]
pub enum Ending<'a> {
    /// With a result.
    Succeeded,
    /// With a failure.
    Failed(&'a Incident),
    /// The caller called it off, and got no answer.
    Cancelled,
}

impl<'a> Call<'a> {
    /// The method, such as `tools/call`; all those that are not the protocol's own are `a request of its own`.
    #[must_use]
    pub fn method(&self) -> &'static str {
        self.method
    }

    /// The tool that was called, if there is one of that name: what a caller makes up is no label.
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
    pub fn ending(&self) -> Ending<'a> {
        self.ending
    }
}

impl Core {
    /// Tells the operator of an incident: in the log, and whoever observes.
    pub(super) fn report(&self, incident: &Incident) {
        let settings = self.settings();
        settings.incident_observers.report(incident, &settings.discretion);
    }

    /// Tells whoever observes that the request has ended.
    pub(super) fn ended(&self, occasion: &Occasion, ending: Ending<'_>) {
        let observers = &self.settings().call_observers;
        if observers.is_empty() {
            return;
        }
        let duration = occasion.begin.elapsed();
        let tool = occasion.tool.as_deref().filter(|_| occasion.is_tool_known);
        let call = Call { method: occasion.method, tool, duration, ending };
        for observe in observers {
            let _ = catch_panic(|| observe(&call));
        }
    }
}
