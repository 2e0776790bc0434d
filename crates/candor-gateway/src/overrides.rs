//! What single tools have differently from their document.

use serde_json::Value;
use std::collections::BTreeMap;

/// What one tool has differently.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ToolOverride {
    /// Another name. It must be unique and one that MCP allows.
    pub name: Option<String>,
    /// Another description, as it is: it is not shortened.
    pub description: Option<String>,
    /// Whether the call changes nothing.
    pub read_only: Option<bool>,
    /// Whether a second equal call changes nothing further.
    pub idempotent: Option<bool>,
    /// Whether the call can destroy something.
    pub destructive: Option<bool>,
    /// Arguments that always have this value. Callers neither see nor set them.
    pub fixed: BTreeMap<String, Value>,
}
