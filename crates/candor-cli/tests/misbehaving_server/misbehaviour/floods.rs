//! Much of everything.

use crate::call::{Call, content};
use crate::output;
use crate::server::Server;
use std::io::Write;

const MB: u64 = 1_000_000;
const LINE: &[u8; 100] =
    b"a line of the flood, with a key=swordfish-77 in it, which is a hundred bytes long from start to end\n";

pub(super) fn floods_stderr(_server: &Server, number: Option<u64>) {
    flood(number, LINE);
}

pub(super) fn floods_stderr_in_call(call: &Call) {
    flood(call.number, LINE);
    call.answer_text("done");
}

pub(super) fn floods_stderr_in_one_line(_server: &Server, number: Option<u64>) {
    flood(number, &LINE.map(|byte| if byte == b'\n' { b' ' } else { byte }));
}

fn flood(megabytes: Option<u64>, line: &[u8]) {
    let (chunk, mut stderr) = (line.repeat(100), std::io::stderr().lock());
    for _ in 0..megabytes.unwrap_or(8) * MB / 10_000 {
        let _ = stderr.write_all(&chunk);
    }
    let _ = stderr.write_all(b"the last line of the flood\n");
}

pub(super) fn long_result(call: &Call) {
    call.answer(Ok(content(&long(call))));
}

pub(super) fn long_garbage(call: &Call) {
    output::bytes(format!("{}\n", long(call)).as_bytes());
    call.answer_text("done");
}

fn long(call: &Call) -> String {
    "0123456789".repeat(usize::try_from(call.number.unwrap_or(100) * MB / 10).unwrap())
}
