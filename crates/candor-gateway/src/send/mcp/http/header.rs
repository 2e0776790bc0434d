//! The headers of a request that say what is in it.

use crate::send::mcp::Era;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use candor::render::Revision;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue};
use std::borrow::Cow;

const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
const BOTH_FORMS: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// What stands around a value that a header cannot hold as it is.
const ENCODED: (&str, &str) = ("=?base64?", "?=");

/// What a request is for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Purpose<'r> {
    pub(super) method: &'r str,
    pub(super) subject: Option<&'r str>,
    /// Arguments that the tool's schema wants in headers.
    pub(super) mirrored: &'r [(Box<str>, Box<str>)],
    pub(super) traceparent: Option<&'r str>,
}

impl<'r> Purpose<'r> {
    /// A message with this method, and nothing more to say of it.
    pub(super) fn of(method: &'r str) -> Purpose<'r> {
        Purpose { method, subject: None, mirrored: &[], traceparent: None }
    }
}

/// The headers of a message to a server that has not been begun with.
pub(super) fn first(purpose: &Purpose<'_>, era: Era) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, BOTH_FORMS);
    headers.insert(CONTENT_TYPE, JSON);
    headers.extend(purpose.traceparent.and_then(|parent| Some((TRACEPARENT, HeaderValue::from_str(parent).ok()?))));
    if era == Era::Modern {
        headers.insert(PROTOCOL_VERSION, HeaderValue::from_static(Revision::V2026_07_28.date()));
        headers.extend(encoded(purpose.method).map(|method| (METHOD, method)));
        headers.extend(purpose.subject.and_then(encoded).map(|name| (NAME, name)));
        for (name, value) in purpose.mirrored {
            let name = HeaderName::try_from(format!("mcp-param-{name}"));
            if let (Ok(name), Some(value)) = (name, encoded(value)) {
                headers.insert(name, value);
            }
        }
    }
    headers
}

/// The same for one that has been begun with by `initialize`.
pub(super) fn in_session(purpose: &Purpose<'_>, revision: Revision, session: Option<&HeaderValue>) -> HeaderMap {
    let mut headers = first(purpose, Era::Legacy);
    headers.insert(PROTOCOL_VERSION, HeaderValue::from_static(revision.date()));
    headers.extend(session.map(|id| (SESSION_ID, id.clone())));
    headers
}

/// A value as a header can hold it.
fn encoded(value: &str) -> Option<HeaderValue> {
    let is_plain = value.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~')) && value.trim_ascii() == value;
    let looks_encoded = value.starts_with(ENCODED.0) && value.ends_with(ENCODED.1);
    let text = match is_plain && !looks_encoded {
        true => Cow::Borrowed(value),
        false => Cow::Owned(format!("{}{}{}", ENCODED.0, STANDARD.encode(value), ENCODED.1)),
    };
    HeaderValue::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_a_header_cannot_hold_is_encoded() {
        let rows = [
            ("us-west1", "us-west1"),
            ("file:///projects/my app", "file:///projects/my app"),
            ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
            ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ];
        for (value, header) in rows {
            assert_eq!(encoded(value).unwrap(), header, "{value}");
        }
    }

    #[test]
    fn each_era_has_its_own_headers() {
        let mirrored = [("Region".into(), "us-west1".into()), ("a b".into(), "no name of a header".into())];
        let purpose =
            Purpose { method: "tools/call", subject: Some("wetter_köln"), mirrored: &mirrored, traceparent: None };
        let modern = first(&purpose, Era::Modern);
        assert_eq!(modern["mcp-protocol-version"], "2026-07-28");
        assert_eq!(modern["mcp-method"], "tools/call");
        assert_eq!(modern["mcp-name"], "=?base64?d2V0dGVyX2vDtmxu?=");
        assert_eq!(modern["mcp-param-region"], "us-west1");
        let id = HeaderValue::from_static("s-1");
        let legacy = in_session(&purpose, Revision::V2025_06_18, Some(&id));
        assert_eq!((&legacy["mcp-protocol-version"], &legacy["mcp-session-id"]), (&"2025-06-18".parse().unwrap(), &id));
        assert!(!legacy.contains_key("mcp-method") && !legacy.contains_key("mcp-param-region"));
        assert!(!first(&purpose, Era::Legacy).contains_key("mcp-protocol-version"));
    }
}
