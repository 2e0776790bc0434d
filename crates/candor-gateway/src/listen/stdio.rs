//! One client over stdin and stdout.

use crate::gateway::Gateway;
use candor::Dialect;
use candor::rmcp::stdio;
use rmcp::ServiceExt;
use std::io;

/// Serves one client over stdin and stdout, until it leaves. Nothing else may write to stdout meanwhile.
///
/// # Errors
///
/// The client does not begin with the protocol, or stdout cannot be written.
pub async fn serve_stdio(gateway: &Gateway, dialect: Dialect) -> io::Result<()> {
    let service = gateway.service(dialect);
    let transport = stdio().with_policy(service.inner().policy().clone());
    let running = service.serve(transport).await.map_err(io::Error::other)?;
    running.waiting().await.map(drop).map_err(io::Error::other)
}
