//! What is known of one call, from its arrival until it is sealed (003, rule 4).

use candor::{Code, Failure, Incident, Origin};
use http::Method;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// What is known of one call while it is under way. Clones share it; the stages of the call note in it what they learn.
#[derive(Debug, Clone)]
pub struct ExecutionContext(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    request_id: String,
    caller: Option<Arc<str>>,
    traceparent: Option<String>,
    tool: String,
    begin: Instant,
    started: SystemTime,
    /// Its place in a trace, once an observer has given it one.
    trace: OnceLock<CallTrace>,
    facts: Mutex<Facts>,
}

/// What the stages of a call learn.
#[derive(Debug, Default, Clone)]
pub(crate) struct Facts {
    /// The API that the tool belongs to; none if there is no such tool.
    pub(crate) upstream: Option<Arc<str>>,
    /// The limit of the call.
    pub(crate) timeout: Option<Duration>,
    pub(crate) attempts: u32,
    /// The status of the last answer.
    pub(crate) status: Option<u16>,
    pub(crate) bytes_sent: u64,
    pub(crate) bytes_received: u64,
    /// The last failure that the call met, whether it is the one that is answered or not.
    pub(crate) failure: Option<FailureFacts>,
    /// The reasons of the warnings in the answer.
    pub(crate) warnings: Vec<&'static str>,
    /// The method of the requests to the API.
    pub(crate) method: Option<Method>,
    /// The host and the port that they go to.
    pub(crate) server: Option<(Arc<str>, u16)>,
    /// The requests, in the order in which they were sent; at most [`MOST_REQUESTS`].
    pub(crate) requests: Vec<UpstreamRequest>,
}

/// How many requests of a call are kept; the rest is counted alone.
const MOST_REQUESTS: usize = 16;

/// One request of a call to its API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpstreamRequest {
    /// The id of its span, which the API gets as its parent.
    pub span_id: u64,
    /// When it was sent, since the call began.
    pub begin: Duration,
    /// When its answer was read or had failed, since the call began.
    pub end: Duration,
    /// The status of the answer, if one came.
    pub status: Option<u16>,
}

/// The place of a call in a trace (W3C Trace Context).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallTrace {
    /// The trace.
    pub trace_id: u128,
    /// The span of the caller, if it has one.
    pub parent_id: Option<u64>,
    /// The span of the call.
    pub span_id: u64,
    /// Whether the spans of the trace are recorded.
    pub sampled: bool,
}

/// As much of a failure as outlives its call. Nothing of it is a text of a stranger, but for the reason where it says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureFacts {
    /// Its code.
    pub code: Code,
    /// Its reason, such as `connection_refused`.
    pub reason: String,
    /// Whether the reason is a word of the API's answer: it has the form of a reason, and may be anything, even a secret.
    pub is_foreign_reason: bool,
    /// Where the fault lies.
    pub origin: Origin,
    /// The reference that the caller gets.
    pub reference: String,
}

impl FailureFacts {
    /// Those of a failure.
    #[must_use]
    pub fn of(failure: &Failure) -> FailureFacts {
        FailureFacts {
            code: failure.code(),
            reason: failure.reason().as_str().to_owned(),
            is_foreign_reason: !failure.reason().is_of_the_program(),
            origin: failure.origin(),
            reference: failure.occurrence().map(|it| it.id().to_string()).unwrap_or_default(),
        }
    }
}

impl FailureFacts {
    /// These, of a call that has met this failure. What is read from an answer does not say whose word the reason is: it is the API's
    /// only if the failure that was met has it from there.
    fn after(self, met: Option<&FailureFacts>) -> FailureFacts {
        let is_foreign_reason = met.is_some_and(|met| met.is_foreign_reason && met.reason == self.reason);
        FailureFacts { is_foreign_reason, ..self }
    }

    /// Those of a failure that was told to the operator.
    pub(crate) fn of_incident(incident: &Incident) -> FailureFacts {
        FailureFacts { reference: incident.occurrence().id().to_string(), ..FailureFacts::of(incident.failure()) }
    }

    /// Those of a failure of which nothing else is known.
    pub(crate) fn unknown() -> FailureFacts {
        FailureFacts::of(&Failure::internal("The call failed"))
    }
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallOutcome {
    /// With a result.
    Succeeded,
    /// With a failure.
    Failed(FailureFacts),
    /// The caller went away or cancelled it.
    Cancelled,
}

/// One call that has ended. It is made once, whatever happened, and not changed any more.
#[derive(Debug, Clone)]
pub struct CallRecord {
    /// The JSON-RPC id, as text.
    pub request_id: String,
    /// The name of the client: that of its token, or else its address. None on stdio.
    pub caller: Option<Arc<str>>,
    /// The caller's trace, as it was sent.
    pub traceparent: Option<String>,
    /// The tool that was asked for. Unless `upstream` is known, it is the caller's own word.
    pub tool: String,
    /// The API that the tool belongs to; none if there is no such tool.
    pub upstream: Option<Arc<str>>,
    /// When it began.
    pub started: SystemTime,
    /// How long it took.
    pub duration: Duration,
    /// The limit that it had.
    pub timeout: Option<Duration>,
    /// How many requests were sent to the API.
    pub attempts: u32,
    /// The status of the API's last answer.
    pub status: Option<u16>,
    /// The bytes of the bodies that were sent to the API.
    pub bytes_sent: u64,
    /// The bytes of the bodies that came from it.
    pub bytes_received: u64,
    /// The reasons of the warnings in the answer.
    pub warnings: Vec<&'static str>,
    /// The method of the requests to the API.
    pub method: Option<Method>,
    /// The host and the port that they went to.
    pub server: Option<(Arc<str>, u16)>,
    /// The requests, in the order in which they were sent. Of more than 16, the first ones.
    pub requests: Vec<UpstreamRequest>,
    /// Its place in a trace, if calls are traced.
    pub trace: Option<CallTrace>,
    /// How it ended.
    pub outcome: CallOutcome,
}

impl ExecutionContext {
    pub(crate) fn new(
        request_id: String,
        caller: Option<Arc<str>>,
        traceparent: Option<String>,
        tool: String,
    ) -> ExecutionContext {
        ExecutionContext(Arc::new(Shared {
            request_id,
            caller,
            traceparent,
            tool,
            begin: Instant::now(),
            started: SystemTime::now(),
            trace: OnceLock::new(),
            facts: Mutex::default(),
        }))
    }

    /// The caller's trace, as it was sent.
    pub(crate) fn traceparent(&self) -> Option<&str> {
        self.0.traceparent.as_deref()
    }

    /// Notes what a stage has learned.
    pub(crate) fn note(&self, change: impl FnOnce(&mut Facts)) {
        // No change panics halfway, so a poisoned lock guards whole facts.
        change(&mut self.0.facts.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Notes the failure that the call met.
    pub(crate) fn note_failure(&self, failure: &Failure) {
        let facts = FailureFacts::of(failure);
        self.note(|known| known.failure = Some(facts));
    }

    /// The last failure that the call met.
    pub(crate) fn failure(&self) -> Option<FailureFacts> {
        self.0.facts.lock().unwrap_or_else(PoisonError::into_inner).failure.clone()
    }

    /// Its place in a trace, if calls are traced.
    pub(crate) fn trace(&self) -> Option<CallTrace> {
        self.0.trace.get().copied()
    }

    /// Gives the call its place in a trace; the first one stays.
    #[cfg(feature = "otlp")]
    pub(crate) fn trace_as(&self, trace: CallTrace) {
        let _ = self.0.trace.set(trace);
    }

    /// Notes that a request is sent to the API now, and gives the id of its span. The one before has ended, and what was noted as the
    /// status since was its own.
    pub(crate) fn request_begins(&self) -> u64 {
        let span_id = fastrand::u64(1..);
        let begin = self.0.begin.elapsed();
        self.note(|facts| {
            facts.close_request(begin);
            if facts.requests.len() < MOST_REQUESTS {
                facts.requests.push(UpstreamRequest { span_id, begin, end: Duration::ZERO, status: None });
            }
        });
        span_id
    }

    /// Notes that the answer of the last request was read, or that it has failed. Without it, the request ends with the call or where
    /// the next one begins.
    pub(crate) fn request_ends(&self) {
        let end = self.0.begin.elapsed();
        self.note(|facts| facts.close_request(end));
    }

    /// The record of the call, which has ended so.
    pub(crate) fn seal(&self, outcome: CallOutcome) -> CallRecord {
        let shared = &*self.0;
        let duration = shared.begin.elapsed();
        self.note(|facts| facts.close_request(duration));
        let facts = std::mem::take(&mut *shared.facts.lock().unwrap_or_else(PoisonError::into_inner));
        let outcome = match outcome {
            CallOutcome::Failed(failed) => CallOutcome::Failed(failed.after(facts.failure.as_ref())),
            CallOutcome::Succeeded | CallOutcome::Cancelled => outcome,
        };
        CallRecord {
            request_id: shared.request_id.clone(),
            caller: shared.caller.clone(),
            traceparent: shared.traceparent.clone(),
            tool: shared.tool.clone(),
            upstream: facts.upstream,
            started: shared.started,
            duration,
            timeout: facts.timeout,
            attempts: facts.attempts,
            status: facts.status.or_else(|| facts.requests.iter().rev().find_map(|request| request.status)),
            bytes_sent: facts.bytes_sent,
            bytes_received: facts.bytes_received,
            warnings: facts.warnings,
            method: facts.method,
            server: facts.server,
            requests: facts.requests,
            trace: self.trace(),
            outcome,
        }
    }
}

impl Facts {
    /// Ends the last request, unless it has ended. The status that is noted is its own from then on, so that the next request does not
    /// get it.
    fn close_request(&mut self, end: Duration) {
        if let Some(request) = self.requests.last_mut()
            && request.end.is_zero()
        {
            request.end = end;
            request.status = self.status.take();
        }
    }
}

/// Who is told of calls that have ended: the log, the metrics, the traces. It is called on the path of the answer, so it must not wait.
pub trait CallObserver: Send + Sync + 'static {
    /// A call begins. Nothing is known but what the caller says; most observers do not need that.
    fn began(&self, _context: &ExecutionContext) {}

    /// A call has ended.
    fn sealed(&self, record: &CallRecord);

    /// A failure was disclosed: what the operator keeps of it. No answer waits for this, unlike for the others.
    fn disclosed(&self, _incident: &Incident) {}
}
