//! Plain text: scrubbed block by block, and written as soon as nothing more comes.

use super::block::Block;
use super::lossless::{bytes_of, length_of, text_of};
use crate::incoming::{Event, Incoming};
use crate::layout::{BOLD, DIM};
use crate::output::Output;
use crate::trouble::Trouble;
use candor::disclose::Scrubber;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Lines that come closer together than this are one record's.
const SETTLED: Duration = Duration::from_millis(50);
/// No whole line waits longer than this for others.
const LONGEST_WAIT: Duration = Duration::from_millis(500);

/// Writes the text without what must not be seen, or what that is.
pub(super) fn run(
    scrubber: &Scrubber,
    is_explained: bool,
    incoming: &Incoming,
    output: &mut Output,
) -> Result<(), Trouble> {
    let mut writer = Writer { scrubber, is_explained, position: Position::START, output };
    let mut block = Block::default();
    let mut waiting_since: Option<Instant> = None;
    loop {
        let patience = waiting_since.map(|since| SETTLED.min(LONGEST_WAIT.saturating_sub(since.elapsed())));
        match incoming.next(patience) {
            Ok(Event::Bytes(bytes)) => {
                block.push(&bytes);
                while let Some(part) = block.take_long(scrubber) {
                    writer.write(&part)?;
                    waiting_since = None;
                }
                waiting_since = waiting_since.or_else(|| (!block.is_empty()).then(Instant::now));
            }
            Ok(Event::Quiet) => {
                if let Some(lines) = block.take_lines() {
                    writer.write(&lines)?;
                }
                writer.output.finish()?;
                waiting_since = None;
            }
            Ok(Event::End) => return writer.write(&block.take_rest()),
            Err(trouble) => {
                writer.write(&block.take_rest())?;
                writer.output.finish()?;
                return Err(trouble);
            }
        }
    }
}

struct Writer<'a> {
    scrubber: &'a Scrubber,
    is_explained: bool,
    position: Position,
    output: &'a mut Output,
}

impl Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        let text = text_of(bytes);
        if self.is_explained {
            let removals = self.removals(&text);
            self.output.text(&removals)
        } else {
            self.output.bytes(&bytes_of(&self.scrubber.scrub(&text)))
        }
    }

    /// One line per removal: where in the input, by which rule, and what stands there instead.
    fn removals(&mut self, text: &str) -> String {
        let mut lines = String::new();
        let mut seen = 0;
        for removal in self.scrubber.removals(text) {
            self.position.pass(text.get(seen..removal.span.start).unwrap_or_default());
            let Position { offset, line, column } = self.position;
            self.position.pass(text.get(removal.span.clone()).unwrap_or_default());
            let (end, rule, placeholder) = (self.position.offset, removal.rule, removal.placeholder);
            // Writing to a string cannot fail.
            let _ =
                writeln!(lines, "{offset}..{end}  {DIM}{line}:{column}{DIM:#}  {BOLD}{rule}{BOLD:#}  {placeholder}");
            seen = removal.span.end;
        }
        self.position.pass(text.get(seen..).unwrap_or_default());
        lines
    }
}

/// A place in the input: bytes from its start, and line and column as editors count them.
struct Position {
    offset: usize,
    line: usize,
    column: usize,
}

impl Position {
    const START: Position = Position { offset: 0, line: 1, column: 1 };

    fn pass(&mut self, text: &str) {
        for character in text.chars() {
            self.offset += length_of(character);
            if character == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
    }
}
