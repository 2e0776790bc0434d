//! What is asked for when a document is read.

use crate::overrides::ToolOverride;
use crate::selection::Selection;
use std::collections::BTreeMap;

/// How a document becomes tools.
///
/// ```
/// use candor_gateway::{LoadOptions, Selection};
///
/// let options = LoadOptions {
///     selection: Selection { tags: vec!["orders".to_owned()], ..Selection::default() },
///     reserved_headers: vec!["X-Api-Key".to_owned()],
///     ..LoadOptions::default()
/// };
/// assert!(options.skip.is_empty());
/// ```
#[derive(Debug, Clone, Default)]
pub struct LoadOptions {
    /// Which operations become tools.
    pub selection: Selection,
    /// Operations that are left out without a word, as `GET /pets/{id}` or by the name of their tool, or all of a path as
    /// `/pets/{id}`: those that cannot be brought over and that are not missed.
    pub skip: Vec<String>,
    /// What single tools have differently, under the name that they would have, or as `GET /pets/{id}`.
    pub overrides: BTreeMap<String, ToolOverride>,
    /// Headers that the gateway itself sets, beside those that no argument may ever set: parameters of these names are not
    /// arguments.
    pub reserved_headers: Vec<String>,
    /// Query parameters that the gateway itself sets, such as a key.
    pub reserved_query: Vec<String>,
    /// How much is read.
    pub limits: Limits,
}

/// How much is read and kept. What goes beyond is refused or, in schemas, left open; both are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest file, in bytes: 64 MiB.
    pub file_bytes: u64,
    /// All files together, in bytes: 128 MiB.
    pub total_bytes: u64,
    /// How many files: 10,000.
    pub files: usize,
    /// How many values a file may have, with its aliases written out: 4,000,000.
    pub parts: usize,
    /// The longest description of a tool, in characters: 600.
    pub description: usize,
    /// The longest description of an argument or of anything in a schema, in characters: 240.
    pub schema_description: usize,
    /// The largest schema of a tool's arguments, in bytes: 64 KiB.
    pub input_schema: usize,
    /// The largest schema of a tool's answers, in bytes: 32 KiB.
    pub output_schema: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            file_bytes: 64 << 20,
            total_bytes: 128 << 20,
            files: 10_000,
            parts: 4_000_000,
            description: 600,
            schema_description: 240,
            input_schema: 64 << 10,
            output_schema: 32 << 10,
        }
    }
}
