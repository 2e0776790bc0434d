//! What users of the official clients see of every success and failure of an API behind `candor serve`, over stdio and over HTTP.
//!
//! The programs that make the calls, and what holds for each kind of answer, are those of the order desk's tests. The calls are in
//! `clients/calls.json`, and what each has to show is in `clients/expected.rs`. `cargo xtask test` runs this; by itself:
//!
//! ```text
//! CANDOR_CLIENTS=$(cargo xtask clients) cargo test -p candor-cli --test clients
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
#[path = "../../../examples/order-desk/tests/clients/every_client.rs"]
mod every_client;
#[path = "clients/expected.rs"]
mod expected;
#[path = "../../../examples/order-desk/tests/clients/installed.rs"]
mod installed;
#[path = "../../../examples/order-desk/tests/clients/server.rs"]
mod server;
#[path = "../../../examples/order-desk/tests/clients/shows.rs"]
mod shows;
#[path = "clients/upstream.rs"]
mod upstream;

use client::{Client, Seen};
use expected::EXPECTED;
use installed::installed_clients;
use server::HttpServer;
use std::path::Path;
use std::process::Command;
use upstream::Upstream;

/// Where the programs are that make the calls, each with one client.
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/order-desk/tests/clients");
const CALLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/calls.json");
const CANDOR: &str = env!("CARGO_BIN_EXE_candor");

fn over_stdio(client: Client) {
    let Some(folder) = installed_clients() else { return };
    let upstream = Upstream::start();
    let configuration = upstream.configuration();
    let server = ["stdio".as_ref(), CANDOR.as_ref(), "serve".as_ref(), "--stdio".as_ref(), configuration.as_os_str()];
    // The gateway writes its log where the client writes its own.
    let (seen, log) = client.make_all_calls(&folder, Path::new(CALLS), &server);
    hold(client, &seen, &log);
}

fn over_http(client: Client) {
    let Some(folder) = installed_clients() else { return };
    let upstream = Upstream::start();
    let server = HttpServer::start(Command::new(CANDOR).arg("serve").arg(upstream.configuration()));
    let (seen, _) = client.make_all_calls(&folder, Path::new(CALLS), &["http".as_ref(), server.address().as_ref()]);
    let log = server.end();
    hold(client, &seen, &log);
}

/// The gateway over stdio as one that cannot be changed.
fn over_stdio_wrapped(client: Client) {
    let Some(folder) = installed_clients() else { return };
    let upstream = Upstream::start();
    let configuration = upstream.configuration();
    let words: [&std::ffi::OsStr; 7] = [
        "stdio".as_ref(),
        CANDOR.as_ref(),
        "wrap".as_ref(),
        "--".as_ref(),
        CANDOR.as_ref(),
        "serve".as_ref(),
        "--stdio".as_ref(),
    ];
    let server = [&words[..], &[configuration.as_os_str()]].concat();
    let (seen, log) = client.make_all_calls(&folder, Path::new(CALLS), &server);
    hold(client, &seen, &log);
}

mod wrapped {
    use super::{Client, over_stdio_wrapped};

    #[test]
    fn python_1() {
        over_stdio_wrapped(Client::Python1);
    }

    #[test]
    fn python_2() {
        over_stdio_wrapped(Client::Python2);
    }

    #[test]
    fn typescript_1() {
        over_stdio_wrapped(Client::TypeScript1);
    }

    #[test]
    fn typescript_2() {
        over_stdio_wrapped(Client::TypeScript2);
    }
}

/// Fails with every expectation that does not hold, not only with the first.
fn hold(client: Client, seen: &Seen, log: &str) {
    let mut broken = shows::broken(&EXPECTED, client, seen, log);
    let said = [expected::PASSWORD, expected::TOKEN].into_iter().filter(|secret| log.contains(secret));
    broken.extend(said.map(|secret| format!("the log does not say {secret:?}, but:\n{log}")));
    assert!(broken.is_empty(), "{client:?}:\n- {}\n", broken.join("\n- "));
}
