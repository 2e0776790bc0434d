//! Bodies, as far as they are read.

use super::{BETWEEN_TRIES, TRIES};
use crate::rmcp::memory::{Charge, NoRoom};
use crate::rmcp::server::BodyTimedOut;
use crate::rmcp::shape::{Scan, Shape};
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
    /// It was not whole in time; how much came of it, and what it looked like.
    TooSlow(usize, Shape),
    /// There was no memory for it when so much had come; what it looked like.
    NoRoom(NoRoom, usize, Shape),
    /// It did not come to its end.
    Broken(Box<dyn Error + Send + Sync>),
}

/// By how much the charge of a body grows as it arrives. A body that is not longer is charged when it is whole, so that
/// short ones come through however many others are on their way.
const STEP: usize = 16 * 1024;

/// Reads a body to its end, until it is too long, or until it takes too long. If there is no memory for it, the rest is read
/// and dropped: whoever is still sending would not see the answer.
pub(super) async fn collect<B>(body: B, max_length: usize, deadline: Duration, charge: &mut Charge) -> Collected
where
    B: Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let mut body = pin!(body);
    let mut late = pin!(tokio::time::sleep(deadline));
    let mut start = Vec::new();
    let mut dropped: Option<(NoRoom, Scan, usize)> = None;
    loop {
        let data = {
            let frame = tokio::select! {
                biased;
                frame = poll_fn(|context| body.as_mut().poll_frame(context)) => frame,
                () = &mut late => return too_late(start, dropped),
            };
            match frame.map(|frame| frame.map(Frame::into_data)) {
                None => break,
                Some(Ok(Ok(data))) => data,
                // Trailers.
                Some(Ok(Err(_))) => continue,
                Some(Err(error)) => {
                    let error = error.into();
                    // A server may have a deadline of its own.
                    let is_too_slow = BodyTimedOut::is_in(&*error);
                    return if is_too_slow { too_late(start, dropped) } else { Collected::Broken(error) };
                }
            }
        };
        let read = dropped.as_ref().map_or(start.len(), |(_, _, read)| *read);
        let length = read.saturating_add(data.remaining());
        let room = if length > STEP { length.min(max_length).next_multiple_of(STEP) } else { 0 };
        if dropped.is_none()
            && let Err(no_room) = grow(charge, room).await
        {
            let mut scan = Scan::default();
            scan.feed(&std::mem::take(&mut start));
            let _ = charge.resize(0);
            dropped = Some((no_room, scan, 0));
        }
        if let Some((no_room, scan, read)) = &mut dropped {
            feed(scan, data);
            *read = length;
            if length > max_length {
                return Collected::NoRoom(*no_room, length, std::mem::take(scan).finish());
            }
        } else if !append(&mut start, data, max_length) {
            return Collected::TooLong(start);
        }
    }
    match dropped {
        Some((no_room, scan, length)) => Collected::NoRoom(no_room, length, scan.finish()),
        None => Collected::Whole(start.into()),
    }
}

/// Charges this much. As for a message that is whole, room is waited for a moment.
async fn grow(charge: &mut Charge, room: usize) -> Result<(), NoRoom> {
    if room <= charge.bytes() {
        return Ok(());
    }
    for _ in 0..TRIES {
        match charge.resize(room) {
            Err(NoRoom::Now) => tokio::time::sleep(BETWEEN_TRIES).await,
            grown => return grown,
        }
    }
    charge.resize(room)
}

/// What came of a body until its time was up.
fn too_late(start: Vec<u8>, dropped: Option<(NoRoom, Scan, usize)>) -> Collected {
    match dropped {
        Some((_, scan, length)) => Collected::TooSlow(length, scan.finish()),
        None => Collected::TooSlow(start.len(), Scan::of(&start)),
    }
}

/// The body was not whole in time.
pub(super) fn too_slow(received: usize) -> Failure {
    Failure::new(Code::Timeout, "The body of the request did not arrive in time, so it was not executed.")
        .with_reason(reason!("slow_body"))
        .with_origin(Origin::Caller)
        .with_retry(Retry::Backoff(Safety::Always))
        .with_recovery("Send the request again, with its whole body at once.")
        .with_context("bytes_received", received)
}

fn feed(scan: &mut Scan, mut data: impl Buf) {
    while data.has_remaining() {
        let chunk = data.chunk();
        scan.feed(chunk);
        let count = chunk.len();
        data.advance(count);
    }
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
