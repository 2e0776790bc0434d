//! Typed evidence wins over words, wherever in the chain of causes it is.

use candor::classify::{Classifier, Evidence, Step, Verdict};
use candor::{Code, Origin, Retry, Safety};
use std::error::Error;
use std::fmt;
use std::io;

/// An error with other words than its cause.
#[derive(Debug)]
struct Wrapped(&'static str, Box<dyn Error + Send + Sync>);

impl fmt::Display for Wrapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for Wrapped {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.1)
    }
}

fn of(evidence: Evidence<'_>) -> Verdict {
    Classifier::standard().classify_evidence(&evidence)
}

#[test]
fn a_type_deep_in_the_chain_wins_over_the_words_above_it() {
    let cause = io::Error::from(io::ErrorKind::ConnectionRefused);
    let middle = Wrapped("invalid token: not found", Box::new(cause));
    let error = Wrapped("permission denied", Box::new(middle));
    let verdict = Classifier::standard().classify(&error);
    assert_eq!((verdict.code(), verdict.step()), (Code::Unavailable, Step::Typed));
    assert_eq!(verdict.origin(), Origin::Transport);
}

#[test]
fn words_of_the_whole_chain_are_read_if_no_type_decides() {
    let error = Wrapped("loading the order", Box::new(Wrapped("step 2", "the order was not found".into())));
    let verdict = Classifier::standard().classify(&error);
    assert_eq!((verdict.code(), verdict.step()), (Code::NotFound, Step::Common));
}

#[test]
fn a_refused_connection_may_be_retried_and_a_broken_one_only_if_that_is_safe() {
    let refused = of(Evidence::text("").with_name("ECONNREFUSED"));
    assert_eq!(refused.retry(), Retry::Backoff(Safety::Always));
    let reset = of(Evidence::text("").with_name("ECONNRESET"));
    assert_eq!(reset.retry(), Retry::Backoff(Safety::IfIdempotent));
}

#[test]
fn numbers_that_were_handed_over_decide() {
    const TEXT: &str = "rate limit exceeded";
    let rows: [(Evidence<'_>, Code, &str); 12] = [
        (Evidence::text(TEXT).with_errno(13), Code::Forbidden, "errno.EACCES"),
        (Evidence::text(TEXT).with_errno(2), Code::NotFound, "errno.ENOENT"),
        (Evidence::text(TEXT).with_sqlstate("23505"), Code::AlreadyExists, "sqlstate.23505"),
        (Evidence::text(TEXT).with_sqlstate("40001"), Code::Conflict, "sqlstate.40"),
        (Evidence::text(TEXT).with_sqlstate("42P01"), Code::Database, "sqlstate.42"),
        (Evidence::text(TEXT).with_grpc_status(5), Code::NotFound, "grpc.NOT_FOUND"),
        (Evidence::text(TEXT).with_grpc_status(14), Code::Unavailable, "grpc.UNAVAILABLE"),
        (Evidence::text(TEXT).with_grpc_status(16), Code::Unauthorized, "grpc.UNAUTHENTICATED"),
        (Evidence::text(TEXT).with_exit_code(124), Code::Timeout, "exit_code.timed_out"),
        (Evidence::text(TEXT).with_exit_code(127), Code::Configuration, "exit_code.command_not_found"),
        (Evidence::text(TEXT).with_http_status(404), Code::NotFound, "http_status"),
        (Evidence::text(TEXT).with_http_status(409), Code::Conflict, "http_status"),
    ];
    for (evidence, code, rule) in rows {
        let verdict = of(evidence);
        assert_eq!((verdict.code(), verdict.rule(), verdict.step()), (code, rule, Step::Typed), "{evidence:?}");
    }
}

#[test]
fn numbers_without_a_meaning_of_their_own_leave_it_to_the_words() {
    for evidence in [
        Evidence::text("rate limit exceeded").with_errno(9_999),
        Evidence::text("rate limit exceeded").with_sqlstate("HY000"),
        Evidence::text("rate limit exceeded").with_grpc_status(0),
        Evidence::text("rate limit exceeded").with_exit_code(1),
        Evidence::text("rate limit exceeded").with_http_status(200),
    ] {
        assert_eq!(of(evidence).code(), Code::RateLimited, "{evidence:?}");
    }
}

#[test]
fn the_errors_own_name_overrides_a_coarse_status() {
    let rows = [
        ("OrderLimitExceeded: the account has reached its limit of orders", 400, Code::QuotaExceeded),
        ("VolumeInUse: vol-1 is attached", 400, Code::Conflict),
        ("API rate limit exceeded for user 7", 403, Code::RateLimited),
        ("ThrottledException: slow down", 502, Code::RateLimited),
    ];
    for (text, status, code) in rows {
        assert_eq!(of(Evidence::text(text).with_http_status(status)).code(), code, "{text}");
    }
}

#[test]
fn a_bad_request_never_becomes_the_servers_fault_by_its_words() {
    for text in ["timeout", "service unavailable", "database error", "internal error"] {
        assert_eq!(of(Evidence::text(text).with_http_status(400)).code(), Code::InvalidParams, "{text}");
    }
}

#[test]
fn the_standard_librarys_own_errors_are_known() {
    let rows: [(Box<dyn Error>, Code); 7] = [
        (Box::new("x".parse::<u8>().unwrap_err()), Code::Validation),
        (Box::new(String::from_utf8(vec![0xFF]).unwrap_err()), Code::Serialization),
        (Box::new(std::env::var("CANDOR_TEST_NO_SUCH_VARIABLE").unwrap_err()), Code::Configuration),
        (Box::new(u8::try_from(300).unwrap_err()), Code::OutOfRange),
        (Box::new(serde_json::from_str::<Vec<u8>>("[").unwrap_err()), Code::Serialization),
        (Box::new(serde_json::from_str::<u8>("\"x\"").unwrap_err()), Code::Validation),
        (Box::new(io::Error::from(io::ErrorKind::TimedOut)), Code::Timeout),
    ];
    for (error, code) in rows {
        assert_eq!(Classifier::standard().classify(&*error).code(), code, "{error}");
    }
}

#[test]
fn identifiers_and_numbers_in_a_text_are_known() {
    let rows = [
        ("EACCES: permission denied, open 'orders.db'", Code::Forbidden, "errno.EACCES"),
        ("[Errno 104] it went wrong", Code::Unavailable, "errno.ECONNRESET"),
        ("it went wrong (os error 2)", Code::NotFound, "errno.ENOENT"),
        ("SQLSTATE[23000]: Integrity constraint violation", Code::Conflict, "sqlstate.23"),
        ("ERROR 1062 (23000): Duplicate entry '7'", Code::AlreadyExists, "mysql"),
        ("ORA-00001: unique constraint violated", Code::AlreadyExists, "oracle"),
        ("curl: (6) Could not resolve host", Code::Unavailable, "curl"),
        ("MCP error -32601: nope", Code::MethodNotFound, "jsonrpc"),
        ("rpc error: code = PermissionDenied desc = no", Code::Forbidden, "grpc"),
        ("14 UNAVAILABLE: no connection", Code::Unavailable, "grpc.UNAVAILABLE"),
        ("WRONGPASS invalid username-password pair", Code::InvalidCredentials, "redis"),
        ("HTTP 503", Code::Unavailable, "http_status"),
    ];
    for (text, code, rule) in rows {
        let verdict = of(Evidence::text(text));
        assert_eq!((verdict.code(), verdict.rule(), verdict.step()), (code, rule, Step::Provider), "{text}");
    }
}

#[test]
fn a_negative_number_is_not_an_errno() {
    assert_eq!(of(Evidence::text("[Errno -2] Name or service not known")).code(), Code::Unavailable);
}

#[test]
fn only_what_was_never_sent_may_be_retried_whatever_it_does() {
    let safety = |text| Classifier::standard().classify_text(text).retry().safety();
    for text in [
        "connect ECONNREFUSED 127.0.0.1:80",
        "getaddrinfo ENOTFOUND api.example.com",
        "dial tcp 127.0.0.1:80: connect: no route to host",
        "could not resolve host: api.example.com",
    ] {
        assert_eq!(safety(text), Some(Safety::Always), "{text}");
    }
    for text in [
        "fetch failed",
        "Network Error",
        "request failed",
        "error sending request for url (https://api.example.com/charge)",
        "socket hang up",
        "reading the answer: connection reset by peer (os error 104)",
        "reading the answer: resource temporarily unavailable (os error 11)",
        "the read timed out",
        "Out of memory",
        "container was OOMKilled",
        "SQLSTATE[40003]: statement completion unknown",
        "Max retries exceeded with url: /charge (Caused by ReadTimeoutError)",
    ] {
        assert_eq!(safety(text), Some(Safety::IfIdempotent), "{text}");
    }
}

#[test]
fn a_number_counts_only_in_the_company_that_makes_it_a_status() {
    for text in [
        "received 429 rows",
        "got 500 items, expected 400",
        "country code 404 is unknown",
        "Error 1045 while parsing line",
    ] {
        let verdict = of(Evidence::text(text));
        assert_ne!(verdict.step(), Step::Provider, "{text}: {verdict:?}");
    }
}

#[test]
fn words_know_better_than_the_number_of_another_system() {
    let rows = [
        ("[Errno 61] Connection refused", Code::Unavailable),
        ("Access is denied. (os error 5)", Code::Forbidden),
        ("[Errno 13] something odd", Code::Forbidden),
    ];
    for (text, code) in rows {
        assert_eq!(of(Evidence::text(text)).code(), code, "{text}");
    }
}

#[test]
fn a_system_error_below_zero_is_the_same_as_above() {
    assert_eq!(of(Evidence::text("").with_errno(-111)).rule(), "errno.ECONNREFUSED");
}

#[test]
fn a_grpc_status_means_the_same_by_name_and_by_number() {
    for (number, name) in
        [(1, "Canceled"), (5, "NotFound"), (10, "Aborted"), (13, "Internal"), (14, "Unavailable"), (15, "DataLoss")]
    {
        let by_number = of(Evidence::text("").with_grpc_status(number));
        let text = format!("rpc error: code = {name} desc = x");
        let by_name = of(Evidence::text(&text));
        assert_eq!(
            (by_name.code(), by_name.origin(), by_name.retry()),
            (by_number.code(), by_number.origin(), by_number.retry()),
            "{name}"
        );
    }
}

#[test]
fn printing_shows_no_words() {
    let text = "cannot find hunter2pass in the database";
    let verdict = of(Evidence::text(text));
    assert!(!format!("{verdict:?} {:?}", Evidence::text(text)).contains("hunter2pass"));
}
