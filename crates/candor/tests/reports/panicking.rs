//! Logs and observers that panic.

use super::gate::LONG;
use super::peer::{Orders, Peer};
use super::subscriber::Log;
use candor::rmcp::Guard;
use candor::{Discretion, Failure, FailurePolicy};
use std::panic::panic_any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Panics when it is dropped, with what panics when it is dropped.
#[derive(Debug)]
struct PanicsWhenDropped(u32);

impl Drop for PanicsWhenDropped {
    fn drop(&mut self) {
        if self.0 > 0 {
            panic_any(PanicsWhenDropped(self.0 - 1));
        }
    }
}

#[tokio::test]
async fn a_subscriber_that_panics_changes_no_answer() {
    let log = Log::that(|| panic_any(PanicsWhenDropped(1)));
    let _default = tracing::subscriber::set_default(log);
    let policy = FailurePolicy::new();
    let mut peer = Peer::under(policy.clone()).await;
    for _ in 0..100 {
        peer.is_served().await;
    }
    assert!(policy.flush(LONG));
}

#[tokio::test]
async fn observers_that_panic_change_no_answer_and_the_others_are_notified() {
    let (incidents, calls) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (incident_count, call_count) = (incidents.clone(), calls.clone());
    let count = |counter: &AtomicUsize| {
        counter.fetch_add(1, Ordering::Relaxed);
    };
    let policy = FailurePolicy::new()
        .on_incident(|_| panic_any(PanicsWhenDropped(2)))
        .on_incident(move |_| count(&incident_count));
    let guard = Guard::new(Orders)
        .with_policy(policy.clone())
        .on_call(|_| panic_any(PanicsWhenDropped(2)))
        .on_call(move |_| count(&call_count));
    let mut peer = Peer::of(guard).await;
    for _ in 0..100 {
        peer.is_served().await;
    }
    assert!(policy.flush(LONG));
    assert_eq!(incidents.load(Ordering::Relaxed), 200, "the call, and the request that is not one");
    assert_eq!(calls.load(Ordering::Relaxed), 301, "the handshake, both calls, and the ping");
}

#[test]
fn a_log_that_is_written_at_once_may_panic_too() {
    let log = Log::that(|| panic_any(PanicsWhenDropped(1)));
    tracing::subscriber::with_default(log, || {
        let (_, incident) = Failure::internal("It failed").disclose(&Discretion::new());
        incident.log(&Discretion::new());
    });
}

#[test]
fn a_report_may_panic_when_it_is_dropped() {
    #[derive(Debug)]
    struct Cause(#[expect(dead_code, reason = "it is dropped")] PanicsWhenDropped);
    impl std::fmt::Display for Cause {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("full")
        }
    }
    impl std::error::Error for Cause {}
    let seen = Arc::new(AtomicUsize::new(0));
    let count = seen.clone();
    let policy = FailurePolicy::new().on_incident(move |_| {
        // The last clone of the incident is the report's: it came later than the others ended.
        std::thread::sleep(std::time::Duration::from_millis(20));
        count.fetch_add(1, Ordering::Relaxed);
    });
    for _ in 0..3 {
        let failure = Failure::internal("It failed").with_cause(Cause(PanicsWhenDropped(1)));
        let (_, incident) = failure.disclose(&Discretion::new());
        policy.report(&incident);
        drop(incident);
    }
    assert!(policy.flush(LONG));
    assert_eq!(seen.load(Ordering::Relaxed), 3);
}
