//! Clients that ask for much and never read it: others are served, and the memory is bounded.

use super::Attack;
use super::arena::Arena;
use super::ledger::Ledger;
use super::outcome::Outcome;
use crate::mcp::http::Connection;
use crate::mcp::{Revision, initialized};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{ChildStdin, Stdio};
use std::time::Duration;

pub(super) const ATTACK: Attack = Attack {
    name: "unread answers",
    tries: "200 clients that ask for 1 MB each and never read it, while another client is served",
    share: 4,
    is_short: true,
    run,
};

/// What the clients have asked for is 200 MB of it.
const MOST_MEMORY: u64 = 300;
const MOST_MEMORY_OF_PIPE: u64 = 100;
/// How many calls are sent on a pipe for each client over HTTP.
const PIPELINED: usize = 20;
/// How long nothing is read from the pipe.
const UNREAD: Duration = Duration::from_secs(2);
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
    let outcome = outcome.with_peak(server.usage(), arena.megabytes(MOST_MEMORY));
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

/// On a pipe there is one client: it asks a lot before it reads anything, and then everything comes.
fn over_stdio(arena: &Arena) -> Result<Outcome, String> {
    let revision = Revision::WITH_SESSIONS;
    let count = arena.size.unread * PIPELINED;
    let mut server = arena.hostile.start_with(&[], Stdio::null())?;
    let (mut input, output) = server.pipes()?;
    let mut ledger = Ledger::default();
    (0..count).for_each(|number| ledger.ask(number.to_string()));
    ledger.ask("\"hello\"");
    let requests = std::thread::spawn(move || {
        let send = |input: &mut ChildStdin, message: &Value| writeln!(input, "{message}").is_ok();
        let mut is_open = send(&mut input, &revision.initialize(&json!("hello"))) && send(&mut input, &initialized());
        for number in 0..count {
            is_open = is_open && send(&mut input, &revision.call(&json!(number), "echo", json!({"size": 10_000})));
        }
        input
    });
    std::thread::sleep(UNREAD);
    let mut answers = BufReader::new(output).lines().map_while(Result::ok);
    while ledger.waiting() > 0
        && let Some(line) = answers.next()
    {
        ledger.note(line.as_bytes());
    }
    // As long as its input is open, the server does not end, and its memory can be looked at.
    let input = requests.join();
    let mut outcome = Outcome::new("stdio", revision.name);
    ledger.close(&mut outcome);
    let outcome = outcome.with_peak(server.usage(), arena.megabytes(MOST_MEMORY_OF_PIPE));
    drop(input);
    Ok(outcome)
}
