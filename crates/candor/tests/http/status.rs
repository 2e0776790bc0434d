//! 004's status table, and what follows from a status by itself.

use super::{failure, headers, reader};
use ::http::StatusCode;
use candor::{Code, Origin, Retry, Safety};

const BACKOFF: Retry = Retry::Backoff(Safety::IfIdempotent);

/// Every status that 004 names, and one for each of its "other".
const ROWS: [(u16, Code, Retry); 36] = [
    (400, Code::InvalidParams, Retry::Never),
    (401, Code::Unauthorized, Retry::Never),
    (402, Code::Forbidden, Retry::Never),
    (403, Code::Forbidden, Retry::Never),
    (404, Code::NotFound, Retry::Never),
    (405, Code::InvalidRequest, Retry::Never),
    (406, Code::InvalidRequest, Retry::Never),
    (407, Code::InvalidRequest, Retry::Never),
    (408, Code::Timeout, BACKOFF),
    (409, Code::Conflict, Retry::Never),
    (410, Code::InvalidRequest, Retry::Never),
    (412, Code::InvalidRequest, Retry::Never),
    (413, Code::InvalidRequest, Retry::Never),
    (415, Code::InvalidRequest, Retry::Never),
    (416, Code::InvalidRequest, Retry::Never),
    (417, Code::InvalidRequest, Retry::Never),
    (418, Code::InvalidRequest, Retry::Never),
    (422, Code::Validation, Retry::Never),
    (423, Code::Conflict, Retry::Never),
    (424, Code::Conflict, Retry::Never),
    (425, Code::Timeout, BACKOFF),
    (428, Code::InvalidRequest, Retry::Never),
    (429, Code::RateLimited, Retry::Backoff(Safety::Always)),
    (431, Code::InvalidRequest, Retry::Never),
    (451, Code::InvalidRequest, Retry::Never),
    (499, Code::InvalidRequest, Retry::Never),
    (500, Code::Internal, BACKOFF),
    (501, Code::NotImplemented, Retry::Never),
    (502, Code::Unavailable, BACKOFF),
    (503, Code::Unavailable, BACKOFF),
    (504, Code::Timeout, BACKOFF),
    (505, Code::Unavailable, Retry::Never),
    (507, Code::Unavailable, BACKOFF),
    (529, Code::Unavailable, BACKOFF),
    (530, Code::Unavailable, BACKOFF),
    (599, Code::Unavailable, BACKOFF),
];

#[test]
fn every_status_of_004_gives_its_code() {
    for (status, code, retry) in ROWS {
        let failure = failure(status, &[], "");
        assert_eq!(failure.code(), code, "{status}");
        assert_eq!(failure.retry(), retry, "{status}");
        assert_eq!(failure.origin(), Origin::Upstream, "{status}");
        assert_eq!(failure.reason().as_str(), code.name(), "{status}");
        assert_eq!(failure.details().get("status"), Some(&status.into()), "{status}");
    }
}

#[test]
fn a_message_names_the_service_and_the_status() {
    let not_found = reader().with_service("NCBI").read(StatusCode::NOT_FOUND, &headers(&[]), b"");
    assert_eq!(not_found.message(), "NCBI returned 404 Not Found");
    assert_eq!(failure(503, &[], "").message(), "The service returned 503 Service Unavailable");
    assert_eq!(failure(529, &[], "").message(), "The service returned 529");
    let blank = reader().with_service("  ").read(StatusCode::NOT_FOUND, &headers(&[]), b"");
    assert_eq!(blank.message(), "The service returned 404 Not Found");
}

#[test]
fn a_status_that_is_not_a_failure_is_a_response_that_cannot_be_used() {
    for status in [100, 200, 204, 301, 304, 399, 600, 999] {
        let failure = failure(status, &[], "");
        assert_eq!(failure.code(), Code::DependencyFailed, "{status}");
        assert_eq!(failure.reason().as_str(), "unexpected_status", "{status}");
        assert_eq!(failure.retry(), Retry::Never, "{status}");
    }
}

#[test]
fn the_servers_own_credential_is_the_operators_matter() {
    let body = br#"{"error": "invalid_key", "message": "Key sk_live_9dJk2LmQ8rT4vX7z is revoked"}"#;
    for status in [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN] {
        let failure = reader().with_service("Billing").with_own_credential().read(status, &headers(&[]), body);
        assert_eq!(failure.code(), Code::Configuration);
        assert_eq!(failure.origin(), Origin::Configuration);
        assert_eq!(failure.retry(), Retry::Never);
        assert_eq!(failure.reason().as_str(), "credential_refused");
        assert!(failure.message().starts_with("Billing does not accept this server's credential (40"));
        assert!(!failure.message().contains("revoked"));
        assert!(failure.private().text("response_body").unwrap().contains("revoked"));
    }
}

#[test]
fn the_servers_own_credential_is_not_at_fault_where_a_limit_is() {
    let entries = headers(&[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "60")]);
    let failure = reader().with_own_credential().read(StatusCode::FORBIDDEN, &entries, b"");
    assert_eq!(failure.code(), Code::Forbidden);
    assert_eq!(failure.retry().after_seconds(), Some(60));
    let body = br#"{"message": "API rate limit exceeded for user 7"}"#;
    let limited = reader().with_own_credential().read(StatusCode::FORBIDDEN, &headers(&[]), body);
    assert_eq!(limited.code(), Code::RateLimited);
    let not_found = reader().with_own_credential().read(StatusCode::NOT_FOUND, &headers(&[]), b"");
    assert_eq!(not_found.code(), Code::NotFound);
}
