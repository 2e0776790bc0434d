//! The media type of a body.

use ::http::HeaderMap;
use ::http::header::CONTENT_TYPE;

/// The media type without its parameters, in lower case: `application/json` of `Application/JSON; charset=utf-8`. Empty
/// where there is none.
pub(crate) fn of(headers: &HeaderMap) -> String {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}
