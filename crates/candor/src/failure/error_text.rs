//! The text of an error, however long that is.

use super::excerpt::Excerpt;
use std::error::Error;
use std::fmt::Write;

/// The text of the error: at most so many bytes, and a mark where it was cut.
pub(crate) fn error_text(error: &dyn Error, max: usize) -> Excerpt<'static> {
    let mut head = Head { text: String::new(), max };
    // The only error is that there was more than fits, and then the text is longer than it may be.
    let _ = write!(head, "{error}");
    Excerpt::whole(head.text).within(max)
}

/// A text that stops the writer when it is longer than it may be.
struct Head {
    text: String,
    max: usize,
}

impl Write for Head {
    fn write_str(&mut self, part: &str) -> std::fmt::Result {
        // One character more than fits shows that something was cut.
        let room = self.max.saturating_sub(self.text.len()) + char::MAX.len_utf8();
        let (kept, _) = part.split_at(part.floor_char_boundary(room));
        self.text.push_str(kept);
        if self.text.len() > self.max { Err(std::fmt::Error) } else { Ok(()) }
    }
}
