//! What is known of a server, and who is told when that changes.

use candor::render::Revision;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::SystemTime;

/// Whether a server can be reached now.
#[derive(Debug, Clone)]
pub(crate) enum ServerState {
    /// It has not answered yet.
    Starting,
    /// It has answered, and nothing says that it would not now.
    Up(Arc<ServerFacts>),
    /// It does not answer.
    Out {
        since: SystemTime,
        /// A sentence for the operator and the caller, without the server's name: `exited with code 1`.
        why: Box<str>,
        /// What was known of it before.
        last: Option<Arc<ServerFacts>>,
    },
}

/// What a server says of itself.
#[derive(Debug)]
pub(crate) struct ServerFacts {
    pub(crate) era: Era,
    /// What it speaks with the gateway.
    pub(crate) revision: Revision,
    /// As it wrote them.
    pub(crate) capabilities: Box<RawValue>,
    /// Its name and version, as it wrote them.
    pub(crate) info: Option<Box<RawValue>>,
    pub(crate) instructions: Option<Box<str>>,
}

/// Whether a server is begun with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Era {
    /// It is, by `initialize`: revisions up to 2025-11-25.
    Legacy,
    /// Each request stands for itself: 2026-07-28.
    Modern,
}

/// What happens to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ServerEvent {
    ToolsChanged,
    ResourcesChanged,
    PromptsChanged,
    /// It does not answer any more.
    WentOut,
    /// It has answered for the first time, or again.
    IsBack,
}
