//! Tool result or JSON-RPC error: decided here, for every dialect and revision.

use super::{Dialect, Revision};
use crate::{Code, Disclosure};
use serde_json::Value;

/// Where in the protocol a failure happened.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Place<'a> {
    /// In a call of a tool that exists: its arguments, its work or its result.
    Tool {
        /// The schema that the tool's structured content must fit, errors included.
        output_schema: Option<&'a Value>,
    },
    /// Before any tool ran: the request is malformed, or names a method or tool that does not exist.
    Request,
    /// While a resource was read. The [`uri`](crate::Failure::with_uri) of the failure becomes `data.uri`.
    Resource,
    /// While a prompt was fetched.
    Prompt,
}

/// What a failure is sent as. The set is closed: a JSON-RPC response has a result or an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// A result with `isError`: the model sees it and can act on it.
    ToolResult,
    /// A JSON-RPC error with this code, one that the specification leaves open.
    Error(i32),
}

/// The code for an unknown resource before 2026-07-28, when it became -32602.
pub(super) const OLD_RESOURCE_NOT_FOUND: i32 = -32002;

impl Channel {
    /// What the failure is sent as.
    ///
    /// A failed tool call is a tool result, because a JSON-RPC error often never reaches the model. Only the
    /// `jsonrpc` dialect keeps 003's mapping, in which a time-out and a broken request are errors. Even there, what a
    /// service answered is a tool result, whatever its code, and so are arguments that fail validation, as the
    /// specification has it since SEP-1303. Everywhere else the protocol knows errors only.
    #[must_use]
    pub fn decide(dialect: Dialect, revision: Revision, place: Place<'_>, disclosure: &Disclosure) -> Channel {
        let (code, number) = (disclosure.code(), disclosure.code().row().jsonrpc.value.number);
        match place {
            Place::Tool { .. } if dialect.is_protocol_error(disclosure.origin(), code) => Channel::Error(number),
            Place::Tool { .. } => Channel::ToolResult,
            Place::Resource if code == Code::NotFound && revision < Revision::V2026_07_28 => {
                Channel::Error(OLD_RESOURCE_NOT_FOUND)
            }
            Place::Request | Place::Resource | Place::Prompt => Channel::Error(number),
        }
    }
}
