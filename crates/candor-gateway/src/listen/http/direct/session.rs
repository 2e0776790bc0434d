//! The requests of a client with a session: what it asks, tells and answers, the stream of what servers tell and ask it, and its end.
//!
//! What is refused here has a status and no more: the guard around this says the rest.

use super::call::{VERSION, accepts_both, is_one, one};
use super::message::Message;
use super::stream::{self, Answered, event};
use super::{JSON, nothing};
use crate::caller::Identity;
use crate::frame::{Frame, IdKey, Kind};
use crate::mcp::{ClientSession, Letters, McpEndpoint, Sessions, Taken};
use ::http::request::Parts;
use ::http::{HeaderName, HeaderValue, Method, Response, StatusCode, header};
use bytes::Bytes;
use candor::render::Revision;
use http_body::Body;
use http_body_util::BodyExt;
use serde_json::value::RawValue;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep};

const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const EVENTS: &str = "text/event-stream";
/// How often an open stream says that it is there, so that one whose client has gone is found out.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// What a request is.
pub(super) enum Came {
    Answered(Answered),
    /// It belongs to no session.
    Other(Parts, Bytes),
}

/// Answers the request if it opens a session or belongs to one.
pub(super) async fn serve(sessions: &Sessions, mcp: &McpEndpoint, mut head: Parts, body: Bytes) -> Came {
    // As of 2026-07-28 there are no sessions, whatever a client sends.
    if one(&head.headers, VERSION) == Some(Revision::V2026_07_28.date()) {
        return Came::Other(head, body);
    }
    let caller = head.extensions.get::<Identity>().map(|identity| Arc::clone(&identity.0));
    let caller = caller.as_deref().unwrap_or_default();
    let Some(id) = head.headers.get(SESSION_ID).cloned() else {
        let is_post = head.method == Method::POST;
        return match Message::read(&head.headers, &body).filter(|it| is_post && it.method == "initialize") {
            Some(message) => Came::Answered(begin(sessions, mcp, &message, &head).await),
            None => Came::Other(head, body),
        };
    };
    if head.method == Method::DELETE {
        let ended = sessions.end(&id, caller);
        return Came::Answered(status(if ended.is_ok() { StatusCode::NO_CONTENT } else { StatusCode::NOT_FOUND }));
    }
    let Ok(session) = sessions.find(&id, caller) else {
        return Came::Answered(status(StatusCode::NOT_FOUND));
    };
    if head.method == Method::GET {
        let takes_events = is_one(&head.headers, header::ACCEPT.as_str(), |accepted| accepted.contains(EVENTS));
        return Came::Answered(match session.letters().filter(|_| takes_events) {
            Some(letters) => listening(letters),
            None => status(StatusCode::NOT_ACCEPTABLE),
        });
    }
    let is_fit = is_one(&head.headers, header::CONTENT_TYPE.as_str(), |value| value.starts_with(JSON));
    if head.method != Method::POST || !is_fit || !accepts_both(&head.headers) {
        return Came::Other(without_id(head), body);
    }
    match Frame::read(&body).map(|frame| (frame.kind.clone(), frame)) {
        Some((Kind::Request { .. }, _)) => {
            // A client that does not say what it speaks speaks what was agreed upon.
            if !head.headers.contains_key(VERSION) {
                head.headers.insert(VERSION, HeaderValue::from_static(session.revision().date()));
            }
            match Message::read(&head.headers, &body) {
                Some(message) if !mcp.is_own_call(&message.frame, &message.method) => {
                    Came::Answered(stream::answer(mcp.clone(), head, body.clone(), Some(session)).await)
                }
                Some(_) | None => Came::Other(without_id(head), body),
            }
        }
        Some((Kind::Notification { method }, frame)) => {
            notified(&session, &frame, &method);
            Came::Answered(status(StatusCode::ACCEPTED))
        }
        Some((Kind::Answer { .. }, frame)) => Came::Answered(match session.answered(&frame) {
            Taken::Here => status(StatusCode::ACCEPTED),
            Taken::Elsewhere => {
                let mut response = stream::json(mcp.asked_elsewhere());
                *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
                response
            }
        }),
        None => Came::Other(without_id(head), body),
    }
}

/// Answers `initialize`, with a session.
async fn begin(sessions: &Sessions, mcp: &McpEndpoint, message: &Message<'_>, head: &Parts) -> Answered {
    let (answer, id) = mcp.begin_session(sessions, &message.frame, message.id, head).await;
    let mut response = stream::json(answer);
    if let Some(id) = id {
        response.headers_mut().insert(SESSION_ID, id);
    }
    response
}

fn notified(session: &Arc<ClientSession>, frame: &Frame<'_>, method: &str) {
    if method == "notifications/cancelled" {
        let id: Option<&RawValue> = frame.param("requestId");
        if let Some(id) = id.and_then(|id| IdKey::of(id.get())) {
            session.cancel(&id);
        }
    } else {
        session.notified(frame, method);
    }
}

/// The same request, as one without a session.
fn without_id(mut head: Parts) -> Parts {
    head.headers.remove(SESSION_ID);
    head
}

fn status(status: StatusCode) -> Answered {
    let mut response = Response::new(nothing());
    *response.status_mut() = status;
    response
}

/// The stream of what belongs to no request.
fn listening(letters: Letters) -> Answered {
    let body = Stream { letters, is_new: true, quiet: Box::pin(tokio::time::sleep(SIGN_OF_LIFE)) };
    stream::of_events(body.boxed())
}

/// The body of such a stream.
struct Stream {
    letters: Letters,
    is_new: bool,
    quiet: Pin<Box<Sleep>>,
}

impl Body for Stream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Infallible>>> {
        let sign = || Poll::Ready(Some(Ok(http_body::Frame::data(Bytes::from_static(b":\n\n")))));
        if std::mem::take(&mut self.is_new) {
            return sign();
        }
        match self.letters.poll_next(context) {
            Poll::Ready(letter) => {
                self.quiet.as_mut().reset(Instant::now() + SIGN_OF_LIFE);
                Poll::Ready(letter.map(|letter| Ok(event(&letter))))
            }
            Poll::Pending if self.quiet.as_mut().poll(context).is_ready() => {
                self.quiet.as_mut().reset(Instant::now() + SIGN_OF_LIFE);
                sign()
            }
            Poll::Pending => Poll::Pending,
        }
    }
}
