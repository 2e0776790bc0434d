//! Writes disclosures in one dialect, for one peer.

use super::json_text::json_text;
#[cfg(any(feature = "http", feature = "rmcp-http"))]
use super::problem;
use super::problem::ProblemBase;
use super::{Dialect, InvalidBase, Place, Reply, Revision};
use crate::Disclosure;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;

/// Writes disclosures in one dialect, for peers that speak one revision of the protocol.
///
/// ```
/// use candor::render::{Place, Renderer, Revision};
/// use candor::{Dialect, Discretion, Failure};
///
/// let renderer = Renderer::new(Dialect::Problem)
///     .with_problem_base("https://errors.example.com/")?
///     .with_revision(Revision::V2025_06_18);
/// let (disclosure, _incident) = Failure::not_found("No such order").disclose(&Discretion::new());
///
/// assert_eq!(renderer.render(&disclosure)["type"], "https://errors.example.com/not-found");
/// let reply = renderer.reply(&disclosure, Place::Tool { output_schema: None });
/// assert_eq!(reply.to_value()["isError"], true);
/// # Ok::<(), candor::render::InvalidBase>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Renderer {
    pub(super) dialect: Dialect,
    pub(super) revision: Revision,
    options: Options,
}

/// What an operator can choose in how dialects write.
#[derive(Debug, Clone, Default)]
pub(super) struct Options {
    pub(super) problem_base: ProblemBase,
    /// The status of the HTTP response that carries the problem, where it is not the problem that decides it.
    pub(super) status: Option<u16>,
    pub(super) request_id: Option<String>,
}

impl Renderer {
    /// A renderer for peers of the newest revision.
    #[must_use]
    pub fn new(dialect: Dialect) -> Renderer {
        Renderer { dialect, ..Renderer::default() }
    }

    /// The same in another dialect.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Renderer {
        Renderer { dialect, ..self }
    }

    /// The same for peers that speak this revision of the protocol.
    #[must_use]
    pub fn with_revision(self, revision: Revision) -> Renderer {
        Renderer { revision, ..self }
    }

    /// The same with another base for the type URIs of problems; the type's slug is appended to it.
    ///
    /// # Errors
    ///
    /// [`InvalidBase`] if it is not a URI, does not end where a segment begins, or is longer than 200 bytes.
    pub fn with_problem_base(self, base: impl Into<Cow<'static, str>>) -> Result<Renderer, InvalidBase> {
        let problem_base = ProblemBase::new(base.into())?;
        Ok(Renderer { options: Options { problem_base, ..self.options }, ..self })
    }

    /// The same for an HTTP response with this status, so that a problem says the same.
    #[cfg(feature = "rmcp-http")]
    pub(crate) fn with_status(self, status: u16) -> Renderer {
        Renderer { options: Options { status: Some(status), ..self.options }, ..self }
    }

    /// The status of the problem that the disclosure is written as.
    #[cfg(any(feature = "http", feature = "rmcp-http"))]
    pub(crate) fn problem_status(&self, disclosure: &Disclosure) -> u16 {
        self.options.status.unwrap_or(problem::type_of(disclosure).status)
    }

    /// The same for one request: its JSON-RPC id, as text, is the `request_id` of an envelope, unless the failure
    /// [has one](crate::Failure::with_request_id). A very long id is cut.
    ///
    /// ```
    /// use candor::render::Renderer;
    /// use candor::{Dialect, Discretion, Failure};
    ///
    /// let (disclosure, _incident) = Failure::not_found("No such order").disclose(&Discretion::new());
    /// let renderer = Renderer::new(Dialect::Envelope).with_request_id("7");
    /// assert_eq!(renderer.render(&disclosure)["meta"]["request_id"], "7");
    /// ```
    #[must_use]
    pub fn with_request_id(self, id: impl Into<String>) -> Renderer {
        Renderer { options: Options { request_id: Some(id.into()), ..self.options }, ..self }
    }

    /// The dialect.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The failure by itself, as a value.
    #[must_use]
    pub fn render(&self, disclosure: &Disclosure) -> Value {
        // A disclosure has text keys and finite numbers only, so it always has a JSON form.
        serde_json::to_value(self.body(disclosure)).unwrap_or_default()
    }

    /// The failure by itself, as JSON text.
    #[must_use]
    pub fn to_bytes(&self, disclosure: &Disclosure) -> Vec<u8> {
        json_text(&self.body(disclosure)).into_bytes()
    }

    /// The failure as it goes over the wire from this place.
    #[must_use]
    pub fn reply<'a>(&'a self, disclosure: &'a Disclosure, place: Place<'a>) -> Reply<'a> {
        Reply::new(self, disclosure, place)
    }

    pub(super) fn body<'a>(&'a self, disclosure: &'a Disclosure) -> Body<'a> {
        Body { dialect: self.dialect, disclosure, options: &self.options }
    }
}

/// A disclosure in a dialect, ready to be serialized.
#[derive(Clone, Copy)]
pub(super) struct Body<'a> {
    pub(super) dialect: Dialect,
    pub(super) disclosure: &'a Disclosure,
    pub(super) options: &'a Options,
}

impl Serialize for Body<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.dialect.write(self.disclosure, self.options, serializer)
    }
}
