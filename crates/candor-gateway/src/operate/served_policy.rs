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
    /// How many reports those before had dropped, when they were the last but one.
    dropped_earlier: u64,
}

impl ServedPolicy {
    pub(super) fn new(policy: &FailurePolicy) -> ServedPolicy {
        ServedPolicy(Arc::new(ArcSwap::from_pointee(Secrets::of(policy))))
    }

    /// Another gateway is served from now on, with this policy.
    pub(super) fn replace(&self, policy: &FailurePolicy) {
        self.0.rcu(|secrets| Secrets {
            now: policy.clone(),
            before: Some(secrets.now.clone()),
            dropped_earlier: secrets.dropped_earlier + secrets.dropped_before(),
        });
    }

    pub(super) fn secrets(&self) -> Arc<Secrets> {
        self.0.load_full()
    }
}

impl Secrets {
    pub(super) fn of(policy: &FailurePolicy) -> Secrets {
        Secrets { now: policy.clone(), before: None, dropped_earlier: 0 }
    }

    /// How many reports were dropped since the process began, whichever gateway was served.
    pub(super) fn dropped_reports(&self) -> u64 {
        self.dropped_earlier + self.dropped_before() + self.now.dropped_reports()
    }

    /// How many were dropped by the policy before this one, unless they are counted together.
    fn dropped_before(&self) -> u64 {
        let before = self.before.as_ref().filter(|before| !before.shares_reports_with(&self.now));
        before.map_or(0, FailurePolicy::dropped_reports)
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

#[cfg(test)]
mod tests {
    use super::*;
    use candor::Failure;
    use std::time::Duration;

    /// A policy that has dropped reports: its observer takes longer than its queue is long.
    fn overloaded() -> FailurePolicy {
        let policy = FailurePolicy::new().on_incident(|_| std::thread::sleep(Duration::from_millis(1)));
        let begin = std::time::Instant::now();
        while policy.dropped_reports() == 0 && begin.elapsed() < Duration::from_secs(20) {
            let _ = policy.disclose(Failure::internal("It broke"));
        }
        assert!(policy.dropped_reports() > 0);
        policy
    }

    #[test]
    fn what_was_dropped_before_is_still_counted_after_any_number_of_changes() {
        let dropped = overloaded();
        let count = dropped.dropped_reports();
        let served = ServedPolicy::new(&dropped);
        let told = || served.secrets().dropped_reports();
        assert_eq!(told(), count);
        for _ in 0..3 {
            served.replace(&FailurePolicy::new());
            assert_eq!(told(), count);
        }
        let more = overloaded();
        let again = more.dropped_reports();
        served.replace(&more);
        // One that was made from it counts the same reports.
        served.replace(&more.clone().with_secrets(["marlin-4711-secret"]));
        assert_eq!(told(), count + again);
        served.replace(&FailurePolicy::new());
        assert_eq!(told(), count + again);
    }
}
