//! A call that cannot be checked, by a fault of the server.

use crate::failure::names::shown;
use crate::failure::{Origin, Retry, Safety};
use crate::{Code, Failure, reason};

/// A schema of the tool cannot be compiled; only the operator learns why.
pub(in crate::rmcp::guard) fn broken_schema(tool: &str, which: &str, why: &str) -> Failure {
    let tool = shown(tool);
    let message = format!("{tool} cannot be checked: its {which} is invalid, which is a fault of the server");
    Failure::new(Code::Configuration, message)
        .with_reason(reason!("broken_schema"))
        .with_origin(Origin::Configuration)
        .with_retry(Retry::Never)
        .with_recovery("It was not run: use another tool, or ask the operator of the server to correct the schema.")
        .with_tool(tool)
        .with_private("schema", which)
        .with_private("why", why)
}

/// The server failed to list its tools, and this may be one of them. The retry is that of what it failed with.
pub(super) fn not_listed(tool: &str, retry: Retry) -> Failure {
    let tool = shown(tool);
    let (retry, recovery) = match retry {
        Retry::Never => (retry, "Ask the operator of the server to correct its list of tools."),
        // The tool did not run, whatever it would have done.
        Retry::Backoff(_) => (Retry::Backoff(Safety::Always), TRY_LATER),
        Retry::After(delay, _) => (Retry::After(delay, Safety::Always), TRY_LATER),
    };
    Failure::new(Code::Internal, format!("{tool} was not run: the server failed to list its tools"))
        .with_reason(reason!("tools_not_listed"))
        .with_origin(Origin::Internal)
        .with_retry(retry)
        .with_recovery(recovery)
        .with_tool(tool)
}

const TRY_LATER: &str = "It has not taken effect: try again later.";
