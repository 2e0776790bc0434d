//! What to do next.

use serde::Serialize;
use std::borrow::Cow;

/// What the caller can do about a failure.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct Recovery {
    hint: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    docs: Option<Cow<'static, str>>,
}

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
        Recovery { hint: hint.into(), docs: None }
    }

    /// The same, with a link to documentation.
    #[must_use]
    pub fn with_docs(self, link: impl Into<Cow<'static, str>>) -> Recovery {
        Recovery { docs: Some(link.into()), ..self }
    }

    /// What to do, if the text is part of the program.
    pub(crate) fn constant_hint(&self) -> Option<&'static str> {
        match self.hint {
            Cow::Borrowed(text) => Some(text),
            Cow::Owned(_) => None,
        }
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
