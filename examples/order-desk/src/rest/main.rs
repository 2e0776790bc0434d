//! The REST API as a program: `cargo run -p candor-order-desk --features rest --bin orders_api -- --http 127.0.0.1:8081`.

use order_desk::rest;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use tokio::net::TcpListener;

const USAGE: &str = "\
The order desk as a REST API that fails on request.

Usage: orders_api [--http ADDRESS] [--document]

  --http ADDRESS  Where to listen; 127.0.0.1:0 by default. Port 0 takes a free port. The first line on stderr says which.
  --document      Print the OpenAPI document
";

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let address = match arguments.as_slice() {
        [] => "127.0.0.1:0",
        ["--http", address] => address,
        ["--document"] => return printed(rest::DOCUMENT),
        ["--help" | "-h"] => return printed(USAGE),
        _ => return failed("there is no such argument; --help lists them"),
    };
    let Ok(address) = address.parse::<SocketAddr>() else {
        return failed("the address is not one such as 127.0.0.1:8081");
    };
    match serve(address).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&format!("cannot serve: {error}")),
    }
}

async fn serve(address: SocketAddr) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    say(&format!("serving at http://{}/", listener.local_addr()?));
    tokio::select! {
        served = rest::serve(listener) => served,
        // Without a handler of the signal, the system ends the program.
        stopped = tokio::signal::ctrl_c() => stopped,
    }
}

fn printed(text: &str) -> ExitCode {
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn failed(why: &str) -> ExitCode {
    say(why);
    ExitCode::FAILURE
}

fn say(line: &str) {
    // A failed write to standard error cannot be reported.
    let _ = writeln!(io::stderr(), "orders_api: {line}");
}
