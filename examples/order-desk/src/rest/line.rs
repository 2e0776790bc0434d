//! Connections that an answer can reset.

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// Accepts connections that can be reset.
pub(super) struct Lines(pub(super) TcpListener);

/// A connection, as those who answer on it know it.
#[derive(Debug, Clone)]
pub(super) struct Line(Arc<AtomicBool>);

impl Line {
    /// Resets the connection as soon as anything is written to it.
    pub(super) fn reset(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A connection.
pub(super) struct Stream {
    stream: TcpStream,
    is_reset: Arc<AtomicBool>,
}

impl Listener for Lines {
    type Io = Stream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Stream, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        // Without it an answer is late, and not wrong.
        let _ = stream.set_nodelay(true);
        (Stream { stream, is_reset: Arc::default() }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, Lines>> for Line {
    fn connect_info(stream: IncomingStream<'_, Lines>) -> Line {
        Line(Arc::clone(&stream.io().is_reset))
    }
}

impl Stream {
    /// The error of a connection that is being reset. What is closed then is closed without a farewell.
    fn refuse(&self) -> io::Result<()> {
        if self.is_reset.load(Ordering::Relaxed) {
            self.stream.set_zero_linger()?;
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.refuse()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.refuse()?;
        Pin::new(&mut self.stream).poll_write_vectored(context, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
