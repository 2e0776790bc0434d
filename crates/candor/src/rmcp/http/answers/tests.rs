use super::*;
use crate::Dialect;
use http_body_util::Full;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

const RAW: &str = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"ping"}}"#;

fn policy() -> FailurePolicy {
    FailurePolicy::new().with_secret("swordfish-77")
}

fn reason_in(message: &[u8]) -> String {
    let message: Value = serde_json::from_slice(message).unwrap();
    assert_eq!(message["id"], 7);
    message["error"]["data"]["reason"].as_str().unwrap().to_owned()
}

/// A body that comes in these pieces, none of which is there at once.
fn in_pieces(pieces: Vec<Vec<u8>>) -> BoxBody<Bytes, Infallible> {
    struct Pieces(std::vec::IntoIter<Vec<u8>>, bool);
    impl Body for Pieces {
        type Data = Bytes;
        type Error = Infallible;
        fn poll_frame(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            self.1 = !self.1;
            if self.1 {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            Poll::Ready(self.0.next().map(|piece| Ok(Frame::data(piece.into()))))
        }
    }
    Pieces(pieces.into_iter(), false).boxed()
}

async fn answered(media_type: &str, body: BoxBody<Bytes, Infallible>, sent: &SentEvents) -> Vec<u8> {
    let response = Response::builder().header("content-type", media_type).body(body).unwrap();
    let body = filter(&policy(), sent, None, response).into_body();
    body.collect().await.unwrap().to_bytes().to_vec()
}

async fn events(pieces: Vec<Vec<u8>>) -> String {
    let answer = answered("text/event-stream; charset=utf-8", in_pieces(pieces), &SentEvents::default()).await;
    String::from_utf8(answer).unwrap()
}

#[tokio::test]
async fn an_event_keeps_everything_but_its_message() {
    let sent = events(vec![format!(": hello\nevent: message\ndata: {RAW}\nid: 3/0\n\n").into()]).await;
    let lines: Vec<_> = sent.split('\n').collect();
    assert_eq!(reason_in(lines[2].strip_prefix("data: ").unwrap().as_bytes()), "unsupported_method");
    assert_eq!([lines[0], lines[1], lines[3], lines[4], lines[5]], [": hello", "event: message", "id: 3/0", "", ""]);
}

#[tokio::test]
async fn events_in_any_pieces_are_filtered_as_they_are_when_whole() {
    let two = |end: &str| {
        let result = r#"{"jsonrpc":"2.0","id":8,"result":{"content":[{"type":"text","text":"swordfish-77"}]}}"#;
        format!(": swordfish-77{end}{end}event: message{end}data: {result}{end}{end}data: {{}}{end}{end}")
    };
    for end in ["\n", "\r\n", "\r"] {
        let whole = two(end);
        let expected = events(vec![whole.clone().into()]).await;
        assert!(!expected.contains("swordfish") && expected.contains("[redacted]"), "{expected}");
        for size in [1, 2, 3, 7, 50] {
            let pieces = whole.as_bytes().chunks(size).map(<[u8]>::to_vec).collect();
            assert_eq!(events(pieces).await, expected, "{size} {end:?}");
        }
    }
}

#[tokio::test]
async fn a_message_on_several_lines_is_one_message() {
    let sent = events(vec![b"data: {\"jsonrpc\":\"2.0\",\ndata:\"result\":\"sword\\u0066ish-77\"}\n\n".to_vec()]).await;
    assert_eq!(sent, "data: {\"jsonrpc\":\"2.0\",\ndata: \"result\":\"[redacted]\"}\n\n");
}

#[tokio::test]
async fn what_is_not_a_message_loses_its_secrets_too() {
    let sent =
        events(vec![b"data: my swordfish-77, \"cut".to_vec(), b" off\n\ndata: rest SWORDFISH-77".to_vec()]).await;
    assert_eq!(sent, "data: my [redacted], \"cut off\n\ndata: rest [redacted]\n");
}

#[tokio::test]
async fn an_event_that_is_too_long_is_answered_with_a_failure_and_the_next_one_passes() {
    let mut pieces = vec![br#"data: {"jsonrpc":"2.0","id":7,"result":""#.to_vec()];
    pieces.extend((0..34).map(|_| vec![b'a'; MOST_HELD / 16]));
    pieces.push(b"swordfish-77\"}\n\ndata: {}\n\n".to_vec());
    let sent = events(pieces).await;
    let (first, rest) = sent.split_once("\n\n").unwrap();
    assert_eq!(reason_in(first.strip_prefix("data: ").unwrap().as_bytes()), "answer_too_large");
    assert_eq!(rest, "data: {}\n\n");
}

#[tokio::test]
async fn a_body_that_is_still_to_arrive_is_filtered_as_a_whole() {
    let message = r#"{"jsonrpc":"2.0","id":7,"result":{"note":"swordfish-77"}}"#;
    for media_type in ["application/json", "application/problem+json"] {
        let pieces = message.as_bytes().chunks(4).map(<[u8]>::to_vec).collect();
        let sent = answered(media_type, in_pieces(pieces), &SentEvents::default()).await;
        assert_eq!(sent, message.replace("swordfish-77", "[redacted]").as_bytes());
    }
    let mut pieces = vec![br#"{"jsonrpc":"2.0","id":7,"result":""#.to_vec()];
    pieces.extend((0..17).map(|_| vec![b'a'; MOST_HELD / 16]));
    let sent = answered("application/json", in_pieces(pieces), &SentEvents::default()).await;
    assert_eq!(reason_in(&sent), "answer_too_large");
}

#[tokio::test]
async fn a_failure_that_is_sent_again_keeps_its_reference() {
    let told = Arc::new(Mutex::new(0));
    let count = told.clone();
    let policy = policy().on_incident(move |_| *count.lock().unwrap() += 1);
    let sent = SentEvents::default();
    let reference = async |message: &str, id: &str, session: &'static str| {
        let event = Full::new(Bytes::from(format!("id: {id}\ndata: {message}\n\n")));
        let response = Response::builder().header("content-type", "text/event-stream").body(event).unwrap();
        let session = HeaderValue::from_static(session);
        let body = filter(&policy, &sent, Some(&session), response).into_body().collect().await.unwrap().to_bytes();
        let message: Value = serde_json::from_slice(&body.split(|it| *it == b'\n').nth(1).unwrap()[6..]).unwrap();
        message["error"]["data"]["instance"].as_str().unwrap().to_owned()
    };
    let first = reference(RAW, "1/0", "a").await;
    assert_eq!(reference(RAW, "1/0", "a").await, first);
    assert_ne!(reference(RAW, "2/0", "a").await, first);
    assert_ne!(reference(RAW, "1/0", "b").await, first);
    assert!(policy.flush(std::time::Duration::from_secs(10)));
    assert_eq!(*told.lock().unwrap(), 3);

    let ours = ::rmcp::ErrorData::from(Failure::internal("Write to desk@tea.shop"));
    let ours = json!({"jsonrpc": "2.0", "id": 7, "error": ours}).to_string();
    let first = reference(&ours, "3/0", "a").await;
    assert!(ours.contains(&first), "it was disclosed here");
    assert_eq!(reference(&ours, "3/0", "a").await, first);
    assert_ne!(reference(&ours, "4/0", "a").await, first, "it is not sent again, but repeated by someone");
}

#[tokio::test]
async fn a_tool_result_gets_the_member_of_the_dialect_in_a_body_and_in_an_event() {
    let failed = || {
        let mut result = ::rmcp::model::CallToolResult::error(Vec::new());
        let text = json!({"error": {"code": 4001}}).to_string();
        result.content.push(::rmcp::model::ContentBlock::text(text));
        result.meta = Some(crate::rmcp::wire::meta("dev.candor/failure", &json!({})));
        outbound::tickets::issue_for_result(&result);
        format!(r#"{{"jsonrpc":"2.0","id":7,"result":{}}}"#, serde_json::to_string(&result).unwrap())
    };
    let policy = FailurePolicy::new().with_dialect(Dialect::ErrorModel);
    let read = |message: &[u8]| serde_json::from_slice::<Value>(message).unwrap();
    let body = read(&outbound::filtered(&policy, failed().as_bytes()).unwrap());
    assert_eq!((&body["result"]["error"], &body["id"]), (&json!({"code": 4001}), &json!(7)));
    let event = Full::new(Bytes::from(format!("data: {}\n\n", failed())));
    let response = Response::builder().header("content-type", "text/event-stream").body(event).unwrap();
    let sent = filter(&policy, &SentEvents::default(), None, response).into_body().collect().await.unwrap().to_bytes();
    assert_eq!(read(sent.strip_prefix(b"data: ").unwrap())["result"]["error"], json!({"code": 4001}));
    let other = FailurePolicy::new();
    assert_eq!(outbound::filtered(&other, failed().as_bytes()), None);
}

#[tokio::test]
async fn a_body_that_has_ended_is_not_asked_again() {
    struct Ended(bool);
    impl Body for Ended {
        type Data = Bytes;
        type Error = std::io::Error;
        fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<std::io::Result<Frame<Bytes>>>> {
            assert!(!std::mem::replace(&mut self.0, true), "asked again");
            Poll::Ready(None)
        }
    }
    for media_type in ["application/json", "text/event-stream"] {
        let response = Response::builder().header("content-type", media_type).body(Ended(false)).unwrap();
        let mut body = filter(&policy(), &SentEvents::default(), None, response).into_body();
        assert!(body.frame().await.is_none());
        assert!(media_type == "application/json" || body.frame().await.is_none());
    }
}

#[tokio::test]
async fn a_body_that_may_leave_as_it_is_does() {
    let said = json!({"jsonrpc": "2.0", "id": 7, "result": {}}).to_string();
    let response = Response::builder().header("content-type", "application/json");
    let response = response.body(Full::new(Bytes::from(said.clone()))).unwrap();
    let response = filter(&policy(), &SentEvents::default(), None, response);
    assert_eq!(response.body().size_hint().exact(), Some(said.len() as u64));
    assert_eq!(response.into_body().collect().await.unwrap().to_bytes(), said);
}

#[tokio::test]
async fn a_refusal_in_words_of_its_own_passes_all_rules() {
    let said =
        json!({"error": "connect postgres://app:pw-of-app@db.internal", "at": ["/home/jane/shop.rs"]}).to_string();
    let list = format!("[{said}]");
    for (status, body, is_scrubbed) in [
        (502, &said, true),
        (404, &list, true),
        (400, &"no /home/jane/a pw-of-app@x".to_owned(), true),
        (200, &said, false),
    ] {
        for pieces in [vec![body.clone().into_bytes()], body.as_bytes().chunks(7).map(<[u8]>::to_vec).collect()] {
            let whole = Full::new(Bytes::from(body.clone())).boxed();
            for sent in [whole, in_pieces(pieces)] {
                let response = Response::builder().status(status).header("content-type", "application/json");
                let response = response.body(sent).unwrap();
                let response = filter(&policy(), &SentEvents::default(), None, response);
                let sent = response.into_body().collect().await.unwrap().to_bytes();
                let sent = String::from_utf8(sent.to_vec()).unwrap();
                assert_eq!(sent == *body, !is_scrubbed, "{status}: {sent}");
                assert_eq!(sent.contains("jane"), !is_scrubbed, "{status}: {sent}");
            }
        }
    }
    let response = Response::builder().status(400).header("content-type", "application/json");
    let response = response.body(Full::new(Bytes::from(RAW))).unwrap();
    let sent = filter(&policy(), &SentEvents::default(), None, response).into_body().collect().await.unwrap();
    assert_eq!(reason_in(&sent.to_bytes()), "unsupported_method", "a message is read as one");
}

#[test]
fn a_problem_that_was_disclosed_below_the_guard_stays_as_it_is() {
    let policy = FailurePolicy::new().with_dialect(Dialect::Problem);
    let disclosure = policy.disclose(Failure::not_found("There is no order 17").with_recovery("List the orders."));
    let problem = policy.renderer().render(&disclosure).to_string();
    assert_eq!(filtered(&policy, true, problem.as_bytes()), None, "{problem}");
}

#[tokio::test]
async fn trailers_come_after_the_last_event() {
    let held = in_pieces(vec![b"data: {}".to_vec()]);
    let trailers = ::http::HeaderMap::from_iter([(header::WARNING, HeaderValue::from_static("a"))]);
    let body = held.with_trailers(async move { Some(Ok(trailers)) });
    let response = Response::builder().header("content-type", "text/event-stream").body(body.boxed()).unwrap();
    let mut body = filter(&policy(), &SentEvents::default(), None, response).into_body();
    assert!(body.frame().await.unwrap().unwrap().is_data());
    assert!(body.frame().await.unwrap().unwrap().is_trailers());
    assert!(body.frame().await.is_none());
}

#[test]
fn an_encoded_answer_is_recognised() {
    let response = |encoding: &str, media_type: &str| {
        let builder = Response::builder().header("content-encoding", encoding).header("content-type", media_type);
        is_encoded(&builder.body(()).unwrap())
    };
    assert!(response("gzip", "application/json") && response("br", "text/event-stream"));
    assert!(!response("identity", "application/json") && !response("gzip", "text/html"));
}
