//! MCP over the pipes of a child.

use super::program::{Program, Running};
use super::{Revision, initialized};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// How long a message may take before it counts as lost.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server, and the pipes to it. What it writes is always read, so that it never waits for this client.
pub(crate) struct Pipe {
    pub(crate) server: Running,
    input: ChildStdin,
    lines: Receiver<Vec<u8>>,
}

impl Pipe {
    /// Starts the program, and opens the connection if the revision has a handshake.
    pub(crate) fn open(program: &Program, arguments: &[&str], revision: Revision) -> Result<Pipe, String> {
        Pipe::open_with_log(program, arguments, revision, Stdio::null())
    }

    /// The same with this as the server's standard error.
    pub(crate) fn open_with_log(
        program: &Program,
        arguments: &[&str],
        revision: Revision,
        log: Stdio,
    ) -> Result<Pipe, String> {
        let mut server = program.start_with(arguments, log)?;
        let (input, output) = server.pipes()?;
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while output.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                if send.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        });
        let mut pipe = Pipe { server, input, lines };
        if revision.has_handshake {
            pipe.send(revision.initialize(&Value::from("hello")).to_string().as_bytes())?;
            pipe.receive(PATIENCE).ok_or("the server does not answer initialize")?;
            pipe.send(initialized().to_string().as_bytes())?;
        }
        Ok(pipe)
    }

    /// Sends one line.
    pub(crate) fn send(&mut self, message: &[u8]) -> Result<(), String> {
        let written = self.input.write_all(message).and_then(|()| self.input.write_all(b"\n"));
        written.and_then(|()| self.input.flush()).map_err(|error| format!("the server takes no more lines: {error}"))
    }

    /// The next line of the server, if there is one in time.
    pub(crate) fn receive(&self, limit: Duration) -> Option<Vec<u8>> {
        self.lines.recv_timeout(limit).ok()
    }

    /// Sends a request, and waits for the answer with its id; what comes before goes to `other`.
    pub(crate) fn ask(&mut self, request: &Value, mut other: impl FnMut(&[u8])) -> Result<Option<Vec<u8>>, String> {
        self.send(request.to_string().as_bytes())?;
        let id = request.get("id").map(Value::to_string);
        while let Some(line) = self.receive(PATIENCE) {
            match super::answered_id(&line) {
                Some(answered) if Some(&answered) == id.as_ref() => return Ok(Some(line)),
                _ => other(&line),
            }
        }
        Ok(None)
    }
}
