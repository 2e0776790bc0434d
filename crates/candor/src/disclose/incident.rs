//! What the operator keeps.

mod fingerprint;
mod level;
#[cfg(feature = "tracing")]
mod log;
mod private;
mod skeleton;

pub use fingerprint::Fingerprint;
pub use level::IncidentLevel;

use crate::failure::bounded::items_cut;
use crate::failure::error_text::whole_error_text;
use crate::failure::trace::Trace;
use crate::failure::{Failure, Occurrence};
use private::Private;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
#[cfg(feature = "tracing")]
use std::sync::{Arc, atomic::AtomicBool};

/// Everything about one occurrence, for the operator: what the caller got, what was kept from it, and
/// the chain of causes.
///
/// Serialize it to a place that only the operator reads. `Debug` shows names and ids only, so that it can be logged.
#[derive(Clone)]
pub struct Incident {
    failure: Failure,
    rules: Vec<&'static str>,
    /// Shared by all clones.
    #[cfg(feature = "tracing")]
    is_logged: Arc<AtomicBool>,
}

impl Incident {
    pub(super) fn new(failure: Failure, rules: Vec<&'static str>) -> Incident {
        Incident {
            failure,
            rules,
            #[cfg(feature = "tracing")]
            is_logged: Arc::default(),
        }
    }

    /// The same with a change to what the operator reads; what the caller got, and the id, stay.
    #[cfg(feature = "rmcp")]
    pub(crate) fn map_failure(self, change: impl FnOnce(Failure) -> Failure) -> Incident {
        let occurrence = self.occurrence();
        Incident { failure: change(self.failure).with_occurrence(occurrence), ..self }
    }

    /// The same, which is in the log as soon as the other is, and is not logged again.
    #[cfg(feature = "rmcp")]
    pub(crate) fn sharing_log_with(self, other: &Incident) -> Incident {
        Incident { is_logged: other.is_logged.clone(), ..self }
    }

    /// The failure as it was, not scrubbed.
    #[must_use]
    pub fn failure(&self) -> &Failure {
        &self.failure
    }

    /// The id and time, the same as the caller's.
    #[must_use]
    pub fn occurrence(&self) -> Occurrence {
        self.failure.occurrence_or_drawn()
    }

    /// The ids of the scrubber's rules that kept something from the caller.
    #[must_use]
    pub fn rules(&self) -> &[&'static str] {
        &self.rules
    }
}

impl std::fmt::Debug for Incident {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Incident")
            .field("occurrence", &self.occurrence())
            .field("failure", &self.failure)
            .field("rules", &self.rules)
            .finish()
    }
}

/// The whole truth: the canonical form's names, with `level`, `private`, `causes`, `rules` and `fingerprint` beside them,
/// and `place` and `backtrace` where they are known.
impl Serialize for Incident {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let failure = &self.failure;
        let backtrace = failure.trace().map(Trace::frames).filter(|(frames, _)| !frames.is_empty());
        let known = usize::from(failure.place().is_some()) + usize::from(backtrace.is_some());
        let mut object = serializer.serialize_struct("Incident", 14 + known)?;
        object.serialize_field("level", &self.level())?;
        object.serialize_field("code", &failure.code())?;
        object.serialize_field("reason", failure.reason())?;
        object.serialize_field("message", failure.message())?;
        object.serialize_field("origin", &failure.origin())?;
        object.serialize_field("retry", &failure.retry())?;
        object.serialize_field("recovery", &*failure.recovery())?;
        object.serialize_field("details", failure.details())?;
        object.serialize_field("instance", &self.occurrence().instance())?;
        object.serialize_field("time", &self.occurrence().time_text())?;
        object.serialize_field("private", &Private(failure))?;
        object.serialize_field("causes", &failure.causes().map(whole_error_text).collect::<Vec<_>>())?;
        object.serialize_field("rules", &self.rules)?;
        object.serialize_field("fingerprint", &self.fingerprint())?;
        if let Some(place) = failure.place() {
            object.serialize_field("place", &place.to_string())?;
        }
        if let Some((frames, more)) = backtrace {
            let cut = (more > 0).then(|| items_cut(more));
            let lines = frames.iter().map(ToString::to_string).chain(cut);
            object.serialize_field("backtrace", &lines.collect::<Vec<_>>())?;
        }
        object.end()
    }
}
