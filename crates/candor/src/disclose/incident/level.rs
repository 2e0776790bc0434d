//! How urgent an incident is.

use super::Incident;
use crate::failure::Origin;
use serde::{Serialize, Serializer};

/// How urgent an incident is for the operator: what logs and alerts are told by. The set is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IncidentLevel {
    /// The caller can help itself.
    Info,
    /// Another service failed, or the way to it.
    Warning,
    /// The server failed, or is misconfigured.
    Error,
    /// Its author said so, with [`Failure::critical`](crate::Failure::critical).
    Critical,
}

impl IncidentLevel {
    /// Its name, as the incident and the log have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            IncidentLevel::Info => "info",
            IncidentLevel::Warning => "warning",
            IncidentLevel::Error => "error",
            IncidentLevel::Critical => "critical",
        }
    }
}

impl Incident {
    /// How urgent it is: as its author said, or as its origin says.
    #[must_use]
    pub fn level(&self) -> IncidentLevel {
        let failure = self.failure();
        match failure.origin() {
            _ if failure.is_critical() => IncidentLevel::Critical,
            Origin::Internal | Origin::Configuration => IncidentLevel::Error,
            Origin::Upstream | Origin::Transport => IncidentLevel::Warning,
            Origin::Caller => IncidentLevel::Info,
        }
    }
}

/// By its name.
impl Serialize for IncidentLevel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
