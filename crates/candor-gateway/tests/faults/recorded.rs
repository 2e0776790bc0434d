//! Every call is sealed in one record, whatever becomes of it (003, rule 4).

use super::client::{Client, at};
use super::upstream::{Port, Upstream, refused_port};
use candor::{Code, Dialect, Origin};
use candor_gateway::{CallOutcome, CallRecord, FailureFacts};
use serde_json::json;
use std::time::{Duration, Instant, SystemTime};

fn failed(record: &CallRecord) -> &FailureFacts {
    let CallOutcome::Failed(facts) = &record.outcome else { panic!("{record:?}") };
    facts
}

#[tokio::test]
async fn a_success_is_recorded_with_what_was_sent_and_received() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    let begin = SystemTime::now();
    client.call("place_order", json!({"body": {"item": "lamp"}})).await.success();
    let record = client.record().await;
    assert_eq!(record.outcome, CallOutcome::Succeeded);
    assert_eq!((record.tool.as_str(), record.upstream.as_deref()), ("place_order", Some("shop")));
    assert_eq!((record.attempts, record.status, record.request_id.as_str()), (1, Some(200), "7"));
    assert_eq!(record.bytes_sent, upstream.requests()[0].body.len() as u64);
    assert_eq!(record.bytes_received, super::upstream::json::ORDER.len() as u64);
    assert_eq!(record.timeout, Some(Duration::from_secs(30)));
    assert!(record.started >= begin && record.started <= SystemTime::now());
}

#[tokio::test]
async fn a_failure_is_recorded_with_the_reference_that_the_caller_has() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    let answer = client.call("status", json!({"status": 409, "form": "json"})).await;
    let record = client.record().await;
    let facts = failed(&record);
    assert_eq!((facts.code, facts.reason.as_str(), facts.origin), (Code::Conflict, "order_shipped", Origin::Upstream));
    assert_eq!((record.attempts, record.status), (1, Some(409)));
    assert_eq!(answer.failure()["instance"], format!("urn:uuid:{}", facts.reference));
}

#[tokio::test]
async fn what_never_reached_the_api_is_recorded_too() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    client.call("get_order", json!({"id": 7})).await;
    client.ask("tools/call", json!({"name": "get_ordr", "arguments": {}})).await;
    let records = client.records(2).await;
    for record in &records {
        assert_eq!((record.attempts, record.status, record.bytes_sent), (0, None, 0));
        assert_eq!(failed(record).origin, Origin::Caller);
        assert!(!failed(record).reference.is_empty());
    }
    assert_eq!(records[1].tool, "get_ordr");
    assert_eq!(records[1].upstream, None, "the name is the caller's own word");
}

#[tokio::test]
async fn a_connection_that_fails_is_recorded_as_an_attempt() {
    let client = Client::with(at(refused_port().await), Dialect::Structured).await;
    client.call("get_order", json!({"id": "7"})).await;
    let record = client.record().await;
    assert_eq!((record.attempts, record.upstream.as_deref()), (1, Some("shop")));
    assert_eq!((failed(&record).code, failed(&record).origin), (Code::Unavailable, Origin::Transport));
}

#[tokio::test]
async fn a_client_that_leaves_cancels_its_call_and_the_request_to_the_api() {
    for port in [None, Some(Port::NeverReads)] {
        let upstream = match port {
            Some(port) => Upstream::at(port).await,
            None => Upstream::start().await,
        };
        let client = Client::of(&upstream).await;
        let begin = Instant::now();
        let arrived = async {
            while upstream.connection_count() == 0 || port.is_none() && upstream.request_count() == 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        client.leave("slow", json!({"how": "never"}), arrived).await;
        let record = client.record().await;
        assert_eq!(record.outcome, CallOutcome::Cancelled, "{record:?}");
        assert!(begin.elapsed() < Duration::from_secs(10), "it does not wait for the time-out");
        let gone = async {
            while upstream.open_count() > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), gone).await.expect("the request is given up");
    }
}
