//! What holds for every response, however odd.

use super::{NOW, headers, reader};
use ::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use candor::{Code, Discretion, Origin, Retry, Safety};
use proptest::prelude::*;
use std::time::Duration;

const LONGEST: Duration = Duration::from_hours(31 * 24);

fn name() -> impl Strategy<Value = HeaderName> {
    let known = prop::sample::select(vec![
        "retry-after",
        "retry-after-ms",
        "x-ms-retry-after-ms",
        "x-ratelimit-reset",
        "x-ratelimit-remaining",
        "x-ratelimit-reset-requests",
        "x-ratelimit-remaining-requests",
        "anthropic-ratelimit-tokens-reset",
        "date",
        "content-type",
        "content-length",
        "x-amzn-errortype",
    ]);
    prop_oneof![
        known.prop_map(HeaderName::from_static),
        "[a-z-]{1,20}(reset|ratelimit)[a-z-]{0,9}".prop_map(|it| it.parse().unwrap())
    ]
}

fn value() -> impl Strategy<Value = HeaderValue> {
    let text = prop_oneof![
        "[0-9]{0,40}",
        "[0-9]{0,20}\\.[0-9]{0,20}",
        "-?[0-9]{1,20}(ns|us|µs|ms|s|m|h|d|w|mo|y)[0-9]{0,9}(s|m)?",
        "(Mon|Sun), [0-9]{2} (Jan|Nov|Xyz) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT",
        "-?[0-9]{1,9}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|\\+[0-9]{2}:[0-9]{2})",
        "P[0-9]{1,18}(Y|M|D|W)T?[0-9]{0,18}(H|M|S)?",
        "application/(problem\\+)?json|text/(plain|html)",
        "[ -~]{0,40}",
    ];
    let bytes = prop::collection::vec(prop_oneof![32_u8..127, 128_u8..=255], 0..40);
    prop_oneof![
        text.prop_map(|it| HeaderValue::from_bytes(it.as_bytes()).unwrap()),
        bytes.prop_map(|it| HeaderValue::from_bytes(&it).unwrap())
    ]
}

fn any_headers() -> impl Strategy<Value = HeaderMap> {
    prop::collection::vec((name(), value()), 0..8).prop_map(|entries| entries.into_iter().collect())
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    let members = prop::sample::select(vec![
        r#"{"message": "#,
        r#"{"error": "#,
        r#"{"errors": ["#,
        r#"{"detail": {"loc": ["#,
        r#""code": "#,
        r#""type": "#,
        r#""x y""#,
        r#""No_Match""#,
        r#"{"@type": "a.RetryInfo", "retryDelay": "3s"}"#,
        "}",
        "]",
        "[",
        ",",
        "null",
        "1e999",
        "\"",
        "\\",
        "é",
    ]);
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        any::<String>().prop_map(String::into_bytes),
        prop::collection::vec(members, 0..20).prop_map(|parts| parts.concat().into_bytes()),
    ]
}

proptest! {
    #[test]
    fn reading_is_total(status in 100_u16..1_000, headers in any_headers(), body in body(), limit in 0_usize..64) {
        let status = StatusCode::from_u16(status).unwrap();
        let failure = reader().with_body_limit(limit).read(status, &headers, &body);
        prop_assert_eq!(failure.origin(), Origin::Upstream);
        prop_assert!(failure.retry().delay().is_none_or(|it| !it.is_zero() && it <= LONGEST), "{:?}", failure.retry());
        prop_assert_eq!(failure.details().get("status"), Some(&status.as_u16().into()));
        prop_assert!(limit > 0 || failure.private().get("response_body").is_none());
        if let Some(kept) = failure.private().text("response_body") {
            prop_assert!(kept.len() <= 3 * limit + 100, "{} of {limit}", kept.len());
        }
        let _ = failure.disclose(&Discretion::new());
    }

    #[test]
    fn without_a_body_the_code_is_that_of_the_table(status in 400_u16..600, headers in any_headers()) {
        let failure = reader().read(StatusCode::from_u16(status).unwrap(), &headers, b"");
        prop_assert_eq!(Some(failure.code()), Code::from_http_status(status));
    }

    #[test]
    fn seconds_are_the_delay_and_dates_come_to_the_same(seconds in 1_u64..1_000_000) {
        let told = |value: &str| reader().read(StatusCode::TOO_MANY_REQUESTS, &headers(&[("retry-after", value)]), b"").retry();
        let after = Retry::After(Duration::from_secs(seconds), Safety::Always);
        prop_assert_eq!(told(&seconds.to_string()), after);
        prop_assert_eq!(told(&(NOW + seconds).to_string()), after);
        prop_assert_eq!(told(&((NOW + seconds) * 1_000).to_string()), after);
        let date = date_of(NOW + seconds);
        prop_assert_eq!(told(&date), after, "{}", date);
    }

    #[test]
    fn a_truncated_body_changes_only_what_it_says(cut in 0_usize..70) {
        let body = r#"{"error": {"message": "Order 17 is closed", "code": "closed"}}"#;
        let part = body.get(..cut.min(body.len())).unwrap();
        let failure = reader().read(StatusCode::CONFLICT, &headers(&[("content-type", "application/json")]), part.as_bytes());
        prop_assert_eq!(failure.code(), Code::Conflict);
        let has_message = part.contains("closed\"");
        prop_assert_eq!(failure.message().ends_with("Order 17 is closed"), has_message);
    }
}

/// A date of HTTP, written by another crate than the one that reads it.
fn date_of(seconds: u64) -> String {
    let time = jiff::Timestamp::from_second(seconds.try_into().unwrap()).unwrap();
    time.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}
