//! A gateway that others can reach asks who they are.

use super::host;
use crate::settings::{Inbound, Listen};

/// Why others than this machine can reach a gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Exposure {
    /// It listens on an address that others can reach.
    Address,
    /// A proxy stands before it: who reaches the proxy reaches the gateway, whatever its own address is.
    TrustedProxies,
    /// It is called by this name, which is not one of this machine.
    AllowedHost(String),
}

impl Exposure {
    /// Why others can reach a gateway that listens like this, if they can.
    pub(crate) fn of(listen: &Listen) -> Option<Exposure> {
        if !listen.address.ip().to_canonical().is_loopback() {
            return Some(Exposure::Address);
        }
        if !listen.trusted_proxies.is_empty() {
            return Some(Exposure::TrustedProxies);
        }
        let public = listen.allowed_hosts.iter().find(|name| !host::is_of_this_machine(name));
        public.map(|name| Exposure::AllowedHost(name.clone()))
    }

    /// What is wrong with it where nobody has to show a token, as the beginning of a sentence.
    pub(crate) fn told(&self, listen: &Listen) -> String {
        match self {
            Exposure::Address => format!("`{}` can be reached by others", listen.address),
            Exposure::TrustedProxies => "with `trusted_proxies`, the gateway can be reached by others".to_owned(),
            Exposure::AllowedHost(name) => format!("as `{name}`, the gateway can be reached by others"),
        }
    }

    /// What else than a token would mend it.
    pub(crate) fn otherwise(&self) -> &'static str {
        match self {
            Exposure::Address => "listen on `127.0.0.1`",
            Exposure::TrustedProxies => "leave `trusted_proxies` out",
            Exposure::AllowedHost(_) => "leave the name out of `allowed_hosts`",
        }
    }
}

/// Refuses to serve others than this machine without a token or an authorization server: everybody who can reach the gateway
/// could use its credentials. Others can reach it at an address that is not loopback, through trusted proxies, and by an allowed
/// host that is not a name of this machine.
///
/// # Errors
///
/// Why, and what to do about it.
pub fn check_exposure(listen: &Listen, inbound: &Inbound) -> Result<(), String> {
    match Exposure::of(listen) {
        Some(exposure) if !inbound.asks_for_token() => Err(format!(
            "{}, and nobody has to show a token: set a token or an authorization server, or {}",
            exposure.told(listen),
            exposure.otherwise()
        )),
        Some(_) | None => Ok(()),
    }
}
