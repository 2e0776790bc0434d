//! What users of the official clients see of every class of failure of the order desk, an MCP server, when `candor serve` stands before
//! it: the same as without.
//!
//! The programs that make the calls, the calls, and what each has to show are those of the order desk's tests. `cargo xtask test` runs
//! this; by itself:
//!
//! ```text
//! cargo build -p candor-order-desk --features server
//! CANDOR_CLIENTS=$(cargo xtask clients) cargo test -p candor-cli --test clients_mcp
//! ```
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

#[path = "../../../examples/order-desk/tests/clients/client.rs"]
mod client;
#[path = "../../../examples/order-desk/tests/clients/expected.rs"]
mod expected;
#[path = "../../../examples/order-desk/tests/clients/installed.rs"]
mod installed;
#[path = "../../../examples/order-desk/tests/clients/server.rs"]
mod server;
#[path = "../../../examples/order-desk/tests/clients/shows.rs"]
mod shows;

use client::{Client, Seen};
use expected::EXPECTED;
use installed::installed_clients;
use server::HttpServer;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the programs are that make the calls, each with one client.
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/order-desk/tests/clients");
const CALLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/order-desk/tests/clients/calls.json");
const CANDOR: &str = env!("CARGO_BIN_EXE_candor");

/// The order desk's server, which is built beside `candor`.
fn order_desk() -> PathBuf {
    let program = Path::new(CANDOR).with_file_name("orders_server").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "it is not built; build it with: cargo build -p candor-order-desk --features server");
    program
}

/// The client starts the gateway, which starts the order desk.
fn before_a_child(client: Client) {
    let Some(folder) = installed_clients() else { return };
    let desk = order_desk();
    let words = ["stdio", CANDOR, "serve", "--stdio", "--"].map(OsStr::new);
    let (seen, log) = client.make_all_calls(&folder, Path::new(CALLS), &[&words[..], &[desk.as_os_str()]].concat());
    hold(client, &seen, &log);
}

/// The client reaches the gateway over HTTP, and so does the gateway the order desk.
fn before_an_address(client: Client) {
    let Some(folder) = installed_clients() else { return };
    let desk = HttpServer::start(Command::new(order_desk()).arg("--http"));
    let gateway =
        HttpServer::start(Command::new(CANDOR).args(["serve", "--listen", "127.0.0.1:0", "--mcp", desk.address()]));
    over_http(client, &folder, gateway);
    desk.end();
}

/// The client reaches the gateway over HTTP, which starts the order desk by the wrapper.
fn before_a_wrapped_child(client: Client) {
    let Some(folder) = installed_clients() else { return };
    let mut command = Command::new(CANDOR);
    command.args(["serve", "--listen", "127.0.0.1:0", "--", CANDOR, "wrap", "--"]).arg(order_desk());
    over_http(client, &folder, HttpServer::start(&mut command));
}

fn over_http(client: Client, folder: &Path, gateway: HttpServer) {
    let server = ["http", gateway.address()].map(OsStr::new);
    let (seen, _) = client.make_all_calls(folder, Path::new(CALLS), &server);
    hold(client, &seen, &gateway.end());
}

/// Fails with every expectation that does not hold, not only with the first.
fn hold(client: Client, seen: &Seen, log: &str) {
    let broken = shows::broken(&EXPECTED, client, seen, log);
    assert!(broken.is_empty(), "{client:?}:\n- {}\n", broken.join("\n- "));
}

/// A module with one test for each client.
macro_rules! every_client {
    ($way:ident) => {
        mod $way {
            use super::Client;

            #[test]
            fn python_1_shows_every_failure() {
                super::$way(Client::Python1);
            }

            #[test]
            fn python_2_shows_every_failure() {
                super::$way(Client::Python2);
            }

            #[test]
            fn typescript_1_shows_every_failure() {
                super::$way(Client::TypeScript1);
            }

            #[test]
            fn typescript_2_shows_every_failure() {
                super::$way(Client::TypeScript2);
            }
        }
    };
}

every_client!(before_a_child);
every_client!(before_an_address);
every_client!(before_a_wrapped_child);
