//! Carries out one call: its request is built, sent, and what comes is judged.
//!
//! ```text
//! arguments → plan.request → (breaker) → send → judge → content, or a failure
//!                  └── (retry, as far as the failure allows) ──┘
//! ```

mod effective;
#[cfg(test)]
mod tests;

pub(crate) use effective::Effective;

use crate::breaker::{Breaker, BreakerState};
use crate::context::ExecutionContext;
use crate::judge::{self, Case, OutputCheck, Readers, Shown, TimedOut};
use crate::send::{Address, BodyShare, NoAnswer, Outgoing, Progress, Sender, Sending};
use crate::tool::Tool;
use crate::upstream::{OnEmpty, OnMismatch, Upstream};
use bytes::Bytes;
use candor::{Code, Failure, Occurrence, Origin, Retry, Safety, reason};
use http::HeaderMap;
use http::header::AUTHORIZATION;
use serde_json::{Map, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// One tool of one API, with all that its calls need. It is made once, at the start.
#[derive(Debug)]
pub(crate) struct Target {
    service: Arc<str>,
    tool: Tool,
    sender: Arc<Sender>,
    policies: Effective,
    readers: Readers,
    /// Where its requests go; none, if its document names another origin for it.
    address: Option<Address>,
    /// What checks its answers, made at its first call; or why nothing can.
    output: OnceLock<Result<Option<OutputCheck>, String>>,
}

/// What a caller gets of a success.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) content: Content,
    pub(crate) warnings: Vec<Warning>,
    /// The share of the budget for bodies that the content takes. It is to be dropped with the content, or with the reply that is
    /// made of it.
    pub(crate) share: BodyShare,
}

/// What a success holds.
#[derive(Debug)]
pub(crate) enum Content {
    /// JSON: its value, and its text as it came.
    Json(Value, Bytes),
    /// Text.
    Text(String),
    /// An image.
    Image { bytes: Bytes, media_type: String },
    /// Sound.
    Audio { bytes: Bytes, media_type: String },
    /// Any other file.
    File { bytes: Bytes, media_type: String },
    /// Nothing.
    Empty,
}

/// What the caller has to know of a success that is not as it should be (003, rule 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Warning {
    /// Which kind it is, for programs.
    pub(crate) reason: &'static str,
    /// What is wrong, for people and models.
    pub(crate) message: String,
}

impl Warning {
    pub(crate) fn new(reason: &'static str, message: String) -> Warning {
        Warning { reason, message }
    }
}

impl Target {
    /// A tool of the API, which this sender calls.
    pub(crate) fn new(upstream: Arc<Upstream>, tool: Tool, sender: Arc<Sender>) -> Target {
        let service = Arc::from(upstream.name.as_str());
        let is_authorization = upstream.headers.iter().any(|(name, _)| *name == AUTHORIZATION);
        let has_own =
            upstream.credential.is_some() || upstream.connection.client_certificate.is_some() || is_authorization;
        let credential = match (has_own, upstream.forwarded_headers.is_empty()) {
            (true, _) => Shown::Own,
            (false, false) => Shown::PerhapsTheCallers,
            (false, true) => Shown::Nothing,
        };
        Target {
            readers: Readers::new(&service, credential),
            address: Address::of(&upstream, tool.plan()),
            policies: Effective::of(&upstream, tool.name()),
            output: OnceLock::new(),
            service,
            tool,
            sender,
        }
    }

    /// The tool.
    pub(crate) fn tool(&self) -> &Tool {
        &self.tool
    }

    /// What operators call the API.
    pub(crate) fn service(&self) -> &Arc<str> {
        &self.service
    }

    /// Whether every success has structured content that fits the output schema. Where an operator lets others through, clients that
    /// check it would throw the answer away, with its warning.
    pub(crate) fn keeps_output_schema(&self) -> bool {
        self.policies.schema_mismatch == OnMismatch::Fail && self.policies.empty_response == OnEmpty::Fail
    }

    /// Whether the breaker of the API lets calls pass, if it has one.
    pub(crate) fn breaker_state(&self) -> Option<BreakerState> {
        self.sender.breaker().map(Breaker::state_now)
    }

    /// Why the answers cannot be checked, if they cannot. The first call would find it out.
    pub(crate) fn broken_schema(&self) -> Option<&str> {
        self.output().as_ref().err().map(String::as_str)
    }

    fn output(&self) -> &Result<Option<OutputCheck>, String> {
        self.output.get_or_init(|| self.tool.output().map(OutputCheck::compile).transpose())
    }

    fn case(&self) -> Result<Case<'_>, Failure> {
        Ok(Case {
            service: &self.service,
            tool: &self.tool,
            policies: &self.policies,
            readers: &self.readers,
            output: self.output().as_ref().map_err(|why| self.unchecked(why))?.as_ref(),
            uses_proxy: self.sender.uses_proxy(),
            is_redirected: false,
            was_sent_before: false,
        })
    }

    /// What cannot be checked is refused (decision 48).
    fn unchecked(&self, why: &str) -> Failure {
        let message = format!("The output schema of {} cannot be used, so the call was not sent", self.tool.name());
        Failure::new(Code::Configuration, message)
            .with_reason(reason!("broken_schema"))
            .with_origin(Origin::Configuration)
            .with_retry(Retry::Never)
            .with_private("schema_error", why)
    }

    fn elsewhere(&self) -> Failure {
        let message = format!(
            "The document of {} names another server for {} than the one that is configured, so the call was not sent",
            self.service,
            self.tool.name()
        );
        Failure::new(Code::Configuration, message)
            .with_reason(reason!("server_not_configured"))
            .with_origin(Origin::Configuration)
            .with_retry(Retry::Never)
    }
}

/// Carries out one call. Dropping it cancels the request.
///
/// # Errors
///
/// Whatever went wrong, as one failure with the reference that the record of the call has.
pub(crate) async fn carry_out(
    target: &Target,
    arguments: &Map<String, Value>,
    context: &ExecutionContext,
    forwarded: &HeaderMap,
) -> Result<Judged, Failure> {
    let limit = target.policies.timeout;
    context.note(|facts| {
        facts.upstream = Some(Arc::clone(&target.service));
        facts.timeout = Some(limit);
    });
    let carried_out = async {
        let case = target.case()?;
        let address = target.address.as_ref().ok_or_else(|| target.elsewhere())?;
        let request = target.tool.plan().request(arguments)?;
        let outgoing = target.sender.outgoing(address, request, forwarded)?;
        let may_be_done = AtomicBool::new(false);
        let call = Call { target, case, outgoing, context, begin: Instant::now(), limit, may_be_done };
        call.run().await
    };
    match carried_out.await {
        Ok(judged) => {
            context.note(|facts| facts.warnings = judged.warnings.iter().map(|warning| warning.reason).collect());
            Ok(judged)
        }
        Err(failure) => {
            // The tool is this one request, and has done nothing else: when a retry does no harm is stated, not judged.
            let retry = failure.retry();
            let failure = failure.with_retry(retry).with_occurrence(Occurrence::draw());
            context.note_failure(&failure);
            Err(failure)
        }
    }
}

/// One call, whose request is built.
struct Call<'c> {
    target: &'c Target,
    case: Case<'c>,
    outgoing: Outgoing,
    context: &'c ExecutionContext,
    begin: Instant,
    limit: Duration,
    /// Whether an attempt has failed that may have been carried out.
    may_be_done: AtomicBool,
}

impl Call<'_> {
    async fn run(&self) -> Result<Judged, Failure> {
        let Some(policy) = &self.target.policies.retry else { return self.attempt(self.end()).await };
        let call = policy.call().idempotent(self.target.tool.hints().idempotent).within(self.limit);
        let call = call.on_retry(|retry| self.context.note_failure(retry.failure()));
        // An attempt knows better than the policy what it waited for, so its time ends first: it is taken now, not when it is
        // polled.
        call.run(|attempt| self.attempt(Instant::now() + attempt.time_left())).await
    }

    fn end(&self) -> Instant {
        self.begin + self.limit
    }

    /// Sends the request once, until this time.
    async fn attempt(&self, end: Instant) -> Result<Judged, Failure> {
        let case = Case { was_sent_before: self.may_be_done.load(Ordering::Relaxed), ..self.case };
        let admission = match self.target.sender.breaker().map(|breaker| breaker.admit()) {
            Some(Err(left)) => return Err(judge::breaker_open(case, left)),
            Some(Ok(admission)) => Some(admission),
            None => None,
        };
        let progress = Progress::default();
        let sending = Sending { context: self.context, progress: &progress, cap: case.policies.response_cap };
        let sent = tokio::time::timeout_at(end.into(), self.target.sender.send(&self.outgoing, sending)).await;
        let case = Case { is_redirected: progress.is_redirected(), ..case };
        let (judged, concerns_api) = match sent {
            Ok(Ok(mut received)) => {
                let share = std::mem::take(&mut received.share);
                let judged = judge::judge(case, received);
                (judged.map(|(content, warnings)| Judged { content, warnings, share }), true)
            }
            Ok(Err(why)) => {
                let is_token = matches!(why, NoAnswer::NoToken(_));
                (Err(judge::no_answer(case, why)), !is_token)
            }
            Err(_) => {
                let phase = progress.phase();
                let took = self.begin.elapsed();
                let timed_out = TimedOut { limit: self.limit, took, phase, status: progress.status() };
                (Err(judge::timed_out(case, timed_out)), phase.concerns_api())
            }
        };
        if let Err(failure) = &judged
            && failure.retry().safety() != Some(Safety::Always)
        {
            self.may_be_done.store(true, Ordering::Relaxed);
        }
        if let Some(admission) = admission.filter(|_| concerns_api) {
            match &judged {
                Ok(_) => admission.works(),
                Err(failure) => admission.failed(failure),
            }
        }
        judged
    }
}
