//! The order desk as a program: `cargo run -p candor-order-desk --features server -- --help`.

mod arguments;
mod log;

use arguments::{Command, Transport};
use axum::Router;
use candor::rmcp::{HttpGuard, stdio};
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

/// How long calls that are under way have to end when the server is told to.
const GRACE: Duration = Duration::from_secs(3);

#[tokio::main]
async fn main() -> ExitCode {
    log::to_stderr();
    let served = match arguments::parse(std::env::args().skip(1)) {
        Err(mistake) => {
            say(&mistake);
            return ExitCode::from(2);
        }
        Ok(Command::Help) => {
            // Help that nobody reads to the end is no failure.
            let _ = std::io::stdout().write_all(arguments::HELP.as_bytes());
            return ExitCode::SUCCESS;
        }
        Ok(Command::Serve { transport: Transport::Stdio, is_guarded: true }) => {
            serve_stdio(Desk::open().guarded(), stdio()).await
        }
        Ok(Command::Serve { transport: Transport::Stdio, is_guarded: false }) => {
            serve_stdio(Desk::open(), rmcp::transport::stdio()).await
        }
        Ok(Command::Serve { transport: Transport::Http(address), is_guarded }) => {
            let (desk, config) = (Desk::open(), StreamableHttpServerConfig::default());
            let sessions = config.cancellation_token.clone();
            let router = if is_guarded {
                let guarded = desk.guarded();
                Router::new().nest_service("/mcp", HttpGuard::new(http_service(move || guarded.clone(), config)))
            } else {
                Router::new().nest_service("/mcp", http_service(move || desk.clone(), config))
            };
            serve_http(address, router, move || sessions.cancel()).await
        }
    };
    match served {
        // Reading stdin cannot be called off: without this, the runtime would wait for one more line.
        Ok(()) => std::process::exit(0),
        Err(error) => {
            say(&format!("it cannot serve: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Serves one client until it leaves or the server is told to end.
async fn serve_stdio<E, A>(
    server: impl ServerHandler,
    transport: impl IntoTransport<RoleServer, E, A>,
) -> Result<(), Box<dyn Error>>
where
    E: Error + Send + Sync + 'static,
{
    tokio::select! {
        ended = async { server.serve(transport).await?.waiting().await.map_err(Box::<dyn Error>::from) } => ended.map(drop),
        () = told_to_end() => Ok(()),
    }
}

/// The MCP endpoint for any number of clients, which share one desk.
fn http_service<S: ServerHandler>(
    server: impl Fn() -> S + Send + Sync + 'static,
    config: StreamableHttpServerConfig,
) -> StreamableHttpService<S, LocalSessionManager> {
    StreamableHttpService::new(move || Ok(server()), Arc::new(LocalSessionManager::default()), config)
}

/// Serves until the server is told to end.
async fn serve_http(
    address: SocketAddr,
    router: Router,
    end_sessions: impl FnOnce() + Send + 'static,
) -> Result<(), Box<dyn Error>> {
    let listener = tokio::net::TcpListener::bind(address).await?;
    say(&format!("serving at http://{}/mcp", listener.local_addr()?));

    let (ending, ended) = tokio::sync::oneshot::channel();
    let serving = axum::serve(listener, router).with_graceful_shutdown(async move {
        told_to_end().await;
        end_sessions();
        // Nobody waits for it any more if all calls have ended.
        let _ = ending.send(());
    });
    tokio::select! {
        served = serving => Ok(served?),
        () = async { let _ = ended.await; tokio::time::sleep(GRACE).await } => Ok(()),
    }
}

/// Waits for Ctrl-C or, where there is such a thing, for SIGTERM.
async fn told_to_end() {
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
    // Without a way to hear of the signal, the system's own way to end the program remains.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

fn say(line: &str) {
    // There is nowhere left to say that standard error cannot be written.
    let _ = writeln!(std::io::stderr(), "orders_server: {line}");
}
