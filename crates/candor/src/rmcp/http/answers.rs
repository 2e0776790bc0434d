//! The answers of the service as they may leave: every message in a body or an event passes the [filter](crate::rmcp::outbound).

mod events;
mod whole_body;

pub(super) use events::SentEvents;

use super::{OF_THE_BODY, whole};
use crate::failure::Retry;
use crate::media_type;
use crate::rmcp::outbound;
use crate::{Failure, FailurePolicy, reason};
use ::http::{HeaderValue, Response, header};
use bytes::Bytes;
use events::Events;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt;
use http_body_util::combinators::BoxBody;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use whole_body::WholeBody;

/// The longest answer that comes in pieces, in bytes: it is held until it is whole.
pub(super) const MOST_HELD: usize = 16 * 1024 * 1024;

/// An answer that came in pieces and is longer than what is held.
fn too_long() -> Failure {
    Failure::internal(format!("The answer is longer than {MOST_HELD} bytes"))
        .with_reason(reason!("answer_too_large"))
        .with_retry(Retry::Never)
        .with_recovery("Ask for less in one request.")
}

/// Whether the answer is encoded, so that nobody can say what is in it.
pub(super) fn is_encoded<A>(response: &Response<A>) -> bool {
    let is_message = is_json(&media_type::of(response.headers())) || is_stream(&media_type::of(response.headers()));
    let is_plain = |encoding: &HeaderValue| encoding.as_bytes().eq_ignore_ascii_case(b"identity");
    is_message && !response.headers().get_all(header::CONTENT_ENCODING).iter().all(is_plain)
}

/// What is answered in the place of such an answer.
pub(super) fn encoded() -> Failure {
    Failure::internal("The server compresses its answers before they are checked, so this one was held back")
        .with_reason(reason!("encoded_answer"))
        .with_retry(Retry::Never)
}

fn is_json(media_type: &str) -> bool {
    media_type == "application/json" || media_type.ends_with("+json")
}

fn is_stream(media_type: &str) -> bool {
    media_type == "text/event-stream"
}

/// The same answer, as it may leave. The session is that of the request, for events that are sent again.
pub(super) fn filter<A>(
    policy: &FailurePolicy,
    sent: &SentEvents,
    session: Option<&HeaderValue>,
    response: Response<A>,
) -> Response<BoxBody<Bytes, A::Error>>
where
    A: Body<Data = Bytes> + Send + Sync + 'static,
    A::Error: Send + Sync,
{
    let response = response.map(BodyExt::boxed);
    let media_type = media_type::of(response.headers());
    if is_json(&media_type) {
        filter_body(policy, response)
    } else if is_stream(&media_type) {
        let mut response = response.map(|body| Events::new(body, policy.clone(), sent.of_session(session)).boxed());
        // Its events may grow.
        response.headers_mut().remove(header::CONTENT_LENGTH);
        response
    } else {
        response
    }
}

/// A body that is whole, as those of rmcp are, is filtered at once, and stays as it is if it may. One that is still to arrive is
/// held until it is whole.
fn filter_body<E>(policy: &FailurePolicy, response: Response<BoxBody<Bytes, E>>) -> Response<BoxBody<Bytes, E>>
where
    E: Send + Sync + 'static,
{
    let is_refused = response.status().is_client_error() || response.status().is_server_error();
    let (mut head, mut body) = response.into_parts();
    if body.is_end_stream() {
        return Response::from_parts(head, body);
    }
    let first = match Pin::new(&mut body).poll_frame(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Some(first)) => Some(first),
        // A body that has ended must not be polled again.
        Poll::Ready(None) => return Response::from_parts(head, nothing()),
        Poll::Pending => None,
    };
    let data = first.as_ref().and_then(|first| first.as_ref().ok()).and_then(Frame::data_ref);
    let filtered = match data.filter(|_| body.is_end_stream()) {
        Some(data) => filtered(policy, is_refused, data).map(whole),
        None => None,
    };
    let is_whole = data.is_some() && body.is_end_stream();
    let filtered = match filtered {
        Some(filtered) => filtered,
        None if is_whole => return Response::from_parts(head, first_of(first, body)),
        None => WholeBody::new(first_of(first, body), policy.clone(), is_refused).boxed(),
    };
    for name in OF_THE_BODY.iter().filter(|name| **name != header::CONTENT_TYPE) {
        head.headers.remove(name);
    }
    Response::from_parts(head, filtered)
}

/// The body as it may leave, if that is not as it is. One that refuses the request and is no message is a failure in words of
/// its own.
fn filtered(policy: &FailurePolicy, is_refused: bool, body: &[u8]) -> Option<Vec<u8>> {
    if is_refused && !outbound::is_message(body) {
        outbound::scrubbed(policy, body)
    } else {
        outbound::filtered(policy, body)
    }
}

fn nothing<E>() -> BoxBody<Bytes, E> {
    whole(Vec::new())
}

/// The body with the frame that was taken from it.
fn first_of<E: Send + Sync + 'static>(
    first: Option<Result<Frame<Bytes>, E>>,
    body: BoxBody<Bytes, E>,
) -> BoxBody<Bytes, E> {
    Rest { first, body }.boxed()
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

#[cfg(test)]
mod tests;
