//! Why a line is not what `--jsonl` reads. It says nothing of the line's content.

/// What the line is instead of an object with an id and a text.
pub(crate) enum BadLine {
    TooLong {
        mebibytes: usize,
    },
    NotText {
        position: usize,
    },
    NotObject,
    NotJson {
        what: String,
        column: usize,
    },
    LoneSurrogate {
        column: usize,
    },
    Missing {
        member: &'static str,
    },
    TextIsNotString,
    /// A member with a value of another kind.
    NotA {
        member: &'static str,
        kind: &'static str,
    },
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

impl std::fmt::Display for BadLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const WANTED: &str = r#"give {"id": …, "text": "…"}"#;
        match self {
            BadLine::TooLong { mebibytes } => write!(f, "longer than {mebibytes} MiB; {WANTED} in shorter lines"),
            BadLine::NotText { position } => write!(f, "byte {position} is not UTF-8; give JSON in UTF-8"),
            BadLine::NotObject => write!(f, "not a JSON object; {WANTED}"),
            BadLine::NotJson { what, column } => write!(f, "not JSON: {what} at column {column}; {WANTED}"),
            BadLine::LoneSurrogate { column } => write!(
                f,
                "an escape that is half a character (a lone surrogate, such as \\ud800) before column {column}; \
                 no text can hold it"
            ),
            BadLine::Missing { member } => write!(f, "the object has no `{member}`; {WANTED}"),
            BadLine::NotA { member, kind } => write!(f, "`{member}` is not {kind}; give one or leave it out"),
            BadLine::TextIsNotString => write!(f, "`text` is not a string; {WANTED}"),
        }
    }
}
