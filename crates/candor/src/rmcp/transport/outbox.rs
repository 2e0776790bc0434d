//! The output: whole lines, one after the other.

use std::io;
use tokio::io::{AsyncWrite, AsyncWriteExt};

/// Writes lines to a stream.
///
/// A write can be given up at any time: the rest of its line is kept here, and written before the next one.
#[derive(Debug)]
pub(super) struct Outbox<W> {
    /// None when closed.
    writer: Option<W>,
    waiting: Vec<u8>,
    /// How much of what waits is written.
    written: usize,
}

impl<W: AsyncWrite + Unpin> Outbox<W> {
    pub(super) fn new(writer: W) -> Outbox<W> {
        Outbox { writer: Some(writer), waiting: Vec::new(), written: 0 }
    }

    /// Adds a line, without writing it yet.
    pub(super) fn push(&mut self, mut line: Vec<u8>) {
        line.push(b'\n');
        if self.waiting.is_empty() {
            self.waiting = line;
        } else {
            self.waiting.append(&mut line);
        }
    }

    /// Writes everything that waits. A stream that fails may end within a line, so it is not used again.
    pub(super) async fn flush(&mut self) -> io::Result<()> {
        let result = self.write_out().await;
        if result.is_err() {
            self.writer = None;
        }
        self.waiting = Vec::new();
        self.written = 0;
        result
    }

    async fn write_out(&mut self) -> io::Result<()> {
        let writer = self.writer.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        while let Some(rest) = self.waiting.get(self.written..).filter(|rest| !rest.is_empty()) {
            match writer.write(rest).await? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                count => self.written += count,
            }
        }
        writer.flush().await
    }

    /// Writes everything that waits and lets go of the stream.
    pub(super) async fn close(&mut self) -> io::Result<()> {
        if self.writer.is_none() {
            return Ok(());
        }
        self.flush().await?;
        match self.writer.take() {
            Some(mut writer) => writer.shutdown().await,
            None => Ok(()),
        }
    }
}
