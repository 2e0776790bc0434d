//! Whether a retry can help, and when it does no harm.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::time::Duration;

/// Whether sending the same request again can help.
///
/// A retry that may help always says when it is safe; one that is never safe is [`Retry::Never`]. The set is closed: a `match`
/// needs no wildcard, which would have to guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Retry {
    /// The same request will fail again, or must not be repeated.
    Never,
    /// Retry with exponential backoff and jitter.
    Backoff(Safety),
    /// Retry after this time, not before.
    After(Duration, Safety),
}

/// When a retry does no harm. The set is closed, like that of [`Retry`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Safety {
    /// The request was not carried out: repeating it is safe whatever it does.
    Always,
    /// It may have taken effect: repeating it is safe only if doing it twice equals doing it once.
    IfIdempotent,
}

impl Safety {
    /// The name in the canonical form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Safety::Always => "always",
            Safety::IfIdempotent => "if_idempotent",
        }
    }

    /// When a retry of both does no harm.
    pub(crate) const fn and(self, other: Safety) -> Safety {
        match (self, other) {
            (Safety::Always, Safety::Always) => Safety::Always,
            (Safety::IfIdempotent, _) | (_, Safety::IfIdempotent) => Safety::IfIdempotent,
        }
    }
}

impl Retry {
    /// 001's `retryable`: whether the same request may succeed later.
    #[must_use]
    pub const fn is_retryable(self) -> bool {
        !matches!(self, Retry::Never)
    }

    /// How long to wait, if that is known.
    #[must_use]
    pub const fn delay(self) -> Option<Duration> {
        match self {
            Retry::After(delay, _) => Some(delay),
            Retry::Never | Retry::Backoff(_) => None,
        }
    }

    /// When a retry is safe; `None` where it cannot help anyway.
    #[must_use]
    pub const fn safety(self) -> Option<Safety> {
        match self {
            Retry::Never => None,
            Retry::Backoff(safety) | Retry::After(_, safety) => Some(safety),
        }
    }

    /// The same, and where it can help, only for what may be repeated.
    pub(crate) const fn if_idempotent(self) -> Retry {
        match self {
            Retry::Never => Retry::Never,
            Retry::Backoff(_) => Retry::Backoff(Safety::IfIdempotent),
            Retry::After(delay, _) => Retry::After(delay, Safety::IfIdempotent),
        }
    }

    /// The delay in whole milliseconds, rounded up, so that no retry comes too early.
    #[must_use]
    pub fn after_ms(self) -> Option<u64> {
        self.delay().map(|delay| {
            let rest = u64::from(delay.subsec_nanos().div_ceil(1_000_000));
            delay.as_secs().saturating_mul(1_000).saturating_add(rest)
        })
    }

    /// The delay in whole seconds, rounded up.
    #[must_use]
    pub fn after_seconds(self) -> Option<u64> {
        self.after_ms().map(|ms| ms.div_ceil(1_000))
    }

    /// The retry that the parts on the wire make up: 001's flag, a delay and a safety, each if it is known.
    ///
    /// Where a retry is possible and its safety is not known, it counts as safe only for idempotent requests.
    #[must_use]
    pub fn from_wire(retryable: bool, after_ms: Option<u64>, safe: Option<&str>) -> Retry {
        let safety = match safe {
            Some("always") => Safety::Always,
            Some("never") => return Retry::Never,
            _ => Safety::IfIdempotent,
        };
        match (retryable, after_ms) {
            (false, _) => Retry::Never,
            (true, Some(ms)) => Retry::After(Duration::from_millis(ms), safety),
            (true, None) => Retry::Backoff(safety),
        }
    }
}

/// The canonical form: `{"retryable": true, "after_ms": 30000, "safe": "always"}`.
impl Serialize for Retry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let after_ms = self.after_ms();
        let mut object = serializer.serialize_struct("Retry", if after_ms.is_some() { 3 } else { 2 })?;
        object.serialize_field("retryable", &self.is_retryable())?;
        if let Some(ms) = after_ms {
            object.serialize_field("after_ms", &ms)?;
        }
        object.serialize_field("safe", self.safety().map_or("never", Safety::name))?;
        object.end()
    }
}

/// For people and models: `no`, `yes, with backoff`, `yes, after 30 s`.
impl std::fmt::Display for Retry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Retry::Never => return f.write_str("no"),
            Retry::Backoff(_) => f.write_str("yes, with backoff")?,
            Retry::After(_, _) => {
                let ms = self.after_ms().unwrap_or_default();
                if ms.is_multiple_of(1_000) {
                    write!(f, "yes, after {} s", ms / 1_000)?
                } else {
                    write!(f, "yes, after {ms} ms")?
                }
            }
        }
        match self.safety() {
            Some(Safety::IfIdempotent) => f.write_str(", if repeating it does no harm"),
            Some(Safety::Always) | None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_is_rounded_up_so_that_no_retry_comes_too_early() {
        let retry = Retry::After(Duration::from_micros(1_500_001), Safety::Always);
        assert_eq!(retry.after_ms(), Some(1_501));
        assert_eq!(retry.after_seconds(), Some(2));
        for delay in [0, 1, 999_999, 1_000_000, 1_000_001, 59_999_999_999, u64::MAX].map(Duration::from_nanos) {
            let exact = delay.as_nanos().div_ceil(1_000_000);
            assert_eq!(Retry::After(delay, Safety::Always).after_ms().map(u128::from), Some(exact), "{delay:?}");
        }
        assert_eq!(Retry::After(Duration::MAX, Safety::Always).after_ms(), Some(u64::MAX));
    }

    #[test]
    fn a_retry_is_written_for_people() {
        assert_eq!(Retry::Never.to_string(), "no");
        assert_eq!(Retry::After(Duration::from_secs(30), Safety::Always).to_string(), "yes, after 30 s");
        assert_eq!(Retry::Backoff(Safety::IfIdempotent).to_string(), "yes, with backoff, if repeating it does no harm");
    }
}
