//! How a guard is set.

use super::report::CallObserver;
use crate::classify::Classifier;
use crate::contract::Contract;
use crate::render::{Renderer, Revision};
use crate::rmcp::observers::Observers;
use crate::{Dialect, Discretion};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// What becomes of a result that does not fit its tool's own output schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutputMismatch {
    /// The caller gets a failure in its place: `internal`, with the reason `output_schema_mismatch`.
    #[default]
    Fail,
    /// The caller gets the result as it is, and the operator the incident.
    Warn,
    /// Results are not checked.
    Ignore,
}

#[derive(Clone, Default)]
pub(super) struct Settings {
    pub(super) discretion: Discretion,
    pub(super) classifier: Classifier,
    pub(super) dialect: Dialect,
    pub(super) deadline: Option<Duration>,
    pub(super) tool_deadlines: HashMap<String, Duration>,
    pub(super) contracts: BTreeMap<Cow<'static, str>, &'static Contract>,
    pub(super) output_mismatch: OutputMismatch,
    pub(super) incident_observers: Observers,
    pub(super) call_observers: Vec<CallObserver>,
}

impl Settings {
    pub(super) fn deadline_of(&self, tool: &str) -> Option<Duration> {
        self.tool_deadlines.get(tool).copied().or(self.deadline)
    }

    pub(super) fn renderer(&self, revision: Revision) -> Renderer {
        Renderer::new(self.dialect).with_revision(revision)
    }
}
