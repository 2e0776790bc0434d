//! A small MCP server over stdio that misbehaves as it is told to: for tests of what stands before servers.
//!
//! ```text
//! misbehaving-server [--modern] [--features] [--starts FILE] [--misbehave NAME[=NUMBER]]…   serves
//! misbehaving-server --list                                                    names all misbehaviours, a line each
//! misbehaving-server --hold WATCHER COMMAND…                                   supervises a child, and waits to be killed
//! misbehaving-server --churn WATCHER COUNT COMMAND…                            starts and stops children, and counts what is left
//! ```
//!
//! Without `--misbehave` it is a proper server. [`misbehaviour::ALL`] lists what else it can be. What happens in a call is also a tool of
//! that name; with `--misbehave`, it happens in every call.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a program of the tests: one that cannot go on has failed"
)]

mod call;
mod features;
mod misbehaviour;
mod options;
mod output;
mod protocol;
mod server;
mod supervised;
mod tools;

use options::Options;
use server::Server;
use std::io::{BufRead, stdin};
use std::sync::Arc;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--list"] => misbehaviour::ALL.iter().for_each(|one| output::bytes(format!("{}\n", one.name).as_bytes())),
        ["--hold", watcher, command @ ..] => supervised::hold(watcher, command),
        ["--churn", watcher, count, command @ ..] => supervised::churn(watcher, count.parse().unwrap(), command),
        _ => serve(Options::read(&arguments)),
    }
}

fn serve(options: Options) {
    let server = Arc::new(Server::new(options));
    server.at_start();
    let mut input = stdin().lock();
    let mut line = Vec::new();
    while server.reads_more() && input.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        if let Ok(message) = serde_json::from_slice(&line) {
            server.take(message);
        }
        line.clear();
    }
    if server.outlives_its_input() {
        misbehaviour::sleep_for_ever();
    }
}
