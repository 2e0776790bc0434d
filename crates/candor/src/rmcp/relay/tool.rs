//! A tool of another server, as it is listed.

use super::schema_cost;
use crate::Failure;
use crate::contract::Contract;
use crate::rmcp::guard::KnownTool;
use crate::schema::CompiledSchema;
use ::rmcp::model::Tool;
use serde_json::Value;
use std::sync::OnceLock;

/// A tool as its server lists it: what calls of it are checked against, and what its failures are completed by. Its schemas are
/// compiled when they are needed for the first time.
pub struct RelayedTool {
    name: Box<str>,
    known: KnownTool,
    /// Whether its schemas can be held against anything in bounded time; worked out when they are needed for the first time.
    bounded: OnceLock<Bounded>,
}

#[derive(Debug, Clone, Copy)]
struct Bounded {
    input: bool,
    output: bool,
}

impl RelayedTool {
    /// The tool in an item of `tools/list`; `None` if it is not one.
    ///
    /// ```
    /// use candor::rmcp::relay::RelayedTool;
    /// use serde_json::json;
    ///
    /// let schema = json!({"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]});
    /// let tool = RelayedTool::listed(json!({"name": "get_order", "inputSchema": schema})).unwrap();
    /// let failure = tool.check_arguments(&json!({"id": "one"})).unwrap_err();
    /// assert!(failure.message().contains("/id must be an integer"));
    /// ```
    #[must_use]
    pub fn listed(item: Value) -> Option<RelayedTool> {
        let tool: Tool = serde_json::from_value(item).ok()?;
        Some(RelayedTool { name: tool.name.as_ref().into(), known: KnownTool::new(tool), bounded: OnceLock::new() })
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    fn bounded(&self) -> Bounded {
        *self.bounded.get_or_init(|| Bounded {
            input: schema_cost::is_bounded(&self.known.input.to_value()),
            output: self.known.output.as_ref().is_some_and(|schema| schema_cost::is_bounded(&schema.to_value())),
        })
    }

    /// Checks the arguments of a call against its input schema. With one that cannot be used, or that could take for ever, anything fits.
    ///
    /// # Errors
    ///
    /// One failure that says everything the caller has to correct.
    pub fn check_arguments(&self, arguments: &Value) -> Result<(), Failure> {
        if !self.bounded().input {
            return Ok(());
        }
        self.known.input.compiled().map_or(Ok(()), |schema| schema.check_arguments(&self.name, arguments))
    }

    /// Whether it says that it can be called again without harm: it is read-only or idempotent.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.known.is_repeatable()
    }

    /// Whether it announces an output schema.
    #[must_use]
    pub fn has_output_schema(&self) -> bool {
        self.known.output.is_some()
    }

    /// Its output schema, if it has one; and none in that if it cannot be used.
    pub(super) fn output_schema(&self) -> Option<Option<&Value>> {
        let schema = self.known.output.as_ref()?;
        let usable = self.bounded().output.then(|| schema.compiled().ok()).flatten();
        Some(usable.map(CompiledSchema::as_value))
    }

    /// What is wrong with the structured content of its result, if anything is known to be.
    pub(super) fn mismatch(&self, content: Option<&Value>) -> Option<Failure> {
        let schema = self.known.output.as_ref().filter(|_| self.bounded().output)?.compiled().ok()?;
        schema.check_output(&self.name, content).err()
    }

    pub(super) fn contract(&self) -> Option<&Contract> {
        self.known.contract()
    }
}

impl std::fmt::Debug for RelayedTool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RelayedTool").field("name", &self.name).finish_non_exhaustive()
    }
}
