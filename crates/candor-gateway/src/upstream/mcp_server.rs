//! An MCP server that the gateway calls: how it is reached, and what of it is shown.

use super::{Connection, Credential, Secret, Upstream};
use crate::child::{ChildCommand, RestartPolicy, StderrSink, WatcherProgram};
use crate::wrap::secrets_of_environment;
use http::{HeaderName, HeaderValue};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use url::Url;

/// An MCP server that the gateway calls.
#[derive(Debug, Clone)]
pub struct McpServerSettings {
    /// What operators call it. It is in log lines and metrics, and in what callers are told of its faults.
    pub name: String,
    /// How it is reached.
    pub reach: McpReach,
    /// What the names of its tools and prompts begin with; nothing, if it is empty.
    pub prefix: String,
    /// How long a request may take without a sign of life: an answer, or progress.
    pub timeout: Duration,
    /// How long the server may take until it has answered its first request.
    pub start: Duration,
    /// How long a request may take, whatever progress is reported.
    pub longest: Duration,
    /// The longest message that is read, in bytes.
    pub max_message: usize,
    /// Which of its tools are shown, and under which names.
    pub tools: McpToolSelection,
    /// How long what it has listed stays listed while it is out.
    pub keep_listed: Duration,
    /// The file in which it is kept what the server says of its tools, if a tool that changes is to be held back until it is
    /// [accepted](crate::accept_tools).
    pub pins: Option<PathBuf>,
    /// Values that must leave in no answer, beside those that [`secrets`](McpServerSettings::secrets) finds by itself.
    pub named_secrets: Vec<Secret>,
}

/// How an MCP server is reached.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one for each server")]
pub enum McpReach {
    /// It is a child of the gateway, and speaks over its standard input and output.
    Child(McpChild),
    /// It is at an address, and speaks streamable HTTP.
    Http(Box<McpAddress>),
}

/// An MCP server that the gateway starts.
#[derive(Debug, Clone)]
pub struct McpChild {
    /// What is run.
    pub command: ChildCommand,
    /// The program that watches it.
    pub watcher: WatcherProgram,
    /// Where its standard error goes.
    pub stderr: StderrSink,
    /// When it may be started again.
    pub restarts: RestartPolicy,
}

/// An MCP server at an address.
#[derive(Debug, Clone)]
pub struct McpAddress {
    /// Its endpoint.
    pub url: Url,
    /// Headers that every request has.
    pub headers: Vec<(HeaderName, Secret)>,
    /// What the gateway shows of itself.
    pub credential: Option<Credential>,
    /// How it is reached. Its time limit is not used: [`McpServerSettings::timeout`] is.
    pub connection: Connection,
}

/// Which tools of an MCP server are shown, and under which names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct McpToolSelection {
    /// Only tools whose own name matches one of these patterns, in which `*` stands for any characters; all, if there are none.
    pub allow: Vec<String>,
    /// No tool whose own name matches one of these patterns.
    pub deny: Vec<String>,
    /// The names that tools are shown under, before the prefix, by their own names.
    pub rename: BTreeMap<String, String>,
}

impl McpChild {
    /// This command, watched by the program that is running.
    #[must_use]
    pub fn new(command: ChildCommand) -> McpChild {
        McpChild {
            command,
            watcher: WatcherProgram::this_program(),
            stderr: StderrSink::Own,
            restarts: RestartPolicy::default(),
        }
    }
}

impl McpAddress {
    /// This address, with the defaults of everything else.
    #[must_use]
    pub fn new(url: Url) -> McpAddress {
        McpAddress { url, headers: Vec::new(), credential: None, connection: Connection::default() }
    }

    /// What makes it unusable, as far as nothing is reached.
    pub(crate) fn mistakes(&self) -> Vec<String> {
        let url = &self.url;
        let rows = [
            (!matches!(url.scheme(), "http" | "https"), "its address is neither `http` nor `https`".to_owned()),
            (
                !url.username().is_empty() || url.password().is_some(),
                "its address holds a user; use a credential".to_owned(),
            ),
            (url.fragment().is_some(), "its address has a fragment; leave it out".to_owned()),
        ];
        let unusable = self.headers.iter().filter(|(_, value)| header(value).is_none());
        let headers = unusable.map(|(name, _)| {
            format!("the header `{name}` has a character that a header cannot hold, such as a line break")
        });
        rows.into_iter().filter(|(is_wrong, _)| *is_wrong).map(|(_, mistake)| mistake).chain(headers).collect()
    }

    /// The same as what an API is called with.
    pub(crate) fn as_upstream(&self, name: &str) -> Upstream {
        let mut upstream = Upstream::new(name, self.url.clone());
        upstream.credential = self.credential.clone();
        upstream.connection = self.connection.clone();
        upstream.headers =
            self.headers.iter().filter_map(|(name, value)| Some((name.clone(), header(value)?))).collect();
        upstream
    }
}

fn header(value: &Secret) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(value.reveal()).ok()?;
    value.set_sensitive(true);
    Some(value)
}

impl McpServerSettings {
    /// The longest message that is read, unless another limit is set: 16 MiB.
    pub const DEFAULT_MAX_MESSAGE: usize = 16 * 1024 * 1024;

    /// A server that is reached like this, with the defaults of everything else.
    #[must_use]
    pub fn new(name: impl Into<String>, reach: McpReach) -> McpServerSettings {
        McpServerSettings {
            name: name.into(),
            reach,
            prefix: String::new(),
            timeout: Duration::from_secs(30),
            start: Duration::from_secs(60),
            longest: Duration::from_secs(600),
            max_message: McpServerSettings::DEFAULT_MAX_MESSAGE,
            tools: McpToolSelection::default(),
            keep_listed: Duration::from_secs(600),
            pins: None,
            named_secrets: Vec::new(),
        }
    }

    /// Every secret that the server is called with: what a scrubber has to look for. Of a child's environment, it is the values of
    /// variables with telling names, such as `GITHUB_TOKEN`.
    ///
    /// ```
    /// use candor_gateway::{ChildCommand, McpChild, McpReach, McpServerSettings};
    ///
    /// let command = ChildCommand::new("mcp-server-github").with_environment("GITHUB_TOKEN", "ghp-swordfish-77");
    /// let settings = McpServerSettings::new("github", McpReach::Child(McpChild::new(command)));
    /// assert_eq!(settings.secrets(), ["ghp-swordfish-77"]);
    /// ```
    #[must_use]
    pub fn secrets(&self) -> Vec<String> {
        let mut secrets = match &self.reach {
            McpReach::Child(child) => secrets_of_environment(
                child
                    .command
                    .environment()
                    .filter_map(|(name, value)| Some((name.to_str()?.to_owned(), value.to_str()?.to_owned()))),
            ),
            McpReach::Http(address) => address.as_upstream(&self.name).secrets(),
        };
        secrets.extend(self.named_secrets.iter().map(|secret| secret.reveal().to_owned()));
        secrets.sort();
        secrets.dedup();
        secrets
    }
}
