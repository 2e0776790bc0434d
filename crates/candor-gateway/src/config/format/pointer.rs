//! `/error/message`

use super::{Format, always};
use crate::config::value::Value;

pub(crate) const POINTER: Format = Format {
    expected: "a JSON pointer, such as `/error/message`",
    pattern: Some("^(/([^~/]|~[01])*)*$"),
    read,
    may_show: always,
};

fn read(text: &str) -> Result<Value, String> {
    if !text.is_empty() && !text.starts_with('/') {
        let path = text.strip_prefix("$.").unwrap_or(text).replace('.', "/");
        return Err(format!("a pointer begins with `/`: `/{path}`"));
    }
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '~' && !matches!(letters.next(), Some('0' | '1')) {
            return Err("`~` is written as `~0`, and a `/` that is part of a name as `~1`".to_owned());
        }
    }
    Ok(Value::Text(text.to_owned()))
}
