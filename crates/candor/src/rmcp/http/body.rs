//! Bodies, as far as they are read.

use crate::rmcp::server::BodyTimedOut;
use crate::{Code, Failure, Origin, Retry, Safety, reason};
use bytes::{Buf, Bytes};
use http_body::{Body, Frame};
use std::error::Error;
use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// How much is kept of what a server says beside a failure.
const MAX_SAID: usize = 16 * 1024;

/// The body of a request.
pub(super) enum Collected {
    Whole(Bytes),
    /// Only its start.
    TooLong(Vec<u8>),
    /// It was not whole in time; only what came of it.
    TooSlow(Vec<u8>),
    /// It did not come to its end.
    Broken(Box<dyn Error + Send + Sync>),
}

/// Reads a body to its end, until it is too long, or until it takes too long.
pub(super) async fn collect<B>(body: B, max_length: usize, deadline: Duration) -> Collected
where
    B: Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let mut body = pin!(body);
    let mut late = pin!(tokio::time::sleep(deadline));
    let mut start = Vec::new();
    loop {
        let frame = tokio::select! {
            biased;
            frame = poll_fn(|context| body.as_mut().poll_frame(context)) => frame,
            () = &mut late => return Collected::TooSlow(start),
        };
        let Some(frame) = frame else { return Collected::Whole(start.into()) };
        match frame.map(Frame::into_data) {
            Ok(Ok(data)) => {
                if !append(&mut start, data, max_length) {
                    return Collected::TooLong(start);
                }
            }
            // Trailers.
            Ok(Err(_)) => {}
            Err(error) => {
                let error = error.into();
                // A server may have a deadline of its own.
                let is_too_slow = BodyTimedOut::is_in(&*error);
                return if is_too_slow { Collected::TooSlow(start) } else { Collected::Broken(error) };
            }
        }
    }
}

/// The body was not whole in time.
pub(super) fn too_slow(start: &[u8]) -> Failure {
    Failure::new(Code::Timeout, "The body of the request did not arrive in time, so it was not executed.")
        .with_reason(reason!("slow_body"))
        .with_origin(Origin::Caller)
        .with_retry(Retry::Backoff(Safety::Always))
        .with_recovery("Send the request again, with its whole body at once.")
        .with_context("bytes_received", start.len())
}

/// The connection ended within the body.
pub(super) fn incomplete(error: Box<dyn Error + Send + Sync>) -> Failure {
    Failure::new(Code::InvalidRequest, "The body of the request is incomplete: the connection ended.")
        .with_reason(reason!("incomplete_body"))
        .with_recovery("Send the request again, with its whole body.")
        .with_cause(error)
}

/// What a server says beside a failure, as far as it has arrived: more is not waited for.
pub(super) fn said<B: Body>(body: B) -> String {
    let mut context = Context::from_waker(Waker::noop());
    let mut body = pin!(body);
    let mut text = Vec::new();
    while let Poll::Ready(Some(Ok(frame))) = body.as_mut().poll_frame(&mut context) {
        let is_all = frame.into_data().is_ok_and(|data| append(&mut text, data, MAX_SAID));
        if !is_all {
            break;
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// Appends what there is room for. Whether that was all.
fn append(text: &mut Vec<u8>, mut data: impl Buf, max_length: usize) -> bool {
    while data.has_remaining() {
        let room = max_length.saturating_sub(text.len());
        if room == 0 {
            return false;
        }
        let chunk = data.chunk();
        let taken = chunk.get(..room).unwrap_or(chunk);
        text.extend_from_slice(taken);
        let count = taken.len();
        data.advance(count);
    }
    true
}
