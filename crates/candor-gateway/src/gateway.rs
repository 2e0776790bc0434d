//! APIs as one MCP server.

mod build;
mod entry;
mod handler;
mod recorded;

pub use build::{BuildErrors, GatewayBuilder};
pub(crate) use recorded::{OpenCall, Recorded};

use crate::admit::is_shown;
use crate::breaker::BreakerState;
use crate::call::Target;
use crate::context::CallObserver;
use crate::mcp::McpServers;
use candor::rmcp::{Guard, OutputMismatch};
use candor::{Dialect, FailurePolicy};
use entry::Entry;
use std::collections::HashMap;
use std::sync::Arc;

/// APIs as one MCP server: their tools, how each is called, and what becomes of failures. Clones share it.
///
/// It is made once, from documents that are read once, and serves any number of connections.
/// [`HttpEndpoint`](crate::HttpEndpoint) and [`serve_stdio`](crate::serve_stdio) give it to clients.
///
/// ```no_run
/// use candor_gateway::{Api, Gateway, HttpEndpoint, Inbound, Listen, LoadOptions, Upstream};
/// use std::path::Path;
///
/// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
/// let api = Api::load(Path::new("orders.yaml"), &LoadOptions::default())?;
/// let upstream = Upstream::new("orders", "https://orders.example.com/v1".parse()?);
/// let gateway = Gateway::builder().api(upstream, api).build()?;
///
/// let listen = Listen::default();
/// let listener = tokio::net::TcpListener::bind(listen.address).await?;
/// HttpEndpoint::new(&gateway, listen, &Inbound::default())?.serve(listener).await;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Gateway(Arc<Inner>);

struct Inner {
    /// In the order of the APIs and of their documents.
    entries: Vec<Entry>,
    by_name: HashMap<Box<str>, usize>,
    policy: FailurePolicy,
    observers: Vec<Arc<dyn CallObserver>>,
    page_size: usize,
    /// The MCP servers behind it; none if there are only APIs.
    servers: Option<Arc<McpServers>>,
}

impl Gateway {
    /// A gateway without APIs, to which they are added.
    #[must_use]
    pub fn builder() -> GatewayBuilder {
        GatewayBuilder::default()
    }

    /// The names of the tools, in the order in which they are listed.
    pub fn tool_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.entries.iter().map(Entry::name)
    }

    /// Makes what checks the answers of every tool. It is otherwise made at a tool's first call, as most tools of a large API are
    /// never called.
    ///
    /// # Errors
    ///
    /// Each tool whose answers cannot be checked: all of its calls would fail.
    pub fn check_schemas(&self) -> Result<(), BuildErrors> {
        let mistake = |target: &Target| {
            let (service, operation) = (target.service(), target.tool().operation());
            let why = target.broken_schema()?;
            Some(format!("`{service}`: {operation}: the schema of its answers cannot be used: {why}"))
        };
        let mistakes: Vec<String> = self.0.entries.iter().filter_map(|entry| mistake(&entry.target)).collect();
        if mistakes.is_empty() { Ok(()) } else { Err(BuildErrors::new(mistakes)) }
    }

    /// What is disclosed of failures, with the secrets of every API.
    #[must_use]
    pub fn policy(&self) -> &FailurePolicy {
        &self.0.policy
    }

    /// The APIs that have a breaker, and whether it lets calls pass.
    #[must_use]
    pub fn breakers(&self) -> Vec<(Arc<str>, BreakerState)> {
        let mut states: Vec<(Arc<str>, BreakerState)> = Vec::new();
        for target in self.0.entries.iter().map(|entry| &entry.target) {
            if states.last().is_none_or(|(last, _)| last != target.service())
                && let Some(state) = target.breaker_state()
            {
                states.push((target.service().clone(), state));
            }
        }
        states
    }

    /// The API that a tool belongs to.
    fn service_of(&self, tool: &str) -> Option<Arc<str>> {
        self.entry(tool).map(|entry| entry.target.service().clone())
    }

    /// Begins to reach the MCP servers behind the gateway, unless that was done: children are started. Whoever serves clients does so. Inside a
    /// runtime; the servers end with the last clone of the gateway.
    pub fn connect(&self) {
        if let Some(servers) = &self.0.servers {
            servers.start();
        }
    }

    /// Is ready when each MCP server has answered, is known not to, or has had its time to start.
    pub async fn connected(&self) {
        if let Some(servers) = &self.0.servers {
            servers.ready().await;
        }
    }

    /// Ends the MCP servers: children are given some seconds to end by themselves. Whoever ends the process does so before.
    pub async fn disconnect(&self) {
        if let Some(servers) = &self.0.servers {
            servers.stop().await;
        }
    }

    /// Ends what clients listen to from now on: running calls are not ended.
    pub(crate) fn end_subscriptions(&self) {
        if let Some(servers) = &self.0.servers {
            servers.end_subscriptions();
        }
    }

    /// The MCP servers, if there are any.
    pub(crate) fn servers(&self) -> Option<&Arc<McpServers>> {
        self.0.servers.as_ref()
    }

    /// Whether an API has the tool.
    pub(crate) fn has_tool(&self, name: &str) -> bool {
        self.0.by_name.contains_key(name)
    }

    pub(crate) fn page_size(&self) -> usize {
        self.0.page_size
    }

    fn observers(&self) -> &[Arc<dyn CallObserver>] {
        &self.0.observers
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.0.entries.get(*self.0.by_name.get(name)?)
    }

    /// The gateway as a service of `rmcp` that tells of failures in this dialect. Each has schemas of its own that it has
    /// compiled, so it is made once and cloned.
    pub(crate) fn service(&self, dialect: Dialect) -> Recorded<Guard<Gateway>> {
        let guard = Guard::new(self.clone())
            .with_tool_filter(is_shown)
            .with_policy(self.0.policy.clone().with_dialect(dialect))
            // A contract stands in `tools/list`; some hundred resources beside it help nobody.
            .without_contract_resources()
            // An answer is held against its schema where it is judged, where its API is known.
            .on_output_mismatch(OutputMismatch::Ignore);
        Recorded::new(guard, self.clone())
    }
}

/// The number of tools: the rest may hold secrets.
impl std::fmt::Debug for Gateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gateway").field("tools", &self.0.entries.len()).finish_non_exhaustive()
    }
}
