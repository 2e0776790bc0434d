//! What holds for every response that becomes a failure, whatever its headers and its body are.

use candor::http::ResponseReader;
use candor::{Code, Discretion, Origin};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use std::time::{Duration, SystemTime};

/// No delay is longer.
const LONGEST: Duration = Duration::from_hours(31 * 24);

/// Panics unless everything holds for these bytes, read as a response: a line with the status, lines with headers, a
/// blank line, and the body.
pub fn check(bytes: &[u8]) {
    let (status, headers, body) = response(bytes);
    // As far from 1970 as the first bytes say.
    let seconds = bytes.iter().take(8).fold(0, |sum: u64, byte| (sum << 4) ^ u64::from(*byte));
    let reader = ResponseReader::new().with_now(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
    let failure = reader.read(status, &headers, body);
    let again = reader.read(status, &headers, body);
    assert_eq!((failure.message(), failure.retry()), (again.message(), again.retry()), "the same gives the same");
    assert_eq!(failure.origin(), Origin::Upstream);
    assert!(failure.retry().delay().is_none_or(|delay| !delay.is_zero() && delay <= LONGEST), "{:?}", failure.retry());
    assert_eq!(failure.details().get("status"), Some(&status.as_u16().into()));
    let kept = failure.private().text("response_body").map_or(0, str::len);
    assert!(kept <= 3 * ResponseReader::DEFAULT_BODY_LIMIT + 100, "{kept} bytes are kept");

    let unread = reader.capture_body(false).read(status, &headers, body);
    let code = Code::from_http_status(status.as_u16()).unwrap_or(Code::DependencyFailed);
    assert_eq!(unread.code(), code, "without a body, the status decides");
    assert!(unread.private().get("response_body").is_none());

    let (disclosure, incident) = failure.disclose(&Discretion::new());
    assert_eq!(incident.occurrence(), disclosure.occurrence());
}

fn response(bytes: &[u8]) -> (StatusCode, HeaderMap, &[u8]) {
    let mut rest = bytes;
    let mut line = || {
        let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let (line, after) = rest.split_at(end);
        rest = after.get(1..).unwrap_or_default();
        line.strip_suffix(b"\r").unwrap_or(line)
    };
    let status = StatusCode::from_bytes(line()).unwrap_or(StatusCode::TOO_MANY_REQUESTS);
    let mut headers = HeaderMap::new();
    loop {
        let line = line();
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { break };
        let (name, value) = line.split_at(colon);
        let value = value.get(1..).unwrap_or_default().trim_ascii();
        if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name), HeaderValue::from_bytes(value)) {
            headers.append(name, value);
        }
    }
    (status, headers, rest)
}
