//! Where in the source a failure came about.

use super::told;
use candor::{Discretion, Failure, OrFail};
use serde_json::Value;
use std::process::Command;

/// The line of the backtrace below.
const LINE: u32 = line!() + 5;

/// A function that a backtrace names.
#[inline(never)]
fn baking_the_canary_cake() -> Failure {
    Failure::not_found("There is no oven").with_backtrace()
}

#[test]
fn a_backtrace_that_was_asked_for_is_in_the_incident_and_reaches_no_caller() {
    let failure = baking_the_canary_cake();
    assert!(failure.backtrace().is_some());
    let printed = format!("{failure} {failure:?}");
    let (disclosure, incident) = failure.disclose(&Discretion::new());
    for seen in [told(&disclosure), format!("{disclosure:?}"), printed, format!("{incident:?}")] {
        assert!(!seen.contains("canary_cake") && !seen.contains("backtraces.rs"), "{seen}");
    }
    let kept = serde_json::to_value(&incident).unwrap();
    let first = kept["backtrace"][0].as_str().unwrap();
    assert!(
        first.contains("baking_the_canary_cake at ") && first.contains(&format!("capture/backtraces.rs:{LINE}")),
        "{first}"
    );
}

#[test]
fn a_failure_keeps_its_backtrace_on_its_way_up() {
    let up = Err::<(), _>(baking_the_canary_cake()).or_fail("baking").or_fail("serving").unwrap_err();
    let (_, incident) = Failure::internal("The kitchen is closed").with_cause(up.clone()).disclose(&Discretion::new());
    assert!(serde_json::to_value(incident).unwrap().get("backtrace").is_none(), "only the failure's own is shown");
    let (_, incident) = up.disclose(&Discretion::new());
    assert!(serde_json::to_value(incident).unwrap()["backtrace"][0].as_str().unwrap().contains("canary_cake"));
}

#[cfg(feature = "tracing")]
#[test]
fn the_log_has_the_backtrace_without_the_folders_of_the_machine_that_built_it() {
    let event = super::listener::event_of(baking_the_canary_cake(), &Discretion::new());
    let trace = event["exception.stacktrace"].as_str().unwrap();
    let first = trace.lines().next().unwrap();
    assert!(first.contains("baking_the_canary_cake at ") && first.contains("tests/capture/backtraces.rs:"), "{trace}");
    assert!(!trace.contains(" at /") && !trace.contains(" at ./"), "{trace}");
    assert!(!trace.contains("/home/") && !trace.contains("registry"), "{trace}");
    assert!(!trace.contains("/rustc/"), "{trace}");
}

#[cfg(feature = "tracing")]
#[test]
fn a_configured_secret_does_not_stand_in_a_backtrace_either() {
    let discretion = Discretion::new().with_secret("baking_the_canary_cake");
    let event = super::listener::event_of(baking_the_canary_cake(), &discretion);
    assert!(event["exception.stacktrace"].as_str().unwrap().contains("[redacted]"), "{event}");
    assert!(!event.to_string().contains("canary_cake"), "{event}");
}

#[cfg(feature = "tracing")]
#[test]
fn a_backtrace_without_end_is_bounded_in_the_log() {
    #[inline(never)]
    fn down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_again(
        levels: usize,
    ) -> Failure {
        let down = down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_again;
        let failure = if levels == 0 { baking_the_canary_cake() } else { down(levels - 1) };
        std::hint::black_box(failure)
    }
    let down = down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_and_down_again;
    let event = super::listener::event_of(down(2_000), &Discretion::new());
    let trace = event["exception.stacktrace"].as_str().unwrap();
    assert!(trace.len() < 16 * 1024 && trace.ends_with(" more cut]"), "{} bytes", trace.len());
}

/// Whether `or_fail` keeps a backtrace, in a process with this environment.
fn keeps_one(environment: &[(&str, &str)]) -> bool {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "backtraces::a_captured_error_shows_its_backtrace", "--nocapture"])
        .env_remove("RUST_BACKTRACE")
        .env_remove("RUST_LIB_BACKTRACE")
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(output.contains("1 passed"), "{output}");
    output.contains("kept: true")
}

#[test]
fn an_error_is_captured_with_a_backtrace_if_the_environment_says_so() {
    assert!(!keeps_one(&[]));
    assert!(!keeps_one(&[("RUST_BACKTRACE", "0")]));
    assert!(keeps_one(&[("RUST_BACKTRACE", "1")]));
    assert!(keeps_one(&[("RUST_LIB_BACKTRACE", "1")]));
    assert!(!keeps_one(&[("RUST_BACKTRACE", "1"), ("RUST_LIB_BACKTRACE", "0")]));
}

/// The environment is read once in a process: the test above runs this one in its own.
#[test]
fn a_captured_error_shows_its_backtrace() {
    let failure = Err::<(), _>("the oven is cold").or_fail("baking").unwrap_err();
    let (_, incident) = failure.disclose(&Discretion::new());
    let kept = serde_json::to_value(&incident).unwrap();
    let mut names = kept["backtrace"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let is_shown = names.any(|name| name.contains("a_captured_error_shows_its_backtrace"));
    let is_kept = incident.failure().backtrace().is_some();
    println!("kept: {is_kept}");
    assert_eq!(is_shown, is_kept);
}
