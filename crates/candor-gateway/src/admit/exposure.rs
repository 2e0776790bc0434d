//! A gateway that others can reach asks who they are.

use crate::settings::{Inbound, Listen};

/// Refuses to serve others than this machine without a token or an authorization server: everybody who can reach the address
/// could use the credentials of the gateway.
///
/// # Errors
///
/// Why, and what to do about it.
pub fn check_exposure(listen: &Listen, inbound: &Inbound) -> Result<(), String> {
    if listen.address.ip().to_canonical().is_loopback() || inbound.asks_for_token() {
        return Ok(());
    }
    Err(format!(
        "{} can be reached from other machines, and no token is asked for: listen on a loopback address such as 127.0.0.1:{}, or set \
         a token or an authorization server",
        listen.address,
        listen.address.port()
    ))
}
