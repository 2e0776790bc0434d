//! How frames are written.

use serde_json::Value;
use std::io::Write;

/// Writes a frame to standard output, well or badly.
pub(crate) type WriteFrame = fn(&Value);

/// One frame, one line.
pub(crate) fn properly(frame: &Value) {
    bytes(format!("{frame}\n").as_bytes());
}

/// Writes bytes to standard output, if anybody still reads it.
pub(crate) fn bytes(bytes: &[u8]) {
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(bytes).and_then(|()| output.flush());
}

/// Writes a line to standard error, if anybody still reads it.
pub(crate) fn log(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
