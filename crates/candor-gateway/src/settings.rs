//! How a gateway is reached, by whom, and how it is watched: what a configuration file or the flags of a command line say.

use crate::api::Api;
use crate::caller::ToolAccess;
use crate::options::LoadOptions;
use crate::source_files::SourceFiles;
use crate::upstream::{McpServerSettings, Secret, Upstream};
use candor::Dialect;
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;
use url::Url;

/// All that a gateway is made of, read and checked.
#[derive(Debug, Clone)]
pub struct GatewaySettings {
    /// The APIs, in the order of the configuration.
    pub apis: Vec<ApiSettings>,
    /// The MCP servers, in the order of the configuration.
    pub servers: Vec<McpServerSettings>,
    /// How clients reach the gateway.
    pub listen: Listen,
    /// Who may call.
    pub inbound: Inbound,
    /// How it is watched and stopped.
    pub operations: Operations,
    /// How many bytes of answers may be read at the same time, of all calls together, unless the default applies.
    pub response_budget: Option<usize>,
    /// The files that all this was read from; none if it was not read from a configuration.
    pub files: SourceFiles,
}

/// An API of a gateway.
#[derive(Debug, Clone)]
pub struct ApiSettings {
    /// Where it is, with which credential, and under which policies.
    pub upstream: Upstream,
    /// Its tools.
    pub api: Api,
    /// Its document; none if its tools are written by hand.
    pub document: Option<PathBuf>,
    /// How the document was read.
    pub options: LoadOptions,
    /// Whether it is served although operations of its document cannot be tools.
    pub skip_unsupported: bool,
}

/// How clients reach the gateway over HTTP.
#[derive(Debug, Clone)]
pub struct Listen {
    /// Where it listens. A gateway that others can reach needs a token or an authorization server: see
    /// [`check_exposure`](crate::check_exposure).
    pub address: SocketAddr,
    /// The dialect in which failures are told, unless a client has one of its own.
    pub dialect: Dialect,
    /// Whether clients of older revisions get sessions. Before MCP servers, they are what servers can ask and tell clients something by;
    /// nothing else needs them.
    pub sessions: bool,
    /// What this gateway is called among several behind one balancer; a name of its own, unless set.
    pub node: Option<String>,
    /// What the gateway seals with what it gives to clients to keep: the first key seals, and all of them open. Without any, it makes one
    /// for as long as the process runs.
    pub seal_keys: Vec<Secret>,
    /// The certificate of the gateway. Without it, it speaks plain HTTP.
    pub tls: Option<ServerCertificate>,
    /// Addresses and networks of proxies, whose `X-Forwarded-For` is believed, or `Forwarded` where there is none.
    pub trusted_proxies: Vec<String>,
    /// Names beside loopback under which the gateway is called: what `Host` may say.
    pub allowed_hosts: Vec<String>,
    /// Origins of web pages that may call, beside those of this machine.
    pub allowed_origins: Vec<String>,
    /// How many tools a page of `tools/list` has.
    pub page_size: usize,
    /// The longest body of a request, in bytes.
    pub max_body: usize,
    /// The most connections.
    pub max_connections: usize,
}

impl Listen {
    /// The port that is used unless another is set.
    pub const DEFAULT_PORT: u16 = 8080;
    /// How many tools a page of `tools/list` has, unless another number is set.
    pub const DEFAULT_PAGE_SIZE: usize = 200;
}

impl Default for Listen {
    fn default() -> Listen {
        Listen {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, Listen::DEFAULT_PORT)),
            dialect: Dialect::Structured,
            sessions: false,
            node: None,
            seal_keys: Vec::new(),
            tls: None,
            trusted_proxies: Vec::new(),
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            page_size: Listen::DEFAULT_PAGE_SIZE,
            max_body: 4 * 1024 * 1024,
            max_connections: 1_024,
        }
    }
}

/// The certificate of the gateway, in PEM.
#[derive(Debug, Clone)]
pub struct ServerCertificate {
    /// The file with the certificate and those that lead to its authority.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: Secret,
}

/// Who may call, and how often.
#[derive(Debug, Clone, Default)]
pub struct Inbound {
    /// The tokens that are accepted.
    pub tokens: Vec<InboundToken>,
    /// The authorization server whose tokens are accepted.
    pub oauth: Option<ResourceServer>,
    /// How often and how much each client may call.
    pub limits: ClientLimits,
}

impl Inbound {
    /// Whether a caller has to show who it is.
    #[must_use]
    pub fn asks_for_token(&self) -> bool {
        !self.tokens.is_empty() || self.oauth.is_some()
    }
}

/// A bearer token of a client.
#[derive(Debug, Clone)]
pub struct InboundToken {
    /// What the client is called in the log and in metrics.
    pub name: String,
    /// The token.
    pub secret: Secret,
    /// Which tools the client may see and call.
    pub tools: ToolAccess,
    /// The dialect in which it is told of failures, if it has one of its own.
    pub dialect: Option<Dialect>,
}

/// The gateway as an OAuth resource server, as MCP's authorization wants it (RFC 9728, RFC 9068).
#[derive(Debug, Clone)]
pub struct ResourceServer {
    /// The address of the gateway, as clients know it. It is the audience of tokens, unless another is set.
    pub resource: Url,
    /// The authorization server: the issuer of tokens.
    pub issuer: Url,
    /// Where its keys are.
    pub keys: KeySource,
    /// What tokens have to be for; the address of the gateway, unless set.
    pub audience: Option<String>,
    /// What a token must allow.
    pub required_scopes: Vec<String>,
    /// Which tools a token with a scope may see and call. If there are any, a token with none of these scopes is refused; if
    /// there are none, every token sees all tools.
    pub tools_by_scope: BTreeMap<String, ToolAccess>,
}

/// Where the keys of an authorization server are (RFC 7517).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// Behind this address.
    Url(Url),
    /// In this file.
    File(PathBuf),
}

/// How often and how much each client may call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClientLimits {
    /// Requests per second, and how many may come at once; no limit unless set.
    pub rate: Option<Rate>,
    /// Calls of tools at the same time; no limit unless set.
    pub concurrency: Option<NonZeroU32>,
}

/// A rate of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Requests per second.
    pub per_second: NonZeroU32,
    /// How many may come at once.
    pub burst: NonZeroU32,
}

/// How the gateway is watched and stopped.
#[derive(Debug, Clone)]
pub struct Operations {
    /// Where `/healthz`, `/readyz` and `/metrics` are; nowhere unless set.
    pub address: Option<SocketAddr>,
    /// How each call is logged.
    pub log: LogFormat,
    /// Where traces go.
    pub traces: Option<Traces>,
    /// How long running calls have to end when the gateway stops.
    pub drain: Duration,
    /// How long new calls are still taken after the signal to stop, while `/readyz` says no already: until those who send calls have
    /// noticed.
    pub stop_delay: Duration,
    /// Whether a change of the configuration file is taken over at once.
    pub reload_on_change: bool,
}

impl Operations {
    /// How long new calls are still taken after the signal to stop where `/readyz` is asked, unless another time is set.
    pub const DEFAULT_STOP_DELAY: Duration = Duration::from_secs(5);
}

impl Default for Operations {
    fn default() -> Operations {
        Operations {
            address: None,
            log: LogFormat::Text,
            traces: None,
            drain: Duration::from_secs(10),
            stop_delay: Duration::ZERO,
            reload_on_change: false,
        }
    }
}

/// How each call is logged, on stderr.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// One line of JSON a call.
    Json,
    /// One line for people.
    #[default]
    Text,
    /// Not at all; incidents are logged nevertheless.
    Off,
}

/// Where traces go: an OpenTelemetry collector, over HTTP.
#[derive(Debug, Clone)]
pub struct Traces {
    /// The address that takes `v1/traces`.
    pub endpoint: Url,
    /// Headers that the collector wants, such as a key.
    pub headers: Vec<(String, Secret)>,
    /// The part of calls without a trace of their own that are traced, from 0 to 1.
    pub ratio: f64,
}
