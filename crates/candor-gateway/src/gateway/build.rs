//! Making a gateway: every mistake is found before it exists (003: a configuration error fails the start).

use super::entry::Entry;
use super::{Gateway, Inner};
use crate::api::Api;
use crate::call::Target;
use crate::context::CallObserver;
use crate::mcp::{McpServers, mistakes_in_pins};
use crate::send::mcp::McpServer;
use crate::send::{BodyBudget, Sender};
use crate::settings::Listen;
use crate::tool::Tool;
use crate::upstream::{McpServerSettings, Upstream};
use candor::FailurePolicy;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// What a gateway is made of.
#[derive(Default)]
pub struct GatewayBuilder {
    policy: FailurePolicy,
    apis: Vec<(Upstream, Api)>,
    observers: Vec<Arc<dyn CallObserver>>,
    page_size: Option<usize>,
    response_budget: Option<usize>,
    servers: Vec<McpServerSettings>,
}

/// Why a gateway cannot be made: everything that was found, one line each.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct BuildErrors(Vec<String>);

impl BuildErrors {
    pub(crate) fn new(mistakes: impl IntoIterator<Item = String>) -> BuildErrors {
        BuildErrors(mistakes.into_iter().collect())
    }

    /// What was found, one sentence each.
    pub fn mistakes(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl GatewayBuilder {
    /// How many bytes of answers may be in memory at once, over all calls, unless another number is set: 8 MiB.
    pub const DEFAULT_RESPONSE_BUDGET: usize = BodyBudget::DEFAULT;

    /// What is disclosed of failures. The secrets of the APIs are added to it.
    #[must_use]
    pub fn policy(mut self, policy: FailurePolicy) -> GatewayBuilder {
        self.policy = policy;
        self
    }

    /// One more API. Where two have a tool of the same name, the name of the second API comes before that of its tool.
    #[must_use]
    pub fn api(mut self, upstream: Upstream, api: Api) -> GatewayBuilder {
        self.apis.push((upstream, api));
        self
    }

    /// One more MCP server, whose tools, prompts and resources are shown beside those of the others. It is reached when the gateway is
    /// [served](crate::HttpEndpoint::serve), or [connects](Gateway::connect).
    #[must_use]
    pub fn mcp(mut self, server: McpServerSettings) -> GatewayBuilder {
        self.servers.push(server);
        self
    }

    /// Who is told of calls that have ended.
    #[must_use]
    pub fn observer(mut self, observer: Arc<dyn CallObserver>) -> GatewayBuilder {
        self.observers.push(observer);
        self
    }

    /// How many tools a page of `tools/list` has.
    #[must_use]
    pub fn page_size(mut self, tools: usize) -> GatewayBuilder {
        self.page_size = Some(tools);
        self
    }

    /// How many bytes of answers may be in memory at once, over all calls. Those that find no room wait. One API among several gets
    /// a half at most.
    #[must_use]
    pub fn response_budget(mut self, bytes: usize) -> GatewayBuilder {
        self.response_budget = Some(bytes);
        self
    }

    /// The gateway.
    ///
    /// # Errors
    ///
    /// Every mistake at once: names that are used twice or are too long, policies of tools that do not exist, certificates that cannot be
    /// read, and the like.
    pub fn build(self) -> Result<Gateway, BuildErrors> {
        let bodies = BodyBudget::new(self.response_budget.unwrap_or(Self::DEFAULT_RESPONSE_BUDGET));
        let apis = self.apis.len();
        let mut mistakes = Vec::new();
        let mut entries: Vec<Entry> = Vec::new();
        let mut by_name: HashMap<Box<str>, usize> = HashMap::new();
        let mut secrets = Vec::new();
        for (upstream, api) in self.apis {
            secrets.extend(upstream.secrets());
            let sender = match Sender::new(&upstream, &bodies.of_one(apis)) {
                Ok(sender) => Arc::new(sender),
                Err(found) => {
                    mistakes.extend(found);
                    continue;
                }
            };
            mistakes.extend(unknown_tools(&upstream, &api));
            let upstream = Arc::new(upstream);
            mistakes.extend(elsewhere(&upstream, &api));
            for tool in api.tools().iter() {
                let name = match by_name.contains_key(tool.name()) {
                    true => format!("{}_{}", upstream.name, tool.name()),
                    false => tool.name().to_owned(),
                };
                if !crate::tool::is_name(&name) || by_name.contains_key(name.as_str()) {
                    mistakes.push(format!(
                        "`{}`: the tool `{}` has the name of another one, and `{name}` cannot be its name; give it one with a \
                         tool's `name`",
                        upstream.name,
                        tool.name()
                    ));
                    continue;
                }
                by_name.insert(name.as_str().into(), entries.len());
                let target = Target::new(upstream.clone(), tool.clone(), sender.clone());
                entries.push(Entry::new(name.into(), target));
            }
        }
        mistakes.extend(mistakes_of_servers(&self.servers));
        if !mistakes.is_empty() {
            return Err(BuildErrors(mistakes));
        }
        secrets.extend(self.servers.iter().flat_map(McpServerSettings::secrets));
        let policy = observed(self.policy.with_secrets(secrets), &self.observers);
        let names = entries.iter().map(|entry| entry.name().into());
        let servers = (!self.servers.is_empty()).then(|| McpServers::new(self.servers, policy.clone(), names));
        Ok(Gateway(Arc::new(Inner {
            entries,
            by_name,
            policy,
            servers: servers.map(Arc::new),
            observers: self.observers,
            page_size: self.page_size.unwrap_or(Listen::DEFAULT_PAGE_SIZE).max(1),
        })))
    }
}

/// The policy that tells these of incidents. They know the policy themselves, so it does not keep them.
fn observed(policy: FailurePolicy, observers: &[Arc<dyn CallObserver>]) -> FailurePolicy {
    if observers.is_empty() {
        return policy;
    }
    let observers: Vec<_> = observers.iter().map(Arc::downgrade).collect();
    policy.on_incident(move |incident| {
        for observer in observers.iter().filter_map(Weak::upgrade) {
            observer.disclosed(incident);
        }
    })
}

/// What keeps MCP servers from being used.
fn mistakes_of_servers(servers: &[McpServerSettings]) -> Vec<String> {
    let mut mistakes: Vec<String> = servers.iter().flat_map(McpServer::mistakes_in).collect();
    mistakes.extend(servers.iter().filter_map(mistakes_in_pins));
    for (place, server) in servers.iter().enumerate() {
        if servers.iter().take(place).any(|other| other.name == server.name) {
            mistakes.push(format!("`{}`: two MCP servers have this name; give one of them another", server.name));
        }
        let has_pins_of = |other: &McpServerSettings| server.pins.is_some() && other.pins == server.pins;
        if servers.iter().take(place).any(has_pins_of) {
            mistakes.push(format!(
                "`{}`: two MCP servers have their pins in one file; give one of them another",
                server.name
            ));
        }
    }
    mistakes
}

/// Tools that could never be called.
fn elsewhere(upstream: &Upstream, api: &Api) -> Vec<String> {
    let problem = |tool: &Tool| Some((tool.operation().clone(), tool.plan().elsewhere(&upstream.base_url)?));
    let found = api.tools().iter().filter_map(problem);
    found.map(|(operation, problem)| format!("`{}`: {operation}: {}", upstream.name, problem.reason)).collect()
}

/// Policies for tools that the API does not have.
fn unknown_tools(upstream: &Upstream, api: &Api) -> Vec<String> {
    let unknown = upstream.tools.keys().filter(|name| api.tool(name).is_none());
    unknown.map(|name| format!("`{}`: there is no tool `{name}` whose policies could be set", upstream.name)).collect()
}

/// What is added, and how many: the rest may hold secrets.
impl std::fmt::Debug for GatewayBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.apis.iter().map(|(upstream, _)| upstream.name.as_str()).collect();
        f.debug_struct("GatewayBuilder")
            .field("apis", &names)
            .field("observers", &self.observers.len())
            .finish_non_exhaustive()
    }
}
