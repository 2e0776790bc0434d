//! What the gateway says of itself and its servers when a client begins.

use super::endpoint::{Asker, McpEndpoint};
use super::read::Params;
use super::session::{announces, facts_of};
use super::{listen, task, wishes};
use crate::send::mcp::{Era, McpServer, ServerFacts};
use candor::render::Revision;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// How long the instructions of all servers may be together, in bytes.
const LONGEST_INSTRUCTIONS: usize = 32 * 1024;

/// What is announced if a server does.
const BESIDE_TOOLS: [&str; 3] = ["prompts", "resources", "completions"];

/// The result of `initialize`.
pub(super) async fn initialize(endpoint: &McpEndpoint, params: &Params<'_>, asker: &Asker<'_>) -> String {
    let revision = negotiated(&params.text("protocolVersion").unwrap_or_default());
    let found = found(endpoint, revision, asker).await;
    let mut result = json!({
        "protocolVersion": revision.date(),
        "capabilities": found.capabilities,
        "serverInfo": {"name": "candor-gateway", "version": env!("CARGO_PKG_VERSION")},
    });
    if let (Some(instructions), Value::Object(members)) = (found.instructions, &mut result) {
        members.insert("instructions".to_owned(), instructions.into());
    }
    result.to_string()
}

/// The revision in which a client that begins with a handshake is answered: the one that it asks for, or the newest that has one.
pub(crate) fn negotiated(asked: &str) -> Revision {
    let known = Revision::ALL.iter().copied().find(|it| it.date() == asked);
    known.filter(|it| *it != Revision::V2026_07_28).unwrap_or(Revision::V2025_11_25)
}

/// The result of `server/discover`.
pub(super) async fn discover(endpoint: &McpEndpoint, asker: &Asker<'_>) -> String {
    let found = found(endpoint, asker.revision, asker).await;
    let mut result = endpoint.local().discover(asker).await;
    if let Value::Object(members) = &mut result {
        members.insert("capabilities".to_owned(), found.capabilities);
        if let Some(instructions) = found.instructions {
            members.insert("instructions".to_owned(), instructions.into());
        }
    }
    result.to_string()
}

struct Found {
    capabilities: Value,
    instructions: Option<String>,
}

async fn found(endpoint: &McpEndpoint, revision: Revision, asker: &Asker<'_>) -> Found {
    let servers = endpoint.settled_servers().await.servers();
    let facts: Vec<Option<Arc<ServerFacts>>> = servers.iter().map(facts_of).collect();
    let has_session = asker.session.is_some();
    let is_new = revision == Revision::V2026_07_28;
    let changes = match asker.is_told || is_new {
        true => json!({"listChanged": true}),
        false => json!({}),
    };
    let mut capabilities = Map::from_iter([("tools".to_owned(), changes.clone())]);
    for name in BESIDE_TOOLS {
        // What a server has that has not answered yet is not known, and a client asks once.
        let is_there = facts.iter().any(|facts| facts.as_ref().is_none_or(|facts| announces(facts, name)));
        if is_there {
            let mut value = if name == "completions" { json!({}) } else { changes.clone() };
            let is_told = name == "resources"
                && (is_new && facts.iter().flatten().any(|facts| listen::has_subscriptions(facts))
                    || has_session && servers.iter().any(wishes::has_subscriptions));
            if let (true, Value::Object(members)) = (is_told, &mut value) {
                members.insert("subscribe".to_owned(), true.into());
            }
            capabilities.insert(name.to_owned(), value);
        }
    }
    if has_session && servers.iter().any(wishes::has_log) {
        capabilities.insert("logging".to_owned(), json!({}));
    }
    capabilities.extend(task::announced(facts.iter().flatten(), revision, asker));
    let tells_log = |facts: &Arc<ServerFacts>| facts.era == Era::Modern && announces(facts, "logging");
    if revision == Revision::V2026_07_28 && facts.iter().flatten().any(tells_log) {
        capabilities.insert("logging".to_owned(), json!({}));
    }
    Found { capabilities: capabilities.into(), instructions: instructions(servers, &facts) }
}

/// What the servers say of how they are used, each under its name where there are several.
fn instructions(servers: &[McpServer], facts: &[Option<Arc<ServerFacts>>]) -> Option<String> {
    let said = servers.iter().zip(facts).filter_map(|(server, facts)| {
        let text = facts.as_ref()?.instructions.as_deref().filter(|text| !text.trim().is_empty())?;
        Some(match servers.len() {
            1 => text.to_owned(),
            _ => format!("# {}\n\n{text}", server.name()),
        })
    });
    let mut whole = said.collect::<Vec<_>>().join("\n\n");
    whole.truncate(whole.floor_char_boundary(LONGEST_INSTRUCTIONS));
    (!whole.is_empty()).then_some(whole)
}
