//! Under which policy a server tells what happens to its connections.

use crate::FailurePolicy;
use std::sync::Arc;

/// The policy, asked for each time: what is served can be replaced while the server runs.
#[derive(Clone)]
pub(super) struct CurrentPolicy(Arc<dyn Fn() -> FailurePolicy + Send + Sync>);

impl CurrentPolicy {
    pub(super) fn always(policy: FailurePolicy) -> CurrentPolicy {
        CurrentPolicy(Arc::new(move || policy.clone()))
    }

    pub(super) fn asked(ask: impl Fn() -> FailurePolicy + Send + Sync + 'static) -> CurrentPolicy {
        CurrentPolicy(Arc::new(ask))
    }

    pub(super) fn get(&self) -> FailurePolicy {
        (self.0)()
    }
}

impl std::fmt::Debug for CurrentPolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CurrentPolicy")
    }
}
