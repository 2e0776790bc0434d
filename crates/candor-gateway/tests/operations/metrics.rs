//! Metrics, as a collector reads them.

use super::http_client::ask;
use super::records::{failed, failed_because, record, seal, watched};
use candor_gateway::{BreakerState, CallOutcome};
use std::collections::{BTreeMap, BTreeSet};

/// The samples of a text in the format of OpenMetrics, by name and labels. It is checked on the way.
fn samples(text: &str) -> BTreeMap<String, f64> {
    assert!(text.ends_with("# EOF\n"), "{text}");
    let mut types = BTreeMap::new();
    let mut samples = BTreeMap::new();
    for line in text.lines() {
        if let Some(described) = line.strip_prefix("# TYPE ") {
            let (name, kind) = described.split_once(' ').unwrap();
            assert_eq!(types.insert(name.to_owned(), kind.to_owned()), None, "{line}");
        } else if !line.starts_with('#') {
            let (series, value) = line.rsplit_once(' ').unwrap();
            let name = series.split('{').next().unwrap();
            let described = ["_total", "_bucket", "_count", "_sum", "_info", ""]
                .iter()
                .any(|suffix| name.strip_suffix(suffix).is_some_and(|family| types.contains_key(family)));
            assert!(described, "{line} is of no family");
            assert_eq!(samples.insert(series.to_owned(), value.parse().unwrap()), None, "{line}");
        }
    }
    samples
}

#[tokio::test]
async fn what_has_happened_is_told_by_name_and_label() {
    let observers = watched();
    let address = observers.address().unwrap();
    tokio::spawn(observers.serve(std::future::pending()));
    observers.ask_breakers(|| vec![("orders".into(), BreakerState::Open), ("shop".into(), BreakerState::Closed)]);
    seal(&observers, &record("get_order", Some("orders"), CallOutcome::Succeeded));
    seal(&observers, &record("get_order", Some("orders"), failed()));
    seal(&observers, &record("get_order", Some("orders"), CallOutcome::Cancelled));

    let answer = ask(address, "GET", "/metrics").await;
    assert_eq!(answer.headers["content-type"], "application/openmetrics-text; version=1.0.0; charset=utf-8");
    let samples = samples(&answer.body);
    let origin = candor::Failure::unavailable("No").origin().name();
    let failures = format!(
        "candor_failures_total{{code=\"unavailable\",origin=\"{origin}\",reason=\"unavailable\",tool=\"get_order\",upstream=\"orders\"}}"
    );
    for (series, value) in [
        ("candor_calls_total{tool=\"get_order\",upstream=\"orders\",outcome=\"succeeded\"}", 1.0),
        ("candor_calls_total{tool=\"get_order\",upstream=\"orders\",outcome=\"failed\"}", 1.0),
        ("candor_calls_total{tool=\"get_order\",upstream=\"orders\",outcome=\"cancelled\"}", 1.0),
        (&failures, 1.0),
        ("candor_call_duration_seconds_count{upstream=\"orders\"}", 3.0),
        ("candor_call_duration_seconds_bucket{le=\"0.01\",upstream=\"orders\"}", 0.0),
        ("candor_call_duration_seconds_bucket{le=\"0.025\",upstream=\"orders\"}", 3.0),
        ("candor_upstream_requests_total{upstream=\"orders\",status_class=\"2xx\"}", 3.0),
        ("candor_upstream_retries_total{upstream=\"orders\"}", 0.0),
        ("candor_response_bytes_total{upstream=\"orders\"}", 30.0),
        ("candor_breaker_state{upstream=\"orders\"}", 2.0),
        ("candor_breaker_state{upstream=\"shop\"}", 0.0),
        ("candor_reports_dropped_total", 0.0),
        (concat!("candor_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}"), 1.0),
    ] {
        assert_eq!(samples.get(series), Some(&value), "{series} in\n{}", answer.body);
    }
}

#[tokio::test]
async fn a_hundred_thousand_calls_of_ten_thousand_tools_that_do_not_exist_are_one_tool() {
    let observers = watched();
    for number in 0..100_000 {
        let name = format!("made_up_{}\n\"}}", number % 10_000);
        seal(&observers, &record(&name, None, failed()));
    }
    let text = observers.metrics();
    let tools: BTreeSet<_> = samples(&text)
        .into_iter()
        .filter(|(series, _)| series.starts_with("candor_calls_total"))
        .map(|(series, value)| (series.contains("tool=\"unknown\",upstream=\"\""), series, value as u64))
        .collect();
    assert!(tools.iter().all(|(is_unknown, _, _)| *is_unknown), "{tools:?}");
    assert!(tools.iter().any(|(_, series, value)| series.contains("failed") && *value == 100_000), "{tools:?}");
    assert!(text.len() < 8_000, "{}", text.len());
}

#[tokio::test]
async fn reasons_that_an_api_makes_up_are_one_series() {
    let observers = watched();
    for number in 0..20_000 {
        seal(&observers, &record("get_order", Some("orders"), failed_because(&format!("order_{number}_is_gone"))));
    }
    seal(&observers, &record("get_order", Some("orders"), failed_because("NOT_FOUND")));
    seal(&observers, &record("cancel_order", Some("orders"), failed()));
    let samples = samples(&observers.metrics());
    let failures = samples.iter().filter(|(series, _)| series.starts_with("candor_failures_total"));
    let failures: Vec<_> = failures.map(|(series, value)| (series.as_str(), *value as u64)).collect();
    assert_eq!(failures.len(), 3, "{:?}", failures.first());
    let count = |reason: &str| failures.iter().find(|(series, _)| series.contains(reason)).unwrap().1;
    assert_eq!(count("reason=\"other\",tool=\"get_order\""), 20_000);
    assert_eq!((count("reason=\"not_found\""), count("reason=\"unavailable\"")), (1, 1));
}

#[tokio::test]
async fn two_thousand_tools_have_series_of_their_own_and_the_rest_is_one() {
    let observers = watched();
    for number in 0..5_000 {
        seal(&observers, &record(&format!("tool_{number}"), Some("orders"), CallOutcome::Succeeded));
    }
    let samples = samples(&observers.metrics());
    let succeeded = samples.iter().filter(|(series, _)| series.contains("outcome=\"succeeded\""));
    assert_eq!(succeeded.count(), 2_001);
    assert_eq!(samples["candor_calls_total{tool=\"other\",upstream=\"orders\",outcome=\"succeeded\"}"], 3_000.0);
}
