//! Successes with warnings, as results of tools.

use super::{call_scope, wire};
use crate::outcome::{DisclosedSuccess, Outcome, Success, Warning};
use crate::render::{SUCCESS_META_KEY, SuccessMeta};
use crate::{Code, Failure};
use ::rmcp::ErrorData;
use ::rmcp::handler::server::tool::IntoCallToolResult;
use ::rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::Value;

/// A tool may return it: `Result<Success<T>, E>`.
///
/// The data is the first text and, if it is an object, the structured content. The warnings are a text of their own, and
/// under `_meta["dev.candor/success"]`, so that the result fits whatever output schema the data fits.
impl<T: Serialize> IntoCallToolResult for Success<T> {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        let success = self.disclose(&call_scope::discretion());
        match serde_json::to_value(success.data()) {
            Ok(data) => Ok(CallToolResponse::Complete(result(data, &success))),
            Err(error) => {
                let failure =
                    Failure::new(Code::Internal, "The result could not be serialized as JSON").with_cause(error);
                failure.into_call_tool_result()
            }
        }
    }
}

/// A tool may return it, and need no `Result`.
impl<T: Serialize> IntoCallToolResult for Outcome<T> {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        match self {
            Outcome::Succeeded(success) => success.into_call_tool_result(),
            Outcome::Failed(failure) => failure.into_call_tool_result(),
        }
    }
}

fn result<T>(data: Value, success: &DisclosedSuccess<T>) -> CallToolResult {
    let mut result = match data {
        // The guard puts it into an object.
        _ if call_scope::writes_successes() => CallToolResult::structured(data),
        Value::Object(_) => CallToolResult::structured(data),
        // Before 2026-07-28, structured content had to be an object, and there are clients that refuse anything else.
        Value::String(text) => CallToolResult::success(vec![ContentBlock::text(text)]),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            CallToolResult::success(vec![ContentBlock::text(data.to_string())])
        }
    };
    let warnings = warning_text(success.warnings().iter().map(Warning::message));
    if warnings.is_some() || success.request_id().is_some() {
        result.meta = Some(wire::meta(SUCCESS_META_KEY, &SuccessMeta::of(success)));
    }
    result.content.extend(warnings.map(ContentBlock::text));
    result
}

/// The text block for these warnings, if there are any.
pub(super) fn warning_text<'a>(warnings: impl Iterator<Item = &'a str>) -> Option<String> {
    let warnings: Vec<_> = warnings.collect();
    (!warnings.is_empty()).then(|| format!("Warning: {}", warnings.join("\nWarning: ")))
}
