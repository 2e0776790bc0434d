//! Text in the charset that it says it has.

use super::malformed_body::Malformed;
use bytes::Bytes;
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use std::borrow::Cow;

/// The longest name of a charset that is told.
const LONGEST: usize = 40;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// A body as text in UTF-8. Bytes that are in UTF-8 already are not copied. A byte order mark at the begin is not text.
pub(super) fn decoded(headers: &HeaderMap, body: Bytes) -> Result<Text, Malformed> {
    let charset = charset(headers);
    match charset.as_deref() {
        None | Some("utf-8" | "utf8") => utf_8(body, "UTF-8"),
        Some("us-ascii" | "ascii") if !body.is_ascii() => Err(Malformed::NotInCharset("US-ASCII".to_owned())),
        Some("us-ascii" | "ascii") => utf_8(body, "US-ASCII"),
        // The first 256 characters of Unicode are those of ISO-8859-1.
        Some("iso-8859-1" | "iso8859-1" | "latin1" | "iso_8859-1") => {
            let text: String = body.iter().map(|byte| char::from(*byte)).collect();
            Ok(Text(Bytes::from(text)))
        }
        // The charsets for single languages have ASCII in common.
        Some(name) if body.is_ascii() && (name.starts_with("iso-8859-") || name.starts_with("windows-125")) => {
            utf_8(body, "US-ASCII")
        }
        Some(name) => Err(Malformed::UnknownCharset(printable(name).into_owned())),
    }
}

/// Bytes that are UTF-8.
#[derive(Debug)]
pub(super) struct Text(Bytes);

impl Text {
    pub(super) fn as_str(&self) -> &str {
        // It was checked when the text was made.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    pub(super) fn into_bytes(self) -> Bytes {
        self.0
    }

    pub(super) fn into_string(self) -> String {
        String::from_utf8(self.0.into()).unwrap_or_default()
    }
}

fn utf_8(mut body: Bytes, charset: &str) -> Result<Text, Malformed> {
    if body.starts_with(BOM) {
        body = body.slice(BOM.len()..);
    }
    match std::str::from_utf8(&body) {
        Ok(_) => Ok(Text(body)),
        Err(_) => Err(Malformed::NotInCharset(charset.to_owned())),
    }
}

/// The parameter `charset` of the media type, in lower case.
fn charset(headers: &HeaderMap) -> Option<String> {
    let content_type = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let is_charset = name.trim().eq_ignore_ascii_case("charset");
        is_charset.then(|| value.trim().trim_matches('"').to_ascii_lowercase())
    })
}

fn printable(name: &str) -> Cow<'_, str> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    match !name.is_empty() && name.len() <= LONGEST && name.bytes().all(is_name) {
        true => Cow::Borrowed(name),
        false => Cow::Borrowed("with an unusable name"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn read(content_type: &'static str, body: &'static [u8]) -> Result<String, Malformed> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        decoded(&headers, Bytes::from_static(body)).map(Text::into_string)
    }

    #[test]
    fn text_is_read_in_its_charset() {
        let rows: [(&str, &[u8], &str); 7] = [
            ("text/csv", "Köln".as_bytes(), "Köln"),
            ("text/csv; charset=UTF-8", "Köln".as_bytes(), "Köln"),
            ("text/csv; charset=utf-8", b"\xef\xbb\xbfa,b", "a,b"),
            ("text/csv; header=present; charset=\"ISO-8859-1\"", b"K\xf6ln", "Köln"),
            ("text/csv; charset=us-ascii", b"Bonn", "Bonn"),
            ("text/csv; charset=windows-1252", b"Bonn", "Bonn"),
            ("application/json; charset=iso-8859-15", b"[1]", "[1]"),
        ];
        for (content_type, body, text) in rows {
            assert_eq!(read(content_type, body).unwrap(), text, "{content_type}");
        }
    }

    #[test]
    fn text_that_is_not_in_its_charset_is_not_guessed_at() {
        for (content_type, body) in [
            ("text/csv", &b"K\xf6ln"[..]),
            ("text/csv; charset=utf-8", b"K\xf6ln"),
            ("text/csv; charset=us-ascii", "Köln".as_bytes()),
        ] {
            assert!(matches!(read(content_type, body), Err(Malformed::NotInCharset(_))), "{content_type}");
        }
        for content_type in ["text/csv; charset=windows-1252", "text/csv; charset=utf-16", "text/csv; charset=\"\""] {
            assert!(matches!(read(content_type, b"K\x94ln"), Err(Malformed::UnknownCharset(_))), "{content_type}");
        }
    }
}
