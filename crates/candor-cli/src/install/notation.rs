//! The notations of configuration files: what reads each, and how what is added to it is written.

mod jsonc;
mod toml;

use super::tree::Node;

/// In which notation a client keeps its configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notation {
    /// JSON, in which comments and trailing commas are allowed.
    Json,
    Toml,
}

/// Why a text is not in its notation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) position: usize,
    /// What is wrong; nothing of the text is in it.
    pub(crate) what: String,
}

impl Notation {
    /// What people call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Notation::Json => "JSON",
            Notation::Toml => "TOML",
        }
    }

    /// The text as a tree; `None` for a text with nothing in it.
    pub(crate) fn read(self, text: &str) -> Result<Option<Node>, SyntaxError> {
        match self {
            Notation::Json => jsonc::read(text),
            Notation::Toml => toml::read(text).map(Some),
        }
    }

    /// A string as it is written in this notation.
    pub(crate) fn quoted(self, text: &str) -> String {
        match self {
            Notation::Json => jsonc::quoted(text),
            Notation::Toml => toml::quoted(text),
        }
    }

    /// A name before its value.
    pub(crate) fn key(self, name: &'static str) -> String {
        match self {
            Notation::Json => format!("\"{name}\": "),
            Notation::Toml => format!("{name} = "),
        }
    }

    /// Where the comma is that comes next after `position`, if nothing but white space and comments is before it.
    pub(crate) fn next_comma(self, text: &str, mut position: usize) -> Option<usize> {
        loop {
            let rest = text.get(position..)?;
            let blank = rest.len() - rest.trim_start().len();
            let (line_comment, block_comment) = match self {
                Notation::Json => ("//", Some("/*")),
                Notation::Toml => ("#", None),
            };
            let rest = rest.trim_start();
            position += blank;
            if rest.starts_with(line_comment) {
                position += rest.find('\n')?;
            } else if block_comment.is_some_and(|open| rest.starts_with(open)) {
                position += rest.find("*/")? + 2;
            } else {
                return rest.starts_with(',').then_some(position);
            }
        }
    }
}
