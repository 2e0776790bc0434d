//! A call of a tool that does not exist.

use super::names::{listed, shown};
use super::{Failure, Origin, Retry};
use crate::nearest::nearest;
use crate::{Code, reason};

impl Failure {
    /// A call of a tool that does not exist, where tools of these names do. The caller learns the names that are most like it.
    ///
    /// ```
    /// use candor::Failure;
    ///
    /// let failure = Failure::unknown_tool("get_ordr", ["get_order", "list_orders"]);
    /// assert_eq!(failure.message(), "There is no tool get_ordr; did you mean get_order?");
    /// assert_eq!(failure.reason().as_str(), "unknown_tool");
    /// ```
    #[must_use]
    pub fn unknown_tool<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Failure {
        let near = nearest(name, names.into_iter());
        let shown_name = shown(name);
        let (message, recovery) = if near.is_empty() {
            (
                format!("There is no tool {shown_name}"),
                "List the tools with tools/list and call one of them.".to_owned(),
            )
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
}
