//! `cargo xtask bench-wrap`: what `candor wrap` costs, beside a relay of pipes that looks at nothing.
//!
//! Both stand before the same server, each as a process of its own, and take turns. What counts is the time that the process in the
//! middle has had a processor, so neither the server's work nor the client's is in it.

mod table;

use crate::mcp::Revision;
use crate::mcp::program::{BARE_RELAY, CANDOR, MISBEHAVING_SERVER, Program};
use crate::mcp::stdio::Pipe;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use table::{Measured, Table};

/// How many small calls one measurement has, unless it is said.
pub(crate) const DEFAULT_CALLS: u32 = 4_000;
/// How often each is measured.
const ROUNDS: usize = 8;
/// How many large answers one measurement has.
const LARGE: u32 = 10;
/// How large they are, in MB.
const MEGABYTES: u32 = 10;
/// How often each is started.
const STARTS: usize = 20;

/// Measures with so many calls at a time, and prints the table.
///
/// # Errors
///
/// A sentence, if a program does not start or a call is not answered as it should be.
pub(crate) fn run(calls: u32) -> Result<(), String> {
    let server = Program::build_alone(MISBEHAVING_SERVER, true)?;
    let (candor, relay) = (Program::build_alone(CANDOR, true)?, Program::build_alone(BARE_RELAY, true)?);
    let server = server.path().display().to_string();
    let (with_wrap, bare) = (["wrap", "--", &server], [server.as_str()]);
    let wrapped = Middle { program: &candor, arguments: &with_wrap };
    let relayed = Middle { program: &relay, arguments: &bare };
    let table = Table { wrapped: wrapped.measured(calls)?, relayed: relayed.measured(calls)?, megabytes: MEGABYTES };
    table.print()
}

/// What stands between the client and the server.
struct Middle<'a> {
    program: &'a Program,
    arguments: &'a [&'a str],
}

impl Middle<'_> {
    fn measured(&self, calls: u32) -> Result<Measured, String> {
        let mut starts = Vec::new();
        for _ in 0..STARTS {
            let begin = Instant::now();
            let pipe = self.open()?;
            starts.push(begin.elapsed());
            drop(pipe);
        }
        let mut pipe = self.open()?;
        let small = request("echo", &json!({"text": "hello"}));
        let large = request("long_result", &json!({"number": MEGABYTES}));
        // What is done only once is not what a call costs.
        ask(&mut pipe, &small, calls.div_ceil(5))?;
        let (mut of_small, mut of_large) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            of_small.push(self.taken(&mut pipe, &small, calls)?.0);
        }
        let memory = pipe.server.usage().anonymous_memory()?;
        for _ in 0..ROUNDS {
            of_large.push(self.taken(&mut pipe, &large, LARGE)?);
        }
        let peak = pipe.server.usage().peak_memory()?;
        Ok(Measured { starts, small: of_small, large: of_large, memory, peak })
    }

    fn open(&self) -> Result<Pipe, String> {
        Pipe::open(self.program, self.arguments, Revision::WITH_SESSIONS)
    }

    /// The processor time that each of these takes in the middle, and the time that passes.
    fn taken(&self, pipe: &mut Pipe, request: &Value, count: u32) -> Result<(Duration, Duration), String> {
        let (before, begin) = (pipe.server.usage().processor_time()?, Instant::now());
        ask(pipe, request, count)?;
        let (after, passed) = (pipe.server.usage().processor_time()?, begin.elapsed());
        Ok((after.saturating_sub(before) / count.max(1), passed / count.max(1)))
    }
}

fn request(tool: &str, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
}

fn ask(pipe: &mut Pipe, request: &Value, count: u32) -> Result<(), String> {
    for _ in 0..count {
        let answer = pipe.ask(request, |_| {})?.ok_or("a call was not answered")?;
        if !answer.windows(9).any(|window| window == b"\"content\"") || answer.windows(9).any(|it| it == b"\"isError\"")
        {
            return Err(format!(
                "an unexpected answer: {}",
                String::from_utf8_lossy(answer.get(..200).unwrap_or(&answer))
            ));
        }
    }
    Ok(())
}
