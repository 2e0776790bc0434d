//! How a disclosure is written: five dialects, each in a file of its own that writes it and reads it.
//!
//! [`Dialect`] writes and reads a failure by itself; [`Renderer`] writes it as it goes over the wire, as a tool
//! result or as a JSON-RPC error, which [`Channel::decide`] decides for all dialects.
//!
//! A failure of another server may leave its code, its retry or its origin open: [`recognise`] has that judged by the
//! [classifier](crate::classify), and leaves what is stated as it is.
//!
//! What a dialect cannot carry is listed by [`Dialect::loses`]; every other [`FailurePart`] survives
//! `recognise(render(…))`. A dialect with fewer codes than Candor gives back the coarser [`Dialect::fold`].
//!
//! | dialect | document | codes | loses |
//! |---|---|---|---|
//! | `structured` | 004 | its numbers: finer codes become the coarser one | nothing |
//! | `envelope` | 000 | every code | nothing |
//! | `error_model` | 001 | eight numbers: finer codes become the coarser one | origin, documentation link, time |
//! | `problem` | 002 | its types and statuses: finer codes become the coarser one, but not where a service answered with a failure | nothing |
//! | `jsonrpc` | 003 | JSON-RPC's five numbers and time-outs | nothing |
//!
//! A tool result, in any dialect, also carries the whole disclosure under `_meta["dev.candor/failure"]`, and
//! [`recognise`] prefers that.

pub(crate) mod canonical;
mod channel;
mod envelope;
mod error_model;
mod failure_part;
mod foreign_failure;
mod format;
mod json_text;
mod jsonrpc;
mod output_schema;
mod problem;
mod prose;
mod recognise;
mod recognise_warnings;
mod renderer;
mod reply;
#[cfg(feature = "rmcp")]
mod result_member;
mod revision;
mod structured;
mod success_envelope;
#[cfg(feature = "rmcp")]
mod success_result;

pub use channel::{Channel, Place};
pub use envelope::VERSION as ENVELOPE_VERSION;
pub use failure_part::FailurePart;
pub(crate) use foreign_failure::ForeignFailure;
pub use format::WrittenCode;
pub use problem::{DEFAULT_BASE as DEFAULT_PROBLEM_BASE, InvalidBase, MEDIA_TYPE as PROBLEM_MEDIA_TYPE};
#[cfg(feature = "http")]
pub(crate) use recognise::Found;
#[cfg(any(feature = "http", feature = "rmcp"))]
pub(crate) use recognise::find;
#[cfg(feature = "rmcp")]
pub(crate) use recognise::states_failure;
pub use recognise::{Recognised, recognise, recognise_by};
pub use recognise_warnings::recognise_warnings;
pub use renderer::Renderer;
pub use reply::Reply;
#[cfg(feature = "rmcp")]
pub(crate) use result_member::add_result_member;
pub use revision::Revision;
pub use success_envelope::SuccessEnvelope;
#[cfg(feature = "rmcp")]
pub(crate) use success_envelope::SuccessMeta;
#[cfg(feature = "rmcp")]
pub(crate) use success_result::{EnvelopedSuccess, enveloped_schema, is_envelope_schema, warnings_in};

use crate::classify::Classifier;
use crate::code::same_words;
use crate::{Code, Disclosure, Discretion, Failure, Origin};
use format::{ErrorData, Format, Mark, TextForm};
use renderer::{Body, Options};
use serde::Serializer;
use serde_json::Value;

/// The key under `_meta` at which a tool result carries the whole disclosure.
pub const META_KEY: &str = "dev.candor/failure";
/// The key under `_meta` at which a tool result says what a success left out.
pub const SUCCESS_META_KEY: &str = "dev.candor/success";

/// The registry: a line for each dialect, with the type that implements its [`Format`]. The first is the default.
macro_rules! registry {
    ($macro:ident $($arguments:tt)*) => {
        $macro! { $($arguments)*
            [Structured, structured::Structured, "004: `{code, message, data}` with a negative number."]
            [Envelope, envelope::Envelope, "000: `{success, data, error, meta}`."]
            [ErrorModel, error_model::ErrorModel, "001: `{code, message, retryable, details}` with a number from 1000 to 5999."]
            [Problem, problem::Problem, "002: an RFC 9457 problem."]
            [JsonRpc, jsonrpc::JsonRpc, "003: a JSON-RPC error with `data.failure_mode`."]
        }
    };
}

/// Declares [`Dialect`] from the registry.
macro_rules! declare {
    ([$default:ident, $_:path, $default_doc:literal] $([$variant:ident, $format:path, $doc:literal])*) => {
        /// The format in which one of the five documents writes a failure.
        ///
        /// ```
        /// use candor::{Dialect, Discretion, Failure};
        ///
        /// let (disclosure, _incident) = Failure::entity_not_found("Order", "17").disclose(&Discretion::new());
        /// assert_eq!(Dialect::Problem.render(&disclosure)["status"], 404);
        /// assert_eq!(Dialect::Envelope.render(&disclosure)["data"]["error_code"], "RESOURCE_NOT_FOUND");
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        #[non_exhaustive]
        pub enum Dialect {
            #[doc = $default_doc]
            #[default]
            $default,
            $(
                #[doc = $doc]
                $variant,
            )*
        }

        impl Dialect {
            /// Every dialect.
            pub const ALL: &'static [Dialect] = &[Dialect::$default, $(Dialect::$variant),*];
        }
    };
}

registry!(declare);

/// Runs an expression with the type that implements a dialect's [`Format`].
macro_rules! with_format {
    ($dialect:expr, $format:ident => $result:expr) => { registry!(dispatch ($dialect) $format ($result)) };
}

macro_rules! dispatch {
    (($dialect:expr) $alias:ident ($result:expr) $([$variant:ident, $format:path, $doc:literal])*) => {
        match $dialect {
            $(Dialect::$variant => {
                type $alias = $format;
                $result
            })*
        }
    };
}

impl Dialect {
    /// The dialect's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        with_format!(self, F => F::NAME)
    }

    /// The number of the document that defines it.
    #[must_use]
    pub const fn document(self) -> &'static str {
        with_format!(self, F => F::DOCUMENT)
    }

    /// What it looks like, in one sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        with_format!(self, F => F::MEANING)
    }

    /// The dialect by its name or its document's number, in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Dialect> {
        Dialect::ALL.iter().copied().find(|dialect| same_words(dialect.name(), name) || dialect.document() == name)
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
    /// The result is a [`Failure`]: it comes from outside, so it has to be disclosed like any other.
    /// What the dialect leaves open is judged by the built-in rules.
    #[must_use]
    pub fn recognise(self, value: &Value) -> Option<Failure> {
        recognise::find_in(self, value).map(ForeignFailure::judged_by_built_in)
    }

    /// The same with another classifier for what the dialect leaves open.
    #[must_use]
    pub fn recognise_by(self, value: &Value, classifier: &Classifier) -> Option<Failure> {
        recognise::find_in(self, value).map(|found| found.judged(classifier))
    }

    /// How the dialect writes a code.
    ///
    /// ```
    /// use candor::{Code, Dialect};
    ///
    /// assert_eq!(Dialect::Structured.written_code(Code::NotFound).description, "-32001 NotFound");
    /// ```
    #[must_use]
    pub fn written_code(self, code: Code) -> WrittenCode {
        with_format!(self, F => F::code(code.row()))
    }

    /// The code that `code` is read back as.
    #[must_use]
    pub fn fold(self, code: Code) -> Code {
        with_format!(self, F => F::fold(code))
    }

    /// The parts that the dialect has no place for.
    #[must_use]
    pub const fn loses(self) -> &'static [FailurePart] {
        with_format!(self, F => F::LOSES)
    }

    /// What of this disclosure would not be read back as it is.
    #[must_use]
    pub fn losses(self, disclosure: &Disclosure) -> Vec<FailurePart> {
        let Some(read) = self.read(&self.render(disclosure)) else { return FailurePart::ALL.to_vec() };
        let read = read.judged_by_built_in();
        // Its reader does not know which words were an author's, and would scrub an address in them.
        let is_read = |part: FailurePart| {
            part == FailurePart::Message && read.message() == disclosure.message()
                || part == FailurePart::RecoveryHint && read.recovery().hint() == disclosure.recovery().hint()
        };
        let (again, _) = read.clone().disclose(&Discretion::new().with_reply_cap(usize::MAX));
        let is_lost = |part: &FailurePart| part.differs(disclosure, &again) && !is_read(*part);
        FailurePart::ALL.iter().copied().filter(is_lost).collect()
    }

    /// Whether [`Renderer::with_problem_base`] changes what the dialect writes.
    #[must_use]
    pub const fn uses_problem_base(self) -> bool {
        with_format!(self, F => F::USES_PROBLEM_BASE)
    }

    /// The failure in a value that is one by itself.
    pub(crate) fn read(self, value: &Value) -> Option<ForeignFailure> {
        with_format!(self, F => F::read(value))
    }

    fn write<S: Serializer>(
        self,
        disclosure: &Disclosure,
        options: &Options,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        with_format!(self, F => F::write(disclosure, options, serializer))
    }

    fn write_error_data<S: Serializer>(self, body: &Body<'_>, serializer: S) -> Result<S::Ok, S::Error> {
        with_format!(self, F => F::write_error_data(body, serializer))
    }

    const fn text_form(self) -> TextForm {
        with_format!(self, F => F::TEXT)
    }

    fn states_failure(self, value: &Value) -> bool {
        with_format!(self, F => F::states_failure(value))
    }

    fn text_states_failure(self, text: &str) -> bool {
        with_format!(self, F => F::text_states_failure(text))
    }

    fn is_protocol_error(self, origin: Origin, code: Code) -> bool {
        with_format!(self, F => F::is_protocol_error(origin, code))
    }

    const fn mark(self) -> Mark {
        with_format!(self, F => F::MARK)
    }

    const fn content_member(self) -> Option<&'static str> {
        with_format!(self, F => F::CONTENT_MEMBER)
    }

    const fn has_structured_content(self) -> bool {
        with_format!(self, F => F::HAS_STRUCTURED_CONTENT)
    }

    const fn result_member(self) -> Option<&'static str> {
        with_format!(self, F => F::RESULT_MEMBER)
    }

    /// Whether a tool's success is written in the dialect, too.
    #[cfg(feature = "rmcp")]
    pub(crate) const fn writes_successes(self) -> bool {
        with_format!(self, F => F::WRITES_SUCCESSES)
    }

    const fn error_data(self) -> ErrorData {
        with_format!(self, F => F::ERROR_DATA)
    }

    const fn reads_unmarked(self) -> bool {
        with_format!(self, F => F::READS_UNMARKED)
    }
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
