//! Frames from a stream of bytes: one a line.

use crate::rmcp::memory::{Charge, MemoryBudget};
use crate::rmcp::shape::Shape;
use crate::rmcp::transport::lines::{Lines, Next, Why};
use std::io;
use tokio::io::AsyncRead;

/// How much is read at once: what a pipe holds.
const READ_SIZE: usize = 64 * 1024;

/// Reads the lines of a peer. None is longer than it may be, and all that are in memory are under one budget.
#[derive(Debug)]
pub struct FrameReader<R>(Lines<R>);

/// What came.
#[derive(Debug)]
pub enum ReadFrame {
    /// A line, without its end. It counts towards the budget until it is dropped.
    Line(Line),
    /// A line that is longer than it may be, or for which there was no memory.
    Dropped {
        /// The id in it, in JSON as it was written, if it could be read.
        id: Option<String>,
        /// Whether it is a request: there is a method in it.
        is_request: bool,
        /// Whether it was too long; otherwise there was no memory for it.
        is_too_long: bool,
    },
    /// The peer has closed the stream.
    End,
}

/// A line in memory.
#[derive(Debug)]
pub struct Line {
    bytes: Vec<u8>,
    _charge: Option<Charge>,
}

/// A line that counts towards no budget: a part of one that does.
impl From<Vec<u8>> for Line {
    fn from(bytes: Vec<u8>) -> Line {
        Line { bytes, _charge: None }
    }
}

impl std::ops::Deref for Line {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl<R: AsyncRead + Unpin> FrameReader<R> {
    /// Reads lines of at most this many bytes.
    pub fn new(reader: R, max_length: usize, budget: MemoryBudget) -> FrameReader<R> {
        FrameReader(Lines::with_capacity(READ_SIZE, reader, max_length, budget))
    }

    /// Waits for the next line. What was read of a line stays when this is given up.
    ///
    /// # Errors
    ///
    /// When the stream cannot be read.
    pub async fn next(&mut self) -> io::Result<ReadFrame> {
        Ok(match self.0.next().await? {
            Next::Line => {
                let (bytes, charge) = self.0.take_whole();
                ReadFrame::Line(Line { bytes, _charge: Some(charge) })
            }
            Next::Dropped(Shape { id, method, .. }, why) => ReadFrame::Dropped {
                id: id.into_answer_id().map(|id| id.as_json().to_owned()),
                is_request: method != crate::rmcp::shape::Member::Absent,
                is_too_long: why == Why::TooLong,
            },
            Next::End => ReadFrame::End,
        })
    }
}
