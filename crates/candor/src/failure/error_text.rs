//! The text of an error, however long that is.

use super::excerpt::Excerpt;
use crate::fence::unless_it_panics;
use std::error::Error;
use std::fmt::Write;

/// What stands for the rest of a text that its error failed to write.
const UNREADABLE: &str = "[the error panicked when it was asked for its text]";

/// The text of the error: at most so many bytes, and a mark where it was cut.
pub(crate) fn error_text(error: &dyn Error, max: usize) -> Excerpt<'static> {
    let mut head = Head { text: String::new(), max };
    // The only error is that there was more than fits, and then the text is longer than it may be.
    if unless_it_panics(|| write!(head, "{error}")).is_none() {
        head.text.push_str(if head.text.is_empty() { "" } else { " " });
        head.text.push_str(UNREADABLE);
    }
    Excerpt::whole(head.text).within(max)
}

/// All of the text, however long it is.
pub(crate) fn whole_error_text(error: &(dyn Error + 'static)) -> String {
    error_text(error, usize::MAX / 2).into_text().into_owned()
}

/// The error below this one, unless it panics when it is asked for that.
pub(crate) fn source_of<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    unless_it_panics(|| error.source()).flatten()
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
