//! Calls as spans of OpenTelemetry, made from their records after they have ended.

mod export;
mod span;

use super::Spans;
use super::served_policy::ServedPolicy;
use crate::context::{CallObserver, CallRecord, CallTrace, ExecutionContext};
use crate::settings::Traces;
use export::Exporter;
pub(super) use export::mistakes;
use std::sync::Arc;
use std::time::Duration;

/// Makes spans of calls and has them sent to a collector. No call waits for that: spans that the collector does not take in time are
/// dropped and counted.
#[derive(Debug)]
pub(super) struct CallTraces {
    ratio: f64,
    policy: ServedPolicy,
    exporter: Exporter,
}

impl CallTraces {
    /// Starts to send; inside a runtime of tokio.
    pub(super) fn start(settings: &Traces, policy: ServedPolicy, spans: Arc<Spans>) -> Result<CallTraces, String> {
        Ok(CallTraces { ratio: settings.ratio, policy, exporter: Exporter::start(settings, spans)? })
    }

    /// Sends what waits, in at most this time. Whether all of it was sent or dropped.
    pub(super) async fn flush(&self, timeout: Duration) -> bool {
        self.exporter.flush(timeout).await
    }
}

impl CallObserver for CallTraces {
    fn began(&self, context: &ExecutionContext) {
        context.trace_as(CallTrace::of_call(context.traceparent(), self.ratio));
    }

    fn sealed(&self, record: &CallRecord) {
        // A call that was there before the traces were has no place in one yet.
        let trace = record.trace.unwrap_or_else(|| CallTrace::of_call(record.traceparent.as_deref(), self.ratio));
        if trace.sampled {
            let make = || span::of_call(record, trace, &self.policy.secrets());
            self.exporter.hand_over(1 + record.requests.len(), make);
        }
    }
}
