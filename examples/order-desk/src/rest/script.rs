//! Bodies that come as a script says: in pieces, slowly, and not always to their end.

use axum::body::Body;
use bytes::Bytes;
use http_body::Frame;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::time::{Sleep, sleep};

/// A body: this piece, so many times, with this pause before each, and then an end.
pub(super) struct Script {
    pub(super) piece: Bytes,
    pub(super) times: usize,
    pub(super) pause: Duration,
    pub(super) end: End,
}

/// How a body ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum End {
    /// As it should.
    Whole,
    /// The connection closes in the middle.
    Broken,
    /// It does not.
    Never,
}

impl Script {
    pub(super) fn body(self) -> Body {
        Body::new(Scripted { script: self, sleep: None, is_sent: false })
    }
}

struct Scripted {
    script: Script,
    sleep: Option<Pin<Box<Sleep>>>,
    is_sent: bool,
}

impl http_body::Body for Scripted {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let this = &mut *self;
        if this.script.times == 0 {
            return match this.script.end {
                End::Whole => Poll::Ready(None),
                End::Broken if this.is_sent => Poll::Ready(Some(Err(io::ErrorKind::ConnectionAborted.into()))),
                // What came so far is sent while nothing more is ready.
                End::Broken => {
                    this.is_sent = true;
                    context.waker().wake_by_ref();
                    Poll::Pending
                }
                // Nobody wakes it: the connection stays until the client leaves.
                End::Never => Poll::Pending,
            };
        }
        if !this.script.pause.is_zero() {
            let pause = this.script.pause;
            let sleep = this.sleep.get_or_insert_with(|| Box::pin(sleep(pause)));
            ready!(sleep.as_mut().poll(context));
            this.sleep = None;
        }
        this.script.times -= 1;
        Poll::Ready(Some(Ok(Frame::data(this.script.piece.clone()))))
    }
}
