//! Streams of events that break off before the answer, of servers that can tell the rest and of others.

use super::http::{Desk, Seen, events, legacy, message, modern, response};
use super::*;
use axum::response::Response;
use serde_json::json;

/// Events as they are written, and the end of the stream.
fn written(text: impl Into<String>) -> Response {
    response(200, "text/event-stream", text.into())
}

/// What a call is answered with where the stream can be resumed: the id of an event, and a break.
fn broken_after(id: &str) -> Response {
    written(format!("retry: 10\nid: {id}\ndata:\n\n"))
}

/// The requests by which streams were resumed.
fn resumed(desk: &Desk) -> Vec<String> {
    let of =
        |seen: &Seen| (seen.http_method == "GET").then(|| seen.header("last-event-id").map(str::to_owned)).flatten();
    desk.seen().iter().filter_map(of).collect()
}

/// A legacy server that answers calls and requests to resume so. It does not tell anything by itself.
async fn desk<A>(answer: A) -> Desk
where
    A: Fn(&Seen, Option<&str>) -> Response + Clone + Send + Sync + 'static,
{
    Desk::open(move |seen| {
        let last = seen.header("last-event-id").map(str::to_owned);
        let response = match (legacy(&seen), seen.http_method.as_str(), last) {
            (Some(response), _, _) => response,
            (None, "GET", None) => response(405, "text/plain", ""),
            (None, _, last) => answer(&seen, last.as_deref()),
        };
        async move { response }
    })
    .await
}

/// The answer to the call that was the first request of a gateway, whose id the test knows.
fn first_answer(desk_call: &Seen) -> String {
    message(desk_call, r#"{"content":[]}"#)
}

#[tokio::test]
async fn what_follows_a_break_is_asked_for_once_and_the_call_is_not_repeated() {
    let answer = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let kept = answer.clone();
    let desk = desk(move |seen, last| match last {
        None => {
            *kept.lock().unwrap() = first_answer(seen);
            let progress = json!({"jsonrpc": "2.0", "method": "notifications/progress",
                "params": {"progressToken": seen.id(), "progress": 1}});
            // Half an event is no event: its id does not count.
            written(format!("retry: 10\nid: a-1\ndata: {progress}\n\nid: a-2\ndata: {{\"jsonrpc\":"))
        }
        Some("a-1") => broken_after("a-2"),
        Some(_) => written(format!("id: a-3\ndata: {}\n\n", kept.lock().unwrap())),
    })
    .await;
    let (request, mut progress) = with_progress(call("t"));
    assert_eq!(result(outcome(&desk.server(), request).await), r#"{"content":[]}"#);
    assert!(progress.recv().await.is_some());
    assert_eq!((desk.of("tools/call").len(), resumed(&desk)), (1, vec!["a-1".to_owned(), "a-2".to_owned()]));
}

#[tokio::test]
async fn a_stream_without_ids_or_whose_rest_is_refused_ends_as_before() {
    type Row = (fn(Option<&str>) -> Response, &'static [&'static str]);
    let rows: [Row; 5] = [
        (|_| events(&[]), &[]),
        (|_| written("id:\ndata:\n\n"), &[]),
        (|last| if last.is_none() { broken_after("a-1") } else { response(405, "text/plain", "") }, &["a-1"]),
        (|last| if last.is_none() { broken_after("a-1") } else { response(404, "text/plain", "") }, &["a-1"]),
        (|last| if last.is_none() { broken_after("a-1") } else { response(200, "application/json", "{}") }, &["a-1"]),
    ];
    for (row, (respond, asked)) in rows.into_iter().enumerate() {
        let desk = desk(move |_, last| respond(last)).await;
        assert_eq!(failed(outcome(&desk.server(), call("t")).await), ("stream_ended".to_owned(), true), "row {row}");
        assert_eq!(desk.of("tools/call").len(), 1, "row {row}");
        assert_eq!(resumed(&desk), asked, "row {row}");
    }
}

#[tokio::test]
async fn a_server_that_never_comes_to_an_end_is_not_asked_for_ever() {
    let desk = desk(|_, last| {
        let number: u32 = last.map_or(0, |last| last.parse().unwrap());
        written(format!("retry: 0\nid: {}\ndata:\n\n", number + 1))
    })
    .await;
    assert_eq!(failed(outcome(&desk.server(), call("t")).await), ("stream_ended".to_owned(), true));
    assert_eq!(resumed(&desk).len(), 100);
}

#[tokio::test]
async fn nobody_waits_longer_for_the_rest_than_for_an_answer() {
    let desk = desk(|_, _| written("retry: 3600000\nid: 1\ndata:\n\n")).await;
    assert_eq!(failed(outcome(&desk.server(), call("t")).await).0, "stream_ended");
    assert_eq!(resumed(&desk), [""; 0]);
}

#[tokio::test]
async fn the_newest_revision_has_no_resumption() {
    let desk = Desk::open(|seen: Seen| async move { modern(&seen).unwrap_or_else(|| broken_after("a-1")) }).await;
    assert_eq!(failed(outcome(&desk.server(), call("t")).await), ("stream_ended".to_owned(), true));
    assert_eq!(resumed(&desk), [""; 0]);
}
