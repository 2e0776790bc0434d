//! Clients that ask for much and never read it: others are served, and the memory is bounded.

use super::Attack;
use super::arena::Arena;
use super::outcome::Outcome;
use crate::mcp::Revision;
use crate::mcp::http::Connection;
use crate::mcp::stdio::Pipe;
use serde_json::json;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

pub(super) const ATTACK: Attack = Attack {
    name: "unread answers",
    tries: "200 clients that ask for 1 MB each and never read it, while another client is served",
    share: 4,
    is_short: false,
    run,
};

const MOST_MEMORY: u64 = 300;
/// What each asks for, in bytes.
const ANSWER: usize = 1_000_000;
/// How often the other client calls.
const CALLS: u64 = 50;

fn run(arena: &Arena) -> Result<Vec<Outcome>, String> {
    let (server, address) = arena.hostile.listen(&[])?;
    let held: Vec<_> = (0..arena.size.unread).map_while(|number| held(address, number).ok()).collect();
    let mut outcome = Outcome::new("http", Revision::STATELESS.name);
    let request = Revision::STATELESS.call(&json!(1), "echo", json!({"size": 1}));
    for _ in 0..CALLS {
        if arena.is_over() {
            break;
        }
        outcome.tried += 1;
        let response = Connection::open(address, Revision::STATELESS).and_then(|mut it| it.post(&request));
        outcome.lost += u64::from(!response.is_ok_and(|response| response.status == 200));
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(held);
    let outcome = outcome.with_peak(server.usage(), MOST_MEMORY);
    Ok(vec![outcome, over_stdio(arena)?])
}

/// One that has asked, and does not read.
fn held(address: SocketAddr, number: usize) -> io::Result<Connection> {
    let mut connection = Connection::open(address, Revision::STATELESS)?;
    let text = Revision::STATELESS.call(&json!(number), "echo", json!({"size": ANSWER})).to_string();
    let head = connection.head(&Revision::STATELESS.call(&json!(number), "echo", json!({})), text.len());
    connection.send(format!("{head}{text}").as_bytes())?;
    Ok(connection)
}

/// On a pipe, the same client asks for all of it at once and reads it late: everything comes.
fn over_stdio(arena: &Arena) -> Result<Outcome, String> {
    let revision = Revision::WITH_SESSIONS;
    let mut pipe = Pipe::open(&arena.hostile, &[], revision)?;
    let mut ledger = super::ledger::Ledger::default();
    for number in 0..arena.size.unread {
        ledger.ask(number.to_string());
        let request = revision.call(&json!(number), "echo", json!({"size": ANSWER}));
        pipe.send(request.to_string().as_bytes())?;
    }
    while ledger.waiting() > 0
        && let Some(line) = pipe.receive(crate::mcp::stdio::PATIENCE)
    {
        ledger.note(&line);
    }
    let mut outcome = Outcome::new("stdio", revision.name);
    ledger.close(&mut outcome);
    Ok(outcome.with_peak(pipe.server.usage(), MOST_MEMORY))
}
