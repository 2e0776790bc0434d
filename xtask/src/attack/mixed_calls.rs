//! Calls of every kind, many at once: each request is answered once.

use super::Attack;
use super::arena::Arena;
use super::ledger::Ledger;
use super::outcome::Outcome;
use crate::mcp::http::Connection;
use crate::mcp::stdio::{PATIENCE, Pipe};
use crate::mcp::{REVISIONS, Revision};
use serde_json::{Value, json};
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

pub(super) const ATTACK: Attack = Attack {
    name: "mixed calls",
    tries: "successes, failures, panics, bad arguments, unknown tools and cancellations, many at once",
    share: 50,
    is_short: true,
    run,
};

/// The most memory of the server, in megabytes.
const MOST_MEMORY: u64 = 100;
/// How many requests are open at once on a pipe.
const WINDOW: usize = 128;
/// How many clients there are over HTTP.
const CLIENTS: u64 = 16;
/// One of so many is cancelled.
const CANCELLED: u64 = 97;

fn run(arena: &Arena) -> Result<Vec<Outcome>, String> {
    let mut parts = 2 * u32::try_from(REVISIONS.len()).unwrap_or(1);
    let each = arena.size.calls.div_ceil(parts.into());
    let mut outcomes = Vec::new();
    for revision in REVISIONS {
        outcomes.push(over_stdio(arena, revision, each, arena.part(parts))?);
        outcomes.push(over_http(arena, revision, each, arena.part(parts - 1))?);
        parts -= 2;
    }
    Ok(outcomes)
}

/// The requests of one revision, written once: only their ids differ.
struct Calls {
    revision: Revision,
    texts: Vec<(String, Value)>,
}

/// What stands for the id.
const ID: &str = "\"ID\"";

impl Calls {
    fn of(revision: Revision) -> Calls {
        let call = |tool: &str, arguments: Value| revision.call(&json!("ID"), tool, arguments);
        let quote = |place: &str| call("quote_shipping", json!({"destination": place, "kilograms": 2}));
        let requests = [
            call("get_order", json!({"id": 1001})),
            call("list_orders", json!({})),
            call("get_order", json!({"id": 1002})),
            quote("Lisbon"),
            call("get_order", json!({"id": 999_999})),
            call("get_order", json!({"id": "one"})),
            call("get_ordr", json!({"id": 1})),
            call("create_order", json!({"custmer": "Ann", "items": []})),
            quote("Atlantis"),
            quote("Bermuda"),
            quote("Cairo"),
            quote("Edinburgh"),
            call("cancel_orders", json!({"ids": [1, 2, 999]})),
            revision.request(&json!("ID"), "tools/list", json!({})),
            revision.request(&json!("ID"), "no/such/method", json!({})),
            revision.request(&json!("ID"), "tools/call", json!({"arguments": {}})),
        ];
        Calls { revision, texts: requests.into_iter().map(|request| (request.to_string(), request)).collect() }
    }

    /// The request with this number, its id as JSON, and what its headers are made of.
    fn get(&self, number: u64) -> (String, String, &Value) {
        let id = if number.is_multiple_of(3) { format!("\"s{number}\"") } else { number.to_string() };
        let index = usize::try_from(number).unwrap_or(0) % self.texts.len();
        let (text, request) = self.texts.get(index).map_or(("", &Value::Null), |(text, request)| (text, request));
        (text.replacen(ID, &id, 1), id, request)
    }

    /// A call that takes longer than this client waits.
    fn long(&self, id: &Value) -> Value {
        self.revision.call(id, "export_orders", json!({"seconds": 1}))
    }
}

fn over_stdio(arena: &Arena, revision: Revision, count: u64, until: Instant) -> Result<Outcome, String> {
    let calls = Calls::of(revision);
    let mut pipe = Pipe::open(&arena.orders, &[], revision)?;
    let mut ledger = Ledger::default();
    let mut number = 0;
    while number < count && Instant::now() < until {
        if ledger.waiting() >= WINDOW {
            match pipe.receive(PATIENCE) {
                Some(line) => ledger.note(&line),
                None => break,
            }
            continue;
        }
        number += 1;
        if number.is_multiple_of(CANCELLED) {
            let id = json!(format!("cancelled {number}"));
            ledger.ask_in_vain(id.to_string());
            pipe.send(calls.long(&id).to_string().as_bytes())?;
            let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
            pipe.send(cancelled.to_string().as_bytes())?;
        } else {
            let (text, id, _) = calls.get(number);
            ledger.ask(id);
            pipe.send(text.as_bytes())?;
        }
    }
    while ledger.waiting() > 0
        && let Some(line) = pipe.receive(PATIENCE)
    {
        ledger.note(&line);
    }
    // A second answer would come at once.
    while let Some(line) = pipe.receive(Duration::from_millis(200)) {
        ledger.note(&line);
    }
    let mut outcome = Outcome::new("stdio", revision.name).of(count);
    ledger.close(&mut outcome);
    Ok(outcome.with_peak(pipe.server.usage(), arena.megabytes(MOST_MEMORY)))
}

fn over_http(arena: &Arena, revision: Revision, count: u64, until: Instant) -> Result<Outcome, String> {
    let (server, address) = arena.orders.listen(&[])?;
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            std::thread::spawn(move || client_over_http(client, address, revision, count.div_ceil(CLIENTS), until))
        })
        .collect();
    let mut outcome = Outcome::new("http", revision.name).of(count);
    for client in clients {
        let ledger = client.join().map_err(|_| "a client panicked")??;
        ledger.close(&mut outcome);
    }
    Ok(outcome.with_peak(server.usage(), arena.megabytes(MOST_MEMORY)))
}

fn client_over_http(
    client: u64,
    address: SocketAddr,
    revision: Revision,
    count: u64,
    until: Instant,
) -> Result<Ledger, String> {
    let broken = |error: io::Error| format!("a client over HTTP cannot go on: {error}");
    let calls = Calls::of(revision);
    let mut connection = Connection::ready(address, revision).map_err(broken)?;
    let mut ledger = Ledger::default();
    for number in 1..=count {
        if Instant::now() >= until {
            break;
        }
        if number.is_multiple_of(CANCELLED) {
            // Over HTTP, who leaves has cancelled.
            let (id, session) = (json!(format!("cancelled {number}")), connection.session().map(str::to_owned));
            ledger.ask_in_vain(id.to_string());
            let long = calls.long(&id);
            let text = long.to_string();
            let head = connection.head(&long, text.len());
            connection.send(format!("{head}{text}").as_bytes()).map_err(broken)?;
            connection = Connection::open(address, revision).map_err(broken)?.within(session.as_deref());
            continue;
        }
        let (text, id, request) = calls.get(number + client);
        ledger.ask(id);
        let head = connection.head(request, text.len());
        let response = connection.exchange(&head, text.as_bytes()).map_err(broken)?;
        for message in response.messages() {
            ledger.note(message);
        }
    }
    Ok(ledger)
}
