//! What a dialect is: everything that differs from one to the next.
//!
//! A new dialect is one file that implements [`Format`], and one line in the registry of `render.rs`. No other file
//! knows which dialects there are.

use super::foreign_failure::ForeignFailure;
use super::renderer::{Body, Options};
use super::{Dialect, FailurePart};
use crate::code::{Basis, Row};
use crate::failure::details::key;
use crate::{Code, Disclosure, Origin};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// Everything that differs between dialects; each dialect's file provides it.
pub(super) trait Format {
    /// The dialect's name.
    const NAME: &'static str;
    /// The number of the document that defines it.
    const DOCUMENT: &'static str;
    /// What it looks like, in one sentence.
    const MEANING: &'static str;
    /// What the format has no place for.
    const LOSES: &'static [FailurePart];
    /// What a reader knows the format by.
    const MARK: Mark;

    /// What the first text block of a tool result holds.
    const TEXT: TextForm;
    /// The member of the structured content that holds the failure; `None` where the failure is the content.
    const CONTENT_MEMBER: Option<&'static str>;
    /// Whether a tool result has structured content.
    const HAS_STRUCTURED_CONTENT: bool = true;
    /// The member of a tool result, beside those of the protocol, that holds the failure once more.
    const RESULT_MEMBER: Option<&'static str> = None;
    /// Whether a tool's success is written in the format, too.
    #[cfg_attr(not(feature = "rmcp"), expect(dead_code, reason = "only results of rmcp's tools are written in it"))]
    const WRITES_SUCCESSES: bool = false;
    /// What the data of a JSON-RPC error holds.
    const ERROR_DATA: ErrorData;
    /// Whether a failure in no dialect at all counts as one of this: any JSON-RPC error, any tool error in plain text.
    const READS_UNMARKED: bool = false;
    /// Whether the base of problem types changes what is written.
    const USES_PROBLEM_BASE: bool = false;

    /// How the format writes a code.
    fn code(row: &Row) -> WrittenCode;

    /// The code that this one is read back as.
    fn fold(code: Code) -> Code;

    /// Whether a failed tool call of this origin and code is answered with a JSON-RPC error in place of a tool result.
    fn is_protocol_error(_origin: Origin, _code: Code) -> bool {
        false
    }

    /// Writes the failure alone.
    fn write<S: Serializer>(disclosure: &Disclosure, options: &Options, serializer: S) -> Result<S::Ok, S::Error>;

    /// Reads a failure alone; `None` if it is not of this format.
    fn read(value: &Value) -> Option<ForeignFailure>;

    /// Whether the value says itself that it is a failure, so that it is one even in a tool result without `isError`.
    fn states_failure(_value: &Value) -> bool {
        false
    }

    /// The same for a text, which need not be JSON.
    fn text_states_failure(_text: &str) -> bool {
        false
    }

    /// Writes the data of a JSON-RPC error. Unless a format has a form of its own, that is the failure alone.
    fn write_error_data<S: Serializer>(body: &Body<'_>, serializer: S) -> Result<S::Ok, S::Error> {
        // The resource is named beside it, as the protocol wants.
        WholeFailure { uri: body.disclosure.details().text(key::URI), body }.serialize(serializer)
    }
}

/// What a reader knows a format by. Formats are tried in this order, because what has the mark of an earlier one may
/// have the shape of a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Members that only this format has.
    OwnMembers,
    /// Numbers that only this format has.
    OwnNumbers,
    /// A shape that others have, too.
    SharedShape,
}

impl Mark {
    pub(super) const ALL: &'static [Mark] = &[Mark::OwnMembers, Mark::OwnNumbers, Mark::SharedShape];
}

/// What the first text block of a tool result holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextForm {
    /// A few lines for a model.
    Prose,
    /// The structured content, as JSON.
    Json,
}

/// What the data of a JSON-RPC error holds.
pub(super) enum ErrorData {
    /// The whole failure, which always has these members.
    WholeFailure(&'static [&'static str]),
    /// The rest of the failure, whose code and message are beside it: this member is always there.
    Rest(&'static str),
}

/// How a dialect writes a code.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenCode {
    /// The document's name for the code, such as `NotFound`.
    pub name: &'static str,
    /// What identifies the code on the wire, such as `-32001`.
    pub identifier: String,
    /// All that is written for the code, for people: `-32001 NotFound`.
    pub description: String,
    /// Whether the document states it for this code.
    pub basis: Basis,
}

/// The structured content of a tool result: the failure, under a member where the format has one for it.
#[derive(Clone, Copy)]
pub(super) struct Content<'a> {
    pub(super) body: Body<'a>,
}

impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.body.dialect.content_member() {
            Some(member) => serializer.collect_map([(member, &self.body)]),
            None => self.body.serialize(serializer),
        }
    }
}

#[derive(Serialize)]
struct WholeFailure<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'a str>,
    #[serde(flatten)]
    body: &'a Body<'a>,
}

impl Dialect {
    /// The dialects in the order in which a reader tries them.
    pub(super) fn by_mark() -> impl Iterator<Item = Dialect> {
        let with = |mark: &'static Mark| Dialect::ALL.iter().copied().filter(move |dialect| dialect.mark() == *mark);
        Mark::ALL.iter().flat_map(with)
    }
}
