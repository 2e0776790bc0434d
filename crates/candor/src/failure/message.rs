//! The sentence that says what went wrong.

use super::author_words::AuthorWords;
use std::borrow::Cow;
use std::ops::Range;

/// What went wrong, for people and models: never blank.
#[derive(Clone)]
pub struct Message {
    text: Cow<'static, str>,
    wording: Wording,
}

/// Whose words a message is made of.
#[derive(Clone)]
enum Wording {
    /// Those of the code that made the failure.
    Given,
    /// The same, and what is around the fields of its template.
    Template(Cow<'static, [&'static str]>),
    /// Candor's own, around up to two texts that were given: who failed, and what was said.
    Candor([Range<usize>; 2]),
}

impl Message {
    /// A message, if the text says anything.
    ///
    /// # Errors
    ///
    /// [`BlankMessage`] if the text is empty or has only invisible characters.
    pub fn new(text: impl Into<Cow<'static, str>>) -> Result<Message, BlankMessage> {
        let text = text.into();
        if is_blank(&text) { Err(BlankMessage) } else { Ok(Message { text, wording: Wording::Given }) }
    }

    /// The message, or, for blank text, the sentence in which the code table explains the code.
    pub(crate) fn or_meaning(text: impl Into<Cow<'static, str>>, code: crate::Code) -> Message {
        Message::new(text).unwrap_or_else(|_| Message::own(code.row().meaning))
    }

    /// A message in which these words of its author are around the fields of a template.
    pub(crate) fn of_template(
        text: String,
        around: impl Into<Cow<'static, [&'static str]>>,
        code: crate::Code,
    ) -> Message {
        let message = Message::or_meaning(text, code);
        match message.wording {
            Wording::Given => Message { wording: Wording::Template(around.into()), ..message },
            Wording::Template(_) | Wording::Candor(_) => message,
        }
    }

    /// A sentence of Candor's.
    pub(crate) fn own(text: impl Into<Cow<'static, str>>) -> Message {
        Message::around(text, [0..0, 0..0])
    }

    /// A sentence of Candor's around texts that were given, each at its place in it.
    pub(crate) fn around(text: impl Into<Cow<'static, str>>, given: [Range<usize>; 2]) -> Message {
        Message { text: text.into(), wording: Wording::Candor(given) }
    }

    /// What was given, without the words of Candor's own, which may change with any version.
    pub(crate) fn given(&self) -> impl Iterator<Item = &str> {
        let parts = match &self.wording {
            Wording::Given | Wording::Template(_) => [Some(&*self.text), None],
            Wording::Candor(parts) => parts.clone().map(|part| self.text.get(part)),
        };
        parts.into_iter().flatten()
    }

    /// Whether the words are those of the code that made the failure, and not Candor's.
    pub(super) fn is_given(&self) -> bool {
        matches!(self.wording, Wording::Given | Wording::Template(_))
    }

    /// The words that the author of the program wrote.
    pub(crate) fn author_words(&self) -> AuthorWords<'_> {
        match &self.wording {
            Wording::Template(around) => AuthorWords::of_template(&self.text, around),
            Wording::Given | Wording::Candor(_) => AuthorWords::of(&self.text),
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// By the text: whose words it is made of does not count.
impl PartialEq for Message {
    fn eq(&self, other: &Message) -> bool {
        self.text == other.text
    }
}

impl Eq for Message {}

/// Its length only: the text may hold what must not be printed.
impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Message({} bytes)", self.text.len())
    }
}

/// Whether all characters of the text are invisible.
pub(crate) fn is_blank(text: &str) -> bool {
    let is_invisible =
        |it: char| matches!(it, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    text.chars().all(|it| it.is_whitespace() || it.is_control() || is_invisible(it))
}

/// The text is blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a failure needs a message that says what went wrong; this one is blank")]
pub struct BlankMessage;
