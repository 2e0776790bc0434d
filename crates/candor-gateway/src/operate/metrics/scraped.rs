//! What others count, asked for at each scrape.

use crate::breaker::BreakerState;
use crate::operate::Spans;
use crate::operate::served_policy::ServedPolicy;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The most breakers that are told of.
const MOST_BREAKERS: usize = 256;

/// Who knows the state of every breaker.
type AskBreakers = dyn Fn() -> Vec<(Arc<str>, BreakerState)> + Send + Sync;

/// Where the states of breakers are asked for, once somebody knows them.
#[derive(Default)]
pub(in crate::operate) struct Breakers(OnceLock<Box<AskBreakers>>);

impl Breakers {
    /// Asks this function from now on; the first one stays.
    pub(in crate::operate) fn ask(&self, ask: impl Fn() -> Vec<(Arc<str>, BreakerState)> + Send + Sync + 'static) {
        let _ = self.0.set(Box::new(ask));
    }
}

impl fmt::Debug for Breakers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Breakers").field("known", &self.0.get().is_some()).finish()
    }
}

#[derive(Debug)]
pub(super) struct Scraped {
    policy: ServedPolicy,
    spans: Option<Arc<Spans>>,
    breakers: Arc<Breakers>,
}

impl Scraped {
    pub(super) fn new(policy: ServedPolicy, spans: Option<Arc<Spans>>, breakers: Arc<Breakers>) -> Scraped {
        Scraped { policy, spans, breakers }
    }
}

impl Collector for Scraped {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let dropped = "Reports of incidents that were dropped, because the log took too long";
        counter(&mut encoder, "reports_dropped", dropped, self.policy.secrets().dropped_reports())?;
        if let Some(spans) = &self.spans {
            counter(&mut encoder, "spans_exported", "Spans that the collector has taken", spans.exported())?;
            let dropped = "Spans that were dropped, because the collector took too long or did not take them";
            counter(&mut encoder, "spans_dropped", dropped, spans.dropped())?;
        }
        let Some(ask) = self.breakers.0.get() else { return Ok(()) };
        let help = "The breaker of an API: 0 is closed, 1 half open, 2 open";
        let mut family = encoder.encode_descriptor("breaker_state", help, None, MetricType::Gauge)?;
        for (upstream, state) in ask().into_iter().take(MOST_BREAKERS) {
            let labels = [("upstream", &*upstream)];
            ConstGauge::new(number(state)).encode(family.encode_family(&labels)?)?;
        }
        Ok(())
    }
}

fn counter(encoder: &mut DescriptorEncoder<'_>, name: &str, help: &str, value: u64) -> fmt::Result {
    ConstCounter::new(value).encode(encoder.encode_descriptor(name, help, None, MetricType::Counter)?)
}

/// The state as a number, in the order in which less is let through.
fn number(state: BreakerState) -> i64 {
    match state {
        BreakerState::Closed => 0,
        BreakerState::HalfOpen => 1,
        BreakerState::Open => 2,
    }
}
