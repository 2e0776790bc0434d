//! The sentence that says what went wrong.

use std::borrow::Cow;

/// What went wrong, for people and models: never blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message(Cow<'static, str>);

impl Message {
    /// A message, if the text says anything.
    ///
    /// # Errors
    ///
    /// [`BlankMessage`] if the text is empty or nothing but white space.
    pub fn new(text: impl Into<Cow<'static, str>>) -> Result<Message, BlankMessage> {
        let text = text.into();
        if text.trim().is_empty() { Err(BlankMessage) } else { Ok(Message(text)) }
    }

    /// The message, or, for blank text, the sentence in which the code table explains the code.
    pub(crate) fn or_meaning(text: impl Into<Cow<'static, str>>, code: crate::Code) -> Message {
        Message::new(text).unwrap_or(Message(Cow::Borrowed(code.row().meaning)))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlankMessage;

impl std::fmt::Display for BlankMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a failure needs a message that says what went wrong; this one is blank")
    }
}

impl std::error::Error for BlankMessage {}
