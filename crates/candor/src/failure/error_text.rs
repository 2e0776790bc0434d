//! The text of an error, bounded.

use super::bounded::CUT_MARK;
use std::error::Error;
use std::fmt::Write;

/// The text of the error: at most so many bytes, and a mark where it was cut.
pub(crate) fn error_text(error: &dyn Error, max: usize) -> String {
    let mut head = Head { text: String::new(), max, is_full: false };
    // The only error is that it was cut, and the text shows that.
    let _ = write!(head, "{error}");
    head.text
}

/// A text that stops the writer when it is full.
struct Head {
    text: String,
    max: usize,
    is_full: bool,
}

impl Write for Head {
    fn write_str(&mut self, part: &str) -> std::fmt::Result {
        if self.is_full {
            return Err(std::fmt::Error);
        }
        let room = self.max.saturating_sub(self.text.len());
        let (kept, cut) = part.split_at(part.floor_char_boundary(room));
        self.text.push_str(kept);
        if !cut.is_empty() {
            self.text.push_str(CUT_MARK);
            self.is_full = true;
            return Err(std::fmt::Error);
        }
        Ok(())
    }
}
