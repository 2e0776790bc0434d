//! Whether a result matches its tool's own output schema.

use crate::Failure;
use crate::rmcp::guard::admit::ToolCall;
use crate::rmcp::guard::disclose;
use crate::rmcp::guard::run::{self, Ended};
use crate::rmcp::guard::settings::OutputMismatch;
use crate::rmcp::guard::state::GuardState;
use crate::rmcp::guard::tool_server::ToolServer;
use crate::rmcp::guard::tools::{Found, KnownTool};
use ::rmcp::RoleServer;
use ::rmcp::model::CallToolResult;
use ::rmcp::service::RequestContext;

/// The result of the check of a tool's result.
pub(super) enum OutputCheck {
    /// It matches, or is not checked.
    Fits,
    /// The caller gets the failure.
    Failed(Failure),
    /// The caller gets the result, and the operator the failure.
    Warned(Failure),
    /// The caller cancelled the call while the tool was looked up.
    Cancelled,
}

pub(super) async fn check(
    state: &GuardState,
    server: &impl ToolServer,
    call: &ToolCall,
    result: &CallToolResult,
    context: &RequestContext<RoleServer>,
) -> OutputCheck {
    let policy = state.settings().output_mismatch;
    if policy == OutputMismatch::Ignore {
        return OutputCheck::Fits;
    }
    let (Some(tool), Some(name)) = (&call.tool, &call.info.tool) else { return OutputCheck::Fits };
    let Some(mut failure) = mismatch(tool, name, result) else { return OutputCheck::Fits };
    // The tool may have changed. If that cannot be found out in time, what was known of it counts.
    match run::look_up(state, server, call, name, context).await {
        Ended::Done(Found::Tool(now), _) => match mismatch(&now, name, result) {
            Some(again) => failure = again,
            None => return OutputCheck::Fits,
        },
        Ended::Cancelled => return OutputCheck::Cancelled,
        Ended::Panicked(failure) => disclose::to_operator(state, failure),
        Ended::Done(Found::Unlisted | Found::NotListed(_) | Found::Unknown(_), _) | Ended::TimedOut(_) => {}
    }
    match policy {
        OutputMismatch::Fail => OutputCheck::Failed(failure),
        OutputMismatch::Warn | OutputMismatch::Ignore => OutputCheck::Warned(failure),
    }
}

fn mismatch(tool: &KnownTool, name: &str, result: &CallToolResult) -> Option<Failure> {
    let schema = tool.output.as_ref()?.compiled().ok()?;
    schema.check_output(name, result.structured_content.as_ref()).err()
}
