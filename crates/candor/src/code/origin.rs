//! Whose fault it is.

use super::same_words;
use serde::{Deserialize, Serialize};

/// Whose fault a failure is. The set is closed: each origin is a party that can act, and there are no others.
///
/// 003 has four categories for these five: its `ContractViolation` is a broken rule of the protocol or of the server
/// itself, and the origin says whose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The request breaks the protocol or a tool's contract.
    Caller,
    /// A service that the server relies on failed.
    Upstream,
    /// Communication with such a service failed.
    Transport,
    /// The server is misconfigured and cannot do this.
    Configuration,
    /// The server itself.
    Internal,
}

impl Origin {
    /// Every origin.
    pub const ALL: &'static [Origin] =
        &[Origin::Caller, Origin::Upstream, Origin::Transport, Origin::Configuration, Origin::Internal];

    /// The name in the canonical form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Origin::Caller => "caller",
            Origin::Upstream => "upstream",
            Origin::Transport => "transport",
            Origin::Configuration => "configuration",
            Origin::Internal => "internal",
        }
    }

    /// The category of 003 that it belongs to, by its name there.
    #[must_use]
    pub const fn category(self) -> &'static str {
        match self {
            Origin::Caller | Origin::Internal => "ContractViolation",
            Origin::Upstream => "UpstreamFailure",
            Origin::Transport => "TransportFailure",
            Origin::Configuration => "ConfigurationError",
        }
    }

    /// The value of 003's `failure_mode` for the category.
    #[must_use]
    pub const fn failure_mode(self) -> &'static str {
        match self {
            Origin::Caller | Origin::Internal => "contract_violation",
            Origin::Upstream => "upstream_failure",
            Origin::Transport => "transport_failure",
            Origin::Configuration => "configuration_error",
        }
    }

    /// What it means, in one sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Origin::Caller => "The request breaks the protocol or a tool's contract; the caller must change it.",
            Origin::Upstream => "A service behind the server answered with a failure; the server itself works.",
            Origin::Transport => "The server could not reach a service behind it, or not in time.",
            Origin::Configuration => "The server is misconfigured; its operator must correct it.",
            Origin::Internal => "The server itself failed.",
        }
    }

    /// The origin by its name or by that of its category, in any case. A category of two origins gives the caller.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Origin> {
        Origin::ALL
            .iter()
            .copied()
            .find(|origin| same_words(origin.name(), name) || same_words(origin.category(), name))
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
