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
#[path = "clients/expected.rs"]
mod expected;
#[path = "clients/server.rs"]
mod server;

use client::{Client, Seen};
use server::HttpServer;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Once;

#[test]
fn python_1_shows_every_failure_over_stdio() {
    over_stdio(Client::Python1);
}

#[test]
fn python_1_shows_every_failure_over_http() {
    over_http(Client::Python1);
}

#[test]
fn python_2_shows_every_failure_over_stdio() {
    over_stdio(Client::Python2);
}

#[test]
fn python_2_shows_every_failure_over_http() {
    over_http(Client::Python2);
}

#[test]
fn typescript_1_shows_every_failure_over_stdio() {
    over_stdio(Client::TypeScript1);
}

#[test]
fn typescript_1_shows_every_failure_over_http() {
    over_http(Client::TypeScript1);
}

#[test]
fn typescript_2_shows_every_failure_over_stdio() {
    over_stdio(Client::TypeScript2);
}

#[test]
fn typescript_2_shows_every_failure_over_http() {
    over_http(Client::TypeScript2);
}

fn over_stdio(client: Client) {
    let Some(folder) = installed_clients() else { return };
    let server = server::PROGRAM;
    // The server writes its log where the client writes its own.
    let (seen, log) = client.make_all_calls(&folder, &["stdio".as_ref(), server.as_ref()]);
    hold(client, &seen, &log);
}

fn over_http(client: Client) {
    let Some(folder) = installed_clients() else { return };
    let server = HttpServer::start();
    let (seen, _) = client.make_all_calls(&folder, &["http".as_ref(), server.address().as_ref()]);
    let log = server.end();
    hold(client, &seen, &log);
}

/// Fails with every expectation that does not hold, not only with the first.
fn hold(client: Client, seen: &Seen, log: &str) {
    let broken = expected::broken(client, seen, log);
    assert!(broken.is_empty(), "{client:?}:\n- {}\n", broken.join("\n- "));
}

/// Once is loud enough.
static SAID: Once = Once::new();

/// The folder with the clients; `None` if they are not installed, which only a person's own run may leave at that.
fn installed_clients() -> Option<PathBuf> {
    let folder = std::env::var_os("CANDOR_CLIENTS").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    if folder.is_none() {
        let notice = "SKIPPED: nothing is known of the clients, because CANDOR_CLIENTS is not set; \
                      `cargo xtask test` sets it, and by hand: CANDOR_CLIENTS=$(cargo xtask clients)";
        assert!(std::env::var_os("CI").is_none(), "{notice}");
        // Past the test runner, which would keep it to itself.
        SAID.call_once(|| drop(writeln!(std::io::stderr(), "\n{notice}\n")));
    }
    folder
}
