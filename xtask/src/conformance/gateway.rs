//! The gateway, which the suite connects to, and the API behind it.

use super::Server;
use crate::load::{folder, write};
use crate::mcp::program::{CANDOR, CONFORMANCE_API, Program, Running};
use std::path::Path;

/// Where the API is described, from the workspace's folder.
const DOCUMENT: &str = "crates/candor-gateway/examples/conformance_api/openapi.yaml";

/// The gateway as people start it, and the API; both end when this is dropped.
pub(super) struct BehindGateway {
    url: String,
    _processes: [Running; 2],
}

impl BehindGateway {
    /// Builds both and starts them on free ports of this machine.
    pub(super) fn start(root: &Path) -> Result<Self, String> {
        let (api, upstream) = Program::build_alone(CONFORMANCE_API, false)?.listen(&[])?;
        let configuration = format!(
            "[listen]\naddress = \"127.0.0.1:0\"\n\n[[api]]\nname = \"samples\"\nopenapi = {:?}\nbase_url = \"http://{upstream}/\"\n",
            root.join(DOCUMENT).display().to_string()
        );
        let file = write(&folder("conformance")?, "candor.toml", &configuration)?;
        let gateway = Program::build_alone(CANDOR, false)?;
        let (gateway, address) = gateway.listen_as(&["serve", &file.display().to_string()])?;
        Ok(Self { url: format!("http://{address}/mcp"), _processes: [gateway, api] })
    }
}

impl Server for BehindGateway {
    fn url(&self) -> &str {
        &self.url
    }
}
