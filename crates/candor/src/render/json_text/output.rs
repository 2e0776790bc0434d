//! Text as it is, or as a part of a JSON string.

use crate::json_escape::{has_escapes, next_escape};
use std::fmt::{self, Write};

/// Where text is written to: as it is, or into a JSON string.
pub(in crate::render) trait Output: Write {
    /// Writes a text in which JSON escapes nothing.
    #[inline]
    fn write_plain(&mut self, text: &str) -> fmt::Result {
        self.write_str(text)
    }

    /// Writes a quote.
    #[inline]
    fn write_quote(&mut self) -> fmt::Result {
        self.write_str("\"")
    }

    /// Begins a new line.
    #[inline]
    fn write_line_break(&mut self) -> fmt::Result {
        self.write_str("\n")
    }
}

impl Output for String {}

/// The inside of a JSON string: whatever is written is escaped.
pub(in crate::render) struct StringBody<'t, O>(pub(in crate::render) &'t mut O);

impl<O: Output> Write for StringBody<'_, O> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if has_escapes(text) { write_escaped(self.0, text) } else { self.0.write_plain(text) }
    }
}

impl<O: Output> Output for StringBody<'_, O> {
    #[inline]
    fn write_plain(&mut self, text: &str) -> fmt::Result {
        self.0.write_plain(text)
    }

    #[inline]
    fn write_quote(&mut self) -> fmt::Result {
        self.0.write_str("\\\"")
    }

    #[inline]
    fn write_line_break(&mut self) -> fmt::Result {
        self.0.write_str("\\n")
    }
}

/// Writes the text as a JSON string.
#[inline(never)]
pub(super) fn write_string<O: Output>(to: &mut O, text: &str) -> fmt::Result {
    to.write_quote()?;
    StringBody(to).write_str(text)?;
    to.write_quote()
}

/// Writes the text with all escapes that JSON demands, and no others.
fn write_escaped<O: Output>(to: &mut O, text: &str) -> fmt::Result {
    let mut written = 0;
    while let Some(at) = next_escape(text, written) {
        // What is escaped is ASCII, so it begins and ends where characters do.
        to.write_plain(text.get(written..at).unwrap_or_default())?;
        write_escape(to, text.as_bytes().get(at).copied().unwrap_or_default())?;
        written = at + 1;
    }
    to.write_plain(text.get(written..).unwrap_or_default())
}

fn write_escape<O: Output>(to: &mut O, byte: u8) -> fmt::Result {
    to.write_str(match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        0x08 => "\\b",
        0x0c => "\\f",
        control => return write!(to, "\\u{control:04x}"),
    })
}
