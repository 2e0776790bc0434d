//! The policy of what is served, for those who see more than one gateway come and go.

use arc_swap::ArcSwap;
use candor::FailurePolicy;
use std::borrow::Cow;
use std::sync::Arc;

/// The policy of the gateway that is served now. Clones share it.
#[derive(Debug, Clone)]
pub(super) struct ServedPolicy(Arc<ArcSwap<Secrets>>);

/// What hides the secrets of a call: the policy of the gateway that is served, and that of the one before, whose calls may still run.
#[derive(Debug, Clone)]
pub(super) struct Secrets {
    now: FailurePolicy,
    before: Option<FailurePolicy>,
}

impl ServedPolicy {
    pub(super) fn new(policy: &FailurePolicy) -> ServedPolicy {
        ServedPolicy(Arc::new(ArcSwap::from_pointee(Secrets::of(policy))))
    }

    /// Another gateway is served from now on, with this policy.
    pub(super) fn replace(&self, policy: &FailurePolicy) {
        self.0.rcu(|secrets| Secrets { now: policy.clone(), before: Some(secrets.now.clone()) });
    }

    pub(super) fn secrets(&self) -> Arc<Secrets> {
        self.0.load_full()
    }
}

impl Secrets {
    pub(super) fn of(policy: &FailurePolicy) -> Secrets {
        Secrets { now: policy.clone(), before: None }
    }

    pub(super) fn policy(&self) -> &FailurePolicy {
        &self.now
    }

    /// The text without what either of them hides.
    pub(super) fn scrub<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let scrubbed = self.now.discretion().scrubber().scrub(text);
        let Some(before) = &self.before else { return scrubbed };
        let before = before.discretion().scrubber();
        match scrubbed {
            Cow::Borrowed(text) => before.scrub(text),
            Cow::Owned(text) => Cow::Owned(before.scrub(&text).into_owned()),
        }
    }

    /// Whether the name has a secret of either of them in it, whatever its case and its punctuation.
    pub(super) fn are_loosely_in(&self, name: &str) -> bool {
        let policies = std::iter::once(&self.now).chain(&self.before);
        policies.map(|policy| policy.discretion().scrubber()).any(|scrubber| scrubber.contains_secret_loosely(name))
    }
}
