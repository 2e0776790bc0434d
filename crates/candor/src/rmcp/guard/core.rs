//! What all requests have in common: run, and if they fail, disclosed, reported and answered.

use super::foreign;
use super::inside::Inside;
use super::occasion::Occasion;
use super::report::Ending;
use super::settings::Settings;
use super::task::FailedTasks;
use super::tools::{Found, KnownTool, Tools};
use crate::capture::{catch_panic, catch_panic_async};
use crate::disclose::Allowed;
use crate::failure::{Origin, Retry, Safety};
use crate::render::Place;
use crate::rmcp::carried::Loan;
use crate::rmcp::{incomplete, read, refusal, wire};
use crate::{Code, Disclosure, Failure, Incident, reason};
use ::rmcp::model::{CallToolResult, ErrorCode};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

/// The settings of a guard and what it remembers; clones share both.
#[derive(Clone, Default)]
pub(super) struct Core {
    settings: Arc<Settings>,
    pub(super) tools: Arc<Tools>,
    pub(super) failed_tasks: Arc<FailedTasks>,
}

/// How the work on a request ended.
pub(super) enum Ended<T> {
    /// It came to its end, and some failures may have become results on the way.
    Done(T, Arc<Loan>),
    Panicked(Failure),
    /// The deadline came first.
    TimedOut(Duration),
    /// The caller called it off.
    Cancelled,
}

impl Core {
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(super) fn settings_mut(&mut self) -> &mut Settings {
        Arc::make_mut(&mut self.settings)
    }

    /// Runs what handles a request that is no tool call. `finish` completes a failure with what the request says.
    pub(super) async fn request<T>(
        &self,
        method: &'static str,
        place: Place<'_>,
        context: RequestContext<RoleServer>,
        handle: impl AsyncFnOnce(RequestContext<RoleServer>) -> Result<T, ErrorData>,
        finish: impl FnOnce(Failure) -> Failure,
    ) -> Result<T, ErrorData> {
        let occasion = Occasion::of(method, &context);
        let cancelled = context.ct.clone().cancelled_owned();
        match self.run(&occasion, None, cancelled, || (), handle(context)).await {
            Ended::Done(Ok(result), _) => {
                self.ended(&occasion, Ending::Succeeded);
                Ok(result)
            }
            Ended::Done(Err(error), loan) => Err(self.error(&occasion, place, error, &loan, finish)),
            Ended::Panicked(failure) => Err(self.refusal(&occasion, place, finish(failure))),
            Ended::TimedOut(_) | Ended::Cancelled => Err(self.silence(&occasion)),
        }
    }

    /// Runs what handles a notification: nobody is waiting for an answer.
    pub(super) async fn notification(&self, method: &'static str, work: impl Future<Output = ()>) {
        if let Err(failure) = catch_panic_async(work).await {
            let (_, incident) = failure.with_private("method", method).disclose(&self.settings.discretion);
            self.report(&incident);
        }
    }

    /// Calls a function of the handler that answers at once; a panic in it leaves the default.
    pub(super) fn ask<T>(&self, method: &'static str, ask: impl FnOnce() -> T, default: impl FnOnce() -> T) -> T {
        catch_panic(ask).unwrap_or_else(|failure| {
            let (_, incident) = failure.with_private("method", method).disclose(&self.settings.discretion);
            self.report(&incident);
            default()
        })
    }

    /// A handler's error, as it may leave.
    fn error(
        &self,
        occasion: &Occasion,
        place: Place<'_>,
        error: ErrorData,
        loan: &Loan,
        finish: impl FnOnce(Failure) -> Failure,
    ) -> ErrorData {
        if let Some(failure) = incomplete::id_in(&error).and_then(|id| loan.take(id)) {
            return self.refusal(occasion, place, finish(failure));
        }
        if foreign::is_of_the_protocol(error.code, occasion.revision) {
            return self.protocol_error(occasion, error);
        }
        let failure = match place {
            _ if error.code == ErrorCode::METHOD_NOT_FOUND && error.message == occasion.method => {
                refusal::unsupported_method(occasion.method)
            }
            Place::Resource if error.code == ErrorCode::RESOURCE_NOT_FOUND => {
                Failure::new(Code::NotFound, error.message)
            }
            Place::Resource | Place::Request | Place::Prompt | Place::Tool { .. } => {
                read::of_error(&error, &self.settings.classifier)
            }
        };
        self.refusal(occasion, place, finish(failure))
    }

    /// A failure where no tool result is possible.
    pub(super) fn refusal(&self, occasion: &Occasion, place: Place<'_>, failure: Failure) -> ErrorData {
        let disclosure = self.disclosed(occasion, failure, None);
        wire::error(&self.settings.renderer(occasion.revision), &disclosure, place)
    }

    /// A failure of a tool: a result or an error, as the dialect has it.
    pub(super) fn answer(
        &self,
        occasion: &Occasion,
        tool: Option<&KnownTool>,
        failure: Failure,
        allowed: Option<Allowed>,
    ) -> Result<CallToolResult, ErrorData> {
        let disclosure = self.disclosed(occasion, failure, allowed);
        let schema = tool.and_then(|tool| tool.output.as_ref()).map(|schema| match &schema.compiled {
            Ok(compiled) => compiled.as_value(),
            // Nobody can say what fits it.
            Err(_) => &wire::NOTHING,
        });
        wire::answer(&self.settings.renderer(occasion.revision), &disclosure, Place::Tool { output_schema: schema })
    }

    /// An error that the specification itself defines: its number and its data stay, scrubbed.
    pub(super) fn protocol_error(&self, occasion: &Occasion, error: ErrorData) -> ErrorData {
        let disclosure = self.disclosed(occasion, read::of_error(&error, &self.settings.classifier), None);
        incomplete::complete(error, &disclosure, &self.settings.discretion)
    }

    /// Discloses and reports a failure of this request.
    pub(super) fn disclosed(&self, occasion: &Occasion, failure: Failure, allowed: Option<Allowed>) -> Disclosure {
        let failure = occasion.noted_in(failure);
        let discretion = &self.settings.discretion;
        let (disclosure, incident) = match allowed {
            Some(allowed) => failure.disclose(&discretion.allowing(allowed)),
            None => failure.disclose(discretion),
        };
        self.report(&incident);
        self.ended(occasion, Ending::Failed(&incident));
        disclosure
    }

    /// What a handler returns for a request that was called off. rmcp drops it, as the specification wants; only a server
    /// that is ending still sends it.
    pub(super) fn silence(&self, occasion: &Occasion) -> ErrorData {
        self.ended(occasion, Ending::Cancelled);
        let failure = Failure::new(Code::Cancelled, "The request was stopped before it was done")
            .with_reason(reason!("interrupted"))
            .with_retry(Retry::Backoff(Safety::IfIdempotent))
            .with_recovery("It may have taken effect: check before you send it again.");
        let (disclosure, _) = failure.disclose(&self.settings.discretion);
        wire::error(&self.settings.renderer(occasion.revision), &disclosure, Place::Request)
    }

    /// The tool by this name, as it is now.
    pub(super) async fn look_up_tool(
        &self,
        inside: &impl Inside,
        name: &str,
        context: &RequestContext<RoleServer>,
    ) -> Found {
        self.tools.look_up(inside, name, context, |name, tool| self.check_schemas(name, tool)).await
    }

    /// Tells the operator of schemas that cannot be used: calls of that tool are not checked.
    pub(super) fn check_schemas(&self, name: &str, tool: &KnownTool) {
        for (which, why) in tool.broken_schemas() {
            let message = format!("the {} of {name} cannot be compiled, so it is not checked", which.replace('_', " "));
            let failure = Failure::new(Code::Configuration, message)
                .with_reason(reason!("broken_schema"))
                .with_origin(Origin::Configuration)
                .with_retry(Retry::Never)
                .with_tool(name)
                .with_private("why", why);
            let (_, incident): (_, Incident) = failure.disclose(&self.settings.discretion);
            self.report(&incident);
        }
    }

    /// Runs the work until it is done, the deadline comes, or it is called off. What is left of it is told, then dropped, and
    /// what panics while it is dropped is not heard.
    pub(super) async fn run<F: Future>(
        &self,
        occasion: &Occasion,
        deadline: Option<Duration>,
        cancelled: impl Future<Output = ()>,
        tell: impl FnOnce(),
        work: F,
    ) -> Ended<F::Output> {
        let loan = Loan::new(self.settings.discretion.clone());
        let mut work = Box::pin(catch_panic_async(loan.lent_to(work)));
        let time_out = async {
            match deadline {
                Some(deadline) => {
                    tokio::time::sleep(deadline).await;
                    deadline
                }
                None => std::future::pending().await,
            }
        };
        let called_off = async {
            cancelled.await;
            tokio::time::sleep(GRACE).await;
        };
        let (mut called_off, mut time_out) = (pin!(called_off), pin!(time_out));
        let ended = tokio::select! {
            biased;
            done = &mut work => match done {
                Ok(output) => Ended::Done(output, loan.clone()),
                Err(failure) => Ended::Panicked(failure),
            },
            () = &mut called_off => Ended::Cancelled,
            deadline = &mut time_out => {
                tell();
                Ended::TimedOut(deadline)
            }
        };
        let _ = catch_panic(|| drop(work));
        self.report_kept(occasion, &loan);
        ended
    }

    /// Tells the operator of the failures that a result tells its caller of, also if the result never got there.
    fn report_kept(&self, occasion: &Occasion, loan: &Loan) {
        for incident in loan.take_incidents() {
            let failure = occasion.noted_in(incident.failure().clone());
            let (_, incident) = failure.disclose(&self.settings.discretion);
            self.report(&incident);
        }
    }
}

/// How long work that was called off has to clean up behind itself, once its token has told it. A server that is ending
/// waits twice as long for answers.
const GRACE: Duration = Duration::from_secs(1);
