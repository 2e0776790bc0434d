//! Lines from a stream of bytes, none longer than it may be.

use crate::rmcp::memory::{Charge, MemoryBudget, NoRoom};
use crate::rmcp::shape::{Scan, Shape};
use std::io;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// What is kept of the room that a long line took, and by how much a charge grows.
const KEPT_ROOM: usize = 64 * 1024;
/// How much is read at once, unless it is said.
const READ_SIZE: usize = 8 * 1024;

/// Reads lines, and drops what is too long while it arrives.
///
/// What was read of a line stays here when a read is given up, so nothing is lost.
#[derive(Debug)]
pub(in crate::rmcp) struct Lines<R> {
    reader: BufReader<R>,
    /// The line so far, without its end.
    line: Vec<u8>,
    /// The line that is dropped while it arrives.
    dropped: Option<Dropped>,
    has_ended: bool,
    pub(in crate::rmcp) max_length: usize,
    budget: MemoryBudget,
    /// What the line has been charged, beyond the room that is kept.
    charge: Charge,
}

/// A line of which only the shape is kept.
#[derive(Debug)]
struct Dropped {
    scan: Scan,
    why: Why,
}

/// Why a line is dropped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::rmcp) enum Why {
    TooLong,
    /// There is no memory for it; it was this long when that showed.
    NoRoom(NoRoom, usize),
}

/// What came.
#[derive(Debug, PartialEq)]
pub(in crate::rmcp) enum Next {
    /// A line; [`Lines::take`] gives it.
    Line,
    /// A line that was dropped, and what it looked like.
    Dropped(Shape, Why),
    End,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(in crate::rmcp) fn new(reader: R, max_length: usize, budget: MemoryBudget) -> Lines<R> {
        Lines::with_capacity(READ_SIZE, reader, max_length, budget)
    }

    /// The same, and so much is read at once.
    pub(in crate::rmcp) fn with_capacity(
        read_size: usize,
        reader: R,
        max_length: usize,
        budget: MemoryBudget,
    ) -> Lines<R> {
        let charge = budget.open_charge();
        let reader = BufReader::with_capacity(read_size, reader);
        Lines { reader, line: Vec::new(), dropped: None, has_ended: false, max_length, budget, charge }
    }

    pub(in crate::rmcp) fn set_budget(&mut self, budget: MemoryBudget) {
        self.charge = budget.open_charge();
        self.budget = budget;
    }

    pub(in crate::rmcp) fn budget(&self) -> &MemoryBudget {
        &self.budget
    }

    /// Waits for the next line. Bytes after the last line break are a line too.
    pub(in crate::rmcp) async fn next(&mut self) -> io::Result<Next> {
        loop {
            if self.has_ended {
                return Ok(Next::End);
            }
            // Nothing is taken from the reader before this has returned, and no other place waits.
            let available = self.reader.fill_buf().await?;
            if available.is_empty() {
                self.has_ended = true;
                return Ok(match self.dropped.take() {
                    Some(Dropped { scan, why }) => Next::Dropped(scan.finish(), why),
                    None if self.line.is_empty() => Next::End,
                    None => Next::Line,
                });
            }
            let end = memchr::memchr(b'\n', available);
            let piece = available.get(..end.unwrap_or(available.len())).unwrap_or_default();
            let taken = piece.len() + usize::from(end.is_some());
            if let Some(dropped) = &mut self.dropped {
                dropped.scan.feed(piece);
            } else if let Err(why) = make_room(&mut self.charge, self.line.len() + piece.len(), self.max_length) {
                let mut scan = Scan::default();
                scan.feed(&self.line);
                scan.feed(piece);
                self.line = Vec::new();
                self.charge = self.budget.open_charge();
                self.dropped = Some(Dropped { scan, why });
            } else {
                self.line.extend_from_slice(piece);
            }
            self.reader.consume(taken);
            if end.is_some() {
                return Ok(match self.dropped.take() {
                    Some(Dropped { scan, why }) => Next::Dropped(scan.finish(), why),
                    None => Next::Line,
                });
            }
        }
    }

    /// Reads the line that has come, under its charge, and makes room for the next.
    pub(in crate::rmcp) fn take<T>(&mut self, read: impl FnOnce(&[u8], Charge) -> T) -> T {
        let charge = std::mem::replace(&mut self.charge, self.budget.open_charge());
        let result = read(&self.line, charge);
        self.line.clear();
        self.line.shrink_to(KEPT_ROOM);
        result
    }
}

impl<R> Lines<R> {
    /// The line that has come, under its charge. There is room for the next.
    pub(in crate::rmcp) fn take_whole(&mut self) -> (Vec<u8>, Charge) {
        let charge = std::mem::replace(&mut self.charge, self.budget.open_charge());
        (std::mem::take(&mut self.line), charge)
    }
}

/// Makes room for a line of this length.
fn make_room(charge: &mut Charge, length: usize, max_length: usize) -> Result<(), Why> {
    if length > max_length {
        return Err(Why::TooLong);
    }
    let room = length.saturating_sub(KEPT_ROOM).next_multiple_of(KEPT_ROOM);
    if room <= charge.bytes() { Ok(()) } else { charge.resize(room).map_err(|no_room| Why::NoRoom(no_room, length)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rmcp::shape::Id;

    async fn lines_of(bytes: &[u8], max_length: usize) -> Vec<Result<Vec<u8>, Shape>> {
        let mut lines = Lines::new(bytes, max_length, MemoryBudget::of_process());
        let mut found = Vec::new();
        loop {
            match lines.next().await.unwrap() {
                Next::Line => found.push(Ok(lines.take(|line, _| line.to_vec()))),
                Next::Dropped(shape, _) => found.push(Err(shape)),
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
        let endless = tokio::io::AsyncReadExt::take(tokio::io::repeat(b'x'), 10_000_000);
        let mut lines = Lines::new(endless, 1_000, MemoryBudget::of_process());
        assert!(matches!(lines.next().await.unwrap(), Next::Dropped(_, Why::TooLong)));
        assert_eq!(lines.line.capacity(), 0);
    }

    #[tokio::test]
    async fn a_line_is_charged_while_it_arrives_and_dropped_where_there_is_no_room() {
        let budget = MemoryBudget::new(4 * 1024 * 1024);
        let (reader, mut writer) = tokio::io::duplex(1024 * 1024);
        let mut lines = Lines::new(reader, 4 * 1024 * 1024, budget.clone());
        let send = async |text: &str| tokio::io::AsyncWriteExt::write_all(&mut writer, text.as_bytes()).await.unwrap();
        let mut send = send;
        send(&format!("{{\"id\":7,\"a\":\"{}", "x".repeat(200_000))).await;
        assert!(tokio::time::timeout(std::time::Duration::from_millis(50), lines.next()).await.is_err());
        assert_eq!(budget.in_use(), 3 * KEPT_ROOM);
        let mut other = budget.open_charge();
        other.resize(2_800_000).unwrap();
        send(&"x".repeat(200_000)).await;
        send("\"}\n{}\n").await;
        let next = lines.next().await.unwrap();
        let Next::Dropped(shape, Why::NoRoom(NoRoom::Now, _)) = next else { panic!("{next:?}") };
        assert!(matches!(&shape.id, Id::Valid(id) if id.as_json() == "7"));
        drop(other);
        assert_eq!(lines.next().await.unwrap(), Next::Line);
        assert_eq!(budget.in_use(), 0);
    }
}
