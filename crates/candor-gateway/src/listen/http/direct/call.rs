//! A call of a tool, read from its request in one go, if nothing about it is out of the ordinary.

use super::JSON;
use ::http::{HeaderMap, header};
use rmcp::model::{CallToolRequestParams, JsonObject, ProtocolVersion, RequestId, RequestMetaObject};
use serde::Deserialize;
use std::borrow::Cow;

pub(super) const VERSION: &str = "mcp-protocol-version";
pub(super) const METHOD: &str = "mcp-method";
pub(super) const NAME: &str = "mcp-name";
const EVENTS: &str = "text/event-stream";
const CALL: &str = "tools/call";

/// A call that can be carried out as it is.
pub(super) struct ToolCall {
    pub(super) id: RequestId,
    pub(super) meta: RequestMetaObject,
    pub(super) params: CallToolRequestParams,
    /// What the client speaks.
    pub(super) version: ProtocolVersion,
}

/// The body of such a request. One with any other member is not read here.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body<'b> {
    #[serde(borrow)]
    jsonrpc: Cow<'b, str>,
    id: RequestId,
    #[serde(borrow)]
    method: Cow<'b, str>,
    params: Params,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    name: String,
    arguments: Option<JsonObject>,
    #[serde(rename = "_meta", default)]
    meta: RequestMetaObject,
}

impl ToolCall {
    /// The call in this request; none if it is not one, or if anything in its headers is to be explained. With sessions, the calls of
    /// older clients belong to one.
    pub(super) fn read(headers: &HeaderMap, body: &[u8], has_sessions: bool) -> Option<ToolCall> {
        if !is_one(headers, header::CONTENT_TYPE.as_str(), |value| value.starts_with(JSON)) || !accepts_both(headers) {
            return None;
        }
        memchr::memmem::find(body, CALL.as_bytes())?;
        let Body { jsonrpc, id, method, params: Params { name, arguments, meta } } =
            serde_json::from_slice(body).ok()?;
        if jsonrpc != "2.0" || method != CALL {
            return None;
        }
        let version = match headers.contains_key(VERSION) {
            true => known(one(headers, VERSION)?)?,
            false => ProtocolVersion::V_2025_03_26,
        };
        let is_fit = match version.has_initialize() {
            // The version of a request's own is of the newer revisions.
            true => !has_sessions && meta.protocol_version().is_none(),
            false => {
                meta.protocol_version().is_some_and(|own| own == version)
                    && meta.missing_required_keys(&version).is_empty()
                    && one(headers, METHOD) == Some(CALL)
                    && one(headers, NAME) == Some(name.as_str())
            }
        };
        is_fit.then(|| {
            let mut params = CallToolRequestParams::new(name);
            params.arguments = arguments;
            ToolCall { id, meta, params, version }
        })
    }
}

/// The version of this name, if it is one of the protocol's.
fn known(name: &str) -> Option<ProtocolVersion> {
    ProtocolVersion::KNOWN_VERSIONS.iter().find(|version| version.as_str() == name).cloned()
}

/// The only value of a header.
pub(super) fn one<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

pub(super) fn is_one(headers: &HeaderMap, name: &str, fits: impl FnOnce(&str) -> bool) -> bool {
    one(headers, name).is_some_and(fits)
}

/// Whether the client takes JSON and streams, as the protocol wants it of every client.
pub(super) fn accepts_both(headers: &HeaderMap) -> bool {
    is_one(headers, header::ACCEPT.as_str(), |accepted| accepted.contains(JSON) && accepted.contains(EVENTS))
}
