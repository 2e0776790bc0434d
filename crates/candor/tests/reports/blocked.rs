//! Logs and observers that do not return.

use super::gate::{Gate, LONG};
use super::peer::{Orders, Peer};
use super::subscriber::Log;
use candor::rmcp::Guard;
use candor::{Failure, FailurePolicy};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How many reports a policy keeps.
const MOST: u64 = 4_096;

/// Reports as many incidents as there is room for.
fn fill(policy: &FailurePolicy) {
    for _ in 0..MOST {
        let _ = policy.disclose(Failure::internal("It failed"));
    }
}

#[tokio::test]
async fn a_subscriber_that_never_returns_keeps_no_answer_back_and_what_was_dropped_is_told_later() {
    let gate = Gate::default();
    let waiting = gate.clone();
    let log = Log::that(move || waiting.pass());
    let _default = tracing::subscriber::set_default(log.clone());
    let policy = FailurePolicy::new();
    let mut peer = Peer::under(policy.clone()).await;
    peer.is_served().await;
    fill(&policy);
    for _ in 0..100 {
        peer.is_served().await;
    }
    let dropped = policy.dropped_reports();
    // Two reports of each round.
    assert_eq!(dropped, 2 + 200, "all that came after there was no room");
    assert!(!policy.flush(Duration::from_millis(10)));

    gate.open();
    assert!(policy.flush(LONG));
    let events = log.events();
    let notices: Vec<_> = events.iter().filter(|event| event.contains("reports.dropped=")).collect();
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].starts_with("WARN") && notices[0].contains(&format!("reports.dropped={dropped} ")));
    assert_eq!(events.len() as u64, MOST + 1, "what there was room for, and how many more came");
    peer.is_served().await;
    assert!(policy.flush(LONG));
    assert_eq!((log.events().len(), policy.dropped_reports()), (events.len() + 2, dropped), "it goes on");
}

#[tokio::test]
async fn observers_that_never_return_keep_no_answer_back() {
    for is_of_calls in [false, true] {
        let gate = Gate::default();
        let (for_incidents, for_calls) = (gate.clone(), gate.clone());
        let wait_if = |waits: bool, gate: &Gate| {
            if waits {
                gate.pass()
            }
        };
        let policy = FailurePolicy::new().on_incident(move |_| wait_if(!is_of_calls, &for_incidents));
        let guard = Guard::new(Orders).with_policy(policy.clone()).on_call(move |_| wait_if(is_of_calls, &for_calls));
        let mut peer = Peer::of(guard).await;
        peer.is_served().await;
        fill(&policy);
        let before = policy.dropped_reports();
        for _ in 0..100 {
            peer.is_served().await;
        }
        assert!(policy.dropped_reports() >= before + 200);
        gate.open();
        assert!(policy.flush(LONG));
    }
}

#[test]
fn what_waits_is_bounded_by_its_bytes_too() {
    let gate = Gate::default();
    let waiting = gate.clone();
    let bytes = Arc::new(AtomicUsize::new(0));
    let held = bytes.clone();
    let policy = FailurePolicy::new().on_incident(move |incident| {
        waiting.pass();
        held.fetch_add(incident.failure().private().text("body").unwrap().len(), Ordering::Relaxed);
    });
    for _ in 0..1_000 {
        let _ = policy.disclose(Failure::internal("It failed").with_private("body", "x".repeat(50_000)));
    }
    assert!(policy.dropped_reports() > 800, "{}", policy.dropped_reports());
    gate.open();
    assert!(policy.flush(LONG));
    let held = bytes.load(Ordering::Relaxed);
    assert!((6 << 20..8 << 20).contains(&held), "{held}");
}

#[test]
fn a_policy_does_not_wait_long_for_a_report_that_never_ends() {
    let gate = Gate::default();
    let waiting = gate.clone();
    let policy = FailurePolicy::new().on_incident(move |_| waiting.pass());
    let _ = policy.disclose(Failure::internal("It failed"));
    let begin = Instant::now();
    drop(policy);
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
    gate.open();
}

#[test]
fn an_observer_may_report_and_cannot_wait_for_itself() {
    let flushed = Arc::new(Mutex::new(Vec::new()));
    let told = flushed.clone();
    let other = FailurePolicy::new();
    let same = other.clone();
    let policy = other.on_incident(move |_| {
        let _ = same.disclose(Failure::not_found("No such incident"));
        told.lock().unwrap().push(same.flush(LONG));
    });
    let begin = Instant::now();
    let _ = policy.disclose(Failure::internal("It failed"));
    assert!(policy.flush(LONG));
    assert_eq!(*flushed.lock().unwrap(), [false]);
    assert!(begin.elapsed() < LONG);
}

/// All policies of a process share its threads: this test runs itself again, in its own.
#[test]
fn policies_without_number_do_not_start_threads_without_number() {
    const IS_OWN_PROCESS: &str = "CANDOR_TEST_OF_MANY_POLICIES";
    const NAME: &str = "reports::blocked::policies_without_number_do_not_start_threads_without_number";
    if std::env::var_os(IS_OWN_PROCESS).is_none() {
        let mut again = std::process::Command::new(std::env::current_exe().unwrap());
        let output = again.args(["--exact", NAME, "--nocapture"]).env(IS_OWN_PROCESS, "1").output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(String::from_utf8(output.stdout).unwrap().contains("1 passed"));
        return;
    }
    let gate = Gate::default();
    let told = Arc::new(AtomicUsize::new(0));
    let reporting = || {
        let (waiting, count) = (gate.clone(), told.clone());
        let policy = FailurePolicy::new().on_incident(move |_| {
            waiting.pass();
            count.fetch_add(1, Ordering::Relaxed);
        });
        let _ = policy.disclose(Failure::internal("It failed"));
        policy
    };
    let policies: Vec<_> = (0..200).map(|_| reporting()).collect();
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let threads = status.lines().find_map(|line| line.strip_prefix("Threads:")).unwrap().trim();
        assert!(threads.parse::<usize>().unwrap() < 80, "{threads} threads");
    }
    gate.open();
    assert!(policies.iter().all(|policy| policy.flush(LONG)));
    assert_eq!(told.load(Ordering::Relaxed), 200);
}
