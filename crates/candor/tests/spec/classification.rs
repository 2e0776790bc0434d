//! 004's auto-classification: its three tables and its order, row by row. A code finer than 004's counts as the one that
//! it is written as there.

use candor::classify::{Classifier, Evidence, Step, Verdict};
use candor::{Code, Failure};

fn of_text(text: &str) -> Verdict {
    Classifier::standard().classify_text(text)
}

fn of_name(name: &str) -> Verdict {
    Classifier::standard().classify_evidence(&Evidence::text("").with_name(name))
}

/// What 004 calls the code.
fn name_in_004(verdict: &Verdict) -> &'static str {
    verdict.code().row().structured.value.name
}

#[test]
fn every_constructor_name_has_its_code() {
    const ROWS: [(&str, &str); 7] = [
        ("SyntaxError", "ValidationError"),
        ("RangeError", "ValidationError"),
        ("URIError", "ValidationError"),
        ("ZodError", "ValidationError"),
        ("ReferenceError", "InternalError"),
        ("EvalError", "InternalError"),
        ("AggregateError", "InternalError"),
    ];
    for (constructor, name) in ROWS {
        let verdict = of_name(constructor);
        assert_eq!((name_in_004(&verdict), verdict.step()), (name, Step::Typed), "{constructor}");
    }
}

#[test]
fn a_type_error_is_left_to_its_words_and_then_is_internal() {
    let of = |text| Classifier::standard().classify_evidence(&Evidence::text(text).with_name("TypeError"));
    assert_eq!(of("Cannot read properties of undefined (reading 'id')").code(), Code::Internal);
    assert_eq!(of("x.map is not a function").code(), Code::Internal);
    assert_eq!(of("").code(), Code::Internal);
    assert_eq!(of("rate limit exceeded").code(), Code::RateLimited);
}

#[test]
fn every_common_pattern_has_its_code() {
    const ROWS: [(&[&str], &str); 10] = [
        (
            &[
                "unauthorized",
                "Unauthenticated",
                "not authorized",
                "You are not logged in",
                "not currently logged in",
                "invalid token",
                "invalid_token",
                "invalid-token",
                "expired token",
                "expired_token",
                "expired-token",
            ],
            "Unauthorized",
        ),
        (
            &[
                "permission",
                "permission denied",
                "Forbidden",
                "access denied",
                "access was denied",
                "not allowed",
                "you are not currently allowed to do this",
            ],
            "Forbidden",
        ),
        (&["not found", "Not Found", "no such user", "it doesn't exist", "couldn't find it"], "NotFound"),
        (
            &[
                "invalid",
                "invalid amount",
                "validation failed",
                "malformed",
                "bad request",
                "wrong format",
                "missing required field",
                "missing param",
                "missing field",
                "missing input",
                "missing value",
                "missing arg",
            ],
            "ValidationError",
        ),
        (&["conflict", "already exists", "duplicate", "unique constraint"], "Conflict"),
        (&["rate limit", "rate limit exceeded", "too many requests", "throttled"], "RateLimited"),
        // 004 lists `gateway timeout` as unavailable, two rows below the `timeout` that it matches first.
        (&["timeout", "timed out", "the read timed out", "deadline exceeded", "gateway timeout"], "Timeout"),
        // Cancellation has a code of its own: docs/decisions/0005.
        (&["abort", "aborted", "the request was canceled", "cancelled"], "Cancelled"),
        (&["service unavailable", "bad gateway", "upstream error"], "ServiceUnavailable"),
        (&["zod", "ZodError", "schema validation"], "ValidationError"),
    ];
    for (texts, name) in ROWS {
        for text in texts {
            let verdict = of_text(text);
            assert_eq!(name_in_004(&verdict), name, "{text}: {verdict:?}");
        }
    }
}

#[test]
fn of_two_common_patterns_and_no_other_words_the_first_row_decides() {
    // A text for each row, in 004's order. `unique constraint` is a provider pattern too, so it comes first.
    const ROWS: [(&[&str], &str); 10] = [
        (&["unique constraint"], "Conflict"),
        (
            &["unauthorized", "Unauthenticated", "not authorized", "not logged in", "invalid token", "expired-token"],
            "Unauthorized",
        ),
        (&["permission", "Forbidden", "access denied", "not allowed"], "Forbidden"),
        (&["not found", "no such", "doesn't exist", "couldn't find"], "NotFound"),
        (&["malformed", "bad request", "wrong format", "missing value"], "ValidationError"),
        (&["conflict", "already exists", "duplicate"], "Conflict"),
        (&["rate limit", "too many requests", "throttled"], "RateLimited"),
        (&["timeout", "timed out", "deadline exceeded", "gateway timeout"], "Timeout"),
        (&["aborted", "cancelled"], "Cancelled"),
        (&["service unavailable", "bad gateway", "upstream error"], "ServiceUnavailable"),
    ];
    let mut wrong = Vec::new();
    for (row, (texts, name)) in ROWS.iter().enumerate() {
        for (text, other) in texts.iter().flat_map(|text| ROWS[row + 1..].iter().map(move |later| (text, later))) {
            for later in other.0 {
                for both in [format!("{text}: {later}"), format!("{later}, {text}"), format!("{later} {text}")] {
                    let found = name_in_004(&of_text(&both));
                    if found != *name {
                        wrong.push(format!("{both}: {found}, not {name}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Of patterns that are within one another, too.
    for both in ["schema validation conflict", "Schema validation: rate limit", "duplicate: schema-validation"] {
        assert_eq!(name_in_004(&of_text(both)), "ValidationError", "{both}");
    }
}

#[test]
fn where_there_are_other_words_the_strongest_phrase_decides() {
    assert_eq!(of_text("permission not found").code(), Code::Forbidden);
    assert_eq!(of_text("the permission 'orders:write' was not found").code(), Code::NotFound);
    assert_eq!(
        of_text("cannot validate the permission: the directory service is unavailable").code(),
        Code::Unavailable
    );
}

#[test]
fn what_is_not_allowed_somewhere_is_a_matter_of_the_input() {
    assert_eq!(of_text("the property is not allowed in this context").code(), Code::Validation);
    assert_eq!(of_text("not authorized to delete orders").code(), Code::Forbidden);
}

#[test]
fn two_versions_that_do_not_match_are_a_conflict() {
    for text in [
        "version mismatch: expected 7, found 8",
        "The order was changed by another request",
        "concurrent modification of order 17",
        "etag mismatch",
    ] {
        assert_eq!(of_text(text).code(), Code::Conflict, "{text}");
    }
}

#[test]
fn the_common_patterns_are_tried_on_the_name_too() {
    const ROWS: [(&str, &str); 6] = [
        ("UnauthorizedError", "Unauthorized"),
        ("ForbiddenException", "Forbidden"),
        ("OrderNotFoundError", "NotFound"),
        ("DuplicateOrderError", "Conflict"),
        ("RateLimitError", "RateLimited"),
        ("RequestTimeoutError", "Timeout"),
    ];
    for (class, name) in ROWS {
        assert_eq!(name_in_004(&of_name(class)), name, "{class}");
    }
}

#[test]
fn every_provider_pattern_has_its_code() {
    const ROWS: [(&[&str], &str); 20] = [
        (&["ThrottlingException: Rate exceeded", "TooManyRequestsException"], "RateLimited"),
        (&["AccessDenied: nope", "UnauthorizedOperation: You are not authorized"], "Forbidden"),
        (&["ResourceNotFoundException: Requested resource"], "NotFound"),
        (&["Request failed with status code 401"], "Unauthorized"),
        (&["Request failed with status code 403"], "Forbidden"),
        (&["Request failed with status code 404"], "NotFound"),
        (&["Request failed with status code 409"], "Conflict"),
        (&["Request failed with status code 429"], "RateLimited"),
        (&["status code 502", "status code 503", "status code 599"], "ServiceUnavailable"),
        (&["connect ECONNREFUSED 127.0.0.1:80", "connection refused"], "ServiceUnavailable"),
        (&["connect ETIMEDOUT 192.0.2.1:443", "connection timeout"], "Timeout"),
        (&["violates unique constraint", "duplicate key value"], "Conflict"),
        (&["violates foreign key constraint \"orders_fk\""], "ValidationError"),
        (&["JWT expired"], "Unauthorized"),
        (&["new row violates row level security policy"], "Forbidden"),
        (&["insufficient_quota", "quota exceeded"], "RateLimited"),
        (&["model_not_found"], "NotFound"),
        (&["context_length_exceeded"], "ValidationError"),
        (&["getaddrinfo ENOTFOUND api.example.com", "DNS lookup failed"], "ServiceUnavailable"),
        (&["read ECONNRESET", "connection reset"], "ServiceUnavailable"),
    ];
    for (texts, name) in ROWS {
        for text in texts {
            let verdict = of_text(text);
            assert_eq!(name_in_004(&verdict), name, "{text}: {verdict:?}");
        }
    }
}

#[test]
fn a_status_500_in_a_text_is_a_service_that_failed() {
    // 004's pattern says unavailable, its status table internal; the table is the finer of the two.
    assert_eq!(of_text("Request failed with status code 500").code(), Code::Internal);
}

mod the_order {
    use super::*;
    use std::io;

    #[test]
    fn a_failure_that_is_there_is_kept() {
        let failure = Failure::conflict("rate limit: connection refused");
        let verdict = Classifier::standard().classify(&failure);
        assert_eq!((verdict.code(), verdict.step()), (Code::Conflict, Step::Failure));
    }

    #[test]
    fn a_failure_is_found_anywhere_in_the_chain() {
        let wrapped = io::Error::new(io::ErrorKind::NotFound, Failure::rate_limited("slow down"));
        let outer = Failure::internal("it broke").with_cause(wrapped);
        assert_eq!(Classifier::standard().classify(&outer).code(), Code::Internal);
        let source = std::error::Error::source(&outer).expect("the cause");
        assert_eq!(Classifier::standard().classify(source).code(), Code::RateLimited);
    }

    #[test]
    fn a_class_name_comes_before_the_provider_patterns() {
        let evidence = Evidence::text("status code 429").with_name("ZodError");
        assert_eq!(Classifier::standard().classify_evidence(&evidence).code(), Code::Validation);
    }

    #[test]
    fn a_provider_pattern_comes_before_the_common_ones() {
        let verdict = of_text("rate limit exceeded: status code 404");
        assert_eq!((verdict.code(), verdict.step()), (Code::NotFound, Step::Provider));
        let verdict = of_text("permission problem: ECONNREFUSED");
        assert_eq!((verdict.code(), verdict.step()), (Code::Unavailable, Step::Provider));
    }

    #[test]
    fn an_abort_error_is_cancelled_if_nothing_else_is_known() {
        let of = |text| Classifier::standard().classify_evidence(&Evidence::text(text).with_name("AbortError"));
        assert_eq!((of("").code(), of("").step()), (Code::Cancelled, Step::Cancellation));
        assert_eq!(of("rate limit exceeded").code(), Code::RateLimited);
    }

    #[test]
    fn what_is_unknown_is_internal() {
        let verdict = of_text("the sky is green");
        assert_eq!((verdict.code(), verdict.step(), verdict.rule()), (Code::Internal, Step::Fallback, "fallback"));
    }
}
