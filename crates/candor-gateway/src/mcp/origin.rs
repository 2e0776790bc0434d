//! Where items come from: the servers in their order, and what of each is shown.

use crate::admit::matches;
use crate::upstream::{McpServerSettings, McpToolSelection};

/// The servers, in the order of the configuration.
#[derive(Debug)]
pub(super) struct Origins(Vec<Origin>);

#[derive(Debug)]
struct Origin {
    name: Box<str>,
    prefix: Box<str>,
    tools: McpToolSelection,
}

impl Origins {
    pub(super) fn new<'a>(servers: impl Iterator<Item = &'a McpServerSettings>) -> Origins {
        let origin = |it: &McpServerSettings| Origin {
            name: it.name.as_str().into(),
            prefix: it.prefix.as_str().into(),
            tools: it.tools.clone(),
        };
        Origins(servers.map(origin).collect())
    }

    pub(super) fn name(&self, server: usize) -> &str {
        self.0.get(server).map_or("", |it| &it.name)
    }

    pub(super) fn prefix(&self, server: usize) -> &str {
        self.0.get(server).map_or("", |it| &it.prefix)
    }

    /// What a tool is called before the prefix; none if it is not shown.
    pub(super) fn shown_name(&self, server: usize, own: &str) -> Option<String> {
        let tools = &self.0.get(server)?.tools;
        let is_one = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, own));
        let is_shown = (tools.allow.is_empty() || is_one(&tools.allow)) && !is_one(&tools.deny);
        is_shown.then(|| tools.rename.get(own).cloned().unwrap_or_else(|| own.to_owned()))
    }

    #[cfg(test)]
    pub(super) fn for_test(servers: &[(&str, &str)]) -> Origins {
        let origin = |(name, prefix): &(&str, &str)| Origin {
            name: (*name).into(),
            prefix: (*prefix).into(),
            tools: McpToolSelection::default(),
        };
        Origins(servers.iter().map(origin).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_shown_if_it_is_allowed_and_not_denied() {
        let tools = McpToolSelection {
            allow: vec!["read_*".into(), "list".into()],
            deny: vec!["*_secret".into()],
            rename: [("list".to_owned(), "all".to_owned())].into(),
        };
        let servers = Origins(vec![Origin { name: "a".into(), prefix: "".into(), tools }]);
        let shown = |own| servers.shown_name(0, own);
        assert_eq!(shown("read_file").as_deref(), Some("read_file"));
        assert_eq!(shown("list").as_deref(), Some("all"));
        assert_eq!((shown("read_secret"), shown("write_file")), (None, None));
    }
}
