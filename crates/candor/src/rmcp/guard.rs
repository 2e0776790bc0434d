//! A server's handler behind a guard.
//!
//! Every request passes the same stages, which [`flow`] spells out: [`admit`], [`run`], [`interpret`], [`disclose`], [`reply`].

mod admit;
mod context_copy;
mod contracts;
mod disclose;
mod flow;
mod handler;
mod interpret;
mod leaving;
mod observe;
mod reply;
mod request_info;
mod run;
mod secrets;
mod sent;
mod service;
mod settings;
mod state;
mod success;
mod task;
mod tool_filter;
mod tool_server;
mod tools;

pub(super) use admit::fault_of_params;
pub use contracts::{CONTRACT_META_KEY, contract};
pub use observe::{CallStatus, FinishedCall};
pub use service::GuardedService;
pub use settings::OutputMismatch;
pub(super) use tools::KnownTool;

use crate::{FailurePolicy, IntoFailure};
use ::rmcp::RoleServer;
use ::rmcp::service::RequestContext;
use settings::ContractResources;
use state::GuardState;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// A handler whose failures are answered, classified, scrubbed and logged, and whose calls are checked.
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
    state: GuardState,
}

impl<H> Guard<H> {
    /// The handler behind a guard with default settings: no deadlines, results checked against their schemas.
    #[must_use]
    pub fn new(handler: H) -> Guard<H> {
        Guard { handler, state: GuardState::default() }
    }

    /// The same under this policy: secrets, dialect, classifier and observers of incidents. Hand the same policy to the
    /// transport: it answers what never reaches the guard.
    ///
    /// ```no_run
    /// use candor::FailurePolicy;
    /// use candor::rmcp::{Guard, stdio};
    /// use rmcp::ServiceExt;
    ///
    /// # struct OrderDesk;
    /// # impl rmcp::ServerHandler for OrderDesk {}
    /// # async fn serve(api_key: String) -> Result<(), Box<dyn std::error::Error>> {
    /// let policy = FailurePolicy::new().with_secret(api_key);
    /// Guard::new(OrderDesk).with_policy(policy.clone()).serve(stdio().with_policy(policy)).await?.waiting().await?;
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_policy(mut self, policy: FailurePolicy) -> Guard<H> {
        self.state.settings_mut().policy = policy;
        self
    }

    /// The policy, for what else answers for this server.
    #[must_use]
    pub fn policy(&self) -> &FailurePolicy {
        self.state.policy()
    }

    /// The same, and a call that takes longer is stopped and answered with a time-out. The time in which the server lists its
    /// tools, where the guard asks for them, counts too.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Duration) -> Guard<H> {
        self.state.settings_mut().deadline = Some(deadline);
        self
    }

    /// The same, and the server has this time to list its tools where the guard asks for them: 10 seconds unless set. It is
    /// part of the time that the call has. After that, the guard uses what it knows of the tool; a tool that it does not
    /// know is not run, and the caller gets a time-out.
    #[must_use]
    pub fn with_look_up_deadline(mut self, deadline: Duration) -> Guard<H> {
        self.state.settings_mut().look_up_deadline = deadline;
        self
    }

    /// The same with another deadline for one tool.
    #[must_use]
    pub fn with_tool_deadline(mut self, tool: impl Into<String>, deadline: Duration) -> Guard<H> {
        self.state.settings_mut().tool_deadlines.insert(tool.into(), deadline);
        self
    }

    /// The same, and this is what the tool can fail with: listed with the tool, and as the resource
    /// `candor://contract/{tool}`. It is the same as `#[tool(meta = candor::rmcp::contract::<E>())]` at the tool itself.
    #[must_use]
    pub fn with_contract<E: IntoFailure>(mut self, tool: impl Into<Cow<'static, str>>) -> Guard<H> {
        self.state.settings_mut().contracts.insert(tool.into(), E::CONTRACT);
        self
    }

    /// The same, and a caller sees and calls only the tools for which this function says so: by the tool's name, and by the
    /// request, in whose extensions a server over HTTP finds the head of the HTTP request.
    ///
    /// A tool that is not shown is in no list, and neither is its contract. A call of it is answered exactly as one of a tool
    /// that does not exist, and the nearest names are those that the caller may see. The function is asked again for each
    /// call, and for each tool of a list, so it has to be quick. With several filters, all of them have to agree.
    ///
    /// ```
    /// # struct OrderDesk;
    /// # impl rmcp::ServerHandler for OrderDesk {}
    /// /// Who calls, as the transport has found out.
    /// #[derive(Clone)]
    /// struct Employee;
    ///
    /// let guard = candor::rmcp::Guard::new(OrderDesk).with_tool_filter(|tool, request| {
    ///     !tool.starts_with("admin_") || request.extensions.get::<Employee>().is_some()
    /// });
    /// ```
    #[must_use]
    pub fn with_tool_filter(
        mut self,
        shows: impl Fn(&str, &RequestContext<RoleServer>) -> bool + Send + Sync + 'static,
    ) -> Guard<H> {
        let settings = self.state.settings_mut();
        settings.tool_filter = std::mem::take(&mut settings.tool_filter).and(shows);
        self
    }

    /// The same, but contracts are listed with their tools only: they are not resources, and the server does not announce
    /// the capability `resources` for them.
    #[must_use]
    pub fn without_contract_resources(mut self) -> Guard<H> {
        self.state.settings_mut().contract_resources = ContractResources::Off;
        self
    }

    /// The same, with this in place of a failure where a tool's result does not match its own output schema.
    #[must_use]
    pub fn on_output_mismatch(mut self, reaction: OutputMismatch) -> Guard<H> {
        self.state.settings_mut().output_mismatch = reaction;
        self
    }

    /// The same, and a call that cannot be checked runs all the same: a schema of its tool cannot be compiled, or the server
    /// failed to list its tools. Otherwise such a call is refused, as a fault of the server.
    ///
    /// Either way, the operator gets an incident with the fault. A server that lists no tools at all decides itself what it
    /// runs, and needs no such permission.
    ///
    /// ```
    /// # struct OrderDesk;
    /// # impl rmcp::ServerHandler for OrderDesk {}
    /// // Its schemas come from another system, and its tools check their arguments themselves.
    /// let guard = candor::rmcp::Guard::new(OrderDesk).allow_unchecked_calls();
    /// ```
    #[must_use]
    pub fn allow_unchecked_calls(mut self) -> Guard<H> {
        self.state.settings_mut().allows_unchecked_calls = true;
        self
    }

    /// The same, and every request that has ended is handed to this function: what metrics are made of.
    ///
    /// It runs on the thread of the [policy](Guard::with_policy), and no answer waits for it: see
    /// [`FailurePolicy::report`]. A panic of the function is caught, and told by the
    /// [panic hook](crate::capture::install_panic_hook) alone.
    #[must_use]
    pub fn on_call(mut self, observe: impl Fn(&FinishedCall<'_>) + Send + Sync + 'static) -> Guard<H> {
        Arc::make_mut(&mut self.state.settings_mut().call_observers).push(Arc::new(observe));
        self
    }

    /// The guard around a service that is not a handler, such as rmcp's `Router`.
    #[must_use]
    pub fn into_service(self) -> GuardedService<H> {
        GuardedService::new(self.handler, self.state)
    }

    /// What is behind the guard.
    #[must_use]
    pub fn get_ref(&self) -> &H {
        &self.handler
    }

    /// Another handler behind the same guard: settings and compiled schemas are shared.
    #[must_use]
    pub fn with_handler<Other>(&self, handler: Other) -> Guard<Other> {
        Guard { handler, state: self.state.clone() }
    }
}

/// Without the handler, which need not be printable.
impl<H> std::fmt::Debug for Guard<H> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guard").finish_non_exhaustive()
    }
}
