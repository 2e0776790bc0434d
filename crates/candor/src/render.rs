//! How a disclosure is written: five dialects, each with `render` and `recognise`.
//!
//! [`Dialect`] writes and reads a failure by itself; [`Renderer`] writes it as it goes over the wire, as a tool
//! result or as a JSON-RPC error, which [`Channel::decide`] decides for all dialects.
//!
//! What a dialect cannot carry is listed by [`Dialect::loses`]; every other [`Part`] survives
//! `recognise(render(…))`. A dialect with fewer codes than Candor gives back the coarser [`Dialect::fold`].
//!
//! | dialect | document | codes | loses |
//! |---|---|---|---|
//! | `structured` | 004 | its numbers: finer codes become the coarser one | nothing |
//! | `envelope` | 000 | every code | nothing |
//! | `error_model` | 001 | eight numbers: finer codes become the coarser one | origin, documentation link, time |
//! | `problem` | 002 | its types and statuses: finer codes become the coarser one | nothing |
//! | `jsonrpc` | 003 | JSON-RPC's five numbers and time-outs | nothing |
//!
//! A tool result, in any dialect, also carries the whole disclosure under `_meta["dev.candor/failure"]`, and
//! [`recognise`] prefers that.

pub(crate) mod canonical;
mod channel;
mod envelope;
mod error_model;
mod fields;
mod jsonrpc;
mod output_schema;
mod part;
mod problem;
mod prose;
mod recognise;
mod reply;
mod revision;
mod structured;
mod success_envelope;

pub use channel::{Channel, Place};
pub use envelope::VERSION as ENVELOPE_VERSION;
pub use part::Part;
pub use problem::{DEFAULT_BASE as DEFAULT_PROBLEM_BASE, InvalidBase, MEDIA_TYPE as PROBLEM_MEDIA_TYPE};
#[cfg(feature = "rmcp")]
pub(crate) use recognise::is_whole_failure;
pub use recognise::{Recognised, recognise};
pub use reply::Reply;
pub use revision::Revision;
pub use success_envelope::SuccessEnvelope;
#[cfg(feature = "rmcp")]
pub(crate) use success_envelope::SuccessMeta;

use crate::code::same_words;
use crate::{Code, Disclosure, Discretion, Failure};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;

/// The key under `_meta` at which a tool result carries the whole disclosure.
pub const META_KEY: &str = "dev.candor/failure";
/// The key under `_meta` at which a tool result says what a success left out.
pub const SUCCESS_META_KEY: &str = "dev.candor/success";

/// The way one of the five documents writes a failure.
///
/// ```
/// use candor::{Dialect, Discretion, Failure};
///
/// let (disclosure, _incident) = Failure::entity_not_found("Order", "17").disclose(&Discretion::new());
/// assert_eq!(Dialect::Problem.render(&disclosure)["status"], 404);
/// assert_eq!(Dialect::Envelope.render(&disclosure)["data"]["error_code"], "RESOURCE_NOT_FOUND");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// 004: `{code, message, data}` with a negative number.
    #[default]
    Structured,
    /// 000: `{success, data, error, meta}`.
    Envelope,
    /// 001: `{code, message, retryable, details}` with a number from 1000 to 5999.
    ErrorModel,
    /// 002: an RFC 9457 problem.
    Problem,
    /// 003: a JSON-RPC error with `data.failure_mode`.
    JsonRpc,
}

/// What each dialect's file provides.
trait Format {
    /// What the format has no place for.
    const LOSES: &'static [Part];

    /// The code that this one is read back as.
    fn fold(code: Code) -> Code;

    /// Writes the failure by itself.
    fn write<S: Serializer>(disclosure: &Disclosure, settings: &Settings, serializer: S) -> Result<S::Ok, S::Error>;

    /// Reads a failure by itself; `None` if it is not of this format.
    fn read(value: &Value) -> Option<Failure>;
}

/// The registry of dialects: runs an expression with the type that implements the dialect's [`Format`].
macro_rules! with_format {
    ($dialect:expr, $format:ident => $result:expr) => {
        match $dialect {
            Dialect::Structured => {
                type $format = structured::Structured;
                $result
            }
            Dialect::Envelope => {
                type $format = envelope::Envelope;
                $result
            }
            Dialect::ErrorModel => {
                type $format = error_model::ErrorModel;
                $result
            }
            Dialect::Problem => {
                type $format = problem::Problem;
                $result
            }
            Dialect::JsonRpc => {
                type $format = jsonrpc::JsonRpc;
                $result
            }
        }
    };
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Dialect; 5] =
        [Dialect::Structured, Dialect::Envelope, Dialect::ErrorModel, Dialect::Problem, Dialect::JsonRpc];

    /// The dialect's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Structured => "structured",
            Dialect::Envelope => "envelope",
            Dialect::ErrorModel => "error_model",
            Dialect::Problem => "problem",
            Dialect::JsonRpc => "jsonrpc",
        }
    }

    /// The number of the document that defines it.
    #[must_use]
    pub const fn document(self) -> &'static str {
        match self {
            Dialect::Structured => "004",
            Dialect::Envelope => "000",
            Dialect::ErrorModel => "001",
            Dialect::Problem => "002",
            Dialect::JsonRpc => "003",
        }
    }

    /// What it looks like, in one sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Dialect::Structured => {
                "A tool result with text, and `structuredContent.error` with code, message and data."
            }
            Dialect::Envelope => "One envelope for all answers: success, data, error and meta.",
            Dialect::ErrorModel => "An object with code, message, retryable and details, under `error` in a result.",
            Dialect::Problem => "An RFC 9457 problem: type, title, status, detail and instance.",
            Dialect::JsonRpc => "A JSON-RPC error whose data names the failure mode, or a tool result with text.",
        }
    }

    /// The dialect by its name or its document's number, in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| same_words(dialect.name(), name) || dialect.document() == name)
    }

    /// The failure by itself, as a value.
    #[must_use]
    pub fn render(self, disclosure: &Disclosure) -> Value {
        Renderer::new(self).render(disclosure)
    }

    /// The failure by itself, as JSON text.
    #[must_use]
    pub fn to_bytes(self, disclosure: &Disclosure) -> Vec<u8> {
        Renderer::new(self).to_bytes(disclosure)
    }

    /// The failure in a value of this dialect: by itself, or as it sits in a tool result or a JSON-RPC response.
    ///
    /// What comes back is a [`Failure`]: it was written by a stranger, so it has to be disclosed like any other.
    #[must_use]
    pub fn recognise(self, value: &Value) -> Option<Failure> {
        recognise::recognise_as(self, value)
    }

    /// The code that `code` is read back as.
    #[must_use]
    pub fn fold(self, code: Code) -> Code {
        with_format!(self, F => F::fold(code))
    }

    /// The parts that the dialect has no place for.
    #[must_use]
    pub fn loses(self) -> &'static [Part] {
        with_format!(self, F => F::LOSES)
    }

    /// What of this disclosure would not be read back as it is.
    #[must_use]
    pub fn losses(self, disclosure: &Disclosure) -> Vec<Part> {
        let Some(failure) = self.read(&self.render(disclosure)) else { return Part::ALL.to_vec() };
        let (again, _) = failure.disclose(&Discretion::new().with_reply_cap(usize::MAX));
        Part::ALL.into_iter().filter(|part| part.differs(disclosure, &again)).collect()
    }

    /// The failure in a value that is one by itself.
    pub(crate) fn read(self, value: &Value) -> Option<Failure> {
        with_format!(self, F => F::read(value))
    }
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// Writes disclosures in one dialect, for one kind of peer.
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
    dialect: Dialect,
    revision: Revision,
    settings: Settings,
}

/// What formats need to know beside the disclosure.
#[derive(Debug, Clone)]
struct Settings {
    problem_base: Cow<'static, str>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { problem_base: Cow::Borrowed(problem::DEFAULT_BASE) }
    }
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
    /// [`InvalidBase`] if it is no URI, does not end where a segment begins, or is longer than 200 bytes.
    pub fn with_problem_base(self, base: impl Into<Cow<'static, str>>) -> Result<Renderer, InvalidBase> {
        Ok(Renderer { settings: Settings { problem_base: problem::checked_base(base.into())? }, ..self })
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
        bytes_of(&self.body(disclosure))
    }

    /// The failure as it goes over the wire from this place.
    #[must_use]
    pub fn reply<'a>(&'a self, disclosure: &'a Disclosure, place: Place<'a>) -> Reply<'a> {
        Reply::new(self, disclosure, place)
    }

    fn body<'a>(&'a self, disclosure: &'a Disclosure) -> Body<'a> {
        Body { dialect: self.dialect, disclosure, settings: &self.settings }
    }
}

/// A disclosure in a dialect, ready to be serialized.
#[derive(Clone, Copy)]
struct Body<'a> {
    dialect: Dialect,
    disclosure: &'a Disclosure,
    settings: &'a Settings,
}

impl Serialize for Body<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        with_format!(self.dialect, F => F::write(self.disclosure, self.settings, serializer))
    }
}

fn bytes_of(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2048);
    // Writing to memory cannot fail, and a disclosure always has a JSON form.
    let _ = serde_json::to_writer(&mut bytes, value);
    bytes
}
