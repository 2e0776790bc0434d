//! The log on a real standard error: that of this test, run once more as a program that makes calls.

use super::records::{failed, failed_because, record, seal};
use candor::FailurePolicy;
use candor_gateway::{CallOutcome, LogFormat, Observers, Operations};
use serde_json::Value;
use std::process::Command;

const FORMAT: &str = "CANDOR_TEST_LOG_FORMAT";
const SECRET: &str = "marlin-4711-of-the-upstream";

/// Makes its calls only in the process that the other tests start.
#[tokio::test]
async fn calls_are_made() {
    let log = match std::env::var(FORMAT).as_deref() {
        Ok("json") => LogFormat::Json,
        Ok("text") => LogFormat::Text,
        Ok("off") => LogFormat::Off,
        _ => return,
    };
    let policy = FailurePolicy::new().with_secret(SECRET);
    let observers = Observers::start(&Operations { log, ..Operations::default() }, &policy).unwrap();
    seal(&observers, &record("get_order", Some("orders"), CallOutcome::Succeeded));
    seal(&observers, &record("get_order", Some("orders"), failed()));
    let mut hostile = record("get\r\n{\"event\":\"call\"}\u{1b}[2J", None, failed());
    hostile.request_id = format!("id {SECRET} password=hunter2hunter2");
    seal(&observers, &hostile);
    seal(&observers, &record("get_order", Some("orders"), failed_because("ORDER_GONE")));
    seal(&observers, &record("get_order", Some("orders"), failed_because("Marlin-4711-ofTheUpstream")));
    let rotated = "Wahoo-2208-of-the-upstream";
    observers.replace_policy(&FailurePolicy::new().with_secret(rotated));
    for secret in [rotated, SECRET] {
        let mut hostile = record("get_order", Some("orders"), failed_because(secret));
        hostile.request_id = format!("id {secret}");
        seal(&observers, &hostile);
    }
    assert!(observers.flush().await);
}

/// What such a process writes to its standard error, which is not a terminal here.
fn log_of(format: &str) -> String {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "log::calls_are_made", "--nocapture"])
        .env(FORMAT, format)
        .env("CLICOLOR_FORCE", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn each_call_is_one_line_of_json_on_standard_error() {
    let log = log_of("json");
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let outcomes: Vec<_> = lines.iter().map(|line| line["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["succeeded", "failed", "failed", "failed", "failed", "failed", "failed"], "{log}");
    let reasons: Vec<_> = lines.iter().skip(3).map(|line| line["failure"]["reason"].as_str().unwrap()).collect();
    assert_eq!(
        reasons,
        ["order_gone", "unavailable", "unavailable", "unavailable"],
        "what an API says is told, unless it holds a secret"
    );
    assert_eq!((&lines[1]["upstream"], &lines[1]["failure"]["code"]), (&"orders".into(), &"unavailable".into()));
    assert!(!log.to_lowercase().contains("marlin") && !log.contains("hunter2"), "{log}");
    assert!(!log.to_lowercase().contains("wahoo"), "the secrets of the gateway that is served now: {log}");
    let time = lines[0]["time"].as_str().unwrap();
    assert!(time.len() == 24 && time.ends_with('Z') && time.parse::<jiff::Timestamp>().is_ok(), "{time}");
}

#[test]
fn a_file_gets_no_colours_and_no_line_that_a_caller_made() {
    let log = log_of("text");
    assert_eq!(log.lines().count(), 7, "{log}");
    assert!(!log.contains('\u{1b}') && !log.contains("marlin") && !log.contains("hunter2"), "{log}");
    assert!(log.lines().next().unwrap().contains(" get_order succeeded in 12.0 ms api=orders"), "{log}");
}

#[test]
fn a_log_that_is_off_says_nothing() {
    assert_eq!(log_of("off"), "");
}
