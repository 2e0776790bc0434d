//! Whether the handshake is done.

use ::rmcp::RoleServer;
use ::rmcp::model::{ClientRequest, ErrorCode, GetMeta, JsonRpcMessage, ProtocolVersion, RequestId};
use ::rmcp::service::TxJsonRpcMessage;

/// Follows `rmcp` through the handshake, during which anything but a request ends its server.
///
/// A connection opens with `initialize`, or with a request that has the metadata of 2026-07-28; `ping` and
/// `server/discover` leave it as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Handshake {
    #[default]
    Closed,
    /// A request with metadata was delivered, and opens the connection unless its version is refused.
    Tried(RequestId),
    Open,
}

impl Handshake {
    pub(super) fn is_open(&self) -> bool {
        *self != Handshake::Closed
    }

    /// The metadata that the request must have and does not; nothing, once the connection is open. `rmcp` would refuse such a
    /// request in its own words.
    pub(super) fn missing_metadata(&self, request: &ClientRequest) -> Vec<&'static str> {
        if self.is_open() || matches!(request, ClientRequest::InitializeRequest(_) | ClientRequest::PingRequest(_)) {
            return Vec::new();
        }
        request.get_meta().missing_required_keys(&ProtocolVersion::V_2026_07_28)
    }

    /// A request is delivered.
    pub(super) fn deliver(&mut self, id: &RequestId, request: &ClientRequest) {
        if self.is_open() || matches!(request, ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_)) {
            return;
        }
        if matches!(request, ClientRequest::InitializeRequest(_)) {
            *self = Handshake::Open;
        } else if self.missing_metadata(request).is_empty() {
            *self = Handshake::Tried(id.clone());
        }
    }

    /// The next message is asked for: whatever was tried was not refused.
    pub(super) fn go_on(&mut self) {
        if matches!(self, Handshake::Tried(_)) {
            *self = Handshake::Open;
        }
    }

    /// A message is sent.
    pub(super) fn send(&mut self, message: &TxJsonRpcMessage<RoleServer>) {
        if let Handshake::Tried(id) = self
            && let JsonRpcMessage::Error(error) = message
            && error.id.as_ref() == Some(id)
            && error.error.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        {
            *self = Handshake::Closed;
        }
    }
}
