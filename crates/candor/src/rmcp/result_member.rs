//! Tool results with the member that the policy's dialect has beside those of the protocol. rmcp's own type has no place for
//! it, so it is added where a result becomes JSON: in a task, and in the transports.

use crate::FailurePolicy;
use crate::render::{META_KEY, add_result_member};
#[cfg(feature = "rmcp-http")]
use ::rmcp::model::JsonObject;
use ::rmcp::model::{CallToolResult, CustomResult, ServerResult};
use serde_json::Value;

/// The result as it goes over the wire.
pub(super) fn completed(policy: &FailurePolicy, result: ServerResult) -> ServerResult {
    let dialect = policy.renderer().dialect();
    if let ServerResult::CallToolResult(failed) = &result
        && dialect.has_result_member()
        && is_failure(failed)
        && let Ok(Value::Object(mut members)) = serde_json::to_value(failed)
        && add_result_member(dialect, &mut members)
    {
        // On the wire, it makes no difference which of the results it is.
        return ServerResult::CustomResult(CustomResult::new(Value::Object(members)));
    }
    result
}

fn is_failure(result: &CallToolResult) -> bool {
    result.is_error == Some(true) && result.meta.as_ref().is_some_and(|meta| meta.0.contains_key(META_KEY))
}

/// Whether a message may have a result that needs the member.
#[cfg(feature = "rmcp-http")]
pub(super) fn may_be_in(policy: &FailurePolicy, message: &[u8]) -> bool {
    policy.renderer().dialect().has_result_member() && memchr::memmem::find(message, META_KEY.as_bytes()).is_some()
}

/// The response as it goes over the wire, if it has such a result.
#[cfg(feature = "rmcp-http")]
pub(super) fn completed_response(policy: &FailurePolicy, message: &[u8]) -> Option<Vec<u8>> {
    if !may_be_in(policy, message) {
        return None;
    }
    let mut response: JsonObject = serde_json::from_slice(message).ok()?;
    // An id that is not read exactly could not be written exactly.
    let has_inexact_id = response.get("id").is_some_and(Value::is_f64);
    let result = response.get_mut("result").and_then(Value::as_object_mut).filter(|_| !has_inexact_id)?;
    add_result_member(policy.renderer().dialect(), result).then(|| serde_json::to_vec(&response).ok()).flatten()
}
