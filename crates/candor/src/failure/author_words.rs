//! Which words of a text its author wrote, and which were inserted when the program ran.

use std::borrow::Cow;

/// The words of a text that are part of the program: its author wrote them.
#[derive(Debug, Clone, Copy)]
pub(crate) enum AuthorWords<'a> {
    /// None, or none that are known: the text was made when the program ran.
    None,
    /// The whole text.
    Whole(&'static str),
    /// What is around the fields of a template.
    Around(&'a [&'static str]),
}

impl<'a> AuthorWords<'a> {
    /// Those of a text that is part of the program, or was made when it ran.
    #[allow(clippy::ptr_arg, reason = "whether the text is part of the program is what the type says")]
    pub(crate) fn of(text: &Cow<'static, str>) -> AuthorWords<'a> {
        match text {
            Cow::Borrowed(text) => AuthorWords::Whole(text),
            Cow::Owned(_) => AuthorWords::None,
        }
    }

    /// The same for a template, with what is around its fields.
    #[allow(clippy::ptr_arg, reason = "whether the text is part of the program is what the type says")]
    pub(crate) fn of_template(text: &Cow<'static, str>, around: &'a [&'static str]) -> AuthorWords<'a> {
        match AuthorWords::of(text) {
            AuthorWords::None if !around.is_empty() => AuthorWords::Around(around),
            words @ (AuthorWords::None | AuthorWords::Whole(_) | AuthorWords::Around(_)) => words,
        }
    }

    /// The whole text, if it is part of the program.
    pub(crate) fn whole(self) -> Option<&'static str> {
        match self {
            AuthorWords::Whole(text) => Some(text),
            AuthorWords::None | AuthorWords::Around(_) => None,
        }
    }

    /// The words in order.
    pub(crate) fn as_slice(&self) -> &[&'static str] {
        match self {
            AuthorWords::None => &[],
            AuthorWords::Whole(text) => std::slice::from_ref(text),
            AuthorWords::Around(texts) => texts,
        }
    }
}
