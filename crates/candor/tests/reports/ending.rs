//! Nothing is lost in an orderly end, and everything is where it was.

use super::gate::LONG;
use super::peer::Peer;
use super::subscriber::Log;
use candor::{Failure, FailurePolicy};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[test]
fn the_end_of_the_last_clone_waits_for_what_was_reported() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let seen = told.clone();
    let policy = FailurePolicy::new().on_incident(move |incident| {
        std::thread::sleep(Duration::from_millis(2));
        seen.lock().unwrap().push(incident.failure().message().to_owned());
    });
    let expected: Vec<_> = (0..100).map(|number| format!("Order {number}")).collect();
    for message in &expected {
        let _ = policy.clone().disclose(Failure::not_found(message.clone()));
    }
    drop(policy);
    assert_eq!(*told.lock().unwrap(), expected, "all of them, in their order");
}

#[tokio::test]
async fn a_server_that_ends_has_logged_everything() {
    let log = Log::that(|| std::thread::sleep(Duration::from_millis(1)));
    let _default = tracing::subscriber::set_default(log.clone());
    let policy = FailurePolicy::new();
    let mut peer = Peer::under(policy.clone()).await;
    for _ in 0..100 {
        assert!(peer.fails(1).await);
    }
    assert!(policy.flush(LONG));
    assert_eq!(log.events().len(), 100);
}

#[test]
fn an_event_is_written_to_the_subscriber_of_whoever_reports() {
    let logs = [Log::that(|| ()), Log::that(|| ())];
    let policy = FailurePolicy::new();
    for (log, message) in logs.iter().zip(["the first", "the second"]) {
        tracing::subscriber::with_default(log.clone(), || drop(policy.disclose(Failure::internal(message))));
    }
    assert!(policy.flush(LONG));
    for (log, message) in logs.iter().zip(["the first", "the second"]) {
        let events = log.events();
        assert!(events.len() == 1 && events[0].contains(message), "{events:?}");
    }
}
