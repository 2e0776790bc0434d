//! What to do next.

use super::author_words::AuthorWords;
use serde::Serialize;
use std::borrow::Cow;

/// What the caller can do about a failure.
#[derive(Clone, Serialize)]
pub struct Recovery {
    hint: Cow<'static, str>,
    /// What is around the fields of the hint's template.
    #[serde(skip)]
    around_fields: Cow<'static, [&'static str]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    docs: Option<Cow<'static, str>>,
}

/// By what it says: whose words they are does not count.
impl PartialEq for Recovery {
    fn eq(&self, other: &Recovery) -> bool {
        (&self.hint, &self.docs) == (&other.hint, &other.docs)
    }
}

impl Eq for Recovery {}

/// Whether there is a link, and how long the hint is: the text may hold what must not be printed.
impl std::fmt::Debug for Recovery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Recovery({} bytes, docs: {})", self.hint.len(), self.docs.is_some())
    }
}

impl Recovery {
    /// A recovery with a hint such as "Verify the order number, or list the orders first."
    #[must_use]
    pub fn new(hint: impl Into<Cow<'static, str>>) -> Recovery {
        Recovery { hint: hint.into(), around_fields: Cow::Borrowed(&[]), docs: None }
    }

    /// The same, with a link to documentation.
    #[must_use]
    pub fn with_docs(self, link: impl Into<Cow<'static, str>>) -> Recovery {
        Recovery { docs: Some(link.into()), ..self }
    }

    /// A hint in which these words of its author are around the fields of a template.
    pub(crate) fn of_template(hint: String, around: impl Into<Cow<'static, [&'static str]>>) -> Recovery {
        Recovery { hint: Cow::Owned(hint), around_fields: around.into(), docs: None }
    }

    /// The words of the hint that its author wrote.
    pub(crate) fn author_words(&self) -> AuthorWords<'_> {
        AuthorWords::of_template(&self.hint, &self.around_fields)
    }

    /// The same for the link.
    pub(crate) fn author_words_of_docs(&self) -> AuthorWords<'_> {
        self.docs.as_ref().map_or(AuthorWords::None, AuthorWords::of)
    }

    /// What to do.
    #[must_use]
    pub fn hint(&self) -> &str {
        &self.hint
    }

    /// Where to read more.
    #[must_use]
    pub fn docs(&self) -> Option<&str> {
        self.docs.as_deref()
    }
}
