//! Frames that no well-behaved client sends: what has an id that can be read is answered with it.

mod frames;

use super::Attack;
use super::arena::Arena;
use super::ledger::Ledger;
use super::outcome::Outcome;
use crate::mcp::http::Connection;
use crate::mcp::stdio::{PATIENCE, Pipe};
use crate::mcp::{REVISIONS, Revision};
use frames::{Frame, Frames};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

pub(super) const ATTACK: Attack = Attack {
    name: "hostile frames",
    tries: "lone surrogates, 1e400, huge ids, numbers as _meta, byte order marks, batches, noise, deep and wide JSON",
    share: 12,
    is_short: true,
    run,
};

const MOST_MEMORY: u64 = 200;
/// How many frames may wait for their answers.
const WINDOW: usize = 32;

fn run(arena: &Arena) -> Result<Vec<Outcome>, String> {
    let mut outcomes = Vec::new();
    let mut parts = 2 * u32::try_from(REVISIONS.len()).unwrap_or(1);
    for revision in REVISIONS {
        outcomes.push(over_stdio(arena, revision, arena.part(parts))?);
        outcomes.push(over_http(arena, revision, arena.part(parts - 1))?);
        parts -= 2;
    }
    Ok(outcomes)
}

fn over_stdio(arena: &Arena, revision: Revision, until: Instant) -> Result<Outcome, String> {
    let mut pipe = Pipe::open(&arena.orders, &[], revision)?;
    let mut ledger = Ledger::default();
    let frames = Frames::of(revision).take(usize::try_from(arena.size.frames).unwrap_or(0));
    for (number, Frame { bytes, ids, is_owed, .. }) in frames.enumerate() {
        if number > 0 && Instant::now() >= until {
            break;
        }
        while ledger.waiting() >= WINDOW
            && let Some(line) = pipe.receive(PATIENCE.min(Duration::from_secs(10)))
        {
            ledger.note(&line);
        }
        if ledger.waiting() >= 4 * WINDOW {
            // So many are lost that the rest would show nothing else.
            break;
        }
        ids.into_iter().for_each(|id| if is_owed { ledger.ask(id) } else { ledger.ask_in_vain(id) });
        pipe.send(&bytes)?;
    }
    while let Some(line) = pipe.receive(Duration::from_secs(if ledger.waiting() > 0 { 5 } else { 1 })) {
        ledger.note(&line);
    }
    let mut outcome = Outcome::new("stdio", revision.name);
    ledger.close(&mut outcome);
    if !pipe.server.is_alive() {
        outcome.over.push("the server has ended".to_owned());
    }
    Ok(outcome.with_peak(pipe.server.usage(), arena.megabytes(MOST_MEMORY)))
}

fn over_http(arena: &Arena, revision: Revision, until: Instant) -> Result<Outcome, String> {
    let (mut server, address) = arena.orders.listen(&[])?;
    let mut outcome = Outcome::new("http", revision.name);
    let open = || Connection::ready(address, revision).map_err(|error| format!("no connection any more: {error}"));
    let mut connection = open()?;
    let mut kinds_lost: VecDeque<String> = VecDeque::new();
    for Frame { bytes, ids, is_owed, kind } in
        Frames::of(revision).take(usize::try_from(arena.size.frames).unwrap_or(0))
    {
        // Even where the time is over before the server is there, one is tried.
        if outcome.tried > 0 && Instant::now() >= until {
            break;
        }
        outcome.tried += 1;
        let Ok(response) = connection.post_bytes(&bytes) else {
            // No answer at all: every request over HTTP gets one.
            outcome.lost += 1;
            kinds_lost.push_back(kind.to_owned());
            connection = open()?;
            continue;
        };
        // A batch may be refused as a whole; any other request is answered by its id, and once.
        if let [id] = ids.as_slice()
            && is_owed
        {
            let mut ledger = Ledger::default();
            ledger.ask(id.as_str());
            response.messages().into_iter().for_each(|message| ledger.note(message));
            if ledger.waiting() > 0 {
                kinds_lost.push_back(format!("{kind} {id} ({})", response.status));
            }
            outcome.lost += ledger.waiting() as u64;
            outcome.doubled += ledger.doubled();
        }
    }
    if !kinds_lost.is_empty() {
        kinds_lost.truncate(8);
        outcome.over.push(format!("not answered: {}", Vec::from(kinds_lost).join(", ")));
    }
    if !server.is_alive() {
        outcome.over.push("the server has ended".to_owned());
    }
    Ok(outcome.with_peak(server.usage(), arena.megabytes(MOST_MEMORY)))
}
