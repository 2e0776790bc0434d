use super::*;
use crate::context::FailureFacts;
use crate::operate::trace_parent::trace_parent_for_upstream;
use candor::{Failure, FailurePolicy};

fn metrics() -> Metrics {
    Metrics::new(ServedPolicy::new(&FailurePolicy::new()), None, Arc::default())
}

fn call(metrics: &Metrics, tool: &str, upstream: Option<&str>, statuses: &[Option<u16>], outcome: CallOutcome) {
    let context = ExecutionContext::new("1".to_owned(), None, None, tool.to_owned());
    metrics.began(&context);
    context.note(|facts| facts.upstream = upstream.map(Into::into));
    for status in statuses {
        let _ = trace_parent_for_upstream(&context);
        context.note(|facts| {
            facts.attempts += 1;
            facts.bytes_received += 10;
            facts.status = *status;
        });
    }
    metrics.sealed(&context.seal(outcome));
}

fn failed(reason: &str) -> CallOutcome {
    CallOutcome::Failed(FailureFacts { reason: reason.to_owned(), ..FailureFacts::of(&Failure::unavailable("No")) })
}

#[test]
fn each_request_of_a_call_is_counted_by_the_class_of_its_own_status() {
    let metrics = metrics();
    call(&metrics, "get", Some("orders"), &[Some(503), None, Some(200)], CallOutcome::Succeeded);
    let text = metrics.encode().unwrap();
    for line in [
        "candor_calls_total{tool=\"get\",upstream=\"orders\",outcome=\"succeeded\"} 1",
        "candor_upstream_requests_total{upstream=\"orders\",status_class=\"5xx\"} 1",
        "candor_upstream_requests_total{upstream=\"orders\",status_class=\"none\"} 1",
        "candor_upstream_requests_total{upstream=\"orders\",status_class=\"2xx\"} 1",
        "candor_upstream_retries_total{upstream=\"orders\"} 2",
        "candor_response_bytes_total{upstream=\"orders\"} 30",
        "candor_calls_in_flight 0",
    ] {
        assert!(text.lines().any(|it| it == line), "{line} is not in\n{text}");
    }
}

#[test]
fn what_was_kept_from_callers_is_counted_by_rule() {
    let metrics = metrics();
    for text in ["jane@corp.io and joe@corp.io", "jane@corp.io", "nothing"] {
        let (_, incident) = Failure::internal(text.to_owned()).disclose(&candor::Discretion::new());
        metrics.disclosed(&incident);
    }
    let text = metrics.encode().unwrap();
    let counted: Vec<_> = text.lines().filter(|line| line.starts_with("candor_scrubbed_values_total")).collect();
    assert_eq!(counted, ["candor_scrubbed_values_total{rule=\"email\"} 2"], "{text}");
}

#[test]
fn calls_that_are_under_way_are_counted_until_they_are_sealed() {
    let metrics = metrics();
    metrics.began(&ExecutionContext::new("1".to_owned(), None, None, "get".to_owned()));
    assert!(metrics.encode().unwrap().contains("candor_calls_in_flight 1\n"));
}

#[test]
fn reasons_are_bounded_in_form_and_in_number() {
    let metrics = metrics();
    let hostile = ["Bearer abc", "a\"}\n{", "", &"x".repeat(65)];
    for reason in hostile {
        call(&metrics, "get", Some("orders"), &[], failed(reason));
    }
    for number in 0..30_000 {
        call(&metrics, "get", Some("orders"), &[], failed(&format!("reason_{number}")));
    }
    let text = metrics.encode().unwrap();
    let failures = text.lines().filter(|line| line.starts_with("candor_failures_total{"));
    assert_eq!(failures.clone().count(), 10_001, "10,000, and one of the other tools");
    let counts = failures.map(|line| line.rsplit_once(' ').unwrap().1.parse::<u64>().unwrap());
    assert_eq!(counts.sum::<u64>(), 30_000 + hostile.len() as u64);
    assert!(!text.contains("Bearer") && !text.contains("xxx"));
}

#[test]
fn the_name_of_an_api_cannot_end_its_label() {
    let metrics = metrics();
    call(&metrics, "get", Some("a\"}\nb\\"), &[], CallOutcome::Succeeded);
    let text = metrics.encode().unwrap();
    assert!(text.contains(r#"upstream="a\"}\nb\\""#), "{text}");
}

#[test]
fn apis_and_tools_beyond_the_most_that_have_series_are_one() {
    let metrics = metrics();
    let tools: Vec<String> = (0..3_000).map(|number| format!("tool_{number}")).collect();
    for upstream in 0..300 {
        for tool in tools.iter().take(10) {
            call(&metrics, tool, Some(&format!("api_{upstream}")), &[], CallOutcome::Succeeded);
        }
    }
    let text = metrics.encode().unwrap();
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("candor_call_duration_seconds_count"), 257, "256, and `other`");
    let others = 256 - 200 + 1;
    assert_eq!(count("candor_calls_total{"), 3 * (2_000 + others), "200 APIs with ten tools, and `other` of the rest");
}
