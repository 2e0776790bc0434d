//! An incident as one event.

use super::Incident;
use crate::disclose::{Allowed, Budget, Discretion};
use crate::failure::Origin;
use crate::failure::details::{key, private_key};
use crate::failure::error_text::error_text;
use serde_json::Value;
use std::cell::LazyCell;
use std::sync::atomic::Ordering;
use tracing::Level;

/// How much of one cause is read, in bytes.
const LONGEST_CAUSE: usize = 64 * 1024;
/// The room for all texts of an event, as a reply of that size would have it: about 12 KiB.
const ROOM: usize = 64 * 1024;

impl Incident {
    /// Writes the incident to the log: one `tracing` event, however often it is called, on this incident and on clones.
    ///
    /// Call it where the failure leaves the server, after [`disclose`](crate::Failure::disclose). The level follows the
    /// origin: `ERROR` for `internal` and `configuration`, `WARN` for `upstream` and `transport`, `INFO` for `caller`.
    /// Others may read the log, so every text is scrubbed as it would be for a caller, and bounded; what the discretion
    /// allows a single caller to see is not allowed here. For everything, serialize the incident.
    ///
    /// The target is `candor`. The fields are `error.id`, `error.type` (the code), `error.reason`, `error.origin`,
    /// `error.retryable`, `error.retry_after_ms`, `error.tool`, `error.rule` (what classified it), `error.fingerprint`,
    /// `error.operations`, `error.details`, `exception.message`, `exception.causes`, and `trace_id`, the caller's trace as
    /// far as it is known from its request; one that is not known is absent.
    pub fn log(&self, discretion: &Discretion) {
        if self.is_logged.swap(true, Ordering::Relaxed) {
            return;
        }
        // The values are computed only if a subscriber wants them.
        let texts = LazyCell::new(|| Texts::of(self, discretion));
        let failure = self.failure();
        macro_rules! write {
            ($level:expr) => {
                tracing::event!(
                    target: "candor",
                    $level,
                    error.id = %self.occurrence().id(),
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
                    exception.message = texts.message.as_str(),
                    exception.causes = texts.causes.as_deref(),
                    trace_id = failure.private().text(private_key::TRACE_ID).filter(is_trace_id),
                    "{}: {}",
                    texts.reason,
                    failure.code().row().meaning,
                )
            };
        }
        match failure.origin() {
            Origin::Internal | Origin::Configuration => write!(Level::ERROR),
            Origin::Upstream | Origin::Transport => write!(Level::WARN),
            Origin::Caller => write!(Level::INFO),
        }
    }
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
}

impl Texts {
    fn of(incident: &Incident, discretion: &Discretion) -> Texts {
        let failure = incident.failure();
        let scrubber = discretion.scrubber().clone().allowing(Allowed::new());
        let mut budget = Budget::new(&scrubber, ROOM, failure.details());
        budget.hide_secrets_of(failure.private());

        let reason = budget.reason(failure.reason(), failure.code()).as_str().to_owned();
        let message = budget.part(failure.message(), 4);
        let tool = failure.details().text(key::TOOL).map(|tool| budget.part(tool, 16));
        let rule = incident.rule().map(|rule| budget.part(rule, 16));
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
        }
    }
}
