//! How a guard is set.

use super::observe::CallObserver;
use super::tool_filter::ToolFilter;
use super::tools::Side;
use crate::FailurePolicy;
use crate::contract::Contract;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// What happens to a result that does not match its tool's own output schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum OutputMismatch {
    /// The caller gets a failure in its place: `internal`, with the reason `output_schema_mismatch`.
    #[default]
    Fail,
    /// The caller gets the result as it is, and the operator the incident.
    Warn,
    /// Results are not checked.
    Ignore,
}

/// How long the server may take to list its tools, unless another time is set.
const DEFAULT_LOOK_UP_DEADLINE: Duration = Duration::from_secs(10);

#[derive(Clone)]
pub(super) struct GuardSettings {
    pub(super) policy: FailurePolicy,
    pub(super) deadline: Option<Duration>,
    pub(super) tool_deadlines: HashMap<String, Duration>,
    /// For each look-up of a tool, within the deadline of its call.
    pub(super) look_up_deadline: Duration,
    pub(super) contracts: BTreeMap<Cow<'static, str>, &'static Contract>,
    /// Whether contracts are resources, too.
    pub(super) contract_resources: ContractResources,
    pub(super) output_mismatch: OutputMismatch,
    /// Whether a call runs that cannot be checked.
    pub(super) allows_unchecked_calls: bool,
    /// Which tools a caller may see.
    pub(super) tool_filter: ToolFilter,
    pub(super) call_observers: Arc<Vec<CallObserver>>,
}

impl Default for GuardSettings {
    fn default() -> GuardSettings {
        GuardSettings {
            policy: FailurePolicy::default(),
            deadline: None,
            tool_deadlines: HashMap::new(),
            look_up_deadline: DEFAULT_LOOK_UP_DEADLINE,
            contracts: BTreeMap::new(),
            contract_resources: ContractResources::default(),
            output_mismatch: OutputMismatch::default(),
            allows_unchecked_calls: false,
            tool_filter: ToolFilter::default(),
            call_observers: Arc::default(),
        }
    }
}

/// Whether contracts are served as resources.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum ContractResources {
    #[default]
    Served,
    Off,
}

impl GuardSettings {
    pub(super) fn deadline_of(&self, tool: &str) -> Option<Duration> {
        self.tool_deadlines.get(tool).copied().or(self.deadline)
    }

    /// Whether a call fails if it does not match this schema of its tool.
    pub(super) fn needs(&self, side: Side) -> bool {
        match side {
            Side::Input => true,
            Side::Output => self.output_mismatch == OutputMismatch::Fail,
        }
    }
}
