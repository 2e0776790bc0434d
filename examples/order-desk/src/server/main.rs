//! The order desk as a program: `cargo run -p candor-order-desk --features server -- --help`.

mod arguments;
mod log;

use arguments::{Command, Transport};
use axum::Router;
use candor::FailurePolicy;
use candor::capture::install_panic_hook;
use candor::rmcp::{HttpGuard, HttpServer, stdio};
use order_desk::Desk;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{IntoTransport, StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use std::error::Error;
use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long running calls have to end when the server stops.
const GRACE: Duration = Duration::from_secs(3);

/// How long the end of the server waits for its log.
const LONGEST_FLUSH: Duration = Duration::from_secs(2);

#[tokio::main]
async fn main() -> ExitCode {
    log::to_stderr();
    // The log has what a tool panicked with; the standard hook would write it to stderr, and wait if nobody reads that.
    install_panic_hook();
    let served = match arguments::parse(std::env::args().skip(1)) {
        Err(mistake) => {
            say(&mistake);
            return ExitCode::from(2);
        }
        Ok(Command::Help) => {
            // Help that is not read to its end is not a failure.
            let _ = std::io::stdout().write_all(arguments::HELP.as_bytes());
            return ExitCode::SUCCESS;
        }
        Ok(Command::Serve { transport: Transport::Stdio, is_guarded: true }) => {
            let guarded = Desk::open().guarded();
            let transport = stdio().with_policy(guarded.policy().clone());
            serve_stdio(guarded, transport).await
        }
        Ok(Command::Serve { transport: Transport::Stdio, is_guarded: false }) => {
            serve_stdio(Desk::open(), rmcp::transport::stdio()).await
        }
        Ok(Command::Serve { transport: Transport::Http(address), is_guarded }) => {
            let (desk, config) = (Desk::open(), StreamableHttpServerConfig::default());
            let sessions = config.cancellation_token.clone();
            let server = if is_guarded {
                let guarded = desk.guarded();
                let policy = guarded.policy().clone();
                // Web pages elsewhere are refused; `with_allowed_origin` would admit one.
                let service = HttpGuard::new(http_service(move || guarded.clone(), config)).with_policy(policy.clone());
                HttpServer::new(Router::new().nest_service("/mcp", service)).with_policy(policy)
            } else {
                HttpServer::new(Router::new().nest_service("/mcp", http_service(move || desk.clone(), config)))
            };
            serve_http(address, server, || sessions.cancel()).await
        }
    };
    // What is still to be logged: an exit does not wait for it.
    FailurePolicy::flush_all(LONGEST_FLUSH);
    match served {
        // A read of stdin cannot be cancelled: without this, the runtime would wait for one more line.
        Ok(()) => std::process::exit(0),
        Err(error) => {
            say(&format!("cannot serve: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Serves one client until it leaves or the server is stopped.
async fn serve_stdio<E, A>(
    server: impl ServerHandler,
    transport: impl IntoTransport<RoleServer, E, A>,
) -> Result<(), Box<dyn Error>>
where
    E: Error + Send + Sync + 'static,
{
    tokio::select! {
        ended = async { server.serve(transport).await?.waiting().await.map_err(Box::<dyn Error>::from) } => ended.map(drop),
        () = stop_signal() => Ok(()),
    }
}

/// The MCP endpoint for any number of clients, which share one desk.
fn http_service<S: ServerHandler>(
    server: impl Fn() -> S + Send + Sync + 'static,
    config: StreamableHttpServerConfig,
) -> StreamableHttpService<S, LocalSessionManager> {
    StreamableHttpService::new(move || Ok(server()), Arc::new(LocalSessionManager::default()), config)
}

/// Serves until the server is stopped.
async fn serve_http(
    address: SocketAddr,
    server: HttpServer<Router>,
    end_sessions: impl FnOnce(),
) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind(address).await?;
    say(&format!("serving at http://{}/mcp", listener.local_addr()?));
    let stop = async {
        stop_signal().await;
        end_sessions();
    };
    server.with_grace(GRACE).serve_until(listener, stop).await;
    Ok(())
}

/// Waits for Ctrl-C, or on Unix for SIGTERM.
async fn stop_signal() {
    #[cfg(unix)]
    {
        let terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
        if let Ok(mut terminated) = terminated {
            tokio::select! {
                _ = terminated.recv() => return,
                _ = tokio::signal::ctrl_c() => return,
            }
        }
    }
    // Without a handler of the signal, the system ends the program.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

fn say(line: &str) {
    // A failed write to standard error cannot be reported.
    let _ = writeln!(std::io::stderr(), "orders_server: {line}");
}
