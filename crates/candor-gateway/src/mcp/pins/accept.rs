//! What an operator does to accept the tools of a server as they are now.

use super::file::PinFile;
use super::hashes_of;
use crate::mcp::listing;
use crate::send::mcp::{Announced, GRACE, McpServer, ServerState};
use crate::upstream::McpServerSettings;
use candor::FailurePolicy;
use tokio::time::timeout;

/// The tools of a server, against those that were accepted before.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AcceptedTools {
    /// Those that were not there before.
    pub new: Vec<String>,
    /// Those that were others before.
    pub changed: Vec<String>,
    /// Those that are not there any more.
    pub gone: Vec<String>,
    /// How many are as they were.
    pub unchanged: usize,
}

/// Asks the server for its tools and pins them as they are now, in the file that its settings name. Gateways that run take that up.
///
/// # Errors
///
/// Why the tools are not pinned, as a sentence.
pub async fn accept_tools(settings: &McpServerSettings, policy: &FailurePolicy) -> Result<AcceptedTools, String> {
    let name = &settings.name;
    let Some(path) = settings.pins.clone() else {
        return Err(format!("the tools of {name} are not pinned: its configuration has no `pin`"));
    };
    let file = PinFile::new(path);
    // A file that cannot be read is written anew: that is what is asked for.
    let before = file.read().ok().flatten().unwrap_or_default();
    let server = McpServer::new(settings.clone(), policy.clone(), Announced::default());
    let listed = timeout(settings.start, listed(&server)).await;
    server.stop(GRACE).await;
    let tools = listed.unwrap_or_else(|_| Err(format!("{name} did not list its tools in time")))?;
    let now = hashes_of(&tools);
    file.write(name, &now)?;
    let is_same = |tool: &&String| before.get(*tool) == now.get(*tool);
    Ok(AcceptedTools {
        new: now.keys().filter(|tool| !before.contains_key(*tool)).cloned().collect(),
        changed: now.keys().filter(|tool| before.contains_key(*tool) && !is_same(tool)).cloned().collect(),
        gone: before.keys().filter(|tool| !now.contains_key(*tool)).cloned().collect(),
        unchanged: now.keys().filter(is_same).count(),
    })
}

async fn listed(server: &McpServer) -> Result<Vec<Box<serde_json::value::RawValue>>, String> {
    let mut events = server.events();
    let facts = loop {
        match server.state() {
            ServerState::Up(facts) => break facts,
            ServerState::Out { why, .. } => {
                return Err(format!("{} cannot be asked for its tools: it {why}", server.name()));
            }
            ServerState::Starting => {}
        }
        // Lagging behind is a sign that something has happened, too.
        let _ = events.recv().await;
    };
    let listed = listing::of(server, &facts).await;
    listed
        .map(|listed| listed.tools)
        .map_err(|failure| format!("{} did not list its tools: {}", server.name(), failure.message()))
}
