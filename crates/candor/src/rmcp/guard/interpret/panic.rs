//! What a panic becomes. It is caught where the work runs, and made a failure by [`catch_panic`](crate::capture::catch_panic):
//! `internal`, with the reason `panic`, and what it said for the operator alone. The reply is that of any other failure.

use super::Failed;
use crate::Failure;
use crate::rmcp::guard::admit::ToolCall;
use crate::rmcp::guard::request_info::RequestInfo;

/// Of a tool: a tool result.
pub(super) fn of_tool_call(call: &ToolCall, panic: Failure) -> Failed {
    call.failed(panic)
}

/// Of whatever handles another request: a JSON-RPC error.
pub(super) fn of_request(info: &RequestInfo, panic: Failure) -> Failed {
    Failed::as_error(info.about(panic))
}

/// Of what has no answer, such as a notification: an incident for the operator. So is any other failure there.
pub(in crate::rmcp::guard) fn without_answer(method: &'static str, failure: Failure) -> Failure {
    failure.with_private("method", method)
}
