//! Texts with few rules.

use super::{Format, always, never};
use crate::config::value::Value;
use crate::tool::is_name;

/// Any text but an empty one.
pub(crate) const TEXT: Format = Format {
    expected: "a text",
    pattern: Some("^[\\s\\S]+$"),
    read: |text| if text.trim().is_empty() { Err("it is empty".to_owned()) } else { Ok(Value::Text(text.to_owned())) },
    may_show: always,
};

/// A text that is not for everybody's eyes.
pub(crate) const HIDDEN: Format = Format { may_show: never, ..TEXT };

/// The value of a header.
pub(crate) const HIDDEN_VALUE: Format = Format {
    expected: "the value of a header: one line of visible characters",
    pattern: Some("^[^\\r\\n]*$"),
    read: |text| match http::HeaderValue::from_str(text) {
        Ok(_) => Ok(Value::Text(text.to_owned())),
        Err(_) => Err(String::new()),
    },
    may_show: never,
};

/// A name for logs and metrics.
pub(crate) const NAME: Format = Format {
    expected: "a name: 1 to 64 of `A-Z a-z 0-9 _ - .`",
    pattern: Some("^[A-Za-z0-9_.-]{1,64}$"),
    read: |text| {
        let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
        kept(text, (1..=64).contains(&text.len()) && text.chars().all(is_of_name))
    },
    may_show: always,
};

/// The name of an API, which tools may begin with.
pub(crate) const API_NAME: Format = Format {
    expected: "a name: 1 to 32 of `A-Z a-z 0-9 _ -`",
    pattern: Some("^[A-Za-z0-9_-]{1,32}$"),
    read: |text| kept(text, text.len() <= 32 && is_name(text)),
    may_show: always,
};

/// The name of a tool.
pub(crate) const TOOL_NAME: Format = Format {
    expected: "the name of a tool: 1 to 64 of `A-Z a-z 0-9 _ -`",
    pattern: Some("^[A-Za-z0-9_-]{1,64}$"),
    read: |text| kept(text, is_name(text)),
    may_show: always,
};

/// What names of tools begin with, or nothing.
pub(crate) const PREFIX: Format = Format {
    expected: "what names begin with: at most 32 of `A-Z a-z 0-9 _ -`, or nothing",
    pattern: Some("^[A-Za-z0-9_-]{0,32}$"),
    read: |text| kept(text, text.is_empty() || text.len() <= 32 && is_name(text)),
    may_show: always,
};

/// Names of tools, with `*` for any characters.
pub(crate) const TOOL_PATTERN: Format = Format {
    expected: "the name of a tool, with `*` for any characters: `orders_*`",
    pattern: Some("^[A-Za-z0-9_*-]+$"),
    read: |text| {
        let is_of_pattern = |letter: char| letter.is_ascii_alphanumeric() || "_-*".contains(letter);
        kept(text, (1..=128).contains(&text.len()) && text.chars().all(is_of_pattern))
    },
    may_show: always,
};

/// An operation, as its document or its tool names it.
pub(crate) const OPERATION: Format =
    Format { expected: "an operation: `GET /orders/{id}`, the name of its tool, or a path", ..TEXT };

fn kept(text: &str, is_right: bool) -> Result<Value, String> {
    if is_right { Ok(Value::Text(text.to_owned())) } else { Err(String::new()) }
}

/// A status that means failure.
pub(crate) const FAILED_STATUS: Format = Format {
    expected: "a status from `400` to `599`, or `4XX`, `5XX`",
    pattern: Some("^[45]([0-9][0-9]|XX)$"),
    read: |text| {
        let is_class = matches!(text, "4XX" | "5XX");
        kept(text, is_class || text.len() == 3 && text.parse::<u16>().is_ok_and(|status| (400..600).contains(&status)))
    },
    may_show: always,
};
