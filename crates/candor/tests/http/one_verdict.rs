//! The same facts give the same verdict, wherever they come from.

use super::{headers, reader};
use ::http::StatusCode;
use candor::classify::{Classifier, ErrorReader, Evidence, Reading, Verdict};
use candor::{Code, Failure, Retry, Safety};
use serde_json::json;
use std::error::Error;
use std::time::Duration;

const NEVER: Retry = Retry::Never;
const ALWAYS: Retry = Retry::Backoff(Safety::Always);
const IDEMPOTENT: Retry = Retry::Backoff(Safety::IfIdempotent);

/// What is known of a response.
#[derive(Debug, Clone, Copy)]
struct Facts {
    status: u16,
    name: &'static str,
    text: &'static str,
    /// Of `Retry-After`.
    seconds: Option<u64>,
}

const fn facts(status: u16, name: &'static str, text: &'static str) -> Facts {
    Facts { status, name, text, seconds: None }
}

const fn after(seconds: u64, facts: Facts) -> Facts {
    Facts { seconds: Some(seconds), ..facts }
}

const ROWS: [(Facts, Code, Retry); 32] = [
    // A name that says more than the status.
    (facts(400, "ThrottlingException", "Rate exceeded"), Code::RateLimited, ALWAYS),
    (facts(400, "ProvisionedThroughputExceededException", ""), Code::RateLimited, ALWAYS),
    (facts(400, "ResourceNotFoundException", "Requested resource not found"), Code::NotFound, NEVER),
    (facts(400, "ExpiredTokenException", ""), Code::TokenExpired, NEVER),
    (facts(503, "SlowDown", "Please reduce your request rate."), Code::RateLimited, ALWAYS),
    // Words that do.
    (facts(400, "", "VolumeInUse: vol-1 is attached"), Code::Conflict, NEVER),
    (facts(403, "", "API rate limit exceeded for user 7"), Code::RateLimited, ALWAYS),
    // Words that do not: a bad request stays the caller's matter, and a clear status stays what it is.
    (facts(400, "", "service unavailable"), Code::InvalidParams, NEVER),
    (facts(404, "", "the connection was refused"), Code::NotFound, NEVER),
    (facts(429, "busy", "Too many orders"), Code::RateLimited, ALWAYS),
    // Names of gRPC and of the system count in their own spelling, where they agree with the status.
    (facts(409, "cancelled", ""), Code::Conflict, NEVER),
    (facts(409, "CANCELLED", ""), Code::Conflict, NEVER),
    (facts(401, "unknown", ""), Code::Unauthorized, NEVER),
    (facts(404, "internal", ""), Code::NotFound, NEVER),
    (facts(404, "INTERNAL", ""), Code::NotFound, NEVER),
    (facts(400, "ECONNREFUSED", ""), Code::InvalidParams, NEVER),
    (facts(400, "FAILED_PRECONDITION", ""), Code::Conflict, NEVER),
    (facts(403, "RESOURCE_EXHAUSTED", ""), Code::RateLimited, ALWAYS),
    (facts(500, "NOT_FOUND", ""), Code::NotFound, NEVER),
    (facts(502, "ECONNREFUSED", ""), Code::Unavailable, ALWAYS),
    // The status alone.
    (facts(400, "", ""), Code::InvalidParams, NEVER),
    (facts(404, "", ""), Code::NotFound, NEVER),
    (facts(429, "", ""), Code::RateLimited, ALWAYS),
    (facts(500, "", ""), Code::Internal, IDEMPOTENT),
    (facts(501, "", ""), Code::NotImplemented, NEVER),
    (facts(503, "", ""), Code::Unavailable, IDEMPOTENT),
    (facts(505, "", ""), Code::Unavailable, NEVER),
    // Not a failure by its status.
    (facts(200, "", ""), Code::DependencyFailed, NEVER),
    (facts(200, "channel_not_found", ""), Code::NotFound, NEVER),
    // With a delay.
    (after(7, facts(503, "", "")), Code::Unavailable, Retry::After(Duration::from_secs(7), Safety::IfIdempotent)),
    (after(7, facts(404, "", "")), Code::NotFound, Retry::After(Duration::from_secs(7), Safety::IfIdempotent)),
    (
        after(7, facts(400, "ThrottlingException", "")),
        Code::RateLimited,
        Retry::After(Duration::from_secs(7), Safety::Always),
    ),
];

impl Facts {
    fn evidence(&self) -> Evidence<'static> {
        let evidence = Evidence::text(self.text).with_http_status(self.status);
        let evidence = if self.name.is_empty() { evidence } else { evidence.with_name(self.name) };
        self.seconds.map_or(evidence, |seconds| evidence.with_retry_after(Duration::from_secs(seconds)))
    }

    fn response(&self) -> Failure {
        let seconds = self.seconds.map(|seconds| seconds.to_string());
        let entries: Vec<_> = seconds.iter().map(|seconds| ("retry-after", seconds.as_str())).collect();
        let body = json!({"error": {"code": self.name, "message": self.text}}).to_string();
        let status = StatusCode::from_u16(self.status).unwrap();
        reader().read(status, &headers(&entries), body.as_bytes())
    }
}

/// An error of some client, with what it knows.
#[derive(Debug)]
struct ClientError(Facts);

impl std::fmt::Display for ClientError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the request failed")
    }
}

impl Error for ClientError {}

struct ClientErrors;

impl ErrorReader for ClientErrors {
    fn name(&self) -> &'static str {
        "client"
    }

    fn read<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Reading<'e>> {
        error.downcast_ref::<ClientError>().map(|ClientError(facts)| facts.evidence().into())
    }
}

#[test]
fn a_response_evidence_and_an_error_give_the_same_verdict() {
    let classifier = Classifier::new().with_reader(ClientErrors);
    for (facts, code, retry) in ROWS {
        let by_evidence = classifier.classify_evidence(&facts.evidence());
        assert_eq!((by_evidence.code(), by_evidence.retry()), (code, retry), "{facts:?}");

        let response = facts.response();
        assert_eq!(response.verdict(), Some(&by_evidence), "{facts:?}");
        assert_eq!((response.code(), response.retry()), (code, retry), "{facts:?}");
        assert_eq!(response.origin(), by_evidence.origin(), "{facts:?}");

        let wrapped = std::io::Error::other(ClientError(facts));
        assert_eq!(classifier.classify(&wrapped), by_evidence, "{facts:?}");
        let captured = Failure::from_error_by(&classifier, wrapped, "loading");
        assert_eq!((captured.code(), captured.retry(), captured.origin()), (code, retry, response.origin()));
    }
}

#[test]
fn a_status_means_one_thing_everywhere() {
    let classifier = Classifier::standard();
    for status in 100..=999 {
        let by_evidence = classifier.classify_evidence(&Evidence::text("").with_http_status(status));
        let response = super::failure(status, &[], "");
        assert_eq!(response.verdict(), Some(&by_evidence), "{status}");
        if let Some(code) = Code::from_http_status(status) {
            let by_text = classifier.classify_text(&format!("request failed with status code {status}"));
            let parts = |verdict: &Verdict| (verdict.code(), verdict.origin(), verdict.retry());
            assert_eq!(parts(&by_text), parts(&by_evidence), "{status}");
            assert_eq!(by_evidence.code(), code, "{status}");
        } else {
            assert_eq!(by_evidence.code(), Code::DependencyFailed, "{status}");
        }
    }
}

#[test]
fn the_servers_own_credential_is_evidence_too() {
    for status in [401, 403] {
        let evidence = Evidence::text("").with_http_status(status).with_own_credential();
        let verdict = Classifier::standard().classify_evidence(&evidence);
        assert_eq!((verdict.code(), verdict.retry()), (Code::Configuration, NEVER));
        let read = reader().with_own_credential().read(StatusCode::from_u16(status).unwrap(), &headers(&[]), b"");
        assert_eq!(read.verdict(), Some(&verdict));
        let delayed = evidence.with_retry_after(Duration::from_secs(60));
        assert_ne!(Classifier::standard().classify_evidence(&delayed).code(), Code::Configuration);
    }
}

#[test]
fn a_stated_code_counts_where_it_says_the_same_more_finely() {
    let of = |status, code: Code, retry| {
        let evidence = Evidence::text("").with_http_status(status).with_stated_code(code, retry);
        let verdict = Classifier::standard().classify_evidence(&evidence);
        (verdict.code(), verdict.retry())
    };
    assert_eq!(of(401, Code::TokenExpired, NEVER), (Code::TokenExpired, NEVER));
    assert_eq!(of(404, Code::Database, IDEMPOTENT), (Code::NotFound, NEVER));
    assert_eq!(of(503, Code::Unavailable, NEVER), (Code::Unavailable, NEVER));
    assert_eq!(of(200, Code::NotFound, NEVER), (Code::NotFound, NEVER));
    let verdict = Classifier::standard().classify_evidence(&Evidence::text("").with_stated_code(Code::Cache, NEVER));
    assert_eq!((verdict.code(), verdict.rule()), (Code::Cache, "dialect"));
}

#[test]
fn a_state_is_a_reason_and_not_evidence() {
    let rows = [
        (409, json!({"status": "cancelled", "message": "Order 17 cannot change"}), Code::Conflict, "cancelled"),
        (401, json!({"status": "unknown"}), Code::Unauthorized, "unknown"),
        (404, json!({"error": {"status": "internal"}}), Code::NotFound, "internal"),
        (400, json!({"category": "already_exists"}), Code::InvalidParams, "already_exists"),
        (400, json!({"error": {"status": "RESOURCE_EXHAUSTED"}}), Code::RateLimited, "resource_exhausted"),
        (400, json!({"status": "cancelled", "code": "already_exists"}), Code::AlreadyExists, "already_exists"),
    ];
    for (status, body, code, reason) in rows {
        let failure = super::failure(status, &[], &body.to_string());
        assert_eq!((failure.code(), failure.reason().as_str()), (code, reason), "{status} {body}");
    }
    for body in [json!({"status": "aborted"}), json!({"code": "aborted"})] {
        let failure = super::failure(402, &[], &body.to_string());
        assert_eq!(Some(failure.code()), Code::from_http_status(402), "{body}");
    }
}
