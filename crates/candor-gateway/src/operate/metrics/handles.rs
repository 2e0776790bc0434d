//! The counters of an API and of a tool, so that counting a call looks nothing up but their names.

use super::Families;
use super::labels::{
    CallLabels, FailureLabels, OTHER, RequestLabels, STATUS_CLASSES, UpstreamLabels, reason, status_class,
};
use crate::context::{CallOutcome, FailureFacts};
use candor::{Code, Origin};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::Histogram;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// The most APIs that have series of their own.
const MOST_UPSTREAMS: usize = 256;
/// The most tools that have series of their own.
const MOST_TOOLS: usize = 2_000;
/// The most failures of tools that have series of their own: by code, origin and reason.
const MOST_FAILURES: usize = 10_000;

/// The counters of all APIs.
#[derive(Debug, Default)]
pub(super) struct Upstreams {
    by_name: HashMap<Box<str>, Upstream>,
    tools: usize,
    failures: usize,
}

#[derive(Debug)]
struct Upstream {
    handles: Arc<UpstreamHandles>,
    tools: HashMap<Box<str>, Arc<ToolHandles>>,
}

/// What is counted for an API.
#[derive(Debug)]
pub(super) struct UpstreamHandles {
    name: Arc<str>,
    pub(super) duration: Histogram,
    pub(super) retries: Counter,
    pub(super) received: Counter,
    /// In the order of [`STATUS_CLASSES`].
    requests: [Counter; STATUS_CLASSES.len()],
}

/// What is counted for a tool.
#[derive(Debug)]
pub(super) struct ToolHandles {
    name: Arc<str>,
    pub(super) api: Arc<UpstreamHandles>,
    pub(super) succeeded: Counter,
    pub(super) failed: Counter,
    pub(super) cancelled: Counter,
    failures: RwLock<Failures>,
}

/// By reason, of which a tool has few with more than one code or origin.
type Failures = HashMap<Box<str>, Vec<(Code, Origin, Counter)>>;

impl Upstreams {
    pub(super) fn get(&self, upstream: &str, tool: &str) -> Option<Arc<ToolHandles>> {
        let tools = &self.by_name.get(upstream)?.tools;
        let beyond = || if self.tools < MOST_TOOLS { None } else { tools.get(OTHER) };
        tools.get(tool).or_else(beyond).cloned()
    }

    /// The counters of this tool; beyond the most that there are, those of `other`.
    pub(super) fn get_or_make(&mut self, upstream: &str, tool: &str, families: &Families) -> Arc<ToolHandles> {
        let is_new = !self.by_name.contains_key(upstream);
        let upstream = if is_new && self.by_name.len() >= MOST_UPSTREAMS { OTHER } else { upstream };
        let api = self.by_name.entry(upstream.into()).or_insert_with(|| Upstream {
            handles: Arc::new(UpstreamHandles::new(upstream, families)),
            tools: HashMap::new(),
        });
        let is_new = !api.tools.contains_key(tool);
        let tool = if is_new && self.tools >= MOST_TOOLS { OTHER } else { tool };
        let handles = &api.handles;
        let made = api.tools.entry(tool.into()).or_insert_with(|| {
            self.tools += 1;
            Arc::new(ToolHandles::new(tool, handles.clone(), families))
        });
        made.clone()
    }
}

impl UpstreamHandles {
    fn new(name: &str, families: &Families) -> UpstreamHandles {
        let name: Arc<str> = name.into();
        let labels = UpstreamLabels { upstream: name.clone() };
        let requests = STATUS_CLASSES.map(|status_class| {
            families.requests.get_or_create_owned(&RequestLabels { upstream: name.clone(), status_class })
        });
        UpstreamHandles {
            name,
            duration: families.duration.get_or_create_owned(&labels),
            retries: families.retries.get_or_create_owned(&labels),
            received: families.received.get_or_create_owned(&labels),
            requests,
        }
    }

    /// The counter of requests with this status.
    pub(super) fn request(&self, status: Option<u16>) -> &Counter {
        let [none, ..] = &self.requests;
        self.requests.get(status_class(status)).unwrap_or(none)
    }
}

impl ToolHandles {
    fn new(tool: &str, api: Arc<UpstreamHandles>, families: &Families) -> ToolHandles {
        let counter = |outcome| families.calls.get_or_create_owned(&CallLabels::of(tool, &api.name, &outcome));
        ToolHandles {
            name: tool.into(),
            succeeded: counter(CallOutcome::Succeeded),
            failed: counter(CallOutcome::Failed(FailureFacts::unknown())),
            cancelled: counter(CallOutcome::Cancelled),
            failures: RwLock::default(),
            api,
        }
    }

    /// The counter of such failures.
    pub(super) fn failure(&self, facts: &FailureFacts, all: &RwLock<Upstreams>, families: &Families) -> Counter {
        let reason = reason(facts);
        let known = self.failures.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(counter) = find(&known, facts, reason) {
            return counter;
        }
        drop(known);
        let labels = |reason: &str, tool: &Arc<str>| FailureLabels {
            code: facts.code.name(),
            origin: facts.origin.name(),
            reason: reason.into(),
            tool: tool.clone(),
            upstream: self.api.name.clone(),
        };
        // Never while the failures of the tool are locked, so that nobody waits for two.
        let has_room = {
            let mut all = all.write().unwrap_or_else(PoisonError::into_inner);
            all.failures += 1;
            all.failures <= MOST_FAILURES
        };
        if !has_room {
            return families.failures.get_or_create_owned(&labels(OTHER, &OTHER.into()));
        }
        let mut known = self.failures.write().unwrap_or_else(PoisonError::into_inner);
        find(&known, facts, reason).unwrap_or_else(|| {
            let counter = families.failures.get_or_create_owned(&labels(reason, &self.name));
            known.entry(reason.into()).or_default().push((facts.code, facts.origin, counter.clone()));
            counter
        })
    }
}

fn find(known: &Failures, facts: &FailureFacts, reason: &str) -> Option<Counter> {
    let mut known = known.get(reason)?.iter();
    known
        .find(|(code, origin, _)| (*code, *origin) == (facts.code, facts.origin))
        .map(|(_, _, counter)| counter.clone())
}
