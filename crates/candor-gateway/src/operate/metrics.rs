//! What is counted about calls, in the format of OpenMetrics.

mod handles;
mod labels;
mod scraped;

use super::Spans;
use super::call_log::outcome_name;
use super::served_policy::ServedPolicy;
use crate::context::{CallObserver, CallOutcome, CallRecord, ExecutionContext};
use candor::Incident;
use handles::{ToolHandles, Upstreams};
use labels::{Build, CallLabels, FailureLabels, RequestLabels, RuleLabels, UpstreamLabels};
use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
pub(super) use scraped::Breakers;
use scraped::Scraped;
use std::sync::{Arc, PoisonError, RwLock};

/// From what the gateway itself adds to a call up to the longest limits that are set in practice, in seconds.
const BUCKETS: [f64; 14] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// The media type of what [`Metrics::encode`] writes.
pub(super) const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Counts calls. What is counted for a tool is looked up by its name, and made once.
#[derive(Debug)]
pub(super) struct Metrics {
    registry: Registry,
    families: Families,
    running: Gauge,
    upstreams: RwLock<Upstreams>,
}

/// All that have labels.
#[derive(Debug, Clone)]
struct Families {
    calls: Family<CallLabels, Counter>,
    failures: Family<FailureLabels, Counter>,
    duration: Family<UpstreamLabels, Histogram, fn() -> Histogram>,
    requests: Family<RequestLabels, Counter>,
    retries: Family<UpstreamLabels, Counter>,
    received: Family<UpstreamLabels, Counter>,
    scrubbed: Family<RuleLabels, Counter>,
}

impl Metrics {
    pub(super) fn new(policy: ServedPolicy, spans: Option<Arc<Spans>>, breakers: Arc<Breakers>) -> Metrics {
        let mut registry = Registry::with_prefix("candor");
        let families = Families {
            calls: Family::default(),
            failures: Family::default(),
            duration: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
            requests: Family::default(),
            retries: Family::default(),
            received: Family::default(),
            scrubbed: Family::default(),
        };
        let running = Gauge::default();
        registry.register("calls", "Calls that have ended", families.calls.clone());
        registry.register("failures", "Calls that have failed", families.failures.clone());
        registry.register_with_unit("call_duration", "How long calls took", Unit::Seconds, families.duration.clone());
        registry.register("calls_in_flight", "Calls that are under way", running.clone());
        registry.register("upstream_requests", "Requests to APIs", families.requests.clone());
        registry.register("upstream_retries", "Requests to APIs beyond the first of a call", families.retries.clone());
        registry.register_with_unit(
            "response",
            "What was read of the bodies of APIs",
            Unit::Bytes,
            families.received.clone(),
        );
        registry.register(
            "scrubbed_values",
            "Values that were kept from callers: for each failure, one for each rule that removed something",
            families.scrubbed.clone(),
        );
        registry.register("build", "The program", Info::new(Build { version: env!("CARGO_PKG_VERSION") }));
        registry.register_collector(Box::new(Scraped::new(policy, spans, breakers)));
        Metrics { registry, families, running, upstreams: RwLock::default() }
    }

    /// All of it, as a collector of metrics reads it.
    pub(super) fn encode(&self) -> Result<String, std::fmt::Error> {
        let mut text = String::with_capacity(16 * 1_024);
        text::encode(&mut text, &self.registry)?;
        Ok(text)
    }

    /// What is counted for the tool of this record.
    fn handles(&self, record: &CallRecord) -> Arc<ToolHandles> {
        let (upstream, tool) = labels::names(record);
        // No change panics halfway, so a poisoned lock guards whole maps.
        let known = self.upstreams.read().unwrap_or_else(PoisonError::into_inner).get(upstream, tool);
        known.unwrap_or_else(|| {
            let mut upstreams = self.upstreams.write().unwrap_or_else(PoisonError::into_inner);
            upstreams.get_or_make(upstream, tool, &self.families)
        })
    }
}

impl CallObserver for Metrics {
    fn began(&self, _: &ExecutionContext) {
        self.running.inc();
    }

    fn sealed(&self, record: &CallRecord) {
        self.running.dec();
        let handles = self.handles(record);
        match &record.outcome {
            CallOutcome::Succeeded => &handles.succeeded,
            CallOutcome::Cancelled => &handles.cancelled,
            CallOutcome::Failed(facts) => {
                handles.failure(facts, &self.upstreams, &self.families).inc();
                &handles.failed
            }
        }
        .inc();
        let api = &handles.api;
        api.duration.observe(record.duration.as_secs_f64());
        if record.bytes_received > 0 {
            api.received.inc_by(record.bytes_received);
        }
        let sent = u64::from(record.attempts).max(record.requests.len() as u64);
        if sent > 0 {
            for request in &record.requests {
                api.request(request.status).inc();
            }
            // Those that the record does not list.
            let unlisted = sent - record.requests.len() as u64;
            if unlisted > 0 {
                api.request(record.status).inc_by(unlisted);
            }
            api.retries.inc_by(sent - 1);
        }
    }

    fn disclosed(&self, incident: &Incident) {
        for rule in incident.rules() {
            self.families.scrubbed.get_or_create(&RuleLabels { rule }).inc();
        }
    }
}

impl CallLabels {
    fn of(tool: &str, upstream: &str, outcome: &CallOutcome) -> CallLabels {
        CallLabels { tool: tool.into(), upstream: upstream.into(), outcome: outcome_name(outcome) }
    }
}

#[cfg(test)]
mod tests;
