//! A relay of pipes that looks at nothing, as a program of its own: `cargo xtask bench-wrap` measures `candor wrap` beside it.
//!
//! ```text
//! bare_relay COMMAND…
//! ```

use std::io::{self, Read, Write};
use std::process::{Command, ExitCode, Stdio};

/// What a pipe holds.
const ROOM: usize = 64 * 1024;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "bare_relay: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let program = arguments.next().ok_or_else(|| io::Error::other("give a command"))?;
    let mut child = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let to_child = std::thread::spawn(move || input.map_or(Ok(()), |input| copy(io::stdin(), input)));
    output.map_or(Ok(()), |output| copy(output, io::stdout()))?;
    drop(to_child);
    child.wait().map(drop)
}

fn copy(mut from: impl Read, mut to: impl Write) -> io::Result<()> {
    let mut room = vec![0; ROOM];
    loop {
        let length = from.read(&mut room)?;
        let Some(bytes) = room.get(..length).filter(|bytes| !bytes.is_empty()) else { return Ok(()) };
        to.write_all(bytes)?;
        to.flush()?;
    }
}
