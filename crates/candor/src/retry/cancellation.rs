//! Work that can be cancelled, and that has a time limit.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

/// The signal that cancels a call, if there is one. After it came it is not polled again: the call is over.
#[derive(Default)]
pub(super) struct Cancellation<'call>(Option<Pin<Box<dyn Future<Output = ()> + Send + 'call>>>);

/// How work ended.
pub(super) enum End<T> {
    /// By itself.
    Finished(T),
    /// It was stopped because its time was up.
    OutOfTime,
    /// It was stopped because the call was cancelled.
    Cancelled,
}

impl<'call> Cancellation<'call> {
    pub(super) fn new(signal: impl Future<Output = ()> + Send + 'call) -> Cancellation<'call> {
        Cancellation(Some(Box::pin(signal)))
    }

    /// Whether the call is cancelled already.
    pub(super) async fn came(&mut self) -> bool {
        poll_fn(|context| Poll::Ready(self.poll(context).is_ready())).await
    }

    /// Runs the work until it is finished, its time is up, or the call is cancelled: then the work is dropped.
    pub(super) async fn or<F: Future>(&mut self, work: F, limit: Duration) -> End<F::Output> {
        let mut work = pin!(tokio::time::timeout(limit, work));
        poll_fn(|context| {
            // Cancellation is polled first: a result at the same moment is of no use to the caller.
            if self.poll(context).is_ready() {
                return Poll::Ready(End::Cancelled);
            }
            work.as_mut().poll(context).map(|ended| ended.map_or(End::OutOfTime, End::Finished))
        })
        .await
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        self.0.as_mut().map_or(Poll::Pending, |signal| signal.as_mut().poll(context))
    }
}
