//! Whether the pattern of a schema can be matched.

use jsonschema::PatternOptions;
use serde_json::json;
use std::collections::HashMap;

/// The largest pattern, compiled, in bytes. One with `{0,8192}` can have ten times as much, and takes half a second.
const MAX_COMPILED: usize = 1 << 20;

/// What is known of patterns.
#[derive(Default)]
pub(super) struct Patterns {
    known: HashMap<String, bool>,
}

impl Patterns {
    /// Whether a validator accepts it.
    pub(super) fn is_usable(&mut self, pattern: &str) -> bool {
        if let Some(is_usable) = self.known.get(pattern) {
            return *is_usable;
        }
        let schema = json!({"pattern": pattern});
        let builds = |options: jsonschema::ValidationOptions<'_>| options.offline().build(&schema).is_ok();
        let is_usable =
            builds(jsonschema::options().with_pattern_options(PatternOptions::regex().size_limit(MAX_COMPILED)))
                || builds(
                    jsonschema::options().with_pattern_options(PatternOptions::fancy_regex().size_limit(MAX_COMPILED)),
                );
        self.known.insert(pattern.to_owned(), is_usable);
        is_usable
    }
}
