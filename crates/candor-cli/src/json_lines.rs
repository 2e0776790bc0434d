//! `--jsonl`: an object on each line, and an answer to each, written as soon as no line is waiting.

mod bad_line;

pub(crate) use bad_line::BadLine;

use crate::incoming::{Event, Incoming};
use crate::output::Output;
use crate::trouble::Trouble;
use std::time::Duration;

/// The longest line, in bytes.
const LONGEST_LINE: usize = 64 << 20;
/// So many bytes are written at once, unless no line is waiting.
const BATCH: usize = 64 << 10;

/// Writes the answer to each line; stops at the first that has none.
pub(crate) fn run(
    incoming: &Incoming,
    output: &mut Output,
    answer: impl Fn(&str) -> Result<String, BadLine>,
) -> Result<(), Trouble> {
    let mut lines = Lines { name: incoming.name(), answer, number: 1, line: Vec::new(), written: Vec::new(), output };
    loop {
        let timeout = (!lines.written.is_empty()).then_some(Duration::ZERO);
        let next = match incoming.next(timeout) {
            Ok(Event::Bytes(bytes)) => lines.push(&bytes),
            Ok(Event::Quiet) => lines.write(),
            Ok(Event::End) => return lines.end_line().and_then(|()| lines.write()),
            Err(trouble) => Err(trouble),
        };
        if let Err(trouble) = next {
            // The answers before it are complete and valid.
            lines.write()?;
            return Err(trouble);
        }
    }
}

struct Lines<'a, F> {
    /// What messages call the input.
    name: &'a str,
    answer: F,
    number: u64,
    /// The line that has not ended yet.
    line: Vec<u8>,
    /// The answers that were not written yet, with line breaks between them.
    written: Vec<u8>,
    output: &'a mut Output,
}

impl<F: Fn(&str) -> Result<String, BadLine>> Lines<'_, F> {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            if self.line.len() + piece.len() > LONGEST_LINE {
                return Err(self.refused(BadLine::TooLong { mebibytes: LONGEST_LINE >> 20 }));
            }
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.end_line()?;
            }
        }
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), Trouble> {
        let line = std::mem::take(&mut self.line);
        let bytes = line.strip_prefix("\u{feff}".as_bytes()).filter(|_| self.number == 1).unwrap_or(&line);
        if !bytes.trim_ascii().is_empty() {
            let text = str::from_utf8(bytes).map_err(|error| BadLine::NotText { position: error.valid_up_to() + 1 });
            let answer = text.and_then(|text| (self.answer)(text.trim_end()));
            let answer = answer.map_err(|why| self.refused(why))?;
            if !self.written.is_empty() {
                self.written.push(b'\n');
            }
            self.written.extend_from_slice(answer.as_bytes());
        }
        self.number += 1;
        self.line = line;
        self.line.clear();
        if self.written.len() >= BATCH { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), Trouble> {
        if !self.written.is_empty() {
            self.output.json_line(std::mem::take(&mut self.written))?;
        }
        self.output.finish()
    }

    fn refused(&self, why: BadLine) -> Trouble {
        Trouble::BadLine { name: self.name.to_owned(), line: self.number, why }
    }
}
