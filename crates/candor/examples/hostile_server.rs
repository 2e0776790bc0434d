//! An MCP server whose tools do everything that a tool should not: `cargo xtask attack` runs it, behind Candor's guards.
//!
//! ```text
//! hostile_server [--http ADDRESS [--bare]] [--canaries COUNT [--verdicts]] [--panicking-log]
//! hostile_server --hold ADDRESS COUNT
//! ```
//!
//! Over HTTP, its first line on standard error is the address; the endpoint is `/mcp` there. With `--verdicts` it does not serve:
//! it prints what it would plant, one JSON object a line, and whether the scrubber alone lets it pass. With `--hold` it is a hostile
//! client: it opens so many connections, sends what is on standard input on each, and holds them.

#[path = "hostile_server/canaries.rs"]
mod canaries;
#[path = "hostile_server/held_connections.rs"]
mod held_connections;
#[path = "hostile_server/hostile.rs"]
mod hostile;
#[path = "hostile_server/messages.rs"]
mod messages;
#[path = "hostile_server/panicking_log.rs"]
mod panicking_log;
#[path = "hostile_server/tools.rs"]
mod tools;

use axum::Router;
use canaries::Canaries;
use candor::capture::install_panic_hook;
use candor::rmcp::{Guard, HttpGuard, HttpServer, stdio};
use hostile::Hostile;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, ServiceExt};
use std::error::Error;
use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long a tool may take.
const DEADLINE: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> ExitCode {
    install_panic_hook();
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(why) => return say(&why),
    };
    if options.has_panicking_log {
        panicking_log::install();
    }
    match run(options).await {
        // A read of stdin cannot be cancelled: without this, the runtime would wait for one more line.
        Ok(()) => std::process::exit(0),
        Err(error) => say(&error.to_string()),
    }
}

async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    if let Some((address, count)) = options.held {
        return Ok(held_connections::hold(address, count).await?);
    }
    let canaries = Canaries::made(options.canaries)?;
    let policy = canaries.policy();
    if options.is_only_verdicts {
        return Ok(canaries.write_verdicts(policy.discretion().scrubber(), &mut std::io::stdout().lock())?);
    }
    let hostile = Hostile::new(canaries);
    let guarded = Guard::new(hostile.clone()).with_policy(policy.clone()).with_deadline(DEADLINE);
    let Some(address) = options.address else {
        guarded.serve(stdio().with_policy(policy)).await?.waiting().await?;
        return Ok(());
    };
    let router = if options.is_bare {
        Router::new().route_service("/mcp", service(move || hostile.clone()))
    } else {
        Router::new()
            .route_service("/mcp", HttpGuard::new(service(move || guarded.clone())).with_policy(policy.clone()))
    };
    let listener = TcpListener::bind(address).await?;
    say(&format!("serving at http://{}/mcp", listener.local_addr()?));
    HttpServer::new(router).with_policy(policy).serve(listener).await;
    Ok(())
}

/// The handler for sessions of the older revisions and for single requests of the newest.
fn service<H: ServerHandler>(
    handler: impl Fn() -> H + Send + Sync + 'static,
) -> StreamableHttpService<H, LocalSessionManager> {
    StreamableHttpService::new(move || Ok(handler()), Arc::default(), StreamableHttpServerConfig::default())
}

/// What the command line says.
#[derive(Default)]
struct Options {
    address: Option<SocketAddr>,
    canaries: usize,
    is_only_verdicts: bool,
    has_panicking_log: bool,
    is_bare: bool,
    held: Option<(SocketAddr, usize)>,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options::default();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--http" => options.address = Some(read(arguments.next(), "an address")?),
                "--canaries" => options.canaries = read(arguments.next(), "a number")?,
                "--hold" => {
                    options.held = Some((read(arguments.next(), "an address")?, read(arguments.next(), "a number")?));
                }
                "--verdicts" => options.is_only_verdicts = true,
                "--bare" => options.is_bare = true,
                "--panicking-log" => options.has_panicking_log = true,
                _ => return Err(format!("{argument:?} is unknown")),
            }
        }
        Ok(options)
    }
}

/// What stands there, which should be of this kind.
fn read<T: FromStr>(value: Option<String>, kind: &str) -> Result<T, String> {
    let value = value.ok_or_else(|| format!("{kind} is missing"))?;
    value.parse().map_err(|_| format!("{value:?} is not {kind}"))
}

fn say(line: &str) -> ExitCode {
    // There is nowhere left to say that standard error cannot be written.
    let _ = writeln!(std::io::stderr(), "hostile_server: {line}");
    ExitCode::FAILURE
}
