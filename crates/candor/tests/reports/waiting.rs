//! How long the end of a policy and a flush wait, and for what.

use super::gate::{Gate, LONG};
use super::own_process::output_of;
use super::subscriber::Log;
use candor::{Failure, FailurePolicy, non_blocking_stderr};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn report(policy: &FailurePolicy) {
    drop(policy.disclose(Failure::internal("It failed")));
}

#[test]
fn a_text_that_is_too_long_for_the_log_is_cut_and_the_log_says_by_how_much() {
    const NAME: &str = "reports::waiting::a_text_that_is_too_long_for_the_log_is_cut_and_the_log_says_by_how_much";
    let Some(output) = output_of(NAME, Duration::ZERO) else {
        non_blocking_stderr().write_all(b"small\n").unwrap();
        assert!(FailurePolicy::flush_all(LONG));
        // More than there is ever room for.
        non_blocking_stderr().write_all(&vec![b'x'; 9 << 20]).unwrap();
        assert!(FailurePolicy::flush_all(Duration::from_secs(2)));
        return;
    };
    let written = String::from_utf8(output.stderr).unwrap();
    let (before, rest) = written.split_once("small\n").unwrap();
    assert!(before.len() + rest.len() < 100_000 && rest.contains(" bytes cut]"), "{written}");
}

#[test]
fn a_report_that_gets_stuck_after_the_wait_began_is_not_waited_for_any_longer() {
    let gate = Gate::default();
    // Its thread has often not begun yet when the policy ends.
    for _ in 0..8 {
        let waiting = gate.clone();
        let policy = FailurePolicy::new().on_incident(move |_| waiting.pass());
        report(&policy);
        let begin = Instant::now();
        drop(policy);
        assert!(begin.elapsed() < Duration::from_millis(1_500), "{:?}", begin.elapsed());
    }
    gate.open();
}

#[tokio::test]
async fn inside_a_runtime_the_end_of_a_policy_is_short_however_much_is_left() {
    let policy = FailurePolicy::new().on_incident(|_| std::thread::sleep(Duration::from_millis(10)));
    (0..300).for_each(|_| report(&policy));
    let begin = Instant::now();
    drop(policy);
    assert!(begin.elapsed() < Duration::from_millis(1_200), "{:?}", begin.elapsed());
}

#[test]
fn the_end_of_a_policy_waits_for_what_its_log_has_written_to_standard_error() {
    const NAME: &str = "reports::waiting::the_end_of_a_policy_waits_for_what_its_log_has_written_to_standard_error";
    // A pipe holds less than that.
    const LINES: usize = 200;
    let Some(output) = output_of(NAME, Duration::from_millis(60)) else {
        let line = format!("a line of the log {}\n", ".".repeat(2_000));
        let log = Log::that(move || drop(non_blocking_stderr().write_all(line.as_bytes())));
        let policy = FailurePolicy::new();
        tracing::subscriber::with_default(log, || (0..LINES).for_each(|_| report(&policy)));
        drop(policy);
        std::process::exit(0);
    };
    assert_eq!(String::from_utf8(output.stderr).unwrap().matches("a line of the log").count(), LINES);
}

#[test]
fn a_policy_without_a_thread_of_its_own_knows_what_was_dropped() {
    const NAME: &str = "reports::waiting::a_policy_without_a_thread_of_its_own_knows_what_was_dropped";
    if output_of(NAME, Duration::ZERO).is_some() {
        return;
    }
    let gate = Gate::default();
    let policies: Vec<_> = std::iter::repeat_with(|| {
        let waiting = gate.clone();
        let policy = FailurePolicy::new().on_incident(move |_| waiting.pass());
        report(&policy);
        policy
    })
    .take(66)
    .collect();
    let last = &policies[65];
    (0..5_000).for_each(|_| report(last));
    assert_eq!(last.dropped_reports(), 5_002 - 4_096, "there are two that share one outbox");
    assert_eq!(policies[64].dropped_reports(), 0);
    gate.open();
    assert!(last.flush(LONG));
}

#[test]
fn a_flush_does_not_wait_for_what_is_reported_after_it_was_called() {
    let policy = FailurePolicy::new().on_incident(|_| std::thread::sleep(Duration::from_micros(50)));
    let is_over = Arc::new(AtomicBool::new(false));
    report(&policy);
    let load = std::thread::spawn({
        let (policy, is_over) = (policy.clone(), is_over.clone());
        move || {
            while !is_over.load(Ordering::Relaxed) {
                report(&policy);
            }
        }
    });
    std::thread::sleep(Duration::from_millis(20));
    let is_flushed = policy.flush(Duration::from_secs(8));
    is_over.store(true, Ordering::Relaxed);
    load.join().unwrap();
    assert!(is_flushed);
    assert!(policy.flush(LONG));
}
