//! `candor explain`.

use crate::{candor, program};
use serde_json::Value;

/// What the five documents define, as they write it.
const TERMS: &[&str] = &[
    // 000
    "VALIDATION_ERROR",
    "MISSING_REQUIRED",
    "VALUE_OUT_OF_RANGE",
    "AUTHENTICATION_REQUIRED",
    "TOKEN_EXPIRED",
    "PERMISSION_DENIED",
    "QUOTA_EXCEEDED",
    "RESOURCE_NOT_FOUND",
    "RESOURCE_ALREADY_EXISTS",
    "RATE_LIMIT_EXCEEDED",
    "SERVICE_UNAVAILABLE",
    "DEPENDENCY_FAILED",
    "rate_limit",
    "authentication",
    "CONTENT_TRUNCATED",
    "CONTENT_DROPPED",
    "ARCHIVE_WRITE_FAILED",
    "warning",
    "Token Estimation",
    "Archival",
    // 001
    "2001",
    "2002",
    "3002",
    "4001",
    "5001",
    "MISSING_REQUIRED_FIELD",
    "TIMEOUT",
    "ADAPTER_ERROR",
    "BACKEND_UNAVAILABLE",
    "Business",
    // 002
    "not-found",
    "session-error",
    "api-error",
    "cache-error",
    "configuration-error",
    "about:blank",
    // 003
    "ContractViolation",
    "UpstreamFailure",
    "TransportFailure",
    "ConfigurationError",
    "contract_violation",
    "METHOD_NOT_FOUND",
    // 004
    "-32700",
    "-32600",
    "-32601",
    "-32602",
    "-32603",
    "-32000",
    "-32001",
    "-32007",
    "-32010",
    "-32070",
    "-32099",
    "ServiceUnavailable",
    "InitializationFailed",
    "404",
    "503",
    "ZodError",
    "error-contract-when-required",
    "error-contract-recovery-min-words",
];

#[test]
fn every_term_of_the_documents_is_found_in_any_case() {
    for respell in [str::to_owned, str::to_uppercase, str::to_lowercase] {
        let terms: Vec<_> = TERMS.iter().map(|term| respell(term)).collect();
        let arguments: Vec<_> = ["explain", "--json"].into_iter().chain(terms.iter().map(String::as_str)).collect();
        let run = candor(&arguments).fine();
        assert_eq!(run.stdout.lines().count(), TERMS.len());
        assert_eq!(run.stderr, "");
    }
}

#[test]
fn a_type_uri_is_found_by_its_last_segment() {
    for uri in ["https://errors.example.com/problems/not-found", "urn:candor:problem:not-found"] {
        assert!(candor(&["explain", uri]).fine().stdout.starts_with("not_found  code\n"), "{uri}");
    }
}

#[test]
fn every_name_that_is_listed_can_be_explained() {
    let list = candor(&["explain"]).fine().stdout;
    let names = candor::glossary::names();
    let arguments: Vec<_> = ["explain", "--json"].into_iter().chain(names.iter().copied()).collect();
    let lines = candor(&arguments).fine().stdout;
    assert_eq!(lines.lines().count(), names.len());
    for name in names {
        assert!(list.contains(name), "{name} is not listed");
    }
    assert_eq!(candor(&["explain", "--json"]).fine().stdout, lines);
}

#[test]
fn a_negative_number_needs_no_dashes() {
    let expected = candor(&["explain", "RESOURCE_NOT_FOUND"]).fine().stdout;
    assert!(expected.starts_with("not_found  code\n"), "{expected}");
    assert_eq!(candor(&["explain", "-32001"]).fine().stdout, expected);
    assert_eq!(candor(&["explain", "--", "-32001"]).fine().stdout, expected);
    let json = candor(&["explain", "-32001", "--json"]).json();
    assert_eq!(candor(&["explain", "--json", "-32001"]).json(), json);
    assert_eq!(json["term"], "-32001");
    assert_eq!(json["entries"][0]["row"]["name"], "not_found");
}

#[test]
fn a_code_says_meaning_fault_retry_recovery_and_every_dialect() {
    let text = candor(&["explain", "-32003"]).fine().stdout;
    for part in [
        "Too many requests were sent",
        "whose fault    internal",
        "retry          yes, with backoff",
        "what to do     ",
        "structured     004       -32003 RateLimited\n",
        "envelope       000       RATE_LIMIT_EXCEEDED, type rate_limit\n",
        "error_model    001       3001 RATE_LIMIT_EXCEEDED, category System\n",
        "problem        002       rate-limit-exceeded, status 429, \"Rate Limit\n                           Exceeded\" *\n",
        "* No document states it",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn codes_that_share_an_identifier_are_named() {
    let text = candor(&["explain", "-32602"]).fine().stdout;
    assert!(text.contains("-32602 is also missing_required, invalid_format, out_of_range\n"), "{text}");
    let text = candor(&["explain", "token_expired"]).fine().stdout;
    let text: Vec<_> = text.split_whitespace().collect();
    let text = text.join(" ");
    assert!(text.contains("-32006 is also unauthorized, invalid_credentials; it is read as unauthorized "), "{text}");
}

#[test]
fn a_term_with_several_entries_prints_all_of_them_with_a_blank_line_between() {
    let text = candor(&["explain", "internal"]).fine().stdout;
    assert!(text.starts_with("internal  code\n"), "{text}");
    assert!(text.contains("\n\ninternal  category of 000\n"), "{text}");
    assert!(text.contains("\n\ninternal  origin, in ContractViolation of 003\n"), "{text}");
}

#[test]
fn warnings_severities_phases_and_rules_say_what_they_are() {
    let text =
        candor(&["explain", "CONTENT_DROPPED", "info", "Archival", "error-contract-when-required"]).fine().stdout;
    for part in [
        "severity       info\n  phase          Content Assembly\n",
        "warnings       CONTENT_TRUNCATED, CONTENT_DROPPED",
        "warnings       ARCHIVE_WRITE_FAILED\n",
        "Say in `when`",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn an_unknown_word_suggests_the_nearest_names_and_exits_2() {
    let line = candor(&["explain", "not_fuond"]).refused();
    assert!(line.starts_with("candor: unknown name \"not_fuond\"; did you mean "), "{line}");
    let suggested = line.to_lowercase().replace(['-', '_'], "");
    assert!(suggested.contains("mean notfound"), "{line}");
    assert!(candor(&["explain", "qqqqqqqq"]).refused().ends_with("candor explain lists every name"));
}

#[test]
fn known_words_beside_an_unknown_one_are_still_explained() {
    let run = candor(&["explain", "qqqqqqqq", "timeout", "wwwwwwww"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stdout.starts_with("timeout  code\n"), "{}", run.stdout);
    assert_eq!(run.stderr.lines().count(), 2, "{}", run.stderr);
}

#[test]
fn a_long_or_strange_word_is_shown_short_and_escaped() {
    let line = candor(&["explain", &"x\u{1b}[31m\n".repeat(10_000)]).refused();
    assert!(line.contains("x\\u{1b}[31m\\n") && line.contains('…'), "{line}");
}

#[cfg(unix)]
#[test]
fn a_word_that_is_not_utf_8_is_an_unknown_word() {
    use std::os::unix::ffi::OsStrExt;
    let term = std::ffi::OsStr::from_bytes(b"\xff\xfe\x00binary".split(|byte| *byte == 0).next().unwrap());
    crate::Run::from(program(&["explain"]).arg(term).output().unwrap()).refused();
}

#[test]
fn output_to_a_pipe_has_no_colour() {
    for arguments in [&["explain", "timeout"][..], &["explain"], &["demo"], &["--help"], &["explain", "--help"]] {
        assert!(!candor(arguments).fine().stdout.contains('\u{1b}'), "{arguments:?}");
    }
    assert!(candor(&["--color", "always", "explain", "timeout"]).fine().stdout.contains("\u{1b}[1mtimeout"));
    assert!(!candor(&["--color=never", "explain", "timeout"]).fine().stdout.contains('\u{1b}'));
    let mut forced = program(&["explain", "timeout", "--color", "never"]);
    let forced = crate::Run::from(forced.env("CLICOLOR_FORCE", "1").output().unwrap());
    assert!(!forced.fine().stdout.contains('\u{1b}'));
}

#[test]
fn no_color_is_honoured_even_where_colour_is_forced() {
    let run = |name: &str| {
        let output = program(&["explain", "timeout"]).env("CLICOLOR_FORCE", "1").env(name, "1").output();
        crate::Run::from(output.unwrap()).fine().stdout
    };
    assert!(run("UNRELATED").contains('\u{1b}'));
    assert!(!run("NO_COLOR").contains('\u{1b}'));
}

#[test]
fn json_is_one_line_per_term() {
    let run = candor(&["explain", "--json", "internal", "TIMEOUT"]).fine();
    let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["entries"].as_array().unwrap().len(), 3);
    assert_eq!(lines[1]["term"], "TIMEOUT");
}

#[test]
fn a_rule_of_the_scrubber_says_what_it_removes_why_and_what_to_do_instead() {
    let text = candor(&["explain", "email"]).fine().stdout;
    for part in [
        "email  rule of the scrubber\n  An e-mail address.",
        "  why            An address is personal data",
        "  example        no account for jane.doe@acme.io\n  becomes        no account for [email]\n",
        "  instead        Say \"this address\"",
        "  family         people\n",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn every_rule_of_the_scrubber_is_listed_and_explained_with_its_example() {
    let list = candor(&["explain"]).fine().stdout;
    for rule in candor::glossary::scrub_rules() {
        assert!(list.contains(rule.id()), "{} is not listed", rule.id());
        let json = candor(&["explain", "--json", rule.id()]).json();
        let entry = &json["entries"][0];
        assert_eq!(entry["name"], rule.id());
        assert_eq!(entry["explanation"], rule.explanation());
        assert_eq!(entry["example"][1], rule.example().after);
    }
}

#[test]
fn a_format_is_explained_by_the_rule_that_knows_it() {
    let text = candor(&["explain", "slack-webhook"]).fine().stdout;
    assert!(text.starts_with("known-format-by-word  rule of the scrubber\n"), "{text}");
}

#[test]
fn a_misspelled_rule_is_suggested() {
    assert!(candor(&["explain", "privat-key"]).refused().contains("did you mean private-key"));
}
