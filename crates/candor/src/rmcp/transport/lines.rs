//! Lines from a stream of bytes, none longer than it may be.

use crate::rmcp::shape::{Scan, Shape};
use std::io;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// What is kept of the room that a long line took.
const KEPT_ROOM: usize = 64 * 1024;

/// Reads lines, and drops what is too long while it arrives.
///
/// What was read of a line stays here when a read is given up, so nothing is lost.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: BufReader<R>,
    /// The line so far, without its end.
    line: Vec<u8>,
    /// The shape of a line that is too long.
    scan: Option<Scan>,
    has_ended: bool,
    pub(super) max_length: usize,
}

/// What came.
#[derive(Debug, PartialEq)]
pub(super) enum Next {
    /// A line; [`Lines::take`] gives it.
    Line,
    /// A line that was too long, and what it looked like.
    TooLong(Shape),
    End,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(reader: R, max_length: usize) -> Lines<R> {
        Lines { reader: BufReader::new(reader), line: Vec::new(), scan: None, has_ended: false, max_length }
    }

    /// Waits for the next line. Bytes after the last line break are a line too.
    pub(super) async fn next(&mut self) -> io::Result<Next> {
        loop {
            if self.has_ended {
                return Ok(Next::End);
            }
            // Nothing is taken from the reader before this has returned, and no other place waits.
            let available = self.reader.fill_buf().await?;
            if available.is_empty() {
                self.has_ended = true;
                return Ok(match self.scan.take() {
                    Some(scan) => Next::TooLong(scan.finish()),
                    None if self.line.is_empty() => Next::End,
                    None => Next::Line,
                });
            }
            let end = memchr::memchr(b'\n', available);
            let piece = available.get(..end.unwrap_or(available.len())).unwrap_or_default();
            let taken = piece.len() + usize::from(end.is_some());
            match &mut self.scan {
                Some(scan) => scan.feed(piece),
                None if self.line.len().saturating_add(piece.len()) > self.max_length => {
                    let mut scan = Scan::default();
                    scan.feed(&self.line);
                    scan.feed(piece);
                    self.line = Vec::new();
                    self.scan = Some(scan);
                }
                None => self.line.extend_from_slice(piece),
            }
            self.reader.consume(taken);
            if end.is_some() {
                return Ok(match self.scan.take() {
                    Some(scan) => Next::TooLong(scan.finish()),
                    None => Next::Line,
                });
            }
        }
    }

    /// Reads the line that has come, and makes room for the next.
    pub(super) fn take<T>(&mut self, read: impl FnOnce(&[u8]) -> T) -> T {
        let result = read(&self.line);
        self.line.clear();
        self.line.shrink_to(KEPT_ROOM);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rmcp::shape::Id;

    async fn lines_of(bytes: &[u8], max_length: usize) -> Vec<Result<Vec<u8>, Shape>> {
        let mut lines = Lines::new(bytes, max_length);
        let mut found = Vec::new();
        loop {
            match lines.next().await.unwrap() {
                Next::Line => found.push(Ok(lines.take(<[u8]>::to_vec))),
                Next::TooLong(shape) => found.push(Err(shape)),
                Next::End => return found,
            }
        }
    }

    #[tokio::test]
    async fn a_last_line_needs_no_line_break() {
        assert_eq!(lines_of(b"one\ntwo", 100).await, [Ok(b"one".to_vec()), Ok(b"two".to_vec())]);
        assert_eq!(lines_of(b"one\n", 100).await, [Ok(b"one".to_vec())]);
        assert_eq!(lines_of(b"", 100).await, []);
    }

    #[tokio::test]
    async fn a_line_has_at_most_its_length() {
        assert_eq!(lines_of(b"12345\n", 5).await, [Ok(b"12345".to_vec())]);
        let found = lines_of(b"{\"id\": 17, \"a\": 1}\n12345\n{\"id\": 18, ", 5).await;
        let ids: Vec<_> = found.into_iter().map(|line| line.map_err(|shape| shape.id)).collect();
        let [Err(Id::Valid(first)), Ok(line), Err(Id::Valid(last))] = ids.as_slice() else { panic!("{ids:?}") };
        assert_eq!((first.as_json(), line.as_slice(), last.as_json()), ("17", b"12345".as_slice(), "18"));
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_not_kept_in_memory() {
        let mut lines = Lines::new(tokio::io::AsyncReadExt::take(tokio::io::repeat(b'x'), 10_000_000), 1_000);
        assert!(matches!(lines.next().await.unwrap(), Next::TooLong(_)));
        assert_eq!(lines.line.capacity(), 0);
    }
}
