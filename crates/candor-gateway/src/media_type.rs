//! Names of media types.

/// Documents that are written as text, beside those whose name says so.
const TEXTS: [&str; 11] = [
    "application/csv",
    "application/graphql",
    "application/javascript",
    "application/jsonl",
    "application/sql",
    "application/toml",
    "application/x-ndjson",
    "application/x-yaml",
    "application/xml",
    "application/yaml",
    "application/json-seq",
];

/// The name without its parameters, in lower case.
pub(crate) fn name(written: &str) -> String {
    written.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Whether it is JSON.
pub(crate) fn is_json(name: &str) -> bool {
    matches!(name, "application/json" | "text/json") || name.ends_with("+json")
}

/// Whether it is text, or a document that is written as text.
pub(crate) fn is_text(name: &str) -> bool {
    name.starts_with("text/") || name.ends_with("+xml") || name.ends_with("+yaml") || TEXTS.contains(&name)
}
