//! `cargo xtask bench-http`: what the guards cost over real sockets.
//!
//! A server runs twice, with and without its guards, each as a process of its own: the order desk, and one with a tool that does
//! next to nothing. What counts is the time that
//! the server has had a processor, so neither the client's work nor waiting is in it. The two take turns: whatever else the
//! machine does, it does to both.

mod table;

use crate::mcp::Revision;
use crate::mcp::load::{Call, Load};
use crate::mcp::program::{HOSTILE_SERVER, ORDERS_SERVER, Program, Running};
use std::net::SocketAddr;
use std::time::Duration;
use table::Row;

/// How many calls one measurement has, unless it is said.
pub(crate) const DEFAULT_CALLS: u32 = 4_000;

/// How often each server is measured in each setting.
const ROUNDS: usize = 10;

const SETTINGS: [(&str, Revision); 2] =
    [("stateless", Revision::STATELESS), ("with sessions", Revision::WITH_SESSIONS)];
const CLIENTS: [u32; 2] = [1, 64];

/// A tool of the order desk, with a small structured result.
const ORDER: Call = Call { name: "an order, found", tool: "get_order", arguments: "{\"id\": 1001}", mark: "\"Ada\"" };
/// The same, which fails as its contract says.
const MISSING_ORDER: Call = Call {
    name: "an order, not found",
    tool: "get_order",
    arguments: "{\"id\": 999999}",
    mark: "There is no order 999999",
};
/// A tool that does next to nothing.
const ECHO: Call = Call { name: "a trivial tool", tool: "echo", arguments: "{\"size\": 10}", mark: "\"xxxxxxxxxx\"" };

/// Measures every setting with so many calls at a time, and prints the table.
///
/// # Errors
///
/// A sentence, if a server does not start or a call is not answered as it should be.
pub(crate) fn run(calls: u32) -> Result<(), String> {
    let (desk, trivial) = (Program::build(ORDERS_SERVER, true)?, Program::build(HOSTILE_SERVER, true)?);
    let called = [(&desk, &ORDER), (&desk, &MISSING_ORDER), (&trivial, &ECHO)];
    let mut rows = Vec::new();
    for (setting, revision) in SETTINGS {
        for clients in CLIENTS {
            for (program, call) in called {
                let load = Load { revision, has_session: revision.has_handshake, clients, calls, call };
                let (bare, guarded) = measured(program, load)?;
                let row = Row { setting, clients, call: call.name, bare, guarded };
                crate::say(&row.line());
                rows.push(row);
            }
        }
    }
    table::print(&rows)
}

/// The time per call of each round, without guards and with them.
fn measured(program: &Program, load: Load<'_>) -> Result<(Vec<Duration>, Vec<Duration>), String> {
    let (bare, guarded) = (Server::start(program, &["--bare"])?, Server::start(program, &[])?);
    // What a server does only once is not what a call costs.
    let warm = Load { calls: load.calls.div_ceil(5), ..load };
    bare.take(warm)?;
    guarded.take(warm)?;
    let (mut of_bare, mut of_guarded) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        if round.is_multiple_of(2) {
            of_bare.push(bare.take(load)?);
            of_guarded.push(guarded.take(load)?);
        } else {
            of_guarded.push(guarded.take(load)?);
            of_bare.push(bare.take(load)?);
        }
    }
    Ok((of_bare, of_guarded))
}

struct Server {
    running: Running,
    address: SocketAddr,
}

impl Server {
    fn start(program: &Program, arguments: &[&str]) -> Result<Server, String> {
        let (running, address) = program.listen(arguments)?;
        Ok(Server { running, address })
    }

    /// The processor time that each call of the load takes here.
    fn take(&self, load: Load<'_>) -> Result<Duration, String> {
        let ready = load.connect(self.address)?;
        let before = self.running.usage().processor_time()?;
        let count = ready.send()?.checked()?.count;
        let after = self.running.usage().processor_time()?;
        Ok(after.saturating_sub(before) / count.max(1))
    }
}
