//! What can be read of a failure that is not written as the protocol has it.

use crate::rmcp::outbound::json::parts;
use ::rmcp::ErrorData;
use ::rmcp::model::{CallToolResult, ContentBlock, ErrorCode, MetaObject};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::borrow::Cow;

/// The error, with what can be read of it; `None` if that is nothing.
pub(super) fn error(written: &[u8]) -> Option<ErrorData> {
    if let Ok(error) = serde_json::from_slice(written) {
        return Some(error);
    }
    let text = repaired(written);
    let json = text.as_bytes();
    let member = |name: &str| parts(json, 0..json.len()).filter(|part| part.is_named(json, name)).last();
    if !text.starts_with('{') {
        let message = words(serde_json::from_str(&text).ok()?);
        return Some(ErrorData::new(ErrorCode::INTERNAL_ERROR, message, None));
    }
    let value = |name: &str| member(name).and_then(|part| read::<Value>(json, part.value));
    let code = value("code");
    let number = code.as_ref().and_then(Value::as_i64).and_then(|number| i32::try_from(number).ok());
    // Some have a name where the protocol has a number.
    let name = code.filter(Value::is_string).map(words);
    let message = value("message").map(words).filter(|it| !it.is_empty()).or(name).unwrap_or_default();
    let code = number.map_or(ErrorCode::INTERNAL_ERROR, ErrorCode);
    Some(ErrorData::new(code, message, value("data")))
}

/// The failed result, with what can be read of it; `None` if that is nothing.
pub(super) fn result(written: &[u8]) -> Option<CallToolResult> {
    if let Ok(result) = serde_json::from_slice(written) {
        return Some(result);
    }
    let text = repaired(written);
    let json = text.as_bytes();
    if !text.starts_with('{') {
        return None;
    }
    let mut result = CallToolResult::error(Vec::new());
    for part in parts(json, 0..json.len()) {
        if part.is_named(json, "content") {
            let blocks: Vec<_> = match json.get(part.value.start) {
                Some(b'[') => parts(json, part.value).map(|block| block.value).collect(),
                _ => vec![part.value],
            };
            result.content = blocks.into_iter().filter_map(|block| self::block(json, block)).collect();
        } else if part.is_named(json, "structuredContent") {
            result.structured_content = read(json, part.value);
        } else if part.is_named(json, "_meta") {
            result.meta = read(json, part.value).map(MetaObject);
        }
    }
    Some(result)
}

/// A block of content. Some write a text where one belongs.
fn block(json: &[u8], span: std::ops::Range<usize>) -> Option<ContentBlock> {
    read::<ContentBlock>(json, span.clone()).or_else(|| read::<String>(json, span).map(ContentBlock::text))
}

fn read<T: DeserializeOwned>(json: &[u8], span: std::ops::Range<usize>) -> Option<T> {
    serde_json::from_slice(json.get(span)?).ok()
}

/// The value as a text; none for null.
fn words(value: Value) -> String {
    match value {
        Value::String(text) => text,
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

/// JSON in UTF-8 without halves of surrogate pairs, such as a text has that was cut within a character.
fn repaired(written: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(written.trim_ascii());
    if !text.contains("\\u") {
        return text;
    }
    let (mut whole, mut rest) = (String::with_capacity(text.len()), &*text);
    while let Some((before, escape)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
        whole.push_str(before);
        let length = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xD800..0xDC00), Some(0xDC00..0xE000)) => 12,
            (Some(0xD800..0xE000), _) => {
                whole.push_str("\\ufffd");
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            // The escaped character belongs to its sign.
            _ => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
        };
        whole.push_str(escape.get(..length).unwrap_or(escape));
        rest = escape.get(length..).unwrap_or_default();
    }
    whole.push_str(rest);
    Cow::Owned(whole)
}

/// The unit of UTF-16 that this escape begins with.
fn unit(escape: &str) -> Option<u16> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_halves_of_surrogate_pairs_are_replaced() {
        for (written, expected) in [
            (r#""a\u0041\n""#, r#""a\u0041\n""#),
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""\ud83d""#, r#""\ufffd""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\ude00 \\ud83d \\\ud83d""#, r#""\ufffd \\ud83d \\\ufffd""#),
            ("\"\\é\\u00", "\"\\é\\u00"),
            ("\\u", "\\u"),
            ("\\", "\\"),
        ] {
            assert_eq!(repaired(written.as_bytes()), expected, "{written}");
        }
        assert_eq!(repaired(b"\"\xff\""), "\"\u{FFFD}\"");
    }
}
