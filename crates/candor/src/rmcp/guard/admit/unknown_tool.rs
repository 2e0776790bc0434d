//! A call of a tool that does not exist.

use crate::failure::{Origin, Retry};
use crate::nearest::nearest;
use crate::rmcp::words::{listed, shown};
use crate::{Code, Failure, reason};

/// The failure of a call of this tool, where these exist.
pub(in crate::rmcp::guard) fn unknown_tool(name: &str, names: &[String]) -> Failure {
    let near = nearest(name, names.iter().map(String::as_str));
    let shown_name = shown(name);
    let (message, recovery) = if near.is_empty() {
        (format!("There is no tool {shown_name}"), "List the tools with tools/list and call one of them.".to_owned())
    } else {
        let names = listed(&near);
        (
            format!("There is no tool {shown_name}; did you mean {names}?"),
            format!("Call {names} instead, or list the tools with tools/list."),
        )
    };
    let failure = Failure::new(Code::NotFound, message)
        .with_reason(reason!("unknown_tool"))
        .with_origin(Origin::Caller)
        .with_retry(Retry::Never)
        .with_recovery(recovery)
        .with_tool(shown_name);
    if near.is_empty() { failure } else { failure.with_context("did_you_mean", near) }
}
