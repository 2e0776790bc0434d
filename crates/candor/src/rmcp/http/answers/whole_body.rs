//! A body that arrives in pieces, and leaves as a whole.

use super::{MOST_HELD, filtered, too_long};
use crate::FailurePolicy;
use crate::rmcp::refusal;
use crate::rmcp::shape::Scan;
use bytes::Bytes;
use http_body::{Body, Frame};
use http_body_util::combinators::BoxBody;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// Holds a body until it has arrived, and filters the message that it is. One that is too long is not sent: a failure
/// takes its place.
pub(super) struct WholeBody<E> {
    body: BoxBody<Bytes, E>,
    policy: FailurePolicy,
    is_refused: bool,
    held: Vec<u8>,
    is_too_long: bool,
    trailers: Option<Frame<Bytes>>,
    state: State,
}

#[derive(PartialEq, Eq)]
enum State {
    Arriving,
    /// The message has left, and the trailers have not.
    Left,
    Over,
}

impl<E> WholeBody<E> {
    pub(super) fn new(body: BoxBody<Bytes, E>, policy: FailurePolicy, is_refused: bool) -> WholeBody<E> {
        let (held, state) = (Vec::new(), State::Arriving);
        WholeBody { body, policy, is_refused, held, is_too_long: false, trailers: None, state }
    }

    fn hold(&mut self, data: &[u8]) {
        if self.held.len() + data.len() <= MOST_HELD {
            self.held.extend_from_slice(data);
        } else {
            self.is_too_long = true;
        }
    }

    fn message(&mut self) -> Vec<u8> {
        let held = std::mem::take(&mut self.held);
        if self.is_too_long {
            let id = Scan::of(&held).id.into_answer_id();
            return refusal::frame(&self.policy, id.as_ref(), too_long());
        }
        filtered(&self.policy, self.is_refused, &held).unwrap_or(held)
    }
}

impl<E> Body for WholeBody<E> {
    type Data = Bytes;
    type Error = E;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, E>>> {
        while self.state == State::Arriving {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.hold(&data),
                    Err(trailers) => self.trailers = Some(trailers),
                },
                Some(Err(error)) => {
                    self.state = State::Over;
                    return Poll::Ready(Some(Err(error)));
                }
                None => {
                    self.state = State::Left;
                    let message = self.message();
                    if !message.is_empty() {
                        return Poll::Ready(Some(Ok(Frame::data(message.into()))));
                    }
                }
            }
        }
        self.state = State::Over;
        Poll::Ready(self.trailers.take().map(Ok))
    }

    fn is_end_stream(&self) -> bool {
        match self.state {
            State::Arriving => false,
            State::Left | State::Over => self.trailers.is_none(),
        }
    }
}
