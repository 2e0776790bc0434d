//! `candor serve`, which the suite connects to, and our server that does everything behind it as an MCP server.

use super::Server;
use super::fixture::{self, Fixture};
use crate::load::{folder, write};
use crate::mcp::program::{CANDOR, Program, Running};
use std::path::Path;

/// How `candor serve` reaches the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// At its address.
    Url,
    /// At its address, and the server speaks only revisions with a handshake.
    Handshake,
    /// As a program that it starts.
    Child,
    /// As a program that it starts by `candor wrap`.
    Wrapped,
}

pub(super) const WAYS: [Way; 4] = [Way::Url, Way::Handshake, Way::Child, Way::Wrapped];

impl Way {
    /// As the command line and the baseline call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Way::Url => "url",
            Way::Handshake => "handshake",
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
            Way::Url => "through candor serve, at its address",
            Way::Handshake => "through candor serve, at its address, with a handshake",
            Way::Child => "through candor serve, as its child",
            Way::Wrapped => "through candor serve, as its child behind candor wrap",
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
        let server = match way {
            Way::Url => Some(Fixture::start(root, &[])?),
            Way::Handshake => Some(Fixture::start(root, &["--handshake"])?),
            Way::Child | Way::Wrapped => None,
        };
        let target = match (&server, way) {
            (Some(server), _) => format!("url = {:?}", server.url()),
            (None, Way::Wrapped) => format!("command = {:?}", [&candor_itself, "wrap", "--", &program, "--stdio"]),
            (None, Way::Url | Way::Handshake | Way::Child) => format!("command = {:?}", [&program, "--stdio"]),
        };
        // With sessions, servers can ask and tell clients of revisions with a handshake.
        let configuration = format!(
            "[listen]\naddress = \"127.0.0.1:0\"\nsessions = true\n\n[[mcp]]\nname = \"fixture\"\nprefix = \"\"\n{target}\n"
        );
        let file = write(&folder("conformance")?, &format!("{}.toml", way.name()), &configuration)?;
        let (gateway, address) = candor.listen_as(&["serve", &file.display().to_string()])?;
        Ok(Self { url: format!("http://{address}/mcp"), _gateway: gateway, _server: server })
    }
}

impl Server for BehindServe {
    fn url(&self) -> &str {
        &self.url
    }
}
