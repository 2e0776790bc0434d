use super::*;
use crate::context::{ExecutionContext, FailureFacts};
use candor::disclose::Scrubber;
use candor::{Failure, FailurePolicy, reason};
use serde_json::Value;
use std::time::{Duration, UNIX_EPOCH};

fn record(tool: &str, request_id: &str, upstream: Option<&str>, outcome: CallOutcome) -> CallRecord {
    let context = ExecutionContext::new(request_id.to_owned(), Some("ci".into()), None, tool.to_owned());
    context.note(|facts| {
        facts.upstream = upstream.map(Into::into);
        facts.status = Some(503);
        facts.attempts = 2;
        facts.bytes_received = 77;
        facts.warnings = vec!["schema_mismatch"];
    });
    let mut record = context.seal(outcome);
    record.started = UNIX_EPOCH + Duration::from_millis(1_763_496_842_123);
    record.duration = Duration::from_micros(12_345);
    record
}

fn failed() -> CallOutcome {
    let failure = Failure::unavailable("No").with_reason(reason!("connection_refused"));
    CallOutcome::Failed(FailureFacts { reference: "018f".to_owned(), ..FailureFacts::of(&failure) })
}

fn log(form: Form) -> CallLog {
    CallLog { form, policy: ServedPolicy::new(&FailurePolicy::new().with_secret("marlin-4711-secret")) }
}

fn line(form: Form, record: &CallRecord) -> String {
    log(form).line(record)
}

#[test]
fn a_line_of_json_has_the_members_that_are_promised() {
    let record = record("get_order", "7", Some("orders"), failed());
    let read: Value = serde_json::from_str(&line(Form::Json, &record)).unwrap();
    assert_eq!(
        read,
        serde_json::json!({
            "time": "2025-11-18T20:14:02.123Z", "event": "call", "tool": "get_order", "upstream": "orders",
            "outcome": "failed", "duration_ms": 12.345, "request_id": "7", "caller": "ci", "attempts": 2, "status": 503,
            "bytes_sent": 0, "bytes_received": 77, "warnings": ["schema_mismatch"],
            "failure": {
                "code": "unavailable", "reason": "connection_refused",
                "origin": Failure::unavailable("No").origin().name(), "reference": "018f",
            },
        })
    );
}

#[test]
fn a_line_for_people_says_the_same_and_has_colours_only_where_they_are_wanted() {
    let record = record("get_order", "7", Some("orders"), CallOutcome::Succeeded);
    assert_eq!(
        line(Form::Text { coloured: false }, &record),
        "2025-11-18T20:14:02.123Z get_order succeeded in 12.3 ms api=orders status=503 attempts=2 \
         warnings=schema_mismatch caller=ci id=7\n"
    );
    assert!(line(Form::Text { coloured: true }, &record).contains("\u{1b}[32msucceeded\u{1b}[0m"));
}

#[test]
fn what_a_caller_made_up_stays_on_its_line_whole_or_cut_and_without_secrets() {
    let hostile = [
        "get\nINFO all is well".to_owned(),
        "a\u{1b}]0;title\u{7}b".to_owned(),
        "x".repeat(1_000_000),
        "{\"tool\":\"other\"}".to_owned(),
        "\u{202e}drawkcab".to_owned(),
        "marlin-4711-secret".to_owned(),
        "\0".to_owned(),
    ];
    for word in &hostile {
        let record = record(word, word, None, CallOutcome::Cancelled);
        for form in [Form::Json, Form::Text { coloured: false }] {
            let line = line(form, &record);
            assert!(line.len() < 2_500, "{}", line.len());
            assert_eq!(line.find('\n'), Some(line.len() - 1), "{line:?}");
            assert!(!line.trim_end().contains(char::is_control) && !line.contains('\u{202e}'), "{line:?}");
            assert!(!line.contains("marlin"), "{line}");
        }
        let read: Value = serde_json::from_str(&line(Form::Json, &record)).unwrap();
        assert_eq!((&read["event"], &read["outcome"]), (&"call".into(), &"cancelled".into()));
    }
}

#[test]
fn a_line_names_the_callers_trace_if_it_has_one() {
    let mut record = record("get_order", "7", Some("orders"), CallOutcome::Succeeded);
    record.traceparent = Some("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".to_owned());
    let read: Value = serde_json::from_str(&line(Form::Json, &record)).unwrap();
    assert_eq!(read["trace_id"], "4bf92f3577b34da6a3ce929d0e0e4736");
    record.traceparent = Some("00-\"}-x".to_owned());
    let read: Value = serde_json::from_str(&line(Form::Json, &record)).unwrap();
    assert_eq!(read.get("trace_id"), None);
}

#[test]
fn no_line_is_changed_by_the_scrubber_of_standard_error_if_it_holds_nothing_to_hide() {
    let mut record = record("get_order", "018f2c3e-7b5a-7c3d-9e8f-1234567890ab", Some("orders"), failed());
    record.caller = Some("198.51.100.7".into());
    record.traceparent = Some("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".to_owned());
    for form in [Form::Json, Form::Text { coloured: false }, Form::Text { coloured: true }] {
        let line = line(form, &record);
        assert_eq!(Scrubber::standard().scrub(&line), line);
    }
}
