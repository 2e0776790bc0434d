//! A gateway in front of one API, as a program of its own: `cargo xtask load` and `cargo xtask soak` measure it.
//!
//! ```text
//! gateway --http ADDRESS --document FILE --base-url URL [--sessions] [--timeout-ms TOOL MILLISECONDS]…
//! ```
//!
//! Its first line on standard error is the address; the endpoint is `/mcp` there.

use candor_gateway::{Api, FailureRule, Gateway, HttpEndpoint, Inbound, Listen, LoadOptions, ToolPolicies, Upstream};
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => say(&error.to_string()),
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let (mut document, mut listen) = (PathBuf::new(), Listen::default());
    let mut upstream = Upstream::new("orders", "http://127.0.0.1:9/".parse()?);
    // What the order desk says of itself: a 200 with `"ok": false` has failed.
    let failed = FailureRule { pointer: "/ok".into(), equals: Some(false.into()), message: Some("/message".into()) };
    upstream.policies.failed_when.push(failed);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--http" => listen.address = value()?.parse()?,
            "--document" => document = value()?.into(),
            "--base-url" => upstream.base_url = value()?.parse()?,
            "--sessions" => listen.sessions = true,
            "--timeout-ms" => {
                let (tool, timeout) = (value()?, Duration::from_millis(value()?.parse()?));
                upstream.tools.insert(tool, ToolPolicies { timeout: Some(timeout), ..ToolPolicies::default() });
            }
            _ => return Err(format!("{argument:?} is unknown").into()),
        }
    }
    let api = Api::load(&document, &LoadOptions::default())?;
    let gateway = Gateway::builder().api(upstream, api).build()?;
    let listener = TcpListener::bind(listen.address).await?;
    say(&format!("serving at http://{}/mcp", listener.local_addr()?));
    HttpEndpoint::new(&gateway, listen, &Inbound::default())?.serve(listener).await;
    Ok(())
}

fn say(line: &str) -> ExitCode {
    // There is nowhere left to say that standard error cannot be written.
    let _ = writeln!(std::io::stderr(), "gateway: {line}");
    ExitCode::FAILURE
}
