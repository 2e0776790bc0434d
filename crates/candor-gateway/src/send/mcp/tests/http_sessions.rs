//! Sessions that servers keep, lose, and are told to end.

use super::http::{Desk, Seen, answer, error, legacy, response};
use super::*;
use axum::response::Response;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A server that opens sessions with numbers, of which it knows the last one only if `knows` says so, and refuses others like this.
async fn keeping(knows: fn(usize) -> bool, refuse: fn(&Seen) -> Response) -> Desk {
    let opened = Arc::new(AtomicUsize::new(0));
    Desk::open(move |seen: Seen| {
        let opened = Arc::clone(&opened);
        async move {
            if seen.method() == "initialize" {
                let number = opened.fetch_add(1, Ordering::SeqCst) + 1;
                let mut response = legacy(&seen).unwrap();
                response.headers_mut().insert("mcp-session-id", format!("session-{number}").parse().unwrap());
                return response;
            }
            if seen.http_method == "DELETE" {
                return response(204, "text/plain", "");
            }
            let number = seen.header("mcp-session-id").and_then(|id| id.strip_prefix("session-")?.parse().ok());
            match legacy(&seen) {
                Some(response) => response,
                None if number.is_some_and(knows) => answer(&seen, &format!("\"session {}\"", number.unwrap_or(0))),
                None => refuse(&seen),
            }
        }
    })
    .await
}

#[tokio::test]
async fn the_session_that_a_server_opens_is_named_in_each_request_and_ended_at_the_end() {
    let desk = keeping(|_| true, |_| unreachable!()).await;
    let server = desk.server();
    assert_eq!(result(outcome(&server, call("t")).await), "\"session 1\"");
    assert_eq!(desk.until("notifications/initialized").await.header("mcp-session-id"), Some("session-1"));
    server.stop(Duration::from_secs(5)).await;
    let last = desk.seen().pop().unwrap();
    assert_eq!((last.http_method.as_str(), last.header("mcp-session-id")), ("DELETE", Some("session-1")));
}

#[tokio::test]
async fn a_lost_session_is_opened_again_and_the_call_sent_once_more() {
    let refusals: [fn(&Seen) -> Response; 3] = [
        |_| error(404, &Value::Null, -32001, "Session not found"),
        |_| response(404, "text/plain", ""),
        |_| error(400, &Value::Null, -32000, "Bad Request: No valid session ID provided"),
    ];
    for refuse in refusals {
        let desk = keeping(|number| number > 1, refuse).await;
        let server = desk.server();
        assert_eq!(result(outcome(&server, call("t")).await), "\"session 2\"");
        let calls = desk.of("tools/call");
        assert_eq!(calls.len(), 2);
        assert_eq!(calls[1].header("mcp-session-id"), Some("session-2"));
        assert_eq!(desk.of("initialize")[1].header("mcp-session-id"), None);
    }
}

#[tokio::test]
async fn a_session_that_is_lost_twice_is_a_failure_and_never_an_empty_success() {
    let desk = keeping(|_| false, |_| response(404, "text/plain", "")).await;
    let server = desk.server();
    assert_eq!(failed(outcome(&server, call("t")).await), ("session_lost".to_owned(), false));
    assert_eq!(desk.of("tools/call").len(), 2);
}

#[tokio::test]
async fn calls_that_lose_their_session_together_open_one() {
    let desk = keeping(|number| number > 1, |_| response(404, "text/plain", "")).await;
    let server = desk.server();
    until(&server, is_up).await;
    let calls: Vec<_> = (0..8)
        .map(|_| {
            let server = server.clone();
            tokio::spawn(async move { outcome(&server, call("t")).await })
        })
        .collect();
    for call in calls {
        assert_eq!(result(call.await.unwrap()), "\"session 2\"");
    }
    assert_eq!(desk.of("initialize").len(), 2);
}

#[tokio::test]
async fn an_error_that_is_the_answer_to_the_call_is_not_a_lost_session() {
    let desk = keeping(|_| false, |seen| error(404, seen.id(), -32601, "Method not found")).await;
    let server = desk.server();
    match outcome(&server, call("t")).await {
        Ok(ServerAnswer::Error(error)) => assert!(error.get().contains("-32601"), "{error}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(desk.of("initialize").len(), 1);
}
