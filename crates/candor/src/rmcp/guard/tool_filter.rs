//! Which tools a caller may see.

use ::rmcp::RoleServer;
use ::rmcp::model::Tool;
use ::rmcp::service::RequestContext;
use std::sync::Arc;

type Shows = dyn Fn(&str, &RequestContext<RoleServer>) -> bool + Send + Sync;

/// Which tools a caller may see: all, unless a function says otherwise.
#[derive(Clone, Default)]
pub(super) struct ToolFilter(Option<Arc<Shows>>);

impl ToolFilter {
    /// Those tools for which this function says so, too.
    pub(super) fn and(
        self,
        shows: impl Fn(&str, &RequestContext<RoleServer>) -> bool + Send + Sync + 'static,
    ) -> ToolFilter {
        ToolFilter(Some(match self.0 {
            Some(earlier) => Arc::new(move |tool, context| earlier(tool, context) && shows(tool, context)),
            None => Arc::new(shows),
        }))
    }

    /// Whether the caller of this request may see the tool.
    pub(super) fn shows(&self, tool: &str, context: &RequestContext<RoleServer>) -> bool {
        self.0.as_ref().is_none_or(|shows| shows(tool, context))
    }

    /// Keeps the tools that the caller may see.
    pub(super) fn retain(&self, tools: &mut Vec<Tool>, context: &RequestContext<RoleServer>) {
        if let Some(shows) = &self.0 {
            tools.retain(|tool| shows(&tool.name, context));
        }
    }

    /// The names of those that the caller may see.
    pub(super) fn names_shown(&self, tools: &[Tool], context: &RequestContext<RoleServer>) -> Vec<String> {
        let shown = tools.iter().filter(|tool| self.shows(&tool.name, context));
        shown.map(|tool| tool.name.to_string()).collect()
    }
}
