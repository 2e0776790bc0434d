//! 004's rules for the code of handlers. Candor's types make most of them moot; they are explained all the same.

use crate::code::same_words;

/// A rule of 004 for the code of handlers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LintRule {
    /// 004's id of the rule.
    pub id: &'static str,
    /// What it catches, and what Candor has in its place.
    pub meaning: &'static str,
}

impl LintRule {
    /// Every rule, in 004's order.
    pub const ALL: &'static [LintRule] = &[
        LintRule {
            id: "prefer-mcp-error-in-handler",
            meaning: "A handler fails with a plain error. In Candor a tool returns its contract or a Failure.",
        },
        LintRule {
            id: "prefer-error-factory",
            meaning: "An error is built by hand although a factory exists, such as Failure::not_found.",
        },
        LintRule {
            id: "preserve-cause-on-rethrow",
            meaning: "An error is replaced without its cause. In Candor a field marked #[source] or #[from] keeps it.",
        },
        LintRule {
            id: "no-stringify-upstream-error",
            meaning: "The message contains an upstream's whole error text. In Candor a cause cannot be part of a message.",
        },
        LintRule {
            id: "error-contract-conformance",
            meaning: "A handler fails with a code that its contract does not declare. In Candor the types forbid it.",
        },
        LintRule {
            id: "error-contract-prefer-fail",
            meaning: "A handler fails with a declared code, but not through its contract.",
        },
    ];

    pub(super) fn from_id(id: &str) -> Option<&'static LintRule> {
        const { &LintRule::ALL }.iter().find(|rule| same_words(rule.id, id))
    }
}
