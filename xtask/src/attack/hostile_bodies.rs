//! Bodies of 4 MB, all at once, that take far more room once they are read.

use super::Attack;
use super::arena::{Arena, comes_true};
use super::outcome::{MEGABYTE, Outcome};
use crate::mcp::Revision;
use crate::mcp::http::Connection;
use serde_json::json;
use std::net::SocketAddr;
use std::time::Duration;

pub(super) const ATTACK: Attack = Attack {
    name: "hostile bodies",
    tries: "24 bodies of 4 MB at once, with a deep or wide _meta, arguments or capabilities",
    share: 6,
    is_short: true,
    run,
};

/// The most memory of the server, and what it may hold afterwards, in megabytes.
const MOST_MEMORY: u64 = 200;
const MOST_AFTER: u64 = 100;
/// The longest body that the guards take, and a little less.
pub(super) const LONGEST: usize = (4 << 20) - 1024;

fn run(arena: &Arena) -> Result<Vec<Outcome>, String> {
    let mut outcomes = Vec::new();
    for revision in [Revision::WITH_SESSIONS, Revision::STATELESS] {
        let (server, address) = arena.orders.listen(&[])?;
        let threads: Vec<_> =
            (0..arena.size.bodies).map(|number| std::thread::spawn(move || sent(address, revision, number))).collect();
        let mut outcome = Outcome::new("http", revision.name);
        for thread in threads {
            outcome.tried += 1;
            // It may be refused; but it is answered.
            outcome.lost += u64::from(!thread.join().map_err(|_| "a client panicked")?);
        }
        let is_small = || server.usage().memory_now().is_ok_and(|now| now < MOST_AFTER * MEGABYTE);
        comes_true(Duration::from_secs(10), is_small);
        outcomes.push(
            outcome
                .with_peak(server.usage(), arena.megabytes(MOST_MEMORY))
                .with_memory_after(server.usage(), arena.megabytes(MOST_AFTER)),
        );
    }
    Ok(outcomes)
}

/// Whether a body like that is answered.
fn sent(address: SocketAddr, revision: Revision, number: usize) -> bool {
    let Ok(mut connection) = Connection::ready(address, revision) else { return false };
    connection.post_bytes(&body(revision, number)).is_ok()
}

/// A message that takes many times its length, one way or another.
pub(super) fn body(revision: Revision, number: usize) -> Vec<u8> {
    let id = json!(number);
    let (request, filler): (_, fn(usize) -> String) = match number % 4 {
        0 => (revision.request(&id, "tools/list", json!({"_meta": {"x": "HERE"}})), lists),
        1 => (revision.call(&id, "list_orders", json!({"x": "HERE"})), numbers),
        2 => (revision.call(&id, "list_orders", json!({"x": "HERE"})), objects),
        _ => (revision.request(&id, "tools/list", json!({"_meta": {"x": "HERE"}})), members),
    };
    let text = request.to_string();
    let room = LONGEST.saturating_sub(text.len());
    text.replacen("\"HERE\"", &filler(room), 1).into_bytes()
}

fn lists(room: usize) -> String {
    const DEPTH: usize = 100;
    let one = format!("{}{}", "[".repeat(DEPTH), "]".repeat(DEPTH));
    joined(&one, room)
}

fn numbers(room: usize) -> String {
    joined("0", room)
}

fn objects(room: usize) -> String {
    joined(r#"{"":{}}"#, room)
}

fn members(room: usize) -> String {
    let mut text = String::from("{");
    let mut number = 0_u64;
    while text.len() + 24 < room {
        text.push_str(&format!("\"{number:x}\":0,"));
        number += 1;
    }
    text.push_str("\"\":0}");
    text
}

/// A list of as many of these as there is room for.
fn joined(one: &str, room: usize) -> String {
    let count = room.saturating_sub(2) / (one.len() + 1);
    let mut text = format!("[{}", format!("{one},").repeat(count.saturating_sub(1)));
    text.push_str(one);
    text.push(']');
    text
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Revision, body};

    #[test]
    fn each_body_is_json_and_nearly_as_long_as_one_may_be() {
        for number in 0..4 {
            let body = body(Revision::STATELESS, number);
            assert!((LONGEST - 200..=LONGEST).contains(&body.len()), "{number}: {}", body.len());
            assert!(body.starts_with(b"{") && body.ends_with(b"}"));
        }
    }
}
