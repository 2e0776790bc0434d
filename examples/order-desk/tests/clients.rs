//! What users of the official clients see of every class of failure, over stdio and over HTTP.
//!
//! The calls are in `clients/calls.json`, and what each has to show is in `clients/expected.rs`. `cargo xtask test` runs
//! this; by itself:
//!
//! ```text
//! CANDOR_CLIENTS=$(cargo xtask clients) cargo test -p candor-order-desk --all-features --test clients
//! ```
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

#[path = "clients/client.rs"]
mod client;
#[path = "clients/every_client.rs"]
mod every_client;
#[path = "clients/expected.rs"]
mod expected;
#[path = "clients/installed.rs"]
mod installed;
#[path = "clients/server.rs"]
mod server;
#[path = "clients/shows.rs"]
mod shows;

use client::{Client, Seen};
use expected::EXPECTED;
use installed::installed_clients;
use server::HttpServer;
use std::path::Path;
use std::process::Command;

/// Where the programs are that make the calls, each with one client.
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients");
const CALLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/calls.json");
const SERVER: &str = env!("CARGO_BIN_EXE_orders_server");

fn over_stdio(client: Client) {
    let Some(folder) = installed_clients() else { return };
    // The server writes its log where the client writes its own.
    let (seen, log) = client.make_all_calls(&folder, Path::new(CALLS), &["stdio".as_ref(), SERVER.as_ref()]);
    hold(client, &seen, &log);
}

fn over_http(client: Client) {
    let Some(folder) = installed_clients() else { return };
    let server = HttpServer::start(Command::new(SERVER).arg("--http"));
    let (seen, _) = client.make_all_calls(&folder, Path::new(CALLS), &["http".as_ref(), server.address().as_ref()]);
    let log = server.end();
    hold(client, &seen, &log);
}

/// Fails with every expectation that does not hold, not only with the first.
fn hold(client: Client, seen: &Seen, log: &str) {
    let broken = shows::broken(&EXPECTED, client, seen, log);
    assert!(broken.is_empty(), "{client:?}:\n- {}\n", broken.join("\n- "));
}
