//! Under which key a client is counted.

use crate::caller::Identity;
use candor::rmcp::Network;
use std::net::IpAddr;
use std::sync::Arc;

/// Under which key a client is counted. A token and a subject of the same name are two clients.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum ClientKey {
    /// The name of its token.
    Token(Arc<str>),
    /// The subject of its JWT.
    Subject(Arc<str>),
    /// Its address; of IPv6, the first 64 bits.
    Address(Network),
    /// All that there is no room to count by themselves.
    Rest,
}

impl ClientKey {
    /// Who it is by its token; none without one.
    pub(super) fn identity(&self) -> Option<Identity> {
        match self {
            ClientKey::Token(name) => Some(Identity(format!("token {name}").into())),
            ClientKey::Subject(name) => Some(Identity(format!("subject {name}").into())),
            ClientKey::Address(_) | ClientKey::Rest => None,
        }
    }

    pub(super) fn of_address(address: IpAddr) -> ClientKey {
        ClientKey::Address(Network::of_client(address))
    }
}
