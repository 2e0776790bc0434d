//! An API that the gateway calls: where it is, with which credential, and under which policies.

mod connection;
mod credential;
mod mcp_server;
mod policy;
mod secret;
mod secrets;

pub use connection::{ClientCertificate, Connection};
pub use credential::Credential;
pub use mcp_server::{McpAddress, McpChild, McpReach, McpServerSettings, McpToolSelection};
pub use policy::{Breaker, FailureRule, OnEmpty, OnMismatch, Policies, ToolPolicies};
pub use secret::{Secret, SecretError, SecretSource};
pub(crate) use secrets::{basic, client_basic};

use http::{HeaderName, HeaderValue};
use std::collections::BTreeMap;
use url::Url;

/// An API that the gateway calls.
///
/// Whatever configures a gateway makes these: the flags of the command line, a file, a program. All checks that need no network are
/// done before one exists.
#[derive(Debug, Clone)]
pub struct Upstream {
    /// What operators call it. It is in log lines and metrics, and prefixes the names of its tools where two APIs have the same.
    pub name: String,
    /// Where it is: scheme, host, port, and what every path begins with.
    pub base_url: Url,
    /// What the gateway shows of itself.
    pub credential: Option<Credential>,
    /// Headers that every request has, beside those of its operation.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// Headers of the client's request that are sent on. `Authorization` and `Cookie` never are.
    pub forwarded_headers: Vec<HeaderName>,
    /// How it is reached.
    pub connection: Connection,
    /// What is done about answers that are not as promised, and how often a call is tried.
    pub policies: Policies,
    /// What single tools have differently, by their name.
    pub tools: BTreeMap<String, ToolPolicies>,
}

impl Upstream {
    /// An API at this address, with the defaults of everything else.
    #[must_use]
    pub fn new(name: impl Into<String>, base_url: Url) -> Upstream {
        Upstream {
            name: name.into(),
            base_url,
            credential: None,
            headers: Vec::new(),
            forwarded_headers: Vec::new(),
            connection: Connection::default(),
            policies: Policies::default(),
            tools: BTreeMap::new(),
        }
    }
}
