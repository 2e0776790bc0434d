//! What a connection is doing: whether its client waits for the server, or the server for its client.

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep};

/// What one connection is doing.
///
/// While a request is not complete, and between two requests, the server waits for the client: such a connection may be
/// closed to make room for another. One whose request is being served may not.
#[derive(Debug)]
pub(super) struct Activity {
    opened: Instant,
    /// When the server began to wait for the client, in milliseconds since then and one more; zero while it does not.
    waits_since: AtomicU64,
    is_written: AtomicBool,
}

impl Activity {
    /// A new connection: the server waits for a first request.
    pub(super) fn new() -> Activity {
        Activity { opened: Instant::now(), waits_since: AtomicU64::new(1), is_written: AtomicBool::new(true) }
    }

    /// A whole request is there.
    fn serves(&self) {
        self.waits_since.store(0, Ordering::Relaxed);
    }

    /// The last request is answered, or the head of the next one has come.
    fn waits(&self) {
        self.waits_since.store(self.mark_of(Instant::now()), Ordering::Relaxed);
    }

    /// Whether the client has taken what was written so far.
    pub(super) fn is_written(&self, is_written: bool) {
        self.is_written.store(is_written, Ordering::Relaxed);
    }

    /// Lets the connection be closed, if the server still waits for the client as it has since then. A request that
    /// has come meanwhile is served.
    pub(super) fn close(&self, since: Instant) -> bool {
        let mark = self.mark_of(since);
        self.waits_since.compare_exchange(mark, 0, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    fn mark_of(&self, moment: Instant) -> u64 {
        let since_opened = moment.saturating_duration_since(self.opened);
        u64::try_from(since_opened.as_millis()).unwrap_or(u64::MAX).saturating_add(1)
    }

    /// Since when the server has been waiting for the client, if it does.
    pub(super) fn waits_for_client_since(&self) -> Option<Instant> {
        let since = self.waits_since.load(Ordering::Relaxed).checked_sub(1)?;
        let is_written = self.is_written.load(Ordering::Relaxed);
        is_written.then(|| self.opened + Duration::from_millis(since))
    }
}

/// The body of a request that [`HttpServer`](super::HttpServer) hands to its service. It ends with an error if it is not
/// whole in time.
#[derive(Debug)]
pub struct RequestBody {
    incoming: Incoming,
    activity: Arc<Activity>,
    end: Instant,
    /// Runs while the client does not send.
    late: Option<Pin<Box<Sleep>>>,
}

/// The body of a request was not whole in time.
#[derive(Debug, thiserror::Error)]
#[error("the body of the request was not whole in time")]
pub(in crate::rmcp) struct BodyTimedOut;

impl BodyTimedOut {
    /// Whether it is among the causes of this error.
    pub(in crate::rmcp) fn is_in(error: &(dyn Error + 'static)) -> bool {
        let mut next = Some(error);
        while let Some(error) = next {
            if error.is::<BodyTimedOut>() {
                return true;
            }
            next = error.source();
        }
        false
    }
}

impl RequestBody {
    pub(super) fn new(incoming: Incoming, limit: Duration, activity: Arc<Activity>) -> RequestBody {
        let now = Instant::now();
        // So far away, nobody waits for it.
        let end = now.checked_add(limit).unwrap_or_else(|| now + Duration::from_secs(365 * 24 * 60 * 60));
        if incoming.is_end_stream() {
            activity.serves();
        } else {
            // Its head has come: those go first that have sent less.
            activity.waits();
        }
        RequestBody { incoming, activity, end, late: None }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = Box<dyn Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        match Pin::new(&mut self.incoming).poll_frame(context) {
            Poll::Ready(frame) => {
                if frame.is_none() || self.incoming.is_end_stream() {
                    self.activity.serves();
                }
                if frame.is_some() && Instant::now() >= self.end {
                    return Poll::Ready(Some(Err(BodyTimedOut.into())));
                }
                Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
            }
            Poll::Pending => {
                let end = self.end;
                let late = self.late.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(end)));
                late.as_mut().poll(context).map(|()| Some(Err(BodyTimedOut.into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.incoming.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.incoming.size_hint()
    }
}

/// The body of a response: when it is dropped, the request is answered.
pub(super) struct ResponseBody<A> {
    body: Pin<Box<A>>,
    activity: Arc<Activity>,
}

impl<A> ResponseBody<A> {
    pub(super) fn new(body: A, activity: Arc<Activity>) -> ResponseBody<A> {
        // Even if the service has not read the request to its end.
        activity.serves();
        ResponseBody { body: Box::pin(body), activity }
    }
}

impl<A> Drop for ResponseBody<A> {
    fn drop(&mut self) {
        self.activity.waits();
    }
}

impl<A: Body> Body for ResponseBody<A> {
    type Data = A::Data;
    type Error = A::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<A::Data>, A::Error>>> {
        self.body.as_mut().poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_whose_request_has_come_since_is_not_closed() {
        let activity = Activity::new();
        let since = activity.waits_for_client_since().unwrap();
        activity.serves();
        assert!(!activity.close(since));
        activity.waits();
        assert!(activity.close(activity.waits_for_client_since().unwrap()));
        assert!(!activity.close(since), "once");
    }
}
