//! Whether the pattern of a schema can be matched.

use jsonschema::PatternOptions;
use serde_json::json;
use std::collections::HashMap;

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
        let is_usable = builds(jsonschema::options().with_pattern_options(PatternOptions::regex()))
            || builds(jsonschema::options().with_pattern_options(PatternOptions::fancy_regex()));
        self.known.insert(pattern.to_owned(), is_usable);
        is_usable
    }
}
