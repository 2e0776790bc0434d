//! `cargo xtask soak-wrap`: many calls through `candor wrap`, a third of which meet a fault, while the server behind it is killed again and
//! again. Every call is answered once, nothing grows, and no process is left.

use crate::mcp::Revision;
use crate::mcp::program::{CANDOR, MISBEHAVING_SERVER, Program};
use crate::mcp::stdio::{PATIENCE, Pipe};
use crate::{mcp, say};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// How many calls there are, unless it is said.
pub(crate) const DEFAULT_CALLS: u64 = 1_000_000;
/// How often the server is killed, whatever the number of calls.
const KILLS: u64 = 200;
/// How many calls are open at once.
const WINDOW: usize = 64;
/// The part of the calls after which the wrapper holds what it needs.
const WARM_UP: u64 = 20;
/// How much more it may hold at the end than after that.
const MOST_GROWTH: u64 = 8 * 1024 * 1024;
/// How long processes may take to be gone after the end.
const LAST: Duration = Duration::from_secs(15);

/// What came of the calls.
#[derive(Default)]
struct Tally {
    asked: u64,
    succeeded: u64,
    failed: u64,
    doubled: u64,
    strange: Vec<String>,
}

/// Makes so many calls, and prints what came of them.
///
/// # Errors
///
/// A sentence, if an answer was lost or doubled, something grew beyond its bound, or a process is left.
pub(crate) fn run(calls: u64) -> Result<(), String> {
    let server = Program::build_alone(MISBEHAVING_SERVER, true)?;
    let candor = Program::build_alone(CANDOR, true)?;
    let path = server.path().display().to_string();
    // Limits and pauses are for servers that nobody kills on purpose.
    let arguments = ["wrap", "--starts-per-minute", "100000", "--restart-pause", "1ms", "--", &path];
    let mut pipe = Pipe::open(&candor, &arguments, Revision::WITH_SESSIONS)?;
    let (mut tally, mut open) = (Tally::default(), HashMap::new());
    let (begin, mut held, mut kills) = (Instant::now(), 0, 0);
    while tally.asked < calls || !open.is_empty() {
        while tally.asked < calls && open.len() < WINDOW {
            tally.asked += 1;
            let is_kill = tally.asked * KILLS / calls > kills;
            kills += u64::from(is_kill);
            let (tool, arguments) = call(tally.asked, is_kill);
            let id = tally.asked;
            let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
            pipe.send(request.to_string().as_bytes())?;
            open.insert(id, tool);
        }
        let answer = pipe.receive(PATIENCE).ok_or_else(|| format!("lost: {} calls have no answer", open.len()))?;
        tally.take(&answer, &mut open);
        if tally.asked == calls / WARM_UP {
            held = pipe.server.usage().anonymous_memory()?;
        }
        if tally.asked.is_multiple_of(100_000) && open.len() == WINDOW - 1 {
            say(&format!("{} calls, {kills} kills, {:?}", tally.asked, begin.elapsed()));
        }
    }
    let after = pipe.server.usage().anonymous_memory()?;
    drop(pipe);
    let left = left(server.path());
    let text = format!(
        "| calls | succeeded | failed, as they should | kills | lost | doubled | memory after a twentieth | at the end | processes left | time |\n\
         |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n\
         | {} | {} | {} | {kills} | 0 | {} | {:.1} MB | {:.1} MB | {left} | {:.0} s |\n",
        tally.asked,
        tally.succeeded,
        tally.failed,
        tally.doubled,
        megabytes(held),
        megabytes(after),
        begin.elapsed().as_secs_f64(),
    );
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| format!("the table cannot be printed: {error}"))?;
    match tally.strange.first() {
        Some(strange) => Err(format!("{} answers are not as they should be: {strange}", tally.strange.len())),
        None if tally.doubled > 0 => Err(format!("{} answers came twice", tally.doubled)),
        None if left > 0 => Err(format!("{left} processes are left")),
        None if after > held + MOST_GROWTH => Err("the wrapper has grown".to_owned()),
        None => Ok(()),
    }
}

/// What the call with this number is.
fn call(number: u64, is_kill: bool) -> (&'static str, Value) {
    if is_kill {
        return ("killed_in_call", json!({}));
    }
    match number % 12 {
        0 => ("fail_plain", json!({"text": format!("connect ECONNREFUSED 10.0.0.{}:5432", number % 250)})),
        1 => ("ecco", json!({"text": "hello"})),
        2 => ("add", json!({"a": "one", "b": number})),
        3 => ("fail_unflagged", json!({"text": "Database error: no such table: orders"})),
        4 => ("answers_twice", json!({})),
        5 => ("add", json!({"a": number, "b": 1})),
        _ => ("echo", json!({"text": number.to_string()})),
    }
}

impl Tally {
    fn take(&mut self, answer: &[u8], open: &mut HashMap<u64, &'static str>) {
        let Ok(value) = serde_json::from_slice::<Value>(answer) else { return self.is_strange(answer) };
        let has = |place: &str| value.pointer(place).is_some_and(|it| it.is_object() || it.is_string());
        let Some(id) = value.get("id").and_then(Value::as_u64) else {
            // The client is told of tools that may have changed.
            if !has("/method") {
                self.is_strange(answer);
            }
            return;
        };
        let Some(tool) = open.remove(&id) else {
            self.doubled += 1;
            return;
        };
        let is_failure = has("/error") || value.pointer("/result/isError") == Some(&Value::Bool(true));
        let is_whole = !is_failure || has("/result/_meta/dev.candor~1failure/instance") || has("/error/data/instance");
        let may_succeed = ["echo", "add", "answers_twice"].contains(&tool);
        if !is_whole || (!is_failure && !may_succeed) || answer.windows(9).any(|it| it == b"10.0.0.7:") {
            return self.is_strange(answer);
        }
        if is_failure { self.failed += 1 } else { self.succeeded += 1 }
    }

    fn is_strange(&mut self, answer: &[u8]) {
        if self.strange.len() < 100 {
            let shown = answer.get(..400).unwrap_or(answer);
            self.strange.push(String::from_utf8_lossy(shown).into_owned());
        }
    }
}

/// How many processes of this program are left, once those that end have had time.
fn left(program: &Path) -> usize {
    let begin = Instant::now();
    loop {
        let left = mcp::usage::processes_of(program);
        if left == 0 || begin.elapsed() > LAST {
            return left;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn megabytes(bytes: u64) -> f64 {
    Duration::from_micros(bytes).as_secs_f64()
}
