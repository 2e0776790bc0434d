//! A log on standard error that nobody reads: no answer waits for it.

use super::Attack;
use super::arena::Arena;
use super::ledger::Ledger;
use super::outcome::Outcome;
use crate::mcp::Revision;
use crate::mcp::stdio::Pipe;
use serde_json::json;
use std::process::Stdio;

pub(super) const ATTACK: Attack = Attack {
    name: "unread log",
    tries: "failures, while nobody reads what the server logs",
    share: 3,
    is_short: true,
    run,
};

const MOST_MEMORY: u64 = 100;

fn run(arena: &Arena) -> Result<Vec<Outcome>, String> {
    let revision = Revision::WITH_SESSIONS;
    let pipe = Pipe::open_with_log(&arena.orders, &[], revision, Stdio::piped())?;
    Ok(vec![failing_calls(arena, pipe, revision)?])
}

/// Calls that fail, one after the other, and a ping in the end.
pub(super) fn failing_calls(arena: &Arena, mut pipe: Pipe, revision: Revision) -> Result<Outcome, String> {
    let mut ledger = Ledger::default();
    for number in 0..arena.size.failures {
        if arena.is_over() {
            break;
        }
        let (tool, arguments) = match number % 4 {
            0 => ("get_order", json!({"id": 4_711_000})),
            1 => ("quote_shipping", json!({"destination": "Atlantis", "kilograms": 2})),
            2 => ("panic", json!({})),
            _ => ("no_such_tool", json!({})),
        };
        let request = revision.call(&json!(number), tool, arguments);
        ledger.ask(number.to_string());
        match pipe.ask(&request, |_| ())? {
            Some(line) => ledger.note(&line),
            None => break,
        }
    }
    let ping = json!({"jsonrpc": "2.0", "id": "alive", "method": "ping"});
    ledger.ask("\"alive\"");
    if let Some(line) = pipe.ask(&ping, |_| ())? {
        ledger.note(&line);
    }
    let mut outcome = Outcome::new("stdio", revision.name);
    ledger.close(&mut outcome);
    if !pipe.server.is_alive() {
        outcome.over.push("the server has ended".to_owned());
    }
    Ok(outcome.with_peak(pipe.server.usage(), arena.megabytes(MOST_MEMORY)))
}
