//! `cargo xtask attack`: attacks real servers behind the guards, over stdio and HTTP, in four revisions of the protocol.
//!
//! Each attack is a file, and a line in [`ATTACKS`]. Every one of them is bounded in time and in size, talks to processes of its
//! own on this machine alone, and ends them.

mod abandoned_sessions;
mod arena;
mod canaries;
mod command_line;
mod half_sent;
mod hostile_bodies;
mod hostile_frames;
mod large_answers;
pub(crate) mod ledger;
mod long_lines;
mod mixed_calls;
mod outcome;
mod panicking_log;
mod progress;
mod slow_inputs;
mod table;
mod unread_answers;
mod unread_log;

use crate::say;
use arena::{Arena, Size};
pub(crate) use command_line::Plan;
use outcome::Outcome;
use progress::Progress;
use std::time::{Duration, Instant};

/// One way to attack a server.
struct Attack {
    name: &'static str,
    /// What it tries.
    tries: &'static str,
    /// How much of the time it may take, compared with the others.
    share: u32,
    /// Whether the short form has it.
    is_short: bool,
    run: fn(&Arena) -> Result<Vec<Outcome>, String>,
}

/// In order: what takes longest comes last.
const ATTACKS: [Attack; 12] = [
    hostile_frames::ATTACK,
    unread_log::ATTACK,
    panicking_log::ATTACK,
    large_answers::ATTACK,
    long_lines::ATTACK,
    hostile_bodies::ATTACK,
    half_sent::ATTACK,
    unread_answers::ATTACK,
    abandoned_sessions::ATTACK,
    slow_inputs::ATTACK,
    canaries::ATTACK,
    mixed_calls::ATTACK,
];

/// How long the short form may take.
const SHORT: Duration = Duration::from_secs(120);

/// Runs the attacks that were asked for, and prints the table.
///
/// # Errors
///
/// A sentence, if anything was lost, doubled, leaked or over its bound, or an attack could not be made.
pub(crate) fn run(plan: &Plan) -> Result<(), String> {
    let size = Size { calls: plan.calls.unwrap_or(Size::FULL.calls), ..Size::FULL };
    let chosen = |attack: &&Attack| plan.only.as_deref().is_none_or(|only| attack.name == only);
    let attacks: Vec<_> = ATTACKS.iter().filter(chosen).collect();
    if attacks.is_empty() {
        let names: Vec<_> = ATTACKS.iter().map(|attack| attack.name).collect();
        return Err(format!("there is no attack of this name; there are: {}", names.join(", ")));
    }
    attacked(&attacks, &Arena::open(true, size)?, plan.time)
}

/// The short form: few of everything, against servers as the tests build them.
///
/// # Errors
///
/// As [`run`].
pub(crate) fn short() -> Result<(), String> {
    let attacks: Vec<_> = ATTACKS.iter().filter(|attack| attack.is_short).collect();
    attacked(&attacks, &Arena::open(false, Size::SHORT)?, SHORT)
}

fn attacked(attacks: &[&Attack], arena: &Arena, time: Duration) -> Result<(), String> {
    let begin = Instant::now();
    let mut shares: u32 = attacks.iter().map(|attack| attack.share).sum();
    let mut outcomes = Vec::new();
    for (number, attack) in (1..).zip(attacks) {
        say(&format!("[{number}/{}] {}: {}", attacks.len(), attack.name, attack.tries));
        let left = time.saturating_sub(begin.elapsed());
        let own = left * attack.share / shares.max(1);
        shares = shares.saturating_sub(attack.share);
        let (arena, progress) = (arena.until(Instant::now() + own), Progress::show(own));
        // An attack that cannot go on shows a server that is gone, or a machine that is too small: either is worth a row.
        let of_this = (attack.run)(&arena).unwrap_or_else(|why| vec![Outcome::new("", "").over(why)]);
        let seconds = progress.end().as_secs_f64();
        say(&format!("      took {seconds:.1} s"));
        for outcome in of_this {
            say(&format!("      {}", outcome.line()));
            outcomes.push((attack.name, outcome));
        }
    }
    table::print(&outcomes)?;
    say(&format!("attacked for {:.1} s", begin.elapsed().as_secs_f64()));
    let bad = outcomes.iter().filter(|(_, outcome)| !outcome.is_good()).count();
    if bad == 0 { Ok(()) } else { Err(format!("{bad} of {} outcomes are not as they should be", outcomes.len())) }
}
