//! The id of a message, as it was sent.

use ::rmcp::model::RequestId;
use serde::de::IgnoredAny;
use std::borrow::Cow;

/// The id of a message.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::rmcp) enum Id {
    /// There is none.
    #[default]
    Absent,
    /// There is one, and no answer can carry it.
    Invalid,
    /// An empty string, which identifies nothing (003 rule 2). An answer can carry it all the same.
    Empty,
    /// A number or a string that an answer can carry and `rmcp` cannot: a fraction, a number of more than 64 bits, or half
    /// a surrogate pair.
    Unsupported(AnswerId),
    /// A string or an integer.
    Valid(AnswerId),
}

/// An id that an answer carries: the JSON text of a string or a number, byte for byte as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rmcp) struct AnswerId(Box<str>);

impl Id {
    /// The id with this JSON text.
    pub(super) fn of(text: &[u8]) -> Id {
        let Some(text) = std::str::from_utf8(text).ok().filter(|text| is_json(text)) else { return Id::Invalid };
        match text.bytes().next() {
            Some(b'"') if text == "\"\"" => Id::Empty,
            Some(b'"' | b'-' | b'0'..=b'9') => match serde_json::from_str::<RequestId>(text) {
                Ok(_) => Id::Valid(AnswerId(text.into())),
                Err(_) => Id::Unsupported(AnswerId(text.into())),
            },
            _ => Id::Invalid,
        }
    }

    /// The id that an answer can carry.
    pub(in crate::rmcp) fn into_answer_id(self) -> Option<AnswerId> {
        match self {
            Id::Valid(id) | Id::Unsupported(id) => Some(id),
            Id::Empty => Some(AnswerId::empty()),
            Id::Absent | Id::Invalid => None,
        }
    }
}

/// Whether the text has the grammar of JSON, whatever its numbers and escapes mean.
fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

impl AnswerId {
    /// The empty string.
    pub(in crate::rmcp) fn empty() -> AnswerId {
        AnswerId("\"\"".into())
    }

    /// Its JSON text.
    pub(in crate::rmcp) fn as_json(&self) -> &str {
        &self.0
    }

    /// Whether it is a string.
    pub(in crate::rmcp) fn is_string(&self) -> bool {
        self.0.starts_with('"')
    }

    /// The id as `rmcp` reads it, if it does.
    #[cfg(feature = "rmcp-http")]
    pub(in crate::rmcp) fn to_request_id(&self) -> Option<RequestId> {
        serde_json::from_str(&self.0).ok()
    }

    /// The content of a string, or the number. What is not text stays as it is written.
    pub(in crate::rmcp) fn text(&self) -> Cow<'_, str> {
        match serde_json::from_str::<String>(&self.0) {
            Ok(text) => Cow::Owned(text),
            Err(_) => Cow::Borrowed(self.0.trim_matches('"')),
        }
    }
}

impl From<RequestId> for AnswerId {
    fn from(id: RequestId) -> AnswerId {
        AnswerId(id.into_json_value().to_string().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_string_that_is_not_empty_or_an_integer_of_64_bits() {
        for valid in ["0", "-7", "9223372036854775807", "2.0", "1e2", "\"a\"", "\"\\u0041\"", "\"\\ud83d\\ude00\""] {
            assert_eq!(Id::of(valid.as_bytes()), Id::Valid(AnswerId(valid.into())), "{valid}");
        }
        for unsupported in ["9223372036854775808", "1.5", "1e400", "\"\\ud83d\"", "\"a\\udc00b\""] {
            assert_eq!(Id::of(unsupported.as_bytes()), Id::Unsupported(AnswerId(unsupported.into())), "{unsupported}");
        }
        assert_eq!(Id::of(b"\"\""), Id::Empty);
        for invalid in ["null", "true", "[1]", "{}", "NaN", "-Infinity", "01", "\"\\x41\"", "\"\u{0}\"", ""] {
            assert_eq!(Id::of(invalid.as_bytes()), Id::Invalid, "{invalid}");
        }
        assert_eq!(Id::of(b"\"\xff\""), Id::Invalid);
    }

    #[test]
    fn the_text_of_an_id_is_what_it_says() {
        let text = |json: &str| AnswerId(json.into()).text().into_owned();
        assert_eq!(text("\"a\\u0041\""), "aA");
        assert_eq!(text("\"\\ud83d\""), "\\ud83d");
        assert_eq!(text("1.50"), "1.50");
    }
}
