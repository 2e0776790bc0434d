//! Work that can be called off, and that has only so much time.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

/// What tells that a call is to be called off, if anything can. Once it has, nobody asks again: the call is over.
#[derive(Default)]
pub(super) struct Cancellation<'call>(Option<Pin<Box<dyn Future<Output = ()> + Send + 'call>>>);

/// How work ended.
pub(super) enum End<T> {
    /// By itself.
    Finished(T),
    /// It was stopped because its time was up.
    OutOfTime,
    /// It was stopped because the call was called off.
    Cancelled,
}

impl<'call> Cancellation<'call> {
    pub(super) fn new(signal: impl Future<Output = ()> + Send + 'call) -> Cancellation<'call> {
        Cancellation(Some(Box::pin(signal)))
    }

    /// Whether the call is called off already.
    pub(super) async fn came(&mut self) -> bool {
        poll_fn(|context| Poll::Ready(self.poll(context).is_ready())).await
    }

    /// Works until the work is finished, its time is up, or the call is called off: then the work is dropped.
    pub(super) async fn or<F: Future>(&mut self, work: F, limit: Duration) -> End<F::Output> {
        let mut work = pin!(tokio::time::timeout(limit, work));
        poll_fn(|context| {
            // First: who called it off has no use for an answer in the same moment.
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
