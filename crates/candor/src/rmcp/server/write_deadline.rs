//! A connection whose writes end in time, or with an error.

use super::activity::Activity;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// A stream on which each write must make progress within a time. One that is not written to may be silent for ever.
pub(super) struct WriteDeadline<I> {
    stream: I,
    limit: Duration,
    activity: Arc<Activity>,
    /// Runs while the peer does not take what is written.
    late: Option<Pin<Box<Sleep>>>,
}

impl<I> WriteDeadline<I> {
    pub(super) fn new(stream: I, limit: Duration, activity: Arc<Activity>) -> WriteDeadline<I> {
        WriteDeadline { stream, limit, activity, late: None }
    }

    fn checked<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            if self.late.take().is_some() {
                self.activity.is_written(true);
            }
            return written;
        }
        let limit = self.limit;
        let late = self.late.get_or_insert_with(|| {
            self.activity.is_written(false);
            Box::pin(tokio::time::sleep(limit))
        });
        late.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<I: AsyncRead + Unpin> AsyncRead for WriteDeadline<I> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl<I: AsyncWrite + Unpin> AsyncWrite for WriteDeadline<I> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.checked(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.checked(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.checked(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ended = Pin::new(&mut self.stream).poll_shutdown(context);
        self.checked(ended, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const LIMIT: Duration = Duration::from_secs(30);

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_does_not_read_ends_the_write_and_one_that_reads_a_little_does_not() {
        let (near, mut far) = tokio::io::duplex(10);
        let mut near = WriteDeadline::new(near, LIMIT, Arc::new(Activity::new()));
        let reader = async {
            let mut some = [0; 5];
            for _ in 0..4 {
                tokio::time::sleep(LIMIT - Duration::from_secs(1)).await;
                far.read_exact(&mut some).await.unwrap();
            }
        };
        let (written, ()) = tokio::join!(near.write_all(&[1; 30]), reader);
        written.unwrap();
        let error = near.write_all(&[1; 30]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn silence_has_no_limit() {
        let (near, mut far) = tokio::io::duplex(10);
        let mut near = WriteDeadline::new(near, LIMIT, Arc::new(Activity::new()));
        near.write_all(&[1; 10]).await.unwrap();
        tokio::time::sleep(100 * LIMIT).await;
        far.read_exact(&mut [0; 10]).await.unwrap();
        near.write_all(&[1; 10]).await.unwrap();
    }
}
