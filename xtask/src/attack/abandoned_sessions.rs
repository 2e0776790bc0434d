//! Sessions that are opened and never used again: they are capped, or end, and cost little.

use super::Attack;
use super::arena::{Arena, comes_true};
use super::outcome::{MEGABYTE, Outcome};
use crate::mcp::Revision;
use crate::mcp::http::Connection;
use serde_json::json;
use std::net::SocketAddr;
use std::time::Duration;

pub(super) const ATTACK: Attack = Attack {
    name: "abandoned sessions",
    tries: "5,000 sessions that nobody comes back to, some with capabilities of 4 MB",
    share: 8,
    is_short: true,
    run,
};

const MOST_MEMORY: u64 = 200;
const MOST_AFTER: u64 = 100;
/// One of so many is as large as it may be.
const LARGE: usize = 25;
const CLIENTS: usize = 8;

fn run(arena: &Arena) -> Result<Vec<Outcome>, String> {
    let revision = Revision::WITH_SESSIONS;
    // Without that, the allocator keeps what the sessions have freed, and nobody can tell that from what the server keeps.
    let (server, address) = arena.orders.giving_memory_back().listen(&[])?;
    let each = arena.size.sessions / CLIENTS;
    let threads: Vec<_> =
        (0..CLIENTS).map(|client| std::thread::spawn(move || abandoned(address, client * each, each))).collect();
    let mut outcome = Outcome::new("http", revision.name);
    for thread in threads {
        let (tried, lost) = thread.join().map_err(|_| "a client panicked")?;
        outcome.tried += tried;
        outcome.lost += lost;
    }
    // One who comes now is served, or told when to come back.
    outcome.tried += 1;
    let request = Revision::STATELESS.call(&json!(1), "get_order", json!({"id": 1001}));
    let response = Connection::open(address, Revision::STATELESS).and_then(|mut it| it.post(&request));
    outcome.lost += u64::from(!response.is_ok_and(|response| response.status == 200));
    let is_small = || server.usage().memory_now().is_ok_and(|now| now < MOST_AFTER * MEGABYTE);
    comes_true(Duration::from_secs(15), is_small);
    Ok(vec![
        outcome
            .with_peak(server.usage(), arena.megabytes(MOST_MEMORY))
            .with_memory_after(server.usage(), arena.megabytes(MOST_AFTER)),
    ])
}

/// Opens so many sessions. How many were tried, and how many got no answer at all.
fn abandoned(address: SocketAddr, first: usize, count: usize) -> (u64, u64) {
    let large = "x".repeat((4 << 20) - 4096);
    let (mut tried, mut lost) = (0, 0);
    let mut connection = Connection::open(address, Revision::WITH_SESSIONS);
    for number in first..first + count {
        let mut hello = Revision::WITH_SESSIONS.initialize(&json!(number));
        if number.is_multiple_of(LARGE)
            && let Some(capabilities) = hello.pointer_mut("/params/capabilities")
        {
            *capabilities = json!({"experimental": {"x": {"x": large}}});
        }
        tried += 1;
        // A refusal is an answer, too; it may close the connection.
        if connection.as_mut().is_ok_and(|connection| connection.post(&hello).is_ok()) {
            continue;
        }
        connection = Connection::open(address, Revision::WITH_SESSIONS);
        if !connection.as_mut().is_ok_and(|connection| connection.post(&hello).is_ok()) {
            lost += 1;
            connection = Connection::open(address, Revision::WITH_SESSIONS);
        }
    }
    (tried, lost)
}
