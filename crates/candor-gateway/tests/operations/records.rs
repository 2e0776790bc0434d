//! Records of calls, as a gateway seals them.

use candor::FailurePolicy;
use candor_gateway::{CallOutcome, CallRecord, FailureFacts, LogFormat, Observers, Operations};
use std::time::{Duration, SystemTime};

pub(crate) fn record(tool: &str, upstream: Option<&str>, outcome: CallOutcome) -> CallRecord {
    CallRecord {
        request_id: "17".to_owned(),
        caller: None,
        traceparent: None,
        tool: tool.to_owned(),
        upstream: upstream.map(Into::into),
        started: SystemTime::now(),
        duration: Duration::from_millis(12),
        timeout: Some(Duration::from_secs(30)),
        attempts: u32::from(upstream.is_some()),
        status: upstream.map(|_| 200),
        bytes_sent: 0,
        bytes_received: 10,
        warnings: Vec::new(),
        method: None,
        server: None,
        requests: Vec::new(),
        trace: None,
        outcome,
    }
}

pub(crate) fn failed() -> CallOutcome {
    CallOutcome::Failed(FailureFacts::of(&candor::Failure::unavailable("No")))
}

/// With a reason that the API has made up.
pub(crate) fn failed_because(word: &str) -> CallOutcome {
    let failure = candor::Failure::unavailable("No").with_reason(candor::Reason::from_foreign(word).unwrap());
    CallOutcome::Failed(FailureFacts::of(&failure))
}

/// With health and metrics on a free port, and without a log.
pub(crate) fn watched() -> Observers {
    let operations =
        Operations { address: Some(([127, 0, 0, 1], 0).into()), log: LogFormat::Off, ..Operations::default() };
    Observers::start(&operations, &FailurePolicy::new()).unwrap()
}

pub(crate) fn seal(observers: &Observers, record: &CallRecord) {
    for observer in observers.all() {
        observer.sealed(record);
    }
}
