//! Made-up secrets, places and internals in every kind of message that a server can send.
//!
//! A secret that the server is configured with never leaves. The rest leaves no failure, notification or log message unless the
//! scrubber by itself would let it pass: then it is one of its known gaps, the same in every kind.

mod kinds;
mod verdicts;

use super::Attack;
use super::arena::Arena;
use super::outcome::Outcome;
use crate::mcp::http::Connection;
use crate::mcp::stdio::{PATIENCE, Pipe};
use crate::mcp::{Revision, answered_id};
use kinds::{KINDS, Kind};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use verdicts::Verdicts;

pub(super) const ATTACK: Attack = Attack {
    name: "canaries",
    tries: "10,000 canaries in every kind of message that a server can send",
    share: 25,
    is_short: true,
    run,
};

const MOST_MEMORY: u64 = 200;
/// How many requests are open at once on a pipe.
const WINDOW: usize = 64;
/// One of so many canaries is sent over HTTP, too.
const OVER_HTTP: usize = 10;

fn run(arena: &Arena) -> Result<Vec<Outcome>, String> {
    let count = arena.size.canaries.to_string();
    let verdicts = Verdicts::read(&arena.hostile.output(&["--canaries", &count, "--verdicts"])?)?;
    let arguments = ["--canaries", count.as_str()];
    let mut outcomes = Vec::new();
    for (revision, parts_left) in [(Revision::WITH_SESSIONS, 4), (Revision::STATELESS, 3)] {
        let kinds: Vec<_> = KINDS.iter().filter(|kind| kind.is_of(revision)).collect();
        let until = arena.part(parts_left);
        outcomes.push(over_stdio(arena, &arguments, revision, &kinds, &verdicts, until)?);
    }
    for (revision, parts_left) in [(Revision::WITH_SESSIONS, 2), (Revision::STATELESS, 1)] {
        let kinds: Vec<_> = KINDS.iter().filter(|kind| kind.is_of(revision)).collect();
        let until = arena.part(parts_left);
        outcomes.push(over_http(arena, &arguments, revision, &kinds, &verdicts, until)?);
    }
    Ok(outcomes)
}

/// What was shown, by kind.
#[derive(Default)]
struct Shown(BTreeMap<&'static str, (u64, usize)>);

impl Shown {
    fn look(&mut self, kind: &Kind, canary: usize, verdicts: &Verdicts, message: &[u8]) {
        let text = String::from_utf8_lossy(message);
        if verdicts.is_leak(canary, kind.rules, &text) {
            let (count, _) = self.0.entry(kind.name).or_insert((0, canary));
            *count += 1;
        }
    }

    fn close(self, outcome: &mut Outcome) {
        for (kind, (count, first)) in self.0 {
            outcome.leaked += count;
            outcome.over.push(format!("{kind}: {count} leaked, such as number {first}"));
        }
    }
}

/// How long the server waits for the answer to a request of its own, in milliseconds.
const LONG: u64 = 4000;
const SHORT: u64 = 5;

fn over_stdio(
    arena: &Arena,
    arguments: &[&str],
    revision: Revision,
    kinds: &[&'static Kind],
    verdicts: &Verdicts,
    until: Instant,
) -> Result<Outcome, String> {
    let mut pipe = Pipe::open(&arena.hostile, arguments, revision)?;
    let wanted = verdicts.len() * kinds.len();
    let (mut outcome, mut shown) = (Outcome::new("stdio", revision.name).of(wanted as u64), Shown::default());
    // What a notification is about is known only if one canary at a time is on its way.
    'all: for canary in 0..verdicts.len() {
        for group in kinds.chunks(WINDOW) {
            if Instant::now() >= until {
                break 'all;
            }
            for (number, kind) in group.iter().enumerate() {
                outcome.tried += 1;
                let request = kind.request(revision, &json!(number), canary, LONG);
                pipe.send(request.to_string().as_bytes())?;
            }
            let mut waiting = group.len();
            while waiting > 0 {
                let Some(line) = pipe.receive(PATIENCE) else {
                    outcome.lost += waiting as u64;
                    break 'all;
                };
                match answered_id(&line).and_then(|id| id.parse::<usize>().ok()) {
                    Some(number) => {
                        waiting -= 1;
                        if let Some(kind) = group.get(number) {
                            shown.look(kind, canary, verdicts, &line);
                        }
                    }
                    None => answer(&mut pipe, &line, canary, verdicts, &mut shown)?,
                }
            }
        }
    }
    shown.close(&mut outcome);
    Ok(outcome.with_peak(pipe.server.usage(), arena.megabytes(MOST_MEMORY)))
}

/// Looks at a message that is not an answer, and answers it if it is a request.
fn answer(pipe: &mut Pipe, line: &[u8], canary: usize, verdicts: &Verdicts, shown: &mut Shown) -> Result<(), String> {
    let Ok(message) = serde_json::from_slice::<Value>(line) else { return Ok(()) };
    let method = message.get("method").and_then(Value::as_str).unwrap_or_default();
    if let Some(kind) = KINDS.iter().find(|kind| kind.is_sent_as(method)) {
        shown.look(kind, canary, verdicts, line);
    }
    let Some(id) = message.get("id").filter(|id| !id.is_null()) else { return Ok(()) };
    let refusal = json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "not here"}});
    pipe.send(refusal.to_string().as_bytes())
}

fn over_http(
    arena: &Arena,
    arguments: &[&str],
    revision: Revision,
    kinds: &[&'static Kind],
    verdicts: &Verdicts,
    until: Instant,
) -> Result<Outcome, String> {
    let (server, address) = arena.hostile.listen(arguments)?;
    let mut connection = Connection::ready(address, revision).map_err(|error| format!("no connection: {error}"))?;
    let wanted = verdicts.len().div_ceil(OVER_HTTP) * kinds.len();
    let (mut outcome, mut shown) = (Outcome::new("http", revision.name).of(wanted as u64), Shown::default());
    'all: for canary in (0..verdicts.len()).step_by(OVER_HTTP) {
        for (number, kind) in kinds.iter().enumerate() {
            if Instant::now() >= until {
                break 'all;
            }
            outcome.tried += 1;
            let id = json!(canary * kinds.len() + number);
            match connection.post(&kind.request(revision, &id, canary, SHORT)) {
                Ok(response) => {
                    let messages = response.messages();
                    let has_answer = messages.iter().any(|message| answered_id(message).is_some());
                    outcome.lost += u64::from(!has_answer);
                    messages.into_iter().for_each(|message| shown.look(kind, canary, verdicts, message));
                }
                Err(_) => {
                    outcome.lost += 1;
                    std::thread::sleep(Duration::from_millis(10));
                    connection =
                        Connection::ready(address, revision).map_err(|error| format!("no connection: {error}"))?;
                }
            }
        }
    }
    shown.close(&mut outcome);
    Ok(outcome.with_peak(server.usage(), arena.megabytes(MOST_MEMORY)))
}
