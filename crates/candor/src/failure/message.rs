//! The sentence that says what went wrong.

use std::borrow::Cow;

/// What went wrong, for people and models: never blank.
#[derive(Clone, PartialEq, Eq)]
pub struct Message(Cow<'static, str>);

impl Message {
    /// A message, if the text says anything.
    ///
    /// # Errors
    ///
    /// [`BlankMessage`] if the text is empty, or nothing in it can be seen.
    pub fn new(text: impl Into<Cow<'static, str>>) -> Result<Message, BlankMessage> {
        let text = text.into();
        if is_blank(&text) { Err(BlankMessage) } else { Ok(Message(text)) }
    }

    /// The message, or, for blank text, the sentence in which the code table explains the code.
    pub(crate) fn or_meaning(text: impl Into<Cow<'static, str>>, code: crate::Code) -> Message {
        Message::new(text).unwrap_or(Message(Cow::Borrowed(code.row().meaning)))
    }

    /// The text, if it is part of the program.
    pub(crate) fn as_constant(&self) -> Option<&'static str> {
        match self.0 {
            Cow::Borrowed(text) => Some(text),
            Cow::Owned(_) => None,
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Its length only: the text may hold what must not be printed.
impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Message({} bytes)", self.0.len())
    }
}

/// Whether nothing in the text can be seen.
pub(crate) fn is_blank(text: &str) -> bool {
    let is_invisible =
        |it: char| matches!(it, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    text.chars().all(|it| it.is_whitespace() || it.is_control() || is_invisible(it))
}

/// The text says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a failure needs a message that says what went wrong; this one is blank")]
pub struct BlankMessage;
