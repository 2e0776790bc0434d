//! An MCP server with everything that the official conformance suite asks of one: `cargo xtask conformance` runs it.
//!
//! ```text
//! conformance_server (--http 127.0.0.1:0 | --stdio) [--bare] [--handshake]
//! ```
//!
//! With `--handshake`, it speaks only revisions that have one. Over HTTP, its first line on standard output is the address it listens on; the endpoint is `/mcp` there.

#[path = "conformance_server/everything.rs"]
mod everything;
#[path = "conformance_server/logs.rs"]
mod logs;
#[path = "conformance_server/prompts.rs"]
mod prompts;
#[path = "conformance_server/questions.rs"]
mod questions;
#[path = "conformance_server/resources.rs"]
mod resources;
#[path = "conformance_server/rounds.rs"]
mod rounds;
#[path = "conformance_server/samples.rs"]
mod samples;
#[path = "conformance_server/tasks.rs"]
mod tasks;
#[path = "conformance_server/tools.rs"]
mod tools;

use axum::Router;
use candor::rmcp::{Guard, HttpGuard, HttpServer, stdio};
use everything::Everything;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, ServiceExt};
use std::error::Error;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use tokio::net::TcpListener;

const USAGE: &str = "usage: conformance_server (--http <ADDRESS> | --stdio) [--bare] [--handshake]";

#[tokio::main]
async fn main() -> ExitCode {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(why) => return say(&format!("{why}; {USAGE}")),
    };
    match run(&options).await {
        // A read of stdin cannot be cancelled: without this, the runtime would wait for one more line.
        Ok(()) => std::process::exit(0),
        Err(error) => say(&format!("cannot serve: {error}")),
    }
}

async fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let everything = Everything::new(options.has_handshake);
    let Some(address) = options.address else {
        if options.is_bare {
            everything.serve(rmcp::transport::stdio()).await?.waiting().await?;
        } else {
            Guard::new(everything).serve(stdio()).await?.waiting().await?;
        }
        return Ok(());
    };
    // The guards are made once; a session or a request gets a clone of the handler.
    let router = if options.is_bare {
        Router::new().route_service("/mcp", service(move || everything.clone()))
    } else {
        let guarded = Guard::new(everything);
        Router::new().route_service("/mcp", HttpGuard::new(service(move || guarded.clone())))
    };
    Ok(serve(address, router).await?)
}

/// The handler for sessions of the older revisions and for single requests of the newest.
fn service<H: ServerHandler>(
    handler: impl Fn() -> H + Send + Sync + 'static,
) -> StreamableHttpService<H, LocalSessionManager> {
    StreamableHttpService::new(move || Ok(handler()), Arc::default(), StreamableHttpServerConfig::default())
}

async fn serve(address: SocketAddr, router: Router) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    let mut stdout = io::stdout();
    writeln!(stdout, "{}", listener.local_addr()?)?;
    stdout.flush()?;
    HttpServer::new(router).serve(listener).await;
    Ok(())
}

/// What the command line says.
struct Options {
    /// Where it listens, unless it serves one client over standard input and output.
    address: Option<SocketAddr>,
    is_bare: bool,
    /// Whether it speaks only revisions with a handshake.
    has_handshake: bool,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut address = None;
        let (mut is_bare, mut is_stdio, mut has_handshake) = (false, false, false);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--bare" => is_bare = true,
                "--stdio" => is_stdio = true,
                "--handshake" => has_handshake = true,
                "--http" => {
                    let value = arguments.next().ok_or("--http needs an address")?;
                    address = Some(value.parse().map_err(|error| format!("{value:?} is no address: {error}"))?);
                }
                _ => return Err(format!("{argument:?} is unknown")),
            }
        }
        if address.is_some() == is_stdio {
            return Err("either --http or --stdio is needed".to_owned());
        }
        Ok(Self { address, is_bare, has_handshake })
    }
}

fn say(line: &str) -> ExitCode {
    // There is nowhere left to say that standard error cannot be written.
    let _ = writeln!(io::stderr(), "conformance_server: {line}");
    ExitCode::FAILURE
}
