//! Plain text: scrubbed as it arrives, and written as soon as nothing more arrives.

use super::source::Source;
use crate::incoming::Event;
use crate::layout::{BOLD, DIM, shown};
use crate::output::Output;
use crate::trouble::Trouble;
use candor_scrub::{Scrubber, Segment};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Lines that arrive closer together than this belong to one record.
const SETTLED: Duration = Duration::from_millis(50);
/// No whole line waits longer than this for others.
const LONGEST_WAIT: Duration = Duration::from_millis(500);

/// Writes the scrubbed text; or, with `--explain`, what was removed, after the name of the input if there are several.
pub(super) fn run(
    scrubber: &Scrubber,
    explained: Option<Option<String>>,
    source: &Source,
    output: &mut Output,
) -> Result<(), Trouble> {
    let mut stream = scrubber.stream();
    let mut writer = Writer { explained, position: Position::START, has_written: false, output };
    let mut waiting_since: Option<Instant> = None;
    loop {
        let timeout = waiting_since.map(|since| SETTLED.min(LONGEST_WAIT.saturating_sub(since.elapsed())));
        match source.incoming.next(timeout) {
            Ok(Event::Bytes(bytes)) => {
                writer.has_written = false;
                stream.push(&bytes, |segment| writer.write(segment))?;
                let is_waiting = source.is_live && !stream.is_empty();
                let since = waiting_since.filter(|_| !writer.has_written);
                waiting_since = is_waiting.then(|| since.unwrap_or_else(Instant::now));
            }
            Ok(Event::Quiet) => {
                stream.flush_lines(|segment| writer.write(segment))?;
                writer.output.finish()?;
                waiting_since = None;
            }
            Ok(Event::End) => return stream.finish(|segment| writer.write(segment)),
            Err(trouble) => {
                stream.finish(|segment| writer.write(segment))?;
                return Err(trouble);
            }
        }
    }
}

struct Writer<'a> {
    explained: Option<Option<String>>,
    position: Position,
    has_written: bool,
    output: &'a mut Output,
}

impl Writer<'_> {
    fn write(&mut self, segment: Segment<'_>) -> Result<(), Trouble> {
        self.has_written = true;
        if self.explained.is_some() {
            let removals = self.removals(segment);
            self.output.text(&removals)
        } else {
            self.output.bytes(&segment.scrubbed())
        }
    }

    /// One line per removal: the position in the input, the rule, and the placeholder.
    fn removals(&mut self, segment: Segment<'_>) -> String {
        let name = self.explained.as_ref().and_then(Option::as_ref).map(|name| format!("{}: ", shown(name)));
        let name = name.unwrap_or_default();
        let bytes = |span| segment.bytes().get(span).unwrap_or_default();
        let mut lines = String::new();
        let mut seen = 0;
        for removal in segment.removals() {
            self.position.pass(bytes(seen..removal.span.start));
            let Position { line, column } = self.position;
            let [start, end] = [removal.span.start, removal.span.end].map(|at| segment.offset() + at as u64);
            let (rule, placeholder) = (removal.rule, removal.placeholder);
            // Writing to a string cannot fail.
            let _ = writeln!(
                lines,
                "{name}{start}..{end}  {DIM}{line}:{column}{DIM:#}  {BOLD}{rule}{BOLD:#}  {placeholder}"
            );
            self.position.pass(bytes(removal.span.clone()));
            seen = removal.span.end;
        }
        self.position.pass(bytes(seen..segment.bytes().len()));
        lines
    }
}

/// A position in the input: line and column as editors count them.
#[derive(Clone, Copy)]
struct Position {
    line: usize,
    column: usize,
}

impl Position {
    const START: Position = Position { line: 1, column: 1 };

    fn pass(&mut self, bytes: &[u8]) {
        for chunk in bytes.utf8_chunks() {
            for character in chunk.valid().chars() {
                *self = match character {
                    '\n' => Position { line: self.line + 1, column: 1 },
                    _ => Position { column: self.column + 1, ..*self },
                };
            }
            self.column += chunk.invalid().len();
        }
    }
}
