//! Completes outgoing JSON-RPC errors that say too little, and tool results, whether they are the body or an event.

use super::{OF_THE_BODY, whole};
use crate::FailurePolicy;
use crate::media_type;
use crate::rmcp::incomplete::{self, is_disclosed};
use crate::rmcp::result_member;
use ::http::{Response, header};
use ::rmcp::ErrorData;
use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt;
use http_body_util::combinators::BoxBody;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// The same answer, with every error complete.
pub(super) fn complete<A>(policy: &FailurePolicy, response: Response<A>) -> Response<BoxBody<Bytes, A::Error>>
where
    A: Body<Data = Bytes> + Send + Sync + 'static,
    A::Error: Send + Sync,
{
    let response = response.map(BodyExt::boxed);
    match media_type::of(response.headers()).as_str() {
        "application/json" => complete_body(policy, response),
        "text/event-stream" => {
            let mut response = response.map(|body| Events::new(body, policy.clone()).boxed());
            // Its events may grow.
            response.headers_mut().remove(header::CONTENT_LENGTH);
            response
        }
        _ => response,
    }
}

/// A body that is complete, as errors are, is read; one that is still to arrive passes unread.
fn complete_body<E>(policy: &FailurePolicy, response: Response<BoxBody<Bytes, E>>) -> Response<BoxBody<Bytes, E>>
where
    E: Send + Sync + 'static,
{
    let (mut head, mut body) = response.into_parts();
    if body.is_end_stream() {
        return Response::from_parts(head, body);
    }
    let first = match Pin::new(&mut body).poll_frame(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Some(first)) => first,
        // A body that has ended must not be polled again.
        Poll::Ready(None) => return Response::from_parts(head, nothing()),
        Poll::Pending => return Response::from_parts(head, body),
    };
    let data = first.as_ref().ok().and_then(Frame::data_ref).filter(|_| body.is_end_stream());
    if let Some(completed) = data.and_then(|data| completed(policy, data)) {
        for name in OF_THE_BODY.iter().filter(|name| **name != header::CONTENT_TYPE) {
            head.headers.remove(name);
        }
        return Response::from_parts(head, whole(completed));
    }
    Response::from_parts(head, Rest { first: Some(first), body }.boxed())
}

fn nothing<E>() -> BoxBody<Bytes, E> {
    whole(Vec::new())
}

/// The message, if it is an error or a tool result that says too little, as it should be.
fn completed(policy: &FailurePolicy, message: &[u8]) -> Option<Vec<u8>> {
    result_member::completed_response(policy, message).or_else(|| completed_error(policy, message))
}

fn completed_error(policy: &FailurePolicy, message: &[u8]) -> Option<Vec<u8>> {
    let message: ErrorMessage = serde_json::from_slice(message).ok()?;
    // An id that is not read exactly could not be written exactly.
    let has_inexact_id = message.id.as_ref().is_some_and(Value::is_f64);
    if has_inexact_id || is_disclosed(&message.error) {
        return None;
    }
    let error = incomplete::completed(policy, message.error);
    serde_json::to_vec(&ErrorMessage { error, ..message }).ok()
}

/// A JSON-RPC error. A message of another kind is read only until it shows.
#[derive(Serialize)]
struct ErrorMessage {
    jsonrpc: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    error: ErrorData,
}

impl<'de> Deserialize<'de> for ErrorMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ErrorMessage, D::Error> {
        deserializer.deserialize_map(Members)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = ErrorMessage;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON-RPC error")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut members: M) -> Result<ErrorMessage, M::Error> {
        let (mut jsonrpc, mut id, mut error) = (None, None, None);
        while let Some(name) = members.next_key::<String>()? {
            match name.as_str() {
                "jsonrpc" => jsonrpc = Some(members.next_value()?),
                "id" => id = Some(members.next_value()?),
                "error" => error = Some(members.next_value()?),
                "result" | "method" => return Err(M::Error::custom("another kind of message")),
                _ => {
                    members.next_value::<IgnoredAny>()?;
                }
            }
        }
        let jsonrpc = jsonrpc.ok_or_else(|| M::Error::missing_field("jsonrpc"))?;
        Ok(ErrorMessage { jsonrpc, id, error: error.ok_or_else(|| M::Error::missing_field("error"))? })
    }
}

/// A body whose beginning was taken already.
struct Rest<E> {
    first: Option<Result<Frame<Bytes>, E>>,
    body: BoxBody<Bytes, E>,
}

impl<E> Unpin for Rest<E> {}

impl<E> Body for Rest<E> {
    type Data = Bytes;
    type Error = E;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, E>>> {
        match self.first.take() {
            Some(first) => Poll::Ready(Some(first)),
            None => Pin::new(&mut self.body).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.first.is_none() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let first = self.first.as_ref().and_then(|first| first.as_ref().ok()).and_then(Frame::data_ref);
        let length = first.map_or(0, |data| data.len() as u64);
        let rest = self.body.size_hint();
        let mut hint = SizeHint::new();
        hint.set_lower(rest.lower().saturating_add(length));
        if let Some(upper) = rest.upper() {
            hint.set_upper(upper.saturating_add(length));
        }
        hint
    }
}

/// A stream of events, whose errors are completed. Events come whole from `rmcp`; one that comes in pieces passes.
struct Events<E> {
    body: BoxBody<Bytes, E>,
    policy: FailurePolicy,
    /// Whether what came last ended within an event.
    is_within_event: bool,
    /// The last bytes of it.
    last: [u8; 3],
}

impl<E> Body for Events<E> {
    type Data = Bytes;
    type Error = E;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, E>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        polled.map_ok(|frame| match frame.into_data() {
            Ok(data) => Frame::data(self.complete(data)),
            Err(trailers) => trailers,
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
}

impl<E> Events<E> {
    fn new(body: BoxBody<Bytes, E>, policy: FailurePolicy) -> Events<E> {
        Events { body, policy, is_within_event: false, last: [b'\n'; 3] }
    }

    fn complete(&mut self, data: Bytes) -> Bytes {
        let is_whole = !self.is_within_event;
        for byte in data.iter().rev().take(3).rev() {
            self.last = [self.last[1], self.last[2], *byte];
        }
        // A line that is empty ends the event.
        self.is_within_event = !matches!(self.last, [_, b'\n', b'\n'] | [b'\n', b'\r', b'\n']);
        let may_lack =
            || memchr::memmem::find(&data, b"\"error\"").is_some() || result_member::may_be_in(&self.policy, &data);
        if is_whole && !self.is_within_event && may_lack() { complete_events(&self.policy, data) } else { data }
    }
}

/// Whole events, with their errors complete.
fn complete_events(policy: &FailurePolicy, events: Bytes) -> Bytes {
    let lines: Vec<_> = events.split_inclusive(|byte| *byte == b'\n').collect();
    let is_blank = |line: &&[u8]| line.trim_ascii().is_empty();
    lines.split_inclusive(is_blank).flat_map(|event| complete_event(policy, event)).collect()
}

/// The lines of one event. Only a message on one line can be an error as a whole.
fn complete_event(policy: &FailurePolicy, lines: &[&[u8]]) -> Vec<u8> {
    fn message<'l>(line: &&'l [u8]) -> Option<&'l [u8]> {
        line.strip_prefix(b"data:")
    }
    let is_one = lines.iter().filter_map(message).count() == 1;
    let complete = |line: &&[u8]| {
        let completed = message(line).filter(|_| is_one).and_then(|message| completed(policy, message));
        completed.map_or_else(|| line.to_vec(), |message| [b"data: ", message.as_slice(), b"\n"].concat())
    };
    lines.iter().flat_map(complete).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::Full;
    use serde_json::json;

    const RAW: &str = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"ping"}}"#;

    fn reason_in(message: &[u8]) -> String {
        let message: Value = serde_json::from_slice(message).unwrap();
        assert_eq!(message["id"], 7);
        message["error"]["data"]["reason"].as_str().unwrap().to_owned()
    }

    #[test]
    fn only_an_error_that_says_too_little_is_completed_and_only_once() {
        let policy = FailurePolicy::new();
        let complete = completed(&policy, RAW.as_bytes()).unwrap();
        assert_eq!(reason_in(&complete), "unsupported_method");
        let passing = [
            String::from_utf8(complete).unwrap(),
            json!({"jsonrpc": "2.0", "id": 7, "result": {"error": {"code": 1, "message": "x"}}}).to_string(),
            json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"error": {}}}).to_string(),
            json!({"error": "invalid_token", "error_description": "expired"}).to_string(),
            json!({"error": {"code": 1, "message": "of another protocol"}}).to_string(),
            json!({"jsonrpc": "2.0", "id": 1.5, "error": {"code": -32601, "message": "ping"}}).to_string(),
            "[]".to_owned(),
            "data".to_owned(),
        ];
        for message in passing {
            assert_eq!(completed(&policy, message.as_bytes()), None, "{message}");
        }
    }

    #[tokio::test]
    async fn an_event_keeps_everything_but_its_error() {
        let policy = FailurePolicy::new();
        let event = format!(": hello\nevent: message\ndata: {RAW}\nid: 3/0\n\n");
        let response = Response::builder().header("content-type", "text/event-stream; charset=utf-8");
        let response = complete(&policy, response.body(Full::new(Bytes::from(event))).unwrap());
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let lines: Vec<_> = body.split(|byte| *byte == b'\n').collect();
        assert_eq!(reason_in(lines[2].strip_prefix(b"data: ").unwrap()), "unsupported_method");
        assert_eq!(
            [lines[0], lines[1], lines[3], lines[4], lines[5]],
            [&b": hello"[..], b"event: message", b"id: 3/0", b"", b""]
        );
    }

    #[test]
    fn an_event_in_pieces_passes_and_the_next_one_is_completed() {
        let mut events = Events::new(nothing::<()>(), FailurePolicy::new());
        for event in ["\n\n", "\r\n\r\n"].map(|end| Bytes::from(format!("data: {RAW}{end}"))) {
            let end = event.len();
            for cuts in (end - 5..end).flat_map(|first| (first..end).map(move |second| [20, first, second])) {
                let [one, two, three] = cuts;
                let pieces = [event.slice(..one), event.slice(one..two), event.slice(two..three), event.slice(three..)];
                for piece in pieces {
                    assert_eq!(events.complete(piece.clone()), piece, "{cuts:?}");
                }
                assert_ne!(events.complete(event.clone()), event, "{cuts:?}");
            }
        }
    }

    #[test]
    fn a_tool_result_gets_the_member_of_the_dialect_in_a_body_and_in_an_event() {
        let text = json!({"error": {"code": 4001}}).to_string();
        let result = json!({"content": [{"type": "text", "text": text}], "isError": true,
                            "_meta": {"dev.candor/failure": {}}});
        let message = json!({"jsonrpc": "2.0", "id": 7, "result": result}).to_string();
        let event = Bytes::from(format!("data: {message}\n\n"));
        let policy = FailurePolicy::new().with_dialect(crate::Dialect::ErrorModel);
        let body = completed(&policy, message.as_bytes()).unwrap();
        let read: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((&read["result"]["error"], &read["id"]), (&json!({"code": 4001}), &json!(7)));
        let sent = Events::new(nothing::<()>(), policy.clone()).complete(event.clone());
        assert_eq!(sent, [b"data: ", body.as_slice(), b"\n\n"].concat());
        assert_eq!(completed(&policy, &body), None, "it is there already");
        let other = FailurePolicy::new();
        assert_eq!(completed(&other, message.as_bytes()), None);
        assert_eq!(Events::new(nothing::<()>(), other).complete(event.clone()), event);
    }

    #[test]
    fn a_message_on_several_lines_passes() {
        let policy = FailurePolicy::new();
        let event = Bytes::from(format!("data: {RAW}\ndata: more\n\n"));
        assert_eq!(complete_events(&policy, event.clone()), event);
        let two = Bytes::from(format!("data: more\n\ndata:{RAW}\r\n\r\n"));
        let completed = complete_events(&policy, two);
        assert!(completed.starts_with(b"data: more\n\ndata: {") && completed.ends_with(b"}\n\r\n"), "{completed:?}");
    }

    #[tokio::test]
    async fn a_body_that_has_ended_is_not_asked_again() {
        struct Ended(bool);
        impl Body for Ended {
            type Data = Bytes;
            type Error = std::io::Error;
            fn poll_frame(
                mut self: Pin<&mut Self>,
                _: &mut Context<'_>,
            ) -> Poll<Option<std::io::Result<Frame<Bytes>>>> {
                assert!(!std::mem::replace(&mut self.0, true), "asked again");
                Poll::Ready(None)
            }
        }
        let response = Response::builder().header("content-type", "application/json").body(Ended(false)).unwrap();
        let body = complete(&FailurePolicy::new(), response).into_body().collect().await.unwrap();
        assert!(body.to_bytes().is_empty());
    }

    #[tokio::test]
    async fn a_body_that_is_not_read_stays_as_it_is() {
        let policy = FailurePolicy::new();
        let said = json!({"jsonrpc": "2.0", "id": 7, "result": {}}).to_string();
        let response = Response::builder().header("content-type", "application/json");
        let response = complete(&policy, response.body(Full::new(Bytes::from(said.clone()))).unwrap());
        assert_eq!(response.body().size_hint().exact(), Some(said.len() as u64));
        assert_eq!(response.into_body().collect().await.unwrap().to_bytes(), said);
    }
}
