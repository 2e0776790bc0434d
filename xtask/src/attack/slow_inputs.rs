//! Texts that take longer to scrub than others of their length.

mod pieces;

use super::Attack;
use super::arena::Arena;
use super::outcome::Outcome;
use crate::mcp::Revision;
use crate::mcp::stdio::Pipe;
use pieces::{ORDINARY, Pieces, WORST};
use serde_json::{Value, json};
use std::time::Duration;

pub(super) const ATTACK: Attack = Attack {
    name: "slow inputs",
    tries: "texts that are slow to scrub, as arguments that come back and as a tool's own words",
    share: 10,
    is_short: false,
    run,
};

/// How many times as long as ordinary text anything may take, per byte.
const MOST: f64 = 15.0;
/// How often what seems slow is measured again: a cache that others have emptied makes anything slow once.
const AGAIN: usize = 4;

fn run(arena: &Arena) -> Result<Vec<Outcome>, String> {
    let revision = Revision::WITH_SESSIONS;
    let mut pipe = Pipe::open(&arena.hostile, &[], revision)?;
    let mut outcome = Outcome::new("stdio", revision.name);
    let length = arena.size.slow_input;
    // The way there and back, with an ordinary text: what anything of this length takes at least.
    let mut ordinary = Duration::MAX;
    for _ in 0..10 {
        ordinary = ordinary.min(taken(&mut pipe, ORDINARY, length, Way::Argument)?);
    }
    let generated = Pieces::default().take(arena.size.slow_inputs);
    let mut slowest = (0.0, String::new());
    for unit in WORST.iter().map(|unit| (*unit).to_owned()).chain(generated) {
        if arena.is_over() {
            break;
        }
        for way in [Way::Argument, Way::OwnWords] {
            outcome.tried += 1;
            let mut time = taken(&mut pipe, &unit, length, way)?;
            for _ in 0..AGAIN {
                if ratio(time, ordinary) <= MOST.min(slowest.0) {
                    break;
                }
                time = time.min(taken(&mut pipe, &unit, length, way)?);
            }
            if ratio(time, ordinary) > slowest.0 {
                slowest = (ratio(time, ordinary), unit.clone());
            }
        }
    }
    outcome.slowest = Some(slowest.0);
    // Only what is built to be fast is measured.
    if arena.is_release && slowest.0 > MOST {
        outcome.over.push(format!("{:?} takes {:.0} times as long as ordinary text", slowest.1, slowest.0));
    }
    Ok(vec![outcome])
}

/// How the text gets into the failure.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// The caller sends it, and the tool repeats it.
    Argument,
    /// The tool makes it.
    OwnWords,
}

/// The time that the server has a processor for a failure with this text: waiting, and what else the machine does, is not in it.
fn taken(pipe: &mut Pipe, unit: &str, length: usize, way: Way) -> Result<Duration, String> {
    let times = (length / unit.len().max(1)).max(1);
    let (text, size) = match way {
        Way::Argument => (unit.repeat(times), 1),
        Way::OwnWords => (unit.to_owned(), times),
    };
    let request: Value = Revision::WITH_SESSIONS.call(&json!(1), "fail", json!({"text": text, "size": size}));
    let text = request.to_string();
    let before = pipe.server.usage().processor_time()?;
    pipe.send(text.as_bytes())?;
    pipe.receive(crate::mcp::stdio::PATIENCE).ok_or_else(|| format!("no answer to {unit:?}"))?;
    Ok(pipe.server.usage().processor_time()?.saturating_sub(before))
}

fn ratio(time: Duration, ordinary: Duration) -> f64 {
    time.as_secs_f64() / ordinary.as_secs_f64().max(f64::EPSILON)
}
