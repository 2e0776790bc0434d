//! A subscriber of the log that panics: no answer goes with it.

use super::arena::Arena;
use super::outcome::Outcome;
use super::{Attack, unread_log};
use crate::mcp::Revision;
use crate::mcp::stdio::Pipe;

pub(super) const ATTACK: Attack = Attack {
    name: "panicking log",
    tries: "failures, while every event of the log panics",
    share: 3,
    is_short: true,
    run,
};

fn run(arena: &Arena) -> Result<Vec<Outcome>, String> {
    let revision = Revision::WITH_SESSIONS;
    let pipe = Pipe::open(&arena.hostile, &["--panicking-log"], revision)?;
    Ok(vec![unread_log::failing_calls(arena, pipe, revision)?])
}
