//! Why a string or a word cannot be read.

use super::Flaw;
use memchr::memchr;
use serde::de::IgnoredAny;

/// Why this string, with its quotes, cannot be read.
pub(super) fn of_text(text: &[u8]) -> Option<Flaw> {
    if std::str::from_utf8(text).is_err() {
        return Some(Flaw::NotUtf8);
    }
    if text.iter().any(|byte| *byte < b' ') {
        return Some(Flaw::ControlCharacter);
    }
    memchr(b'\\', text)?;
    // The grammar of escapes, and then what they mean.
    if serde_json::from_slice::<IgnoredAny>(text).is_err() {
        return Some(Flaw::UnknownEscape);
    }
    serde_json::from_slice::<String>(text).is_err().then_some(Flaw::HalfSurrogate)
}

/// Why what is in the place of a number cannot be read.
pub(super) fn of_word(word: &[u8]) -> Option<Flaw> {
    let is_common = match word {
        [b'1'..=b'9', rest @ ..] => rest.len() < 15 && rest.iter().all(u8::is_ascii_digit),
        _ => matches!(word, b"0" | b"true" | b"false" | b"null"),
    };
    if is_common {
        return None;
    }
    if serde_json::from_slice::<IgnoredAny>(word).is_err() {
        return Some(Flaw::UnknownWord);
    }
    serde_json::from_slice::<serde_json::Value>(word).is_err().then_some(Flaw::OutOfRange)
}
