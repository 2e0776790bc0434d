//! A server's handler behind a guard.

mod call;
mod contracts;
mod core;
mod foreign;
mod handler;
mod inside;
mod malformed;
mod occasion;
mod report;
mod secrets;
mod service;
mod settings;
mod task;
mod tools;

pub use contracts::{CONTRACT_META_KEY, contract};
pub use report::{Call, Ending};
pub use service::GuardedService;
pub use settings::OutputMismatch;

use self::core::Core;
use crate::classify::Classifier;
use crate::{Dialect, Discretion, Incident, IntoFailure};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// A handler whose every failure is right: answered, checked, classified, scrubbed, logged.
///
/// It forwards every method of the handler. [`Guard::into_service`] does the same for what is only a
/// [`Service`](::rmcp::Service).
///
/// ```
/// use candor::rmcp::Guard;
/// use rmcp::ServerHandler;
/// use std::time::Duration;
///
/// # struct OrderDesk;
/// # impl ServerHandler for OrderDesk {}
/// # fn served(_: impl ServerHandler) {}
/// let guard = Guard::new(OrderDesk)
///     .with_deadline(Duration::from_secs(60))
///     .with_tool_deadline("export_orders", Duration::from_secs(600));
/// served(guard);
/// ```
///
/// A guard remembers the schemas that it has compiled. Over HTTP, where a handler is made for each session or request,
/// make the guard once and hand out clones of it.
#[derive(Clone)]
pub struct Guard<H> {
    handler: H,
    core: Core,
}

impl<H> Guard<H> {
    /// The handler behind a guard with default settings: no deadlines, results checked against their schemas.
    #[must_use]
    pub fn new(handler: H) -> Guard<H> {
        Guard { handler, core: Core::default() }
    }

    /// The same with this discretion: the secrets that never leave, and how long a reply may be.
    #[must_use]
    pub fn with_discretion(mut self, discretion: Discretion) -> Guard<H> {
        self.core.settings_mut().discretion = discretion;
        self
    }

    /// The same with this classifier for errors of handlers that do not use Candor.
    #[must_use]
    pub fn with_classifier(mut self, classifier: Classifier) -> Guard<H> {
        self.core.settings_mut().classifier = classifier;
        self
    }

    /// The same in another dialect.
    #[must_use]
    pub fn with_dialect(mut self, dialect: Dialect) -> Guard<H> {
        self.core.settings_mut().dialect = dialect;
        self
    }

    /// The same, and a tool that takes longer is stopped and answered with a time-out.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Duration) -> Guard<H> {
        self.core.settings_mut().deadline = Some(deadline);
        self
    }

    /// The same with another deadline for one tool.
    #[must_use]
    pub fn with_tool_deadline(mut self, tool: impl Into<String>, deadline: Duration) -> Guard<H> {
        self.core.settings_mut().tool_deadlines.insert(tool.into(), deadline);
        self
    }

    /// The same, and this is what the tool can fail with: listed with the tool, and as the resource
    /// `candor://contract/{tool}`. It is the same as `#[tool(meta = candor::rmcp::contract::<E>())]` at the tool itself.
    #[must_use]
    pub fn with_contract<E: IntoFailure>(mut self, tool: impl Into<Cow<'static, str>>) -> Guard<H> {
        self.core.settings_mut().contracts.insert(tool.into(), E::CONTRACT);
        self
    }

    /// The same, with this in place of a failure where a tool's result does not fit its own output schema.
    #[must_use]
    pub fn on_output_mismatch(mut self, policy: OutputMismatch) -> Guard<H> {
        self.core.settings_mut().output_mismatch = policy;
        self
    }

    /// The same, and every incident is handed to this function, after it was logged. What it panics with is dropped.
    #[must_use]
    pub fn on_incident(mut self, observe: impl Fn(&Incident) + Send + Sync + 'static) -> Guard<H> {
        self.core.settings_mut().incident_observers.add(observe);
        self
    }

    /// The same, and every request that has ended is handed to this function: what metrics are made of.
    #[must_use]
    pub fn on_call(mut self, observe: impl Fn(&Call<'_>) + Send + Sync + 'static) -> Guard<H> {
        self.core.settings_mut().call_observers.push(Arc::new(observe));
        self
    }

    /// The guard around a service that is no handler, such as rmcp's `Router`.
    #[must_use]
    pub fn into_service(self) -> GuardedService<H> {
        GuardedService::new(self.handler, self.core)
    }

    /// What is behind the guard.
    #[must_use]
    pub fn get_ref(&self) -> &H {
        &self.handler
    }

    /// Another handler behind the same guard: settings and compiled schemas are shared.
    #[must_use]
    pub fn with_handler<Other>(&self, handler: Other) -> Guard<Other> {
        Guard { handler, core: self.core.clone() }
    }
}

/// Without the handler, which need not be printable.
impl<H> std::fmt::Debug for Guard<H> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guard").finish_non_exhaustive()
    }
}
