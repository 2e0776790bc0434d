//! A request for the endpoint of a gateway with MCP servers, if nothing in its head is to be explained.

use super::JSON;
use super::call::{METHOD, NAME, VERSION, accepts_both, is_one, one};
use crate::frame::{Frame, Kind, member};
use crate::mcp::decoded;
use ::http::{HeaderMap, header};
use candor::render::Revision;
use serde_json::value::RawValue;

/// A request that can be answered as it is.
pub(super) struct Message<'b> {
    pub(super) frame: Frame<'b>,
    pub(super) id: &'b str,
    pub(super) method: String,
    /// What the client speaks.
    pub(super) revision: Revision,
}

impl<'b> Message<'b> {
    /// The request in this body; none if it is another message, or if anything about it is to be explained.
    pub(super) fn read(headers: &HeaderMap, body: &'b [u8]) -> Option<Message<'b>> {
        if !is_one(headers, header::CONTENT_TYPE.as_str(), |value| value.starts_with(JSON)) || !accepts_both(headers) {
            return None;
        }
        let frame = Frame::read(body)?;
        let Kind::Request { id, method } = frame.kind.clone() else { return None };
        let revision = match headers.contains_key(VERSION) {
            true => {
                let date = one(headers, VERSION)?;
                Revision::ALL.iter().copied().find(|known| known.date() == date)?
            }
            false => Revision::V2025_03_26,
        };
        let of_meta: Option<String> = frame.meta("io.modelcontextprotocol/protocolVersion");
        let is_fit = match revision == Revision::V2026_07_28 {
            true => {
                let capabilities: Option<&RawValue> = frame.meta("io.modelcontextprotocol/clientCapabilities");
                of_meta.as_deref() == Some(revision.date())
                    && capabilities.is_some_and(|it| it.get().starts_with('{'))
                    && one(headers, METHOD) == Some(&*method)
                    && method != "initialize"
                    && is_named(headers, &frame, &method)
            }
            // The version of a request's own is of the newer revisions.
            false if method == "initialize" => {
                let asked: Option<String> = frame.param("protocolVersion");
                !headers.contains_key(VERSION) || asked.as_deref() == Some(revision.date())
            }
            false => of_meta.is_none() && method != "server/discover",
        };
        is_fit.then(|| Message { id: id.json(), method: method.into_owned(), revision, frame })
    }
}

/// Whether `Mcp-Name` says what the message is about, where there has to be one.
fn is_named(headers: &HeaderMap, frame: &Frame<'_>, method: &str) -> bool {
    let subject = match method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return true,
    };
    let named: Option<String> = frame.params.and_then(|params| member(params, subject));
    // Without a subject, what is wrong is the message.
    named.is_none() || one(headers, NAME).and_then(decoded) == named
}
