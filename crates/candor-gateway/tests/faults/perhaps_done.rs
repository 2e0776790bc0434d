//! The connection is lost after the request was sent, so nobody knows what the API has done.

use super::client::{Answer, Client, at};
use super::never_sent::trusting;
use super::upstream::{Http2, Port, Secured, Upstream};
use candor::Dialect;
use serde_json::json;

const REASONS: [&str; 3] = ["connection_reset", "connection_closed", "exchange_failed"];

fn is_lost(answer: &Answer, how: &str) {
    let (code, reason, origin) = answer.facts();
    assert_eq!((code, origin), ("unavailable", "transport"), "{how}: {:#}", answer.0);
    assert!(REASONS.contains(&reason), "{how}: {reason}");
    assert_eq!(answer.failure()["retry"]["safe"], "if_idempotent", "{how}: {:#}", answer.0);
}

#[tokio::test]
async fn a_connection_that_is_lost_before_the_answer_may_have_done_it() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    let mut sent = 0;
    for how in ["closes", "resets", "closes_in_headers", "resets_in_headers", "resets_in_body"] {
        for tool in ["breaks", "post_breaks"] {
            is_lost(&client.call(tool, json!({"how": how})).await, how);
            sent += 1;
            assert_eq!(upstream.request_count(), sent, "{tool} {how} is sent once");
        }
    }
}

#[tokio::test]
async fn only_a_call_that_changes_something_may_have_taken_effect() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    let read = client.call("breaks", json!({"how": "closes"})).await;
    let written = client.call("post_breaks", json!({"how": "closes"})).await;
    assert!(!read.text().contains("taken effect"), "{}", read.text());
    assert!(written.text().contains("may have taken effect"), "{}", written.text());
}

#[tokio::test]
async fn a_connection_that_ends_at_once_is_lost_whichever_came_first() {
    for port in [Port::Closes, Port::Resets] {
        let upstream = Upstream::at(port).await;
        let answer = Client::of(&upstream).await.call("place_order", json!({"body": {"item": "lamp"}})).await;
        let (code, reason, origin) = answer.facts();
        assert_eq!((code, origin), ("unavailable", "transport"), "{port:?}: {:#}", answer.0);
        assert!(REASONS.contains(&reason), "{port:?}: {reason}");
        assert_eq!(upstream.connection_count(), 1, "nobody tries again: {port:?}");
    }
}

#[tokio::test]
async fn a_stream_of_http_2_that_is_reset_or_given_up_may_have_done_it() {
    for end in [Http2::GoAway, Http2::ResetStream, Http2::ResetBody] {
        let secured = Secured::with_http_2(end).await;
        let client = Client::with(trusting(&secured), Dialect::Structured).await;
        is_lost(&client.call("place_order", json!({"body": {"item": "lamp"}})).await, &format!("{end:?}"));
        assert_eq!(secured.upstream.request_count(), 1, "{end:?} is sent once");
    }
}

#[tokio::test]
async fn a_stream_of_http_2_that_was_refused_was_not_looked_at_and_is_not_repeated_by_itself() {
    let secured = Secured::with_http_2(Http2::RefusedStream).await;
    let client = Client::with(trusting(&secured), Dialect::Structured).await;
    let answer = client.call("place_order", json!({"body": {"item": "lamp"}})).await;
    let (code, _, origin) = answer.facts();
    assert_eq!((code, origin), ("unavailable", "transport"), "{:#}", answer.0);
    assert_eq!(secured.upstream.request_count(), 1, "without a policy nothing is sent twice");
}

#[tokio::test]
async fn a_request_that_is_lost_on_a_connection_in_use_is_not_sent_again_on_another() {
    let upstream = Upstream::at(Port::AnswersOnce).await;
    let client = Client::of(&upstream).await;
    for (tool, arguments) in [("get_order", json!({"id": "7"})), ("place_order", json!({"body": {"item": "lamp"}}))] {
        let before = upstream.request_count();
        client.call(tool, arguments.clone()).await.success();
        is_lost(&client.call(tool, arguments).await, tool);
        assert_eq!(upstream.request_count(), before + 2, "{tool}");
    }
    assert_eq!(upstream.connection_count(), 2, "connections are used again");
}

#[tokio::test]
async fn what_is_not_http_is_no_answer() {
    let upstream = Upstream::at(Port::Garbage).await;
    let client = Client::with(at(upstream.base_url()), Dialect::Structured).await;
    let answer = client.call("get_order", json!({"id": "7"})).await;
    assert_eq!(answer.facts(), ("dependency_failed", "malformed_response", "upstream"), "{:#}", answer.0);
    assert_eq!(upstream.request_count(), 1);
}
