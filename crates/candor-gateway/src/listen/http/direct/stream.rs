//! The answer of the endpoint of a gateway with MCP servers: one JSON body, or a stream of events if something comes before it.

use super::message::Message;
use super::{JSON, nothing};
use crate::frame::{IdKey, member};
use crate::mcp::{Answer, Asker, ClientSession, LOG_LEVEL, McpEndpoint};
use crate::send::mcp::LISTEN;
use ::http::request::Parts;
use ::http::{HeaderValue, Response, StatusCode, header};
use bytes::Bytes;
use candor::render::Revision;
use http_body::{Body, Frame};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use serde_json::value::RawValue;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

/// How many events may wait for a client that reads slowly.
const MOST_WAITING: usize = 64;

pub(super) type Answered = Response<BoxBody<Bytes, Infallible>>;

/// Answers the request in this body. A client that goes away drops this, or the body of the answer, and what runs for it ends.
/// Within a session, the client can cancel it by its id as well.
pub(super) async fn answer(
    mcp: McpEndpoint,
    head: Parts,
    body: Bytes,
    session: Option<Arc<ClientSession>>,
) -> Answered {
    let Some(message) = Message::read(&head.headers, &body) else { return Response::new(nothing()) };
    let revision = message.revision;
    let meta = message.frame.param::<&RawValue>("_meta");
    let has = |name: &str| meta.and_then(|meta| member::<&RawValue>(meta, name)).is_some();
    let is_plain = !has("progressToken") && !has(LOG_LEVEL) && message.method != LISTEN;
    if session.is_none() && is_plain {
        let asker = Asker { revision, head: Some(&head), notifications: None, is_told: false, session: None };
        let answer = mcp.answer(&message.frame, message.id, &message.method, &asker).await;
        return whole(answer, revision);
    }
    let (sender, mut receiver) = mpsc::channel::<Vec<u8>>(MOST_WAITING);
    let (ended, mut end) = mpsc::channel::<Answer>(1);
    let (asking, key) = (session.clone(), IdKey::of(message.id));
    let task = tokio::spawn(async move {
        // It was read once, and is what it was.
        let Some(message) = Message::read(&head.headers, &body) else { return };
        let asker = Asker {
            revision,
            head: Some(&head),
            notifications: Some(sender),
            is_told: asking.is_some(),
            session: asking.clone(),
        };
        let answer = mcp.answer(&message.frame, message.id, &message.method, &asker).await;
        let _ = ended.send(answer).await;
    });
    let in_session = session.zip(key).map(|(session, key)| {
        let was_cancelled = session.runs(key.clone(), task.abort_handle());
        InSession { session, key, was_cancelled }
    });
    let running = Running { task: task.abort_handle(), in_session };
    tokio::select! {
        biased;
        Some(first) = receiver.recv() => {
            let events = Events { first: Some(first), receiver, end, _running: running };
            of_events(events.boxed())
        }
        Some(answer) = end.recv() => whole(answer, revision),
        else => match running.was_cancelled() {
            // What is cancelled is not answered.
            true => of_events(nothing()),
            // It has panicked, which the guard around this answers.
            false => failed(),
        },
    }
}

/// The one JSON body of the answer.
fn whole(answer: Answer, revision: Revision) -> Answered {
    let status = match answer.code() {
        Some(-32_601) if revision == Revision::V2026_07_28 => StatusCode::NOT_FOUND,
        Some(-32_022..=-32_020) => StatusCode::BAD_REQUEST,
        Some(_) | None => StatusCode::OK,
    };
    let mut response = json(answer);
    *response.status_mut() = status;
    response
}

/// The answer as a body of JSON.
pub(super) fn json(answer: Answer) -> Answered {
    let mut response = Response::new(Full::new(Bytes::from(answer.0)).boxed());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
    response
}

/// This body as a stream of events.
pub(super) fn of_events(body: BoxBody<Bytes, Infallible>) -> Answered {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

fn failed() -> Answered {
    let mut response = Response::new(nothing());
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}

/// Ends what runs for a client when it is dropped.
struct Running {
    task: AbortHandle,
    in_session: Option<InSession>,
}

/// A request that its session knows.
struct InSession {
    session: Arc<ClientSession>,
    key: IdKey,
    was_cancelled: Arc<AtomicBool>,
}

impl Running {
    fn was_cancelled(&self) -> bool {
        self.in_session.as_ref().is_some_and(|it| it.was_cancelled.load(Ordering::Acquire))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
        if let Some(InSession { session, key, .. }) = &self.in_session {
            session.ran(key);
        }
    }
}

/// Notifications, and then the answer.
struct Events {
    first: Option<Vec<u8>>,
    receiver: mpsc::Receiver<Vec<u8>>,
    end: mpsc::Receiver<Answer>,
    _running: Running,
}

impl Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(event(&first))));
        }
        // The sender goes before the answer is there, so nothing comes after it.
        match self.receiver.poll_recv(context) {
            Poll::Ready(Some(message)) => Poll::Ready(Some(Ok(event(&message)))),
            Poll::Ready(None) => self.end.poll_recv(context).map(|answer| answer.map(|it| Ok(event(&it.0)))),
            Poll::Pending => Poll::Pending,
        }
    }
}

/// A message as an event. JSON on several lines, as a server may have written it, becomes one of several lines of data. Nothing is a comment.
pub(super) fn event(message: &[u8]) -> Frame<Bytes> {
    if message.is_empty() {
        return Frame::data(Bytes::from_static(b":\n\n"));
    }
    let mut event = Vec::with_capacity(message.len() + 32);
    event.extend_from_slice(b"event: message\n");
    for line in message.split(|byte| matches!(byte, b'\n' | b'\r')) {
        event.extend_from_slice(b"data: ");
        event.extend_from_slice(line);
        event.push(b'\n');
    }
    event.push(b'\n');
    Frame::data(Bytes::from(event))
}
