//! Lines of 4 MB that take far more room once they are read.

use super::Attack;
use super::arena::{Arena, comes_true};
use super::hostile_bodies::body;
use super::ledger::Ledger;
use super::outcome::{MEGABYTE, Outcome};
use crate::mcp::stdio::{PATIENCE, Pipe};
use crate::mcp::{REVISIONS, answered_id};
use std::time::{Duration, Instant};

pub(super) const ATTACK: Attack = Attack {
    name: "long lines",
    tries: "lines of 4 MB with a deep or wide _meta or arguments",
    share: 4,
    is_short: true,
    run,
};

const MOST_MEMORY: u64 = 200;
const MOST_AFTER: u64 = 100;

fn run(arena: &Arena) -> Result<Vec<Outcome>, String> {
    let mut outcomes = Vec::new();
    for (parts_left, revision) in (1..=4).rev().zip(REVISIONS) {
        let until = arena.part(parts_left);
        let mut pipe = Pipe::open(&arena.orders, &[], revision)?;
        let mut ledger = Ledger::default();
        for number in 0..arena.size.lines {
            if number > 0 && Instant::now() >= until {
                break;
            }
            ledger.ask(number.to_string());
            pipe.send(&body(revision, number))?;
        }
        while ledger.waiting() > 0
            && let Some(line) = pipe.receive(PATIENCE)
        {
            if let Some(id) = answered_id(&line) {
                ledger.answer(&id);
            }
        }
        let mut outcome = Outcome::new("stdio", revision.name);
        ledger.close(&mut outcome);
        let server = pipe.server.usage();
        comes_true(Duration::from_secs(10), || server.memory_now().is_ok_and(|now| now < MOST_AFTER * MEGABYTE));
        outcomes.push(
            outcome
                .with_peak(server, arena.megabytes(MOST_MEMORY))
                .with_memory_after(server, arena.megabytes(MOST_AFTER)),
        );
    }
    Ok(outcomes)
}
