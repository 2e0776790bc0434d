//! A disclosure as rmcp's own types.

use crate::render::{Channel, META_KEY, Place, Renderer, Reply, Revision};
use crate::{Disclosure, Failure};
use ::rmcp::ErrorData;
use ::rmcp::RoleServer;
use ::rmcp::model::{CallToolResult, ContentBlock, ErrorCode, JsonObject, MetaObject};
use ::rmcp::service::RequestContext;
use serde_json::Value;

/// The revision that the peer of this request speaks; the newest one if it has not said.
#[must_use]
pub fn revision_of(context: &RequestContext<RoleServer>) -> Revision {
    context.protocol_version().map_or_else(Revision::default, |version| Revision::of_peer(version.as_str()))
}

/// The failure as it goes over the wire from this place: a tool result or a JSON-RPC error.
pub(super) fn answer(
    renderer: &Renderer,
    disclosure: &Disclosure,
    place: Place<'_>,
) -> Result<CallToolResult, ErrorData> {
    let reply = renderer.reply(disclosure, place);
    match reply.channel() {
        Channel::ToolResult => Ok(result(&reply, disclosure)),
        Channel::Error(number) => {
            let data = match reply.to_value() {
                Value::Object(mut members) => members.remove("data"),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => None,
            };
            Err(ErrorData::new(ErrorCode(number), disclosure.message().to_owned(), data))
        }
    }
}

/// The failure as a tool result in any dialect: where nothing else is possible, and the output schema is not known.
pub(super) fn tool_result(renderer: &Renderer, disclosure: &Disclosure) -> CallToolResult {
    // The schema that a guard announces in a dialect with a form for successes has room for failures.
    let output_schema = (!renderer.dialect().writes_successes()).then_some(&NOTHING);
    result(&renderer.reply(disclosure, Place::Tool { output_schema }), disclosure)
}

/// A schema that accepts nothing.
pub(super) static NOTHING: Value = Value::Bool(false);

fn result(reply: &Reply<'_>, disclosure: &Disclosure) -> CallToolResult {
    let mut result = CallToolResult::error(vec![ContentBlock::text(reply.text())]);
    result.structured_content = reply.structured_content();
    result.meta = Some(meta(META_KEY, disclosure));
    result
}

/// The same where there is no tool, and so no tool result.
pub(super) fn error(renderer: &Renderer, disclosure: &Disclosure, place: Place<'_>) -> ErrorData {
    match answer(renderer, disclosure, place) {
        Err(error) => error,
        // Only a tool's failure can be a tool result.
        Ok(_) => ErrorData::internal_error(disclosure.message().to_owned(), None),
    }
}

/// `_meta` with one member.
pub(super) fn meta(name: &str, value: &impl serde::Serialize) -> MetaObject {
    let mut members = JsonObject::new();
    members.insert(name.to_owned(), serde_json::to_value(value).unwrap_or_default());
    MetaObject(members)
}

impl Failure {
    /// The failure as a JSON-RPC error for a peer that speaks this revision, for resources, prompts and requests of your
    /// own. [`revision_of`] returns the revision of a request's peer.
    ///
    /// Under a `Guard`, the failure goes to the guard, which discloses, logs and renders it; what is returned is a marker
    /// for it. Without one, it is disclosed with [`Discretion::new`](crate::Discretion::new) and logged here.
    ///
    /// ```
    /// use candor::Failure;
    /// use candor::render::{Place, Revision};
    ///
    /// let failure = || Failure::not_found("There is no such note").with_uri("note://17");
    /// assert_eq!(failure().into_error_data(Place::Resource, Revision::V2026_07_28).code.0, -32602);
    /// assert_eq!(failure().into_error_data(Place::Resource, Revision::V2025_11_25).code.0, -32002);
    /// ```
    #[must_use]
    pub fn into_error_data(self, place: Place<'_>, revision: Revision) -> ErrorData {
        let renderer = Renderer::default().with_revision(revision);
        super::call_scope::error_data(self, |disclosure| error(&renderer, disclosure, place))
    }
}
