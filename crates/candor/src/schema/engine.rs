//! How a schema is read.

use jsonschema::{Draft, PatternOptions, ValidationOptions, Validator};
use serde_json::Value;

/// How often a pattern with look-around may go back before its match counts as not checked.
const BACKTRACK_LIMIT: usize = 2_000;

/// How a schema is read: its draft, and what matches its patterns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Engine {
    draft: Draft,
    patterns: Patterns,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Patterns {
    /// In time that grows with the text and no faster.
    Linear,
    /// With look-around, and a limit.
    Backtracking,
}

impl Engine {
    /// How a schema is read, and its validator; or why it cannot be used.
    pub(super) fn start(schema: &Value) -> Result<(Engine, Validator), String> {
        let stated = Draft::default().detect(schema);
        let draft = if stated == Draft::Unknown { Draft::default() } else { stated };
        let linear = Engine { draft, patterns: Patterns::Linear };
        if let Ok(validator) = linear.options().build(schema) {
            return Ok((linear, validator));
        }
        let backtracking = Engine { patterns: Patterns::Backtracking, ..linear };
        match backtracking.options().build(schema) {
            Ok(validator) => Ok((backtracking, validator)),
            Err(error) if error.instance_path().is_empty() => Err(error.to_string()),
            Err(error) => Err(format!("at {}: {error}", error.instance_path())),
        }
    }

    /// Whether a pattern may go back over a text again and again.
    pub(super) fn backtracks(self) -> bool {
        self.patterns == Patterns::Backtracking
    }

    /// The draft that the schema is written in.
    pub(super) fn draft(self) -> Draft {
        self.draft
    }

    /// What a validator is built with.
    pub(super) fn options<'r>(self) -> ValidationOptions<'r> {
        let options = jsonschema::options().offline().with_draft(self.draft);
        match self.patterns {
            Patterns::Linear => options.with_pattern_options(PatternOptions::regex()),
            Patterns::Backtracking => {
                options.with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACK_LIMIT))
            }
        }
    }

    /// Whether a reference makes everything beside it void.
    pub(super) fn has_lone_references(self) -> bool {
        matches!(self.draft, Draft::Draft4 | Draft::Draft6 | Draft::Draft7)
    }

    /// Whether `items` may be a list of schemas, one per item.
    pub(super) fn has_listed_items(self) -> bool {
        self.draft < Draft::Draft202012
    }
}
