//! One client over stdin and stdout.

mod draining;
mod lines;

use crate::gateway::Gateway;
use crate::mcp::{McpEndpoint, Node};
use crate::seal::Seal;
use candor::Dialect;
use candor::rmcp::stdio;
use draining::Draining;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use std::future::pending;
use std::io;
use std::time::Duration;

/// Serves one client over stdin and stdout, until it leaves. Nothing else may write to stdout meanwhile.
///
/// # Errors
///
/// The client does not begin with the protocol, or stdout cannot be written.
pub async fn serve_stdio(gateway: &Gateway, dialect: Dialect) -> io::Result<()> {
    serve_stdio_until(gateway, dialect, Duration::ZERO, pending()).await
}

/// The same until `stop` is done, if that comes first. Then nothing is read any more, and running calls have the time `drain` to be
/// answered.
///
/// # Errors
///
/// As for [`serve_stdio`].
pub async fn serve_stdio_until(
    gateway: &Gateway,
    dialect: Dialect,
    drain: Duration,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    // There is one client, and it lives as long as the process.
    let seal = Seal::new(&[]).map_err(|mistakes| io::Error::other(mistakes.join("; ")))?;
    if let Some(endpoint) = McpEndpoint::new(gateway, dialect, seal, Node::new(None)) {
        return lines::serve(endpoint, tokio::io::stdin(), tokio::io::stdout(), drain, stop).await;
    }
    let service = gateway.service(dialect);
    let transport = stdio().with_policy(service.inner().policy().clone());
    let transport = Draining::new(transport, drain, stop);
    let is_stopped = transport.is_stopped();
    let running = match service.serve(transport).await {
        Ok(running) => running,
        // It was stopped before its client had begun.
        Err(ServerInitializeError::ConnectionClosed(_)) if is_stopped.get() => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    running.waiting().await.map(drop).map_err(io::Error::other)
}
