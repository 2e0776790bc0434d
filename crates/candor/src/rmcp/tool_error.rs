//! Contracts and failures as errors of tools, prompts and resources.

use super::{call_scope, wire};
use crate::Failure;
use crate::failure::details::key;
use crate::render::{Place, Renderer, Revision};
use ::rmcp::ErrorData;
use ::rmcp::handler::server::tool::IntoCallToolResult;
use ::rmcp::model::CallToolResponse;

/// A tool may fail with it: `Result<Json<T>, Failure>`.
///
/// Whether the tool has an output schema is not known here, and some clients hold errors against it, too. So without a
/// `Guard` the result has text and `_meta` only; a guard adds the structured content where the schema allows it.
impl IntoCallToolResult for Failure {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        let renderer = Renderer::default();
        let place = Place::Tool { output_schema: Some(&wire::NOTHING) };
        call_scope::tool_result(self, |disclosure| wire::answer(&renderer, disclosure, place))
            .map(CallToolResponse::Complete)
    }
}

/// For handlers of resources and prompts, which fail with a JSON-RPC error.
///
/// An unknown resource, a `not_found` with a [`uri`](Failure::with_uri), has the number -32002, as before 2026-07-28:
/// rmcp makes it -32602 for peers that speak that revision.
impl From<Failure> for ErrorData {
    fn from(failure: Failure) -> ErrorData {
        let has_uri = failure.details().get(key::URI).is_some();
        let (place, revision) = match has_uri {
            true => (Place::Resource, Revision::V2025_11_25),
            false => (Place::Request, Revision::default()),
        };
        failure.into_error_data(place, revision)
    }
}
