//! When a response asks to come back.

use super::failure;
use candor::{Code, Retry, Safety};
use std::time::Duration;

type Headers = &'static [(&'static str, &'static str)];

/// A status, headers, and the delay in milliseconds.
const ROWS: [(u16, Headers, Option<u64>); 33] = [
    // RFC 9110: seconds, or a date in one of three forms.
    (429, &[("retry-after", "120")], Some(120_000)),
    (503, &[("retry-after", "120")], Some(120_000)),
    (503, &[("retry-after", "Sun, 15 Nov 2026 18:32:00 GMT")], Some(120_000)),
    (503, &[("retry-after", "Sunday, 15-Nov-26 18:32:00 GMT")], Some(120_000)),
    (503, &[("retry-after", "Sun Nov 15 18:32:00 2026")], Some(120_000)),
    // The response's own date goes before the clock here.
    (503, &[("retry-after", "Sun, 15 Nov 2026 18:32:00 GMT"), ("date", "Sun, 15 Nov 2026 18:31:30 GMT")], Some(30_000)),
    (503, &[("retry-after", "Sun, 15 Nov 2026 18:32:00 GMT"), ("date", "yesterday")], Some(120_000)),
    // What is not in the RFC and occurs.
    (429, &[("retry-after", "0.5")], Some(500)),
    (429, &[("retry-after", "1794767430")], Some(30_000)),
    (429, &[("retry-after", "2026-11-15T18:30:30Z")], Some(30_000)),
    (429, &[("retry-after", "later"), ("retry-after", "7")], Some(7_000)),
    // Milliseconds are finer, and go first.
    (429, &[("retry-after-ms", "1250"), ("retry-after", "2")], Some(1_250)),
    (429, &[("x-ms-retry-after-ms", "40")], Some(40)),
    (429, &[("retry-after-ms", "soon"), ("retry-after", "2")], Some(2_000)),
    // GitHub, and whoever followed it.
    (429, &[("x-ratelimit-reset", "1794767460")], Some(60_000)),
    (429, &[("x-ratelimit-reset", "1794767460000")], Some(60_000)),
    (429, &[("x-ratelimit-reset", "60")], Some(60_000)),
    (429, &[("x-rate-limit-reset", "1794767460")], Some(60_000)),
    (429, &[("ratelimit-reset", "60")], Some(60_000)),
    (429, &[("ratelimit-resettime", "Sun, 15 Nov 2026 18:31:00 GMT")], Some(60_000)),
    (429, &[("x-ratelimit-reset-after", "1.5")], Some(1_500)),
    (429, &[("x-ratelimit-reset-ms", "1500")], Some(1_500)),
    (403, &[("x-ratelimit-reset", "60"), ("x-ratelimit-remaining", "0")], Some(60_000)),
    (403, &[("x-ratelimit-reset", "60"), ("x-ratelimit-remaining", "12")], None),
    (404, &[("x-ratelimit-reset", "60"), ("x-ratelimit-remaining", "0")], None),
    // OpenAI: which limit it was says the one that is used up; if none says so, the last.
    (429, &[("x-ratelimit-reset-requests", "1s"), ("x-ratelimit-reset-tokens", "6m0s")], Some(360_000)),
    (
        429,
        &[
            ("x-ratelimit-remaining-requests", "0"),
            ("x-ratelimit-reset-requests", "20ms"),
            ("x-ratelimit-remaining-tokens", "149984"),
            ("x-ratelimit-reset-tokens", "6m0s"),
        ],
        Some(20),
    ),
    // Anthropic.
    (
        429,
        &[
            ("anthropic-ratelimit-requests-remaining", "49"),
            ("anthropic-ratelimit-requests-reset", "2026-11-15T18:30:01Z"),
            ("anthropic-ratelimit-tokens-remaining", "0"),
            ("anthropic-ratelimit-tokens-reset", "2026-11-15T18:30:40Z"),
        ],
        Some(40_000),
    ),
    // A time that has passed, and nonsense.
    (503, &[("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT")], None),
    (503, &[("retry-after", "0")], None),
    (503, &[("retry-after", "-1"), ("x-ratelimit-reset", "")], None),
    (429, &[("retry-after", "ÿ"), ("x-ratelimit-reset", "99999999999999999999")], None),
    // Years are a month.
    (503, &[("retry-after", "999999999")], Some(31 * 24 * 3_600_000)),
];

#[test]
fn every_form_of_a_delay_is_read() {
    for (status, headers, milliseconds) in ROWS {
        let delay = failure(status, headers, "").retry().delay();
        assert_eq!(delay, milliseconds.map(Duration::from_millis), "{status} {headers:?}");
    }
}

#[test]
fn only_a_limit_says_that_the_request_was_not_carried_out() {
    let after = |status| failure(status, &[("retry-after", "5")], "").retry();
    let delay = Duration::from_secs(5);
    assert_eq!(after(429), Retry::After(delay, Safety::Always));
    assert_eq!(after(503), Retry::After(delay, Safety::IfIdempotent));
    assert_eq!(after(500), Retry::After(delay, Safety::IfIdempotent));
}

#[test]
fn a_response_with_a_delay_is_retryable_whatever_its_status() {
    for status in [403, 404, 409, 413, 423, 501] {
        let failure = failure(status, &[("retry-after", "5")], "");
        assert_eq!(failure.retry(), Retry::After(Duration::from_secs(5), Safety::IfIdempotent), "{status}");
        assert_eq!(failure.recovery().hint(), "Wait 5 seconds before retrying.", "{status}");
    }
}

/// Bodies that say when to come back, and the delay in milliseconds.
const BODIES: [(u16, &str, Option<u64>); 7] = [
    (429, r#"{"message": "You are being rate limited.", "retry_after": 0.65, "global": false}"#, Some(650)),
    (
        429,
        r#"{"ok": false, "error_code": 429, "description": "Too Many Requests", "parameters": {"retry_after": 5}}"#,
        Some(5_000),
    ),
    (429, r#"{"error": {"message": "slow down", "retry_after_ms": 250}}"#, Some(250)),
    (
        429,
        r#"{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "Quota exceeded",
            "details": [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "39s"}]}}"#,
        Some(39_000),
    ),
    (429, r#"{"retry_after": -3}"#, None),
    (429, r#"{"retry_after": 1e300}"#, Some(31 * 24 * 3_600_000)),
    (404, r#"{"message": "no such order", "retry_after": 5}"#, None),
];

#[test]
fn a_body_gives_the_delay_if_no_header_does() {
    for (status, body, milliseconds) in BODIES {
        assert_eq!(failure(status, &[], body).retry().delay(), milliseconds.map(Duration::from_millis), "{body}");
        let by_header = failure(status, &[("retry-after", "3")], body).retry().delay();
        assert_eq!(by_header, Some(Duration::from_secs(3)), "{body}");
    }
}

#[test]
fn what_is_used_up_for_long_stays_what_it_is() {
    let failure = failure(429, &[("retry-after", "2592000")], "");
    assert_eq!(failure.code(), Code::RateLimited);
    assert_eq!(failure.retry().after_seconds(), Some(30 * 24 * 3_600));
}
