//! `candor serve`, which the suite connects to, and our server that does everything behind it as an MCP server.

use super::Server;
use super::fixture::{self, Fixture};
use crate::mcp::program::{CANDOR, Program, Running};
use std::path::Path;

/// How `candor serve` reaches the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// At its address.
    Url,
    /// As a program that it starts.
    Child,
    /// As a program that it starts by `candor wrap`.
    Wrapped,
}

pub(super) const WAYS: [Way; 3] = [Way::Url, Way::Child, Way::Wrapped];

impl Way {
    /// As the command line and the baseline call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Way::Url => "url",
            Way::Child => "child",
            Way::Wrapped => "wrapped",
        }
    }

    /// The way of this name.
    pub(crate) fn named(name: &str) -> Option<Way> {
        WAYS.into_iter().find(|way| way.name() == name)
    }

    /// What follows "the scenarios of a run".
    pub(super) fn manner(self) -> &'static str {
        match self {
            Way::Url => "through candor serve --mcp",
            Way::Child => "through candor serve -- server",
            Way::Wrapped => "through candor serve -- candor wrap -- server",
        }
    }
}

/// Both, running; they end when this is dropped, the gateway first.
pub(super) struct BehindServe {
    url: String,
    _gateway: Running,
    _server: Option<Fixture>,
}

impl BehindServe {
    /// Builds both and starts them on free ports of this machine.
    pub(super) fn start(root: &Path, way: Way) -> Result<Self, String> {
        let candor = Program::build_alone(CANDOR, false)?;
        let program = fixture::build(root)?;
        let (candor_itself, program) = (candor.path().display().to_string(), program.display().to_string());
        let server = if way == Way::Url { Some(Fixture::start(root, false)?) } else { None };
        let target = match (way, &server) {
            (Way::Url, Some(server)) => vec!["--mcp", server.url()],
            (Way::Url | Way::Child, _) => vec!["--", &program, "--stdio"],
            (Way::Wrapped, _) => vec!["--", &candor_itself, "wrap", "--", &program, "--stdio"],
        };
        let (gateway, address) = candor.listen_as(&[&["serve", "--listen", "127.0.0.1:0"], &*target].concat())?;
        Ok(Self { url: format!("http://{address}/mcp"), _gateway: gateway, _server: server })
    }
}

impl Server for BehindServe {
    fn url(&self) -> &str {
        &self.url
    }
}
