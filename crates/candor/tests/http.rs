//! Failures of other services: what a status, headers and a body become.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod http {
    mod body;
    mod body_of_known_form;
    mod delay;
    mod fingerprints;
    mod limits;
    mod one_verdict;
    mod properties;
    mod status;

    use ::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
    use candor::Failure;
    use candor::http::ResponseReader;
    use std::time::{Duration, SystemTime};

    /// Sunday, 15 November 2026, 18:30:00 in UTC.
    pub(crate) const NOW: u64 = 1_794_767_400;

    /// A reader with a fixed time.
    pub(crate) fn reader() -> ResponseReader {
        ResponseReader::new().with_now(SystemTime::UNIX_EPOCH + Duration::from_secs(NOW))
    }

    pub(crate) fn headers(entries: &[(&str, &str)]) -> HeaderMap {
        let entry = |(name, value): &(&str, &str)| {
            (name.parse::<HeaderName>().unwrap(), HeaderValue::from_bytes(value.as_bytes()).unwrap())
        };
        entries.iter().map(entry).collect()
    }

    /// The failure of a response with these headers and this body.
    pub(crate) fn failure(status: u16, entries: &[(&str, &str)], body: &str) -> Failure {
        reader().read(StatusCode::from_u16(status).unwrap(), &headers(entries), body.as_bytes())
    }

    /// The failure of a response with a body of this type.
    pub(crate) fn failure_of_body(status: u16, media_type: &str, body: &str) -> Failure {
        failure(status, &[("content-type", media_type)], body)
    }
}
