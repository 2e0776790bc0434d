//! An MCP server whose tools do everything that a tool should not: `cargo xtask attack` runs it, behind Candor's guards.
//!
//! ```text
//! hostile_server [--http ADDRESS] [--canaries COUNT [--verdicts]] [--panicking-log]
//! ```
//!
//! Over HTTP, its first line on standard error is the address; the endpoint is `/mcp` there. With `--verdicts` it does not serve:
//! it prints what it would plant, one JSON object a line, and whether the scrubber alone lets it pass.

#[path = "hostile_server/canaries.rs"]
mod canaries;
#[path = "hostile_server/hostile.rs"]
mod hostile;
#[path = "hostile_server/messages.rs"]
mod messages;
#[path = "hostile_server/panicking_log.rs"]
mod panicking_log;
#[path = "hostile_server/tools.rs"]
mod tools;

use axum::Router;
use axum::serve::ListenerExt;
use canaries::Canaries;
use candor::capture::install_panic_hook;
use candor::rmcp::{Guard, HttpGuard, set_nodelay, stdio};
use hostile::Hostile;
use rmcp::ServiceExt;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::error::Error;
use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;
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
    let canaries = Canaries::made(options.canaries)?;
    let policy = canaries.policy();
    if options.is_only_verdicts {
        return Ok(canaries.write_verdicts(policy.discretion().scrubber(), &mut std::io::stdout().lock())?);
    }
    let guarded = Guard::new(Hostile::new(canaries)).with_policy(policy.clone()).with_deadline(DEADLINE);
    let Some(address) = options.address else {
        guarded.serve(stdio().with_policy(policy)).await?.waiting().await?;
        return Ok(());
    };
    let config = StreamableHttpServerConfig::default();
    let service: StreamableHttpService<_, LocalSessionManager> =
        StreamableHttpService::new(move || Ok(guarded.clone()), Arc::default(), config);
    let router = Router::new().route_service("/mcp", HttpGuard::new(service).with_policy(policy));
    let listener = TcpListener::bind(address).await?;
    say(&format!("serving at http://{}/mcp", listener.local_addr()?));
    Ok(axum::serve(listener.tap_io(set_nodelay), router).await?)
}

/// What the command line says.
#[derive(Default)]
struct Options {
    address: Option<SocketAddr>,
    canaries: usize,
    is_only_verdicts: bool,
    has_panicking_log: bool,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options::default();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--http" => {
                    let value = arguments.next().ok_or("--http needs an address")?;
                    options.address = Some(value.parse().map_err(|error| format!("{value:?} is no address: {error}"))?);
                }
                "--canaries" => {
                    let value = arguments.next().ok_or("--canaries needs a number")?;
                    options.canaries = value.parse().map_err(|error| format!("{value:?} is no number: {error}"))?;
                }
                "--verdicts" => options.is_only_verdicts = true,
                "--panicking-log" => options.has_panicking_log = true,
                _ => return Err(format!("{argument:?} is unknown")),
            }
        }
        Ok(options)
    }
}

fn say(line: &str) -> ExitCode {
    // There is nowhere left to say that standard error cannot be written.
    let _ = writeln!(std::io::stderr(), "hostile_server: {line}");
    ExitCode::FAILURE
}
