//! Which operations of a document become tools.

mod path_pattern;

use crate::operation::Found;
use http::Method;
use path_pattern::matches;

/// Which operations become tools: those that every list which is not empty has a match for. By default, all of them.
///
/// A pattern of paths is a path in which `*` stands for any characters but `/`, and `**` for any characters:
/// `/repos/*/issues/**`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection {
    /// Only operations with one of these tags.
    pub tags: Vec<String>,
    /// No operation with one of these tags.
    pub without_tags: Vec<String>,
    /// Only operations whose path matches one of these patterns.
    pub paths: Vec<String>,
    /// No operation whose path matches one of these patterns.
    pub without_paths: Vec<String>,
    /// Only operations with one of these methods.
    pub methods: Vec<Method>,
    /// No operation that is deprecated.
    pub without_deprecated: bool,
}

impl Selection {
    pub(crate) fn includes(&self, operation: &Found) -> bool {
        let has_tag = |tags: &[String]| tags.iter().any(|tag| operation.tags.contains(tag));
        (self.tags.is_empty() || has_tag(&self.tags))
            && !has_tag(&self.without_tags)
            && !(self.without_deprecated && operation.is_deprecated)
            && self.may_include(operation.key.path(), Some(operation.key.method()))
    }

    /// Whether an operation is included, as far as its path and its method say.
    pub(crate) fn may_include(&self, path: &str, method: Option<&Method>) -> bool {
        let has_path = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, path));
        (self.paths.is_empty() || has_path(&self.paths))
            && !has_path(&self.without_paths)
            && (self.methods.is_empty() || method.is_none_or(|method| self.methods.contains(method)))
    }
}
