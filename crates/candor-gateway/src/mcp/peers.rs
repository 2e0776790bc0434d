//! Who a handler is told to speak with.
//!
//! Nothing is sent to a client of a stateless request, and nothing is known of it but the revision that it speaks. So all who speak the
//! same are one peer.

use rmcp::model::{ClientCapabilities, Implementation, InitializeRequestParams, ProtocolVersion};
use rmcp::service::{Peer, RunningService, RxJsonRpcMessage, TxJsonRpcMessage, serve_directly};
use rmcp::transport::Transport;
use rmcp::{RoleServer, ServerHandler};
use std::convert::Infallible;
use std::future::{pending, ready};
use std::sync::OnceLock;

/// A peer for each revision, made when the first request needs it.
#[derive(Default)]
pub(crate) struct Peers([OnceLock<RunningService<RoleServer, Nothing>>; ProtocolVersion::KNOWN_VERSIONS.len()]);

impl Peers {
    /// Who speaks this revision.
    pub(crate) fn of(&self, version: &ProtocolVersion) -> Peer<RoleServer> {
        let place = ProtocolVersion::KNOWN_VERSIONS.iter().position(|known| known == version).unwrap_or_default();
        let [first, ..] = &self.0;
        self.0.get(place).unwrap_or(first).get_or_init(|| silent(version.clone())).peer().clone()
    }
}

/// A connection on which nothing is ever said.
fn silent(version: ProtocolVersion) -> RunningService<RoleServer, Nothing> {
    let mut client = InitializeRequestParams::new(ClientCapabilities::default(), Implementation::default());
    client.protocol_version = version;
    serve_directly(Nothing, Silence, Some(client))
}

/// What serves nobody.
struct Nothing;

impl ServerHandler for Nothing {}

struct Silence;

impl Transport<RoleServer> for Silence {
    type Error = Infallible;

    fn send(
        &mut self,
        _: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        ready(Ok(()))
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        pending().await
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}
