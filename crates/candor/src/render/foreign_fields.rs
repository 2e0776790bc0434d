//! What every dialect reads in the same way: reason, origin, retry, recovery, occurrence and details of a failure from
//! outside.

use crate::failure::bounded::CUT_KEY;
use crate::failure::occurrence::{parse_instance, parse_time};
use crate::failure::{Failure, Origin, Reason, Recovery, Retry, Safety};
use serde_json::{Map, Value};
use std::time::Duration;

pub(super) type Object = Map<String, Value>;

pub(super) fn text<'v>(object: &'v Object, name: &str) -> Option<&'v str> {
    object.get(name).and_then(Value::as_str)
}

/// A number of milliseconds, rounded up to a whole one.
fn rounded_up(value: &Value) -> Option<u64> {
    let from_float = |float: f64| (0.0..=1e15).contains(&float).then(|| float.ceil() as u64);
    value.as_u64().or_else(|| value.as_f64().and_then(from_float))
}

/// How many details were left out, if that is what Candor wrote in the place of one.
fn omitted(name: &str, value: &Value) -> Option<usize> {
    let text = value.as_str().filter(|_| name == CUT_KEY)?;
    text.strip_prefix('[')?.strip_suffix(" more cut]")?.parse().ok()
}

/// A failure being put together from what a dialect says; what is absent stays as the code has it.
pub(super) trait ForeignFields: Sized {
    /// The reason, or the nearest to it.
    fn maybe_reason(self, reason: Option<&str>) -> Self;
    /// The origin, if it is one.
    fn maybe_origin(self, origin: Option<&str>) -> Self;
    /// The canonical retry object, if it is one.
    fn maybe_retry(self, retry: Option<&Value>) -> Self;
    /// 001's flag alone.
    fn maybe_retryable(self, retryable: Option<bool>) -> Self;
    /// A delay alone.
    fn maybe_delay(self, delay: Option<Duration>) -> Self;
    /// The hint and the link.
    fn maybe_recovery(self, hint: Option<&str>, docs: Option<&str>) -> Self;
    /// The occurrence. An instance that is not a UUID is kept among the details.
    fn maybe_occurrence(self, instance: Option<&str>, time: Option<&str>) -> Self;
    /// A detail, under Candor's name for it.
    fn maybe_detail(self, name: &str, value: Option<&Value>) -> Self;
    /// All details of an object but those named.
    fn maybe_details(self, object: Option<&Object>, known: &[&str]) -> Self;
}

impl ForeignFields for Failure {
    fn maybe_reason(self, reason: Option<&str>) -> Self {
        match reason.and_then(Reason::from_foreign) {
            Some(reason) => self.with_reason(reason),
            None => self,
        }
    }

    fn maybe_origin(self, origin: Option<&str>) -> Self {
        match origin.and_then(Origin::from_name) {
            Some(origin) => self.with_origin(origin),
            None => self,
        }
    }

    fn maybe_retry(self, retry: Option<&Value>) -> Self {
        let Some(retry) = retry.and_then(Value::as_object) else { return self };
        let Some(retryable) = retry.get("retryable").and_then(Value::as_bool) else { return self };
        let after_ms = retry.get("after_ms").and_then(rounded_up);
        self.with_retry(Retry::from_wire(retryable, after_ms, text(retry, "safe")))
    }

    fn maybe_retryable(self, retryable: Option<bool>) -> Self {
        match retryable {
            Some(retryable) if retryable != self.retry().is_retryable() => {
                self.with_retry(Retry::from_wire(retryable, None, None))
            }
            Some(_) | None => self,
        }
    }

    fn maybe_delay(self, delay: Option<Duration>) -> Self {
        match delay {
            Some(delay) => {
                let safety = self.retry().safety().unwrap_or(Safety::IfIdempotent);
                self.with_retry(Retry::After(delay, safety))
            }
            None => self,
        }
    }

    fn maybe_recovery(self, hint: Option<&str>, docs: Option<&str>) -> Self {
        let hint = match (hint, docs) {
            (Some(hint), _) => hint.to_owned(),
            (None, Some(_)) => self.recovery().hint().to_owned(),
            (None, None) => return self,
        };
        let recovery = Recovery::new(hint);
        self.with_recovery_and_docs(match docs {
            Some(docs) => recovery.with_docs(docs.to_owned()),
            None => recovery,
        })
    }

    fn maybe_occurrence(self, instance: Option<&str>, time: Option<&str>) -> Self {
        let id = instance.and_then(parse_instance);
        let foreign = instance.filter(|_| id.is_none()).map(Value::from);
        self.with_known_occurrence(id, time.and_then(parse_time)).maybe_detail("upstream_instance", foreign.as_ref())
    }

    fn maybe_detail(self, name: &str, value: Option<&Value>) -> Self {
        match value {
            Some(value) => self.with_context(name.to_owned(), value),
            None => self,
        }
    }

    fn maybe_details(self, object: Option<&Object>, known: &[&str]) -> Self {
        let details = object.into_iter().flatten().filter(|(name, _)| !known.contains(&name.as_str()));
        details.fold(self, |mut failure, (name, value)| match omitted(name, value) {
            Some(count) => {
                failure.details_mut().omit(count);
                failure
            }
            None => failure.maybe_detail(name, Some(value)),
        })
    }
}
