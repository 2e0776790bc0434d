//! What the failed items of a batch have in common.

use crate::failure::{Recovery, Retry, Safety};
use crate::{Code, Failure, Origin};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::time::Duration;

/// All failures of a batch, added up, so that none has to be kept for it.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    pub(super) count: usize,
    code: Shared<Code>,
    pub(super) recovery: Shared<Recovery>,
    /// Code and origin of the first that is not the caller's fault.
    first_of_others: Option<(Code, Origin)>,
    /// Whether one is not the caller's fault, and not to be retried: it may have taken effect.
    has_final: bool,
    safety: Option<Safety>,
    delay: Option<Duration>,
}

/// A part of all failures, as far as it is the same.
#[derive(Debug, Clone, Default)]
pub(super) enum Shared<P> {
    #[default]
    None,
    Same(P),
    Different,
}

impl<P: Clone + PartialEq> Shared<P> {
    fn add(&mut self, part: Cow<'_, P>) {
        match self {
            Shared::None => *self = Shared::Same(part.into_owned()),
            Shared::Same(first) if *first == *part => {}
            Shared::Same(_) | Shared::Different => *self = Shared::Different,
        }
    }

    pub(super) fn get(&self) -> Option<&P> {
        match self {
            Shared::Same(part) => Some(part),
            Shared::None | Shared::Different => None,
        }
    }
}

impl Tally {
    pub(super) fn add(&mut self, failed: &Failure) {
        self.count += 1;
        self.code.add(Cow::Owned(failed.code()));
        self.recovery.add(failed.recovery());
        let (retry, origin) = (failed.retry(), failed.origin());
        if origin != Origin::Caller {
            self.first_of_others.get_or_insert((failed.code(), origin));
            self.has_final |= retry == Retry::Never;
        }
        self.safety = match (self.safety, retry.safety()) {
            (Some(one), Some(other)) => Some(one.and(other)),
            (one, other) => one.or(other),
        };
        self.delay = self.delay.max(retry.delay());
    }

    /// The code that all items share; that of any invalid input, if all are the caller's; else that of the first which is not
    /// the caller's, because no change of the input corrects it. With it goes whose fault it is.
    pub(super) fn code(&self) -> (Code, Origin) {
        let code = match (self.code.get(), self.first_of_others) {
            (Some(code), _) => *code,
            (None, Some((code, _))) => code,
            (None, None) => Code::Validation,
        };
        (code, self.first_of_others.map_or(Origin::Caller, |(_, origin)| origin))
    }

    /// The retry that helps at least one item and does no harm to any: after the longest delay, and only if it is idempotent
    /// where one item needs that.
    pub(super) fn retry(&self) -> Retry {
        let at_most = if self.has_final { Safety::IfIdempotent } else { Safety::Always };
        match (self.safety, self.delay) {
            (None, _) => Retry::Never,
            (Some(safety), None) => Retry::Backoff(safety.and(at_most)),
            (Some(safety), Some(delay)) => Retry::After(delay, safety.and(at_most)),
        }
    }
}

/// The failed items that were not kept: how many of which code, most first.
#[derive(Debug, Clone, Default)]
pub(super) struct Omitted(Vec<(Code, usize)>);

impl Omitted {
    pub(super) fn add(&mut self, code: Code) {
        match self.0.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += 1,
            None => self.0.push((code, 1)),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|(_, count)| count).sum()
    }
}

/// `{"count": 3, "codes": {"not_found": 2, "forbidden": 1}}`
impl Serialize for Omitted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Codes<'o>(&'o [(Code, usize)]);
        impl Serialize for Codes<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(code, count)| (code.name(), count)))
            }
        }
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("count", &self.count())?;
        map.serialize_entry("codes", &Codes(&self.0))?;
        map.end()
    }
}
