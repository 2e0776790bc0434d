//! What a guard and the tool under it share during one call.
//!
//! A tool's result has room for what the caller may know, and for nothing else. So a failure that becomes a result or a
//! JSON-RPC error under a guard is handed to the guard whole, and what the tool returns is a marker with the number
//! under which the guard finds it. The guard discloses and renders it, once. Without a guard in the task, the failure is
//! disclosed, logged and rendered where it becomes a result.

use crate::{Disclosure, Discretion, Failure, FailurePolicy, Incident};
use ::rmcp::ErrorData;
use ::rmcp::model::{CallToolResult, ContentBlock, ErrorCode, JsonObject, MetaObject};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many failures of one call are kept: a tool may make several before it returns one.
const MOST_FAILURES: usize = 16;

/// The member of a marker's `_meta` or `data` that holds the number.
const MARKER: &str = "dev.candor/handed-over";

/// Numbers are never used twice in a process, so that a marker of an earlier call is not taken for one of this call.
static NEXT: AtomicU64 = AtomicU64::new(0);

tokio::task_local! {
    static SCOPE: Arc<CallScope>;
}

/// The number of a failure that was handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HandOver(u64);

/// One call under a guard: the guard's policy on the way in, failures and incidents on the way out.
pub(super) struct CallScope {
    policy: FailurePolicy,
    handed: Mutex<HandedOver>,
}

/// What a tool has handed to its guard.
#[derive(Default)]
pub(super) struct HandedOver {
    failures: VecDeque<(HandOver, Failure)>,
    /// Failures of the items of a batch, which the result lists.
    pub(super) incidents: Vec<Incident>,
}

impl CallScope {
    pub(super) fn new(policy: FailurePolicy) -> Arc<CallScope> {
        Arc::new(CallScope { policy, handed: Mutex::default() })
    }

    /// Runs the future within this scope.
    pub(super) fn around<F: Future>(self: &Arc<CallScope>, future: F) -> impl Future<Output = F::Output> + use<F> {
        SCOPE.scope(self.clone(), future)
    }

    /// Takes out what was handed over.
    pub(super) fn close(&self) -> HandedOver {
        std::mem::take(&mut self.handed())
    }

    /// The scope that this task runs in, if there is one.
    fn current() -> Option<Arc<CallScope>> {
        SCOPE.try_with(Arc::clone).ok()
    }

    fn keep(&self, failure: Failure) -> HandOver {
        let number = HandOver(NEXT.fetch_add(1, Ordering::Relaxed));
        let mut handed = self.handed();
        if handed.failures.len() >= MOST_FAILURES {
            handed.failures.pop_front();
        }
        handed.failures.push_back((number, failure));
        number
    }

    fn handed(&self) -> MutexGuard<'_, HandedOver> {
        // Nothing that panics runs while it is held.
        self.handed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HandedOver {
    /// Takes out the failure with this number.
    pub(super) fn take(&mut self, number: HandOver) -> Option<Failure> {
        let place = self.failures.iter().position(|(known, _)| *known == number)?;
        self.failures.remove(place).map(|(_, failure)| failure)
    }

    /// The failures that no result of the call referred to.
    pub(super) fn into_failures(self) -> impl Iterator<Item = (HandOver, Failure)> {
        self.failures.into_iter()
    }
}

impl HandOver {
    /// The number in a tool result, if it is a marker.
    pub(super) fn in_result(result: &CallToolResult) -> Option<HandOver> {
        result.meta.as_ref()?.0.get(MARKER)?.as_u64().map(HandOver)
    }

    /// The number in a JSON-RPC error, if it is a marker.
    pub(super) fn in_error(error: &ErrorData) -> Option<HandOver> {
        error.data.as_ref()?.get(MARKER)?.as_u64().map(HandOver)
    }

    /// The other members of a marker's `_meta`, if there are any.
    pub(super) fn without_marker(mut meta: MetaObject) -> Option<MetaObject> {
        meta.0.remove(MARKER);
        (!meta.0.is_empty()).then_some(meta)
    }

    fn into_members(self) -> JsonObject {
        JsonObject::from_iter([(MARKER.to_owned(), Value::from(self.0))])
    }
}

/// The failure as a tool result: a marker under a guard, else what `render` makes of the disclosure.
pub(super) fn tool_result(
    failure: Failure,
    render: impl FnOnce(&Disclosure) -> Result<CallToolResult, ErrorData>,
) -> Result<CallToolResult, ErrorData> {
    let Some(scope) = CallScope::current() else { return render(&logged(failure)) };
    // The code's own sentence: code that reads the result before the guard sees nothing that is not scrubbed.
    let mut marker = CallToolResult::error(vec![ContentBlock::text(failure.code().row().meaning)]);
    marker.meta = Some(MetaObject(scope.keep(failure).into_members()));
    Ok(marker)
}

/// The failure as a JSON-RPC error: a marker under a guard, else what `render` makes of the disclosure.
pub(super) fn error_data(failure: Failure, render: impl FnOnce(&Disclosure) -> ErrorData) -> ErrorData {
    let Some(scope) = CallScope::current() else { return render(&logged(failure)) };
    let row = failure.code().row();
    let data = Value::Object(scope.keep(failure).into_members());
    ErrorData::new(ErrorCode(row.jsonrpc.value.number), row.meaning, Some(data))
}

/// Nothing else logs it.
fn logged(failure: Failure) -> Disclosure {
    FailurePolicy::new().disclose(failure)
}

/// The discretion of the guard, or the default one.
pub(super) fn discretion() -> Discretion {
    CallScope::current().map_or_else(Discretion::new, |scope| scope.policy.discretion().clone())
}

/// Hands incidents to the guard, or logs them.
pub(super) fn report(incidents: Vec<Incident>, discretion: &Discretion) {
    match CallScope::current() {
        Some(scope) => scope.handed().incidents.extend(incidents),
        None => incidents.iter().for_each(|incident| incident.log(discretion)),
    }
}

/// How many failures are kept beyond their call.
const MOST_UNCLAIMED: usize = 256;

/// Failures whose marker was not what their call returned: a handler may keep the result, and return it as a task's or from
/// a cache.
#[derive(Default)]
pub(super) struct Unclaimed(Mutex<VecDeque<(HandOver, Failure)>>);

impl Unclaimed {
    pub(super) fn keep(&self, handed: HandedOver) {
        if handed.failures.is_empty() {
            return;
        }
        let mut unclaimed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        unclaimed.extend(handed.into_failures());
        let excess = unclaimed.len().saturating_sub(MOST_UNCLAIMED);
        unclaimed.drain(..excess);
    }

    /// The failure with this number, which may be asked for again.
    pub(super) fn get(&self, number: HandOver) -> Option<Failure> {
        let unclaimed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        unclaimed.iter().find(|(known, _)| *known == number).map(|(_, failure)| failure.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(_: &Disclosure) -> Result<CallToolResult, ErrorData> {
        Ok(CallToolResult::success(Vec::new()))
    }

    #[tokio::test]
    async fn a_failure_is_handed_over_as_it_is_and_only_within_a_scope() {
        let scope = CallScope::new(FailurePolicy::new());
        let marker = scope.around(async { tool_result(Failure::not_found("no order 17"), rendered) }).await.unwrap();
        let number = HandOver::in_result(&marker).unwrap();
        assert!(!serde_json::to_string(&marker).unwrap().contains("17"), "{marker:?}");
        let mut handed = scope.close();
        let failure = handed.take(number).unwrap();
        assert_eq!((failure.message(), failure.occurrence()), ("no order 17", None), "it was not disclosed");
        assert!(handed.take(number).is_none());

        let result = tool_result(Failure::not_found("no order 17"), rendered).unwrap();
        assert_eq!(HandOver::in_result(&result), None);
    }

    #[tokio::test]
    async fn the_latest_failures_of_a_call_are_kept() {
        let scope = CallScope::new(FailurePolicy::new());
        let make = async { (0..MOST_FAILURES + 1).map(|_| tool_result(Failure::internal("no"), rendered)).collect() };
        let markers: Vec<_> = scope.around(make).await;
        let numbers: Vec<_> = markers.iter().filter_map(|it| HandOver::in_result(it.as_ref().ok()?)).collect();
        let mut handed = scope.close();
        let kept: Vec<_> = numbers.iter().map(|number| handed.take(*number).is_some()).collect();
        assert_eq!(kept, [&[false][..], &[true; MOST_FAILURES]].concat());
    }

    #[test]
    fn unclaimed_failures_are_found_again_until_there_are_too_many() {
        let unclaimed = Unclaimed::default();
        let number = |it| HandOver(it);
        for it in 0..=MOST_UNCLAIMED as u64 {
            let failures = VecDeque::from([(number(it), Failure::internal("no"))]);
            unclaimed.keep(HandedOver { failures, incidents: Vec::new() });
        }
        assert!(unclaimed.get(number(0)).is_none());
        for _ in 0..2 {
            assert!(unclaimed.get(number(1)).is_some());
        }
    }
}
