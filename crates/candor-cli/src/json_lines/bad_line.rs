//! Why a line is not what `--jsonl` reads. The message never shows the line's content.

/// What a good line is.
const WANTED: &str = r#"give {"id": …, "text": "…"}"#;

/// What the line is instead of an object with an id and a text.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadLine {
    #[error("longer than {mebibytes} MiB; {WANTED} in shorter lines")]
    TooLong { mebibytes: usize },
    #[error("byte {position} is not UTF-8; give JSON in UTF-8")]
    NotText { position: usize },
    #[error("not a JSON object; {WANTED}")]
    NotObject,
    #[error("not JSON: {what} at column {column}; {WANTED}")]
    NotJson { what: String, column: usize },
    #[error("a lone surrogate, such as \\ud800, before column {column}: write the whole pair, or leave it out")]
    LoneSurrogate { column: usize },
    #[error("the object has no `{member}`; {WANTED}")]
    Missing { member: &'static str },
    #[error("`text` is not a string; {WANTED}")]
    TextIsNotString,
    #[error("`{member}` is not {kind}; give one or leave it out")]
    NotA { member: &'static str, kind: &'static str },
}

impl BadLine {
    /// The error of a JSON text that begins after so many bytes of the line.
    pub(crate) fn from_json_error(error: &serde_json::Error, skipped: usize) -> BadLine {
        let column = skipped + error.column();
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or_default();
        if what.contains("surrogate") || what.contains("hex escape") {
            BadLine::LoneSurrogate { column }
        } else {
            BadLine::NotJson { what: what.to_owned(), column }
        }
    }
}
