//! Which tools a caller may see and call.

use crate::caller::{Caller, ToolAccess};
use memchr::memmem;
use rmcp::RoleServer;
use rmcp::service::RequestContext;

impl ToolAccess {
    /// Whether the tool may be seen and called.
    #[must_use]
    pub fn allows(&self, tool: &str) -> bool {
        match self {
            ToolAccess::All => true,
            ToolAccess::Only(patterns) => patterns.iter().any(|pattern| matches(pattern, tool)),
        }
    }

    /// What either of them allows.
    pub(super) fn or(self, other: &ToolAccess) -> ToolAccess {
        match (self, other) {
            (ToolAccess::Only(ours), ToolAccess::Only(theirs)) => {
                ToolAccess::Only(ours.iter().chain(theirs.iter()).cloned().collect())
            }
            (ToolAccess::All, _) | (_, ToolAccess::All) => ToolAccess::All,
        }
    }
}

/// Whether the caller of this request may see and call the tool: for [`Guard::with_tool_filter`](candor::rmcp::Guard). On stdio,
/// there is no caller, and all tools are shown.
pub(crate) fn is_shown(tool: &str, context: &RequestContext<RoleServer>) -> bool {
    let caller = context.extensions.get::<http::request::Parts>().and_then(|head| head.extensions.get::<Caller>());
    caller.is_none_or(|caller| caller.tools.allows(tool))
}

/// Whether the name matches the pattern, in which `*` stands for any characters. Each part between two stars is found as
/// early as it can be, so that the time is linear in both.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        match memmem::find(rest.as_bytes(), part.as_bytes()).and_then(|start| rest.get(start + part.len()..)) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn a_star_stands_for_any_characters() {
        let rows = [
            ("get_order", "get_order", true),
            ("get_order", "get_orders", false),
            ("get_*", "get_order", true),
            ("get_*", "get_", true),
            ("get_*", "forget_order", false),
            ("*_order", "get_order", true),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("a*a", "a", false),
            ("a*a", "aa", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("**", "any", true),
            ("*é*", "caf\u{e9}s", true),
        ];
        for (pattern, name, expected) in rows {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
        assert!(!ToolAccess::Only([].into()).allows("any"));
        assert!(ToolAccess::Only(["a*".to_owned()].into()).or(&ToolAccess::Only(["b".to_owned()].into())).allows("b"));
        assert_eq!(ToolAccess::Only([].into()).or(&ToolAccess::All), ToolAccess::All);
    }

    #[test]
    fn many_stars_take_no_longer() {
        let (pattern, name) = (format!("{}b", "a*".repeat(10_000)), "a".repeat(100_000));
        let begin = Instant::now();
        assert!(!matches(&pattern, &name));
        assert!(begin.elapsed() < Duration::from_secs(1));
    }
}
