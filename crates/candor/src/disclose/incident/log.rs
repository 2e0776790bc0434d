//! An incident as one event.

use super::{Incident, IncidentLevel};
use crate::disclose::{Allowed, Budget, Discretion, Scrubber};
use crate::failure::Failure;
use crate::failure::bounded::items_cut;
use crate::failure::details::{Details, key, private_key};
use crate::failure::error_text::error_text;
use crate::failure::trace::{SourcePlace, Trace};
use crate::fence::ignore_panic;
use crate::stderr::{Known, knowing};
use serde_json::Value;
use std::cell::LazyCell;
use std::sync::atomic::Ordering;
use tracing::Level;

/// How much of one cause is read, in bytes.
const LONGEST_CAUSE: usize = 64 * 1024;
/// The room for the texts of an event, as a reply of that size would have it: about 12 KiB.
const ROOM: usize = 64 * 1024;
/// The same for the private details, which may hold the body of a response: about 19 KiB, a third of it for one detail.
const PRIVATE_ROOM: usize = 96 * 1024;
/// The same for the backtrace: about 12 KiB.
const BACKTRACE_ROOM: usize = 64 * 1024;

impl Incident {
    /// Writes the incident to the log: one `tracing` event, however often it is called, on this incident and on clones.
    ///
    /// Call it where the failure leaves the server, after [`disclose`](crate::Failure::disclose). The level follows the
    /// incident's own: `ERROR` for `critical` and `error`, `WARN` for `warning`, `INFO` for `info`. Others may read the log, so every text is scrubbed as it would be for a caller, and bounded; what the discretion
    /// allows a single caller to see is not allowed here. For everything, serialize the incident.
    ///
    /// The target is `candor`. The fields are `error.id`, `error.level` (the incident's own), `error.type` (the code),
    /// `error.reason`, `error.origin`, `error.retryable`, `error.retry_after_ms`, `error.tool`, `error.rule` (what classified
    /// it), `error.fingerprint`, `error.operations`, `error.details`, `error.private`, `error.place` (of a panic),
    /// `exception.message`, `exception.causes`, `exception.stacktrace`, `jsonrpc.request.id`, and `trace_id`, the caller's
    /// trace as far as it is known from its request; one that is not known is absent.
    ///
    /// It waits for the subscriber, on this thread. A panic of the subscriber is caught, and told by the
    /// [panic hook](crate::capture::install_panic_hook) alone.
    /// [`FailurePolicy::report`](crate::FailurePolicy::report) does not wait.
    pub fn log(&self, discretion: &Discretion) {
        if self.is_to_be_logged() {
            ignore_panic(|| self.write_to_log(discretion));
        }
    }

    /// Whether nobody has asked so before, on this incident and on clones: who asks first logs it.
    pub(crate) fn is_to_be_logged(&self) -> bool {
        !self.is_logged.swap(true, Ordering::Relaxed)
    }

    /// Writes the incident to the log, whether or not it is there. What is not ours may panic.
    pub(crate) fn write_to_log(&self, discretion: &Discretion) {
        // The values are computed only if a subscriber wants them.
        let texts = LazyCell::new(|| Texts::of(self, discretion));
        let failure = self.failure();
        let level = self.level();
        macro_rules! write {
            ($level:expr) => {
                tracing::event!(
                    target: "candor",
                    $level,
                    error.id = %self.occurrence().id(),
                    error.level = level.name(),
                    error.type = failure.code().name(),
                    error.reason = texts.reason.as_str(),
                    error.origin = failure.origin().name(),
                    error.retryable = failure.retry().is_retryable(),
                    error.retry_after_ms = failure.retry().after_ms(),
                    error.tool = texts.tool.as_deref(),
                    error.rule = texts.rule.as_deref(),
                    error.fingerprint = %self.fingerprint(),
                    error.operations = texts.operations.as_deref(),
                    error.details = texts.details.as_deref(),
                    error.private = texts.private.as_deref(),
                    error.place = texts.place.as_deref(),
                    exception.message = texts.message.as_str(),
                    exception.causes = texts.causes.as_deref(),
                    exception.stacktrace = texts.backtrace.as_deref(),
                    jsonrpc.request.id = texts.request_id.as_deref(),
                    trace_id = failure.private().text(private_key::TRACE_ID).filter(is_trace_id),
                    "{}: {}",
                    texts.reason,
                    failure.code().row().meaning,
                )
            };
        }
        let write = || match level {
            IncidentLevel::Critical | IncidentLevel::Error => write!(Level::ERROR),
            IncidentLevel::Warning => write!(Level::WARN),
            IncidentLevel::Info => write!(Level::INFO),
        };
        let are_fields_scrubbed = discretion.scrubber().has_all_rules();
        knowing(Known { kept: places(failure), are_fields_scrubbed }, write);
    }
}

/// The places in the source that the event names, which stay where the log is scrubbed as a whole.
fn places(failure: &Failure) -> Option<Allowed> {
    let (frames, _) = failure.trace()?.frames();
    let places = frames.iter().filter_map(|frame| frame.place.as_ref()).chain(failure.place());
    Some(places.fold(Allowed::new(), |allowed, place| allowed.with_text(place.in_package())))
}

/// Whether it is the id of a trace, and nothing that would have to be scrubbed.
fn is_trace_id(id: &&str) -> bool {
    id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The texts of an event, scrubbed and bounded.
struct Texts {
    reason: String,
    message: String,
    tool: Option<String>,
    rule: Option<String>,
    operations: Option<String>,
    causes: Option<String>,
    details: Option<String>,
    private: Option<String>,
    place: Option<String>,
    backtrace: Option<String>,
    request_id: Option<String>,
}

impl Texts {
    fn of(incident: &Incident, discretion: &Discretion) -> Texts {
        let failure = incident.failure();
        let scrubber = discretion.scrubber().clone().allowing_nothing();
        let mut budget = budget(&scrubber, ROOM, failure);

        let reason = budget.reason(failure.reason(), failure.code()).as_str().to_owned();
        let message = budget.part(failure.message(), 4);
        let tool = failure.details().text(key::TOOL).map(|tool| budget.part(tool, 16));
        let rule = incident.rule().map(|rule| budget.part(rule, 16));
        let request_id = failure.private().text(private_key::JSONRPC_ID).map(|id| budget.part(id, 32));
        let place = failure.place().map(|place| shown_place(&mut budget, place));
        let operations = failure.private().get(private_key::OPERATIONS).and_then(Value::as_array);
        let operations: Vec<_> = operations.into_iter().flatten().filter_map(Value::as_str).collect();
        let operations = (!operations.is_empty()).then(|| budget.part(&operations.join(", "), 8));
        let causes = budget.texts(failure.causes().map(|cause| error_text(cause, LONGEST_CAUSE)));
        let details = (!failure.details().is_empty()).then(|| budget.details(failure.details()));
        Texts {
            reason,
            message,
            tool,
            rule,
            operations,
            causes: (!causes.is_empty()).then(|| causes.join("\n")),
            details: details.and_then(|details| serde_json::to_string(&details).ok()),
            private: private(&scrubber, failure),
            place,
            backtrace: failure.trace().and_then(|trace| backtrace(&scrubber, failure, trace)),
            request_id,
        }
    }
}

/// Room for texts in which no secret of the failure's own is shown.
fn budget<'s>(scrubber: &'s Scrubber, room: usize, failure: &Failure) -> Budget<'s> {
    let mut budget = Budget::new(scrubber, room, failure.details());
    budget.hide_secrets_of(failure.private());
    budget
}

/// The private details but for those that have a field of their own, as JSON.
fn private(scrubber: &Scrubber, failure: &Failure) -> Option<String> {
    let mut private: Details = failure.private().clone();
    if private.get(private_key::OPERATIONS).is_some_and(Value::is_array) {
        private.take(private_key::OPERATIONS);
    }
    private.take(private_key::JSONRPC_ID);
    if private.text(private_key::TRACE_ID).as_ref().is_some_and(is_trace_id) {
        private.take(private_key::TRACE_ID);
    }
    if private.is_empty() {
        return None;
    }
    serde_json::to_string(&budget(scrubber, PRIVATE_ROOM, failure).details(&private)).ok()
}

/// The functions on the way to the failure, one per line. Names and files are scrubbed one by one: together they would be a
/// stack trace, which is removed from every other text.
fn backtrace(scrubber: &Scrubber, failure: &Failure, trace: &Trace) -> Option<String> {
    let mut budget = budget(scrubber, BACKTRACE_ROOM, failure);
    let (frames, more) = trace.frames();
    let mut lines = Vec::new();
    for frame in &frames {
        if !budget.has_room() {
            break;
        }
        let function = budget.part(&frame.function, 16);
        let place = frame.place.as_ref().map(|place| format!(" at {}", shown_place(&mut budget, place)));
        lines.push(function + &place.unwrap_or_default());
    }
    let more = more + frames.len() - lines.len();
    if more > 0 {
        lines.push(items_cut(more));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// `shop/src/tools.rs:12:5`.
fn shown_place(budget: &mut Budget<'_>, place: &SourcePlace) -> String {
    place.at_line_of(&budget.part(place.file_in_package(), 32))
}
