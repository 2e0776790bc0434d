//! What of a failure somebody has stated, and what may take the place of the rest.

use super::{Failure, Message, Origin, Recovery, Retry, Safety, Verdict};
use crate::Code;
use std::time::Duration;

/// Which parts somebody has set, so that they do not follow from the code or from a verdict.
#[derive(Clone, Copy, Default)]
pub(super) struct Stated {
    pub(super) origin: bool,
    pub(super) retry: bool,
    pub(super) safety: SafetyBasis,
}

/// Who says when a retry of the failure does no harm.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum SafetyBasis {
    /// Whoever made the failure or handed it over, or the code that they chose.
    #[default]
    Author,
    /// Nobody: it is concluded, by a verdict or from the code of a server that says nothing about it.
    Judged,
}

impl Stated {
    /// Nothing, because a verdict decides.
    pub(super) const BY_VERDICT: Stated = Stated { origin: false, retry: false, safety: SafetyBasis::Judged };
}

/// What another server says about retries, in whichever parts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct StatedRetry {
    /// All of it.
    pub(crate) whole: Option<Retry>,
    /// Only whether one can help.
    pub(crate) is_retryable: Option<bool>,
    /// Only when one can help.
    pub(crate) delay: Option<Duration>,
}

impl StatedRetry {
    /// Whether nothing is stated.
    pub(crate) const fn is_open(&self) -> bool {
        self.whole.is_none() && self.is_retryable.is_none() && self.delay.is_none()
    }

    /// When a retry can help.
    #[cfg(feature = "http")]
    pub(crate) fn delay(&self) -> Option<Duration> {
        self.whole.and_then(Retry::delay).or(self.delay)
    }

    /// Everything but when a retry can help.
    #[cfg(feature = "http")]
    pub(crate) fn without_delay(self) -> StatedRetry {
        let without_delay = |retry: Retry| retry.safety().map_or(Retry::Never, Retry::Backoff);
        StatedRetry { whole: self.whole.map(without_delay), is_retryable: self.is_retryable, delay: None }
    }

    /// The retry, where everything that is not stated is as in this one.
    pub(crate) fn over(self, retry: Retry) -> Retry {
        let retry = match self.delay {
            Some(delay) => Retry::After(delay, retry.safety().unwrap_or(Safety::IfIdempotent)),
            None => retry,
        };
        match (self.whole, self.is_retryable) {
            (Some(whole), _) => whole,
            (None, Some(stated)) if stated != retry.is_retryable() => Retry::from_wire(stated, None, None),
            (None, Some(_) | None) => retry,
        }
    }
}

/// What is declared for failures with one reason.
pub(crate) struct Declared {
    pub(crate) code: Code,
    pub(crate) message: Option<Message>,
    /// None if nobody wrote it: it follows from the code.
    pub(crate) origin: Option<Origin>,
    pub(crate) retry: Option<Retry>,
    pub(crate) recovery: Option<Recovery>,
}

impl Failure {
    /// Whether nobody has said what to do.
    pub(crate) fn lacks_recovery(&self) -> bool {
        self.0.recovery.is_none()
    }

    /// Whether the message is made of Candor's words.
    pub(crate) fn lacks_message(&self) -> bool {
        !self.0.message.is_given()
    }

    /// The same, with what is declared in the place of what nobody has stated. The code is stated unless the classifier has
    /// given it; so is a delay, which comes from the service that failed; and so is a message that is not Candor's.
    ///
    /// What is declared counts as stated from then on. What is not declared follows from the code only where that is the
    /// contract's: a default is no evidence against what was found out about the failure.
    pub(crate) fn completed(mut self, declared: Declared) -> Failure {
        let parts = &mut *self.0;
        // A classifier that was asked and knew nothing leaves a code open that says nothing.
        let is_open = |verdict: &Verdict| verdict.code() == parts.code || parts.code == Code::Unknown;
        let is_judged = parts.verdict.as_deref().is_some_and(is_open);
        let has_other_code = is_judged && parts.code != declared.code;
        if has_other_code {
            parts.code = declared.code;
        }
        let row = parts.code.row();
        if let Some(message) = declared.message
            && !parts.message.is_given()
        {
            parts.message = message;
        }
        if !parts.stated.origin {
            // A service that answered is where it failed, whatever the contract calls it (decision 0040).
            let by_code = has_other_code && parts.origin != Origin::Upstream;
            parts.stated.origin = declared.origin.is_some();
            parts.origin = declared.origin.unwrap_or(if by_code { row.origin.value } else { parts.origin });
        }
        if !parts.stated.retry && !matches!(parts.retry, Retry::After(_, _)) {
            if declared.retry.is_some() {
                parts.stated.retry = true;
                parts.stated.safety = SafetyBasis::Author;
            }
            parts.retry = declared.retry.unwrap_or(if has_other_code { row.retry.value } else { parts.retry });
        }
        if parts.recovery.is_none() {
            parts.recovery = declared.recovery;
        }
        self
    }

    /// The same with what another server states about retries. When one does no harm is stated only with all of it.
    pub(crate) fn with_stated_retry(self, stated: StatedRetry) -> Failure {
        let retry = stated.over(self.0.retry);
        let mut failure = if stated.is_open() { self } else { self.with_retry(retry) };
        if stated.whole.is_none() {
            failure.0.stated.safety = SafetyBasis::Judged;
        }
        failure
    }

    /// The retry as far as it is sure. An error can say that a service was never reached, but not what a tool had done by
    /// then: where nobody has stated when a retry does no harm, it is safe only for what can be repeated.
    #[cfg(feature = "rmcp")]
    pub(crate) fn careful_retry(&self) -> Retry {
        match (self.0.stated.safety, self.0.retry) {
            (SafetyBasis::Judged, Retry::Backoff(_)) => Retry::Backoff(Safety::IfIdempotent),
            (SafetyBasis::Judged, Retry::After(delay, _)) => Retry::After(delay, Safety::IfIdempotent),
            (SafetyBasis::Judged | SafetyBasis::Author, retry) => retry,
        }
    }

    /// The same with that retry, which is stated no more than before.
    #[cfg(feature = "rmcp")]
    pub(crate) fn with_careful_retry(mut self) -> Failure {
        self.0.retry = self.careful_retry();
        self
    }
}
