//! Tools that fail with far too much: the answer is bounded, and so is the memory.

use super::Attack;
use super::arena::Arena;
use super::outcome::Outcome;
use crate::mcp::http::Connection;
use crate::mcp::stdio::Pipe;
use crate::mcp::{Revision, answered_id};
use serde_json::{Value, json};

pub(super) const ATTACK: Attack = Attack {
    name: "large answers",
    tries: "a failure with an image of 30 MB, and a batch of a million failed items",
    share: 5,
    is_short: true,
    run,
};

/// A failure must not be larger than that, in bytes.
const LONGEST_ANSWER: usize = 1_000_000;
const MOST_MEMORY: u64 = 200;

fn run(arena: &Arena) -> Result<Vec<Outcome>, String> {
    let calls = [("image", arena.size.image), ("batch", arena.size.items)];
    let mut outcomes = Vec::new();
    for (tool, size) in calls {
        let mut pipe = Pipe::open(&arena.hostile, &[], Revision::WITH_SESSIONS)?;
        let request = Revision::WITH_SESSIONS.call(&json!(1), tool, json!({"size": size}));
        let answer = pipe.ask(&request, |_| ())?;
        let outcome = judged("stdio", Revision::WITH_SESSIONS, tool, answer.as_deref());
        outcomes.push(outcome.with_peak(pipe.server.usage(), arena.megabytes(MOST_MEMORY)));

        let (server, address) = arena.hostile.listen(&[])?;
        let request = Revision::STATELESS.call(&json!(1), tool, json!({"size": size}));
        let answer = over_http(address, &request);
        let outcome = judged("http", Revision::STATELESS, tool, answer.as_deref());
        outcomes.push(outcome.with_peak(server.usage(), arena.megabytes(MOST_MEMORY)));
    }
    Ok(outcomes)
}

/// The answer, if there is one.
fn over_http(address: std::net::SocketAddr, request: &Value) -> Option<Vec<u8>> {
    let response = Connection::open(address, Revision::STATELESS).and_then(|mut it| it.post(request)).ok()?;
    response.messages().into_iter().find(|message| answered_id(message).is_some()).map(<[u8]>::to_vec)
}

fn judged(transport: &'static str, revision: Revision, tool: &str, answer: Option<&[u8]>) -> Outcome {
    let lost = u64::from(answer.is_none());
    let outcome = Outcome { tried: 1, lost, ..Outcome::new(transport, revision.name) };
    match answer.map(<[u8]>::len) {
        Some(length) if length > LONGEST_ANSWER => {
            outcome.over(format!("{tool}: an answer of {length} bytes; {LONGEST_ANSWER} are allowed"))
        }
        _ => outcome,
    }
}
