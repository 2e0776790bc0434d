//! What a guard and the tool under it share during one call.
//!
//! A tool's result has room for what the caller may know, and for nothing else. So a failure that becomes a result or a
//! JSON-RPC error under a guard is handed to the guard whole, and what the tool returns is a
//! [marker](super::marker), by which the guard finds it. The guard discloses and renders it, once.
//!
//! The scope belongs to the task that runs the call; [`in_call_scope`] carries it to another. Outside of it, and after the
//! call has ended, the failure is [disclosed where it becomes a result](super::detached).

use super::detached;
use super::marker::{CallFailures, HandOver};
use super::outbound::tickets;
use crate::disclose::Allowed;
use crate::{Disclosure, Discretion, Failure, FailurePolicy, Incident};
use ::rmcp::ErrorData;
use ::rmcp::model::{CallToolResult, ContentBlock, ErrorCode, JsonObject, MetaObject};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

tokio::task_local! {
    static SCOPE: Arc<CallScope>;
}

/// One call under a guard: the guard's policy on the way in, failures and incidents on the way out.
pub(super) struct CallScope {
    policy: FailurePolicy,
    /// What the caller has sent, which may be said to it.
    sent: Option<Arc<Allowed>>,
    failures: Arc<CallFailures>,
    /// `None` once the call has ended: what is handed over later is never read.
    incidents: Mutex<Option<Vec<Incident>>>,
}

/// What a tool has handed to its guard.
#[derive(Default)]
pub(super) struct HandedOver {
    failures: VecDeque<(HandOver, Failure)>,
    /// Failures of the items of a batch, which the result lists.
    pub(super) incidents: Vec<Incident>,
}

impl CallScope {
    pub(super) fn new(policy: FailurePolicy, sent: Option<Arc<Allowed>>) -> Arc<CallScope> {
        Arc::new(CallScope { policy, sent, failures: Arc::default(), incidents: Mutex::new(Some(Vec::new())) })
    }

    /// Runs the future within this scope.
    pub(super) fn around<F: Future>(self: &Arc<CallScope>, future: F) -> impl Future<Output = F::Output> + use<F> {
        self.failures.clone().around(SCOPE.scope(self.clone(), future))
    }

    /// Takes out what was handed over. From now on, nothing is accepted.
    pub(super) fn close(&self) -> HandedOver {
        HandedOver { failures: self.failures.close(), incidents: self.incidents().take().unwrap_or_default() }
    }

    /// The scope that this task runs in, whether or not its call has ended.
    fn current() -> Option<Arc<CallScope>> {
        SCOPE.try_with(Arc::clone).ok()
    }

    /// Hands the incidents to the guard; gives them back if the call has ended.
    fn keep_incidents(&self, incidents: Vec<Incident>) -> Result<(), Vec<Incident>> {
        match &mut *self.incidents() {
            Some(kept) => {
                kept.extend(incidents);
                Ok(())
            }
            None => Err(incidents),
        }
    }

    fn incidents(&self) -> MutexGuard<'_, Option<Vec<Incident>>> {
        // Nothing that panics runs while it is held.
        self.incidents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The future as a part of the call that this task runs, for `tokio::spawn`: failures in it go to the guard of the call, and
/// are under its policy alone.
///
/// A task does not inherit the call of the task that has spawned it. Without this, a failure that becomes a result in it is
/// disclosed and logged there, under the default policy. If it fails after the call has ended, it is disclosed and reported
/// at once, under the policy of the guard. Where there is no guard, this has no effect.
///
/// ```
/// use candor::Failure;
/// use candor::rmcp::in_call_scope;
/// use rmcp::ErrorData;
///
/// async fn load(id: u64) -> Result<String, ErrorData> {
///     Err(Failure::entity_not_found("Order", id.to_string()).into())
/// }
///
/// async fn tool() -> Result<String, ErrorData> {
///     let orders = tokio::spawn(in_call_scope(load(17)));
///     orders.await.unwrap_or_else(|_| Err(Failure::internal("").into()))
/// }
/// ```
pub fn in_call_scope<F: Future>(future: F) -> impl Future<Output = F::Output> {
    let scope = CallScope::current();
    async move {
        match scope {
            Some(scope) => scope.around(future).await,
            None => future.await,
        }
    }
}

impl HandedOver {
    /// Takes out the failure with this id.
    pub(super) fn take(&mut self, id: HandOver) -> Option<Failure> {
        let place = self.failures.iter().position(|(known, _)| *known == id)?;
        self.failures.swap_remove_back(place).map(|(_, failure)| failure)
    }
}

/// The failure as a tool result: a marker under a guard, else what `render` makes of the disclosure.
pub(super) fn tool_result(
    failure: Failure,
    render: impl FnOnce(&Disclosure) -> Result<CallToolResult, ErrorData>,
) -> Result<CallToolResult, ErrorData> {
    // The code's own sentence: code that reads the result before the guard sees nothing that is not scrubbed.
    let meaning = failure.code().row().meaning;
    match hand_over(failure) {
        Ok(members) => {
            let mut marker = CallToolResult::error(vec![ContentBlock::text(meaning)]);
            marker.meta = Some(MetaObject(members));
            Ok(marker)
        }
        Err(disclosure) => {
            let rendered = render(&disclosure);
            match &rendered {
                Ok(result) => tickets::issue_for_result(result),
                Err(error) => tickets::issue_for_error(error),
            }
            rendered
        }
    }
}

/// The failure as a JSON-RPC error: a marker under a guard, else what `render` makes of the disclosure.
pub(super) fn error_data(failure: Failure, render: impl FnOnce(&Disclosure) -> ErrorData) -> ErrorData {
    let row = failure.code().row();
    match hand_over(failure) {
        Ok(members) => ErrorData::new(ErrorCode(row.jsonrpc.value.number), row.meaning, Some(Value::Object(members))),
        Err(disclosure) => {
            let error = render(&disclosure);
            tickets::issue_for_error(&error);
            error
        }
    }
}

/// Hands the failure to the guard of the call, which returns the members of its marker. Without such a guard, it is
/// disclosed and reported here: under the policy of the call, if there was one.
fn hand_over(failure: Failure) -> Result<JsonObject, Box<Disclosure>> {
    let disclosure = match CallScope::current() {
        Some(scope) => match scope.failures.keep(failure) {
            Ok(members) => return Ok(members),
            Err(failure) => detached::disclose_after_call(failure, &scope.policy),
        },
        None => detached::disclose(failure),
    };
    Err(Box::new(disclosure))
}

/// The discretion of the guard, with what the caller has sent; or the default one.
pub(super) fn discretion() -> Discretion {
    let Some(scope) = CallScope::current() else { return Discretion::new() };
    match &scope.sent {
        Some(sent) => scope.policy.discretion().allowing(sent.clone()),
        None => scope.policy.discretion().clone(),
    }
}

/// Whether the guard writes successes in its policy's dialect.
pub(super) fn writes_successes() -> bool {
    CallScope::current().is_some_and(|scope| scope.policy.renderer().dialect().writes_successes())
}

/// Hands incidents to the guard. After the call, they are reported under its policy; without a guard, under the default one.
pub(super) fn report(incidents: Vec<Incident>) {
    match CallScope::current() {
        Some(scope) => {
            if let Err(incidents) = scope.keep_incidents(incidents) {
                incidents.iter().for_each(|incident| scope.policy.report(incident));
            }
        }
        None => incidents.iter().for_each(detached::report),
    }
}

/// How many failures are kept beyond their call.
const MOST_KEPT: usize = 256;

/// The failures of calls that have ended: a handler may keep a result, and return it as a task's or from a cache, once or
/// often.
#[derive(Default)]
pub(super) struct EarlierFailures(Mutex<VecDeque<(HandOver, Failure)>>);

impl EarlierFailures {
    /// Keeps the failures of a call.
    pub(super) fn keep(&self, handed: &HandedOver) {
        if handed.failures.is_empty() {
            return;
        }
        let mut kept = self.kept();
        kept.extend(handed.failures.iter().cloned());
        let excess = kept.len().saturating_sub(MOST_KEPT);
        let gone: Vec<_> = kept.drain(..excess).collect();
        // A cause may be dropped with its failure, by code that is not ours: not while others wait.
        drop(kept);
        drop(gone);
    }

    /// The failure with this id. It may be asked for again, so it is now the last to be dropped.
    pub(super) fn get(&self, id: HandOver) -> Option<Failure> {
        let mut kept = self.kept();
        let place = kept.iter().position(|(known, _)| *known == id)?;
        let entry = kept.remove(place)?;
        let failure = entry.1.clone();
        kept.push_back(entry);
        Some(failure)
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<(HandOver, Failure)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rmcp::marker::{MOST_OF_ONE_CALL, Marker};

    fn rendered(_: &Disclosure) -> Result<CallToolResult, ErrorData> {
        Ok(CallToolResult::success(Vec::new()))
    }

    fn id_in(marker: &CallToolResult) -> Option<HandOver> {
        Marker::take_from_result(&mut marker.clone()).map(|marker| marker.id)
    }

    #[tokio::test]
    async fn a_failure_is_handed_over_as_it_is_and_only_within_a_scope() {
        let scope = CallScope::new(FailurePolicy::new(), None);
        let marker = scope.around(async { tool_result(Failure::not_found("no order 17"), rendered) }).await.unwrap();
        assert!(!serde_json::to_string(&marker.content).unwrap().contains("17"), "{marker:?}");
        let failure = scope.close().take(id_in(&marker).unwrap()).unwrap();
        assert_eq!((failure.message(), failure.occurrence()), ("no order 17", None), "it was not disclosed");

        let result = tool_result(Failure::not_found("no order 17"), rendered).unwrap();
        assert_eq!(id_in(&result), None);
    }

    #[tokio::test]
    async fn what_is_handed_over_after_the_call_is_reported_to_the_observers_of_the_guard() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let kept = told.clone();
        let policy = FailurePolicy::new()
            .on_incident(move |incident| kept.lock().unwrap().push(incident.failure().message().to_owned()));
        let scope = CallScope::new(policy.clone(), None);
        scope.close();
        let work = async {
            let (_, item) = Failure::internal("an item").disclose(&discretion());
            report(vec![item]);
            tool_result(Failure::internal("a result"), rendered)
        };
        let result = scope.around(work).await.unwrap();
        assert_eq!(id_in(&result), None, "nobody would find the failure of a marker");
        assert!(policy.flush(std::time::Duration::from_secs(10)));
        assert_eq!(*told.lock().unwrap(), ["an item", "a result"]);
    }

    #[tokio::test]
    async fn the_latest_failures_of_a_call_are_kept() {
        let scope = CallScope::new(FailurePolicy::new(), None);
        let make =
            async { (0..MOST_OF_ONE_CALL + 1).map(|_| tool_result(Failure::internal("no"), rendered)).collect() };
        let markers: Vec<_> = scope.around(make).await;
        let ids: Vec<_> = markers.iter().filter_map(|it| id_in(it.as_ref().ok()?)).collect();
        let mut handed = scope.close();
        let kept: Vec<_> = ids.iter().map(|id| handed.take(*id).is_some()).collect();
        assert_eq!(kept, [&[false][..], &[true; MOST_OF_ONE_CALL]].concat());
    }

    #[test]
    fn earlier_failures_are_found_again_until_there_are_too_many() {
        let earlier = EarlierFailures::default();
        let keep = || {
            let id = HandOver::draw();
            let failures = VecDeque::from([(id, Failure::internal("no"))]);
            earlier.keep(&HandedOver { failures, incidents: Vec::new() });
            id
        };
        let ids: Vec<_> = (0..=MOST_KEPT).map(|_| keep()).collect();
        assert!(earlier.get(ids[0]).is_none());
        for _ in 0..2 {
            assert!(earlier.get(ids[1]).is_some());
        }
        keep();
        assert!(earlier.get(ids[1]).is_some(), "it was asked for, so another one went");
        assert!(earlier.get(ids[2]).is_none());
    }
}
