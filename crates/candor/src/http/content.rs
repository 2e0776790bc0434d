//! What kind of body a response has: by what it looks like first, by its media type second.

use super::json_prefix::json_prefix;
use super::received::Received;
use crate::media_type;
use ::http::HeaderMap;
use serde_json::{Map, Value};

/// A body, as far as it is useful to a caller.
pub(super) enum Content {
    /// JSON, whatever it is called, as far as it could be read.
    Json { value: Value, is_called_problem: bool },
    /// A short text that is called one.
    ShortText(String),
    /// Nothing, a page for people, or bytes: the caller learns nothing from it.
    Other,
}

/// The longest plain text that counts as a sentence, in bytes.
const LONGEST_SENTENCE: usize = 300;

impl Content {
    pub(super) fn of(headers: &HeaderMap, received: &Received<'_>) -> Content {
        let media_type = MediaType(media_type::of(headers));
        let text = String::from_utf8_lossy(received.readable());
        let text = text.trim_start_matches('\u{feff}').trim();
        // Many servers send JSON as plain text or as HTML; no page begins like that, and few sentences.
        if media_type.is_json() || text.starts_with(['{', '[']) {
            let value = json_prefix(text);
            if media_type.is_json() || !is_empty(&value) {
                return Content::Json { value, is_called_problem: media_type.is_problem() };
            }
        }
        let is_sentence = text.len() <= LONGEST_SENTENCE && !text.contains(|it: char| it.is_control());
        if media_type.is_plain_text() && is_sentence && received.is_whole() && !is_markup(text) {
            return Content::ShortText(text.to_owned());
        }
        Content::Other
    }
}

/// Whether nothing but brackets could be read.
fn is_empty(value: &Value) -> bool {
    value.as_array().is_none_or(Vec::is_empty) && value.as_object().is_none_or(Map::is_empty)
}

/// Whether a text is a page or a document rather than words.
pub(super) fn is_markup(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('<') && text.contains('>')
}

/// What the response calls its body.
struct MediaType(String);

impl MediaType {
    fn is_json(&self) -> bool {
        let (_, subtype) = self.0.split_once('/').unwrap_or_default();
        subtype == "json" || subtype.ends_with("+json") || subtype.starts_with("x-amz-json")
    }

    fn is_problem(&self) -> bool {
        self.0 == crate::render::PROBLEM_MEDIA_TYPE
    }

    fn is_plain_text(&self) -> bool {
        self.0 == "text/plain"
    }
}
