//! A stream of server-sent events, cut into events as its bytes come.

use memchr::memchr2;
use std::time::Duration;

const BOM: &[u8] = b"\xef\xbb\xbf";
/// The longest id of an event that is kept.
const LONGEST_ID: usize = 1_024;

/// Cuts a stream into events. Of all that an event can have, its data is kept, and the id of the last one; no event is longer than the
/// cap.
#[derive(Debug)]
pub(super) struct EventReader {
    cap: usize,
    /// What has come of the line that is not whole.
    line: Vec<u8>,
    /// The data of the event that is not whole.
    data: Vec<u8>,
    has_data: bool,
    /// Whether the event is of another type than `message`.
    is_other: bool,
    /// Whether the last line ended with a carriage return, which a line feed may follow.
    is_after_return: bool,
    is_begun: bool,
    /// The id of the event that is not whole, or else of the last one.
    id: Vec<u8>,
    /// The id of the last event that was whole.
    last_id: Vec<u8>,
    retry: Option<Duration>,
}

/// An event is longer than it may be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl EventReader {
    pub(super) fn new(cap: usize) -> EventReader {
        EventReader {
            cap,
            line: Vec::new(),
            data: Vec::new(),
            has_data: false,
            is_other: false,
            is_after_return: false,
            is_begun: false,
            id: Vec::new(),
            last_id: Vec::new(),
            retry: None,
        }
    }

    /// Reads another stream, which goes on after the last event that was whole.
    pub(super) fn begin_again(&mut self) {
        let (last_id, retry) = (std::mem::take(&mut self.last_id), self.retry);
        *self = EventReader { id: last_id.clone(), last_id, retry, ..EventReader::new(self.cap) };
    }

    /// The id of the last event that was whole; none if the server gives none.
    pub(super) fn last_id(&self) -> Option<&[u8]> {
        (!self.last_id.is_empty()).then_some(&self.last_id)
    }

    /// How long the server wants to be left alone after a break, if it says so.
    pub(super) fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// Takes the next bytes, and gives the data of each event that they complete to `each`, until that says that it has enough.
    ///
    /// # Errors
    ///
    /// An event is longer than the cap.
    pub(super) fn take<T>(
        &mut self,
        mut bytes: &[u8],
        mut each: impl FnMut(&[u8]) -> Option<T>,
    ) -> Result<Option<T>, TooLong> {
        if std::mem::take(&mut self.is_after_return) {
            bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
        }
        while let Some(end) = memchr2(b'\n', b'\r', bytes) {
            let (head, rest) = bytes.split_at_checked(end).unwrap_or((bytes, &[]));
            let mut rest = rest;
            if let Some(after) = rest.strip_prefix(b"\r") {
                self.is_after_return = after.is_empty();
                rest = after.strip_prefix(b"\n").unwrap_or(after);
            } else {
                rest = rest.strip_prefix(b"\n").unwrap_or(rest);
            }
            self.keep(head)?;
            if let Some(found) = self.line(&mut each)? {
                return Ok(Some(found));
            }
            bytes = rest;
        }
        self.keep(bytes)?;
        Ok(None)
    }

    /// The stream has ended. An event without the empty line that ends it counts, too: half a message is told apart by what is in it.
    pub(super) fn end<T>(&mut self, mut each: impl FnMut(&[u8]) -> Option<T>) -> Option<T> {
        if let Ok(Some(found)) = self.line(&mut each) {
            return Some(found);
        }
        self.dispatch(&mut each)
    }

    /// How much is in memory.
    pub(super) fn held(&self) -> usize {
        self.line.len() + self.data.len()
    }

    fn keep(&mut self, part: &[u8]) -> Result<(), TooLong> {
        if self.held() + part.len() > self.cap {
            return Err(TooLong);
        }
        self.line.extend_from_slice(part);
        Ok(())
    }

    /// The line is whole.
    fn line<T>(&mut self, each: &mut impl FnMut(&[u8]) -> Option<T>) -> Result<Option<T>, TooLong> {
        let mut line = std::mem::take(&mut self.line);
        if !std::mem::replace(&mut self.is_begun, true) && line.starts_with(BOM) {
            line.drain(..BOM.len());
        }
        let outcome = match line.as_slice() {
            [] => {
                self.last_id.clone_from(&self.id);
                self.dispatch(each)
            }
            text => {
                self.field(text);
                None
            }
        };
        line.clear();
        // Its room is used again.
        self.line = line;
        Ok(outcome)
    }

    fn field(&mut self, line: &[u8]) {
        let colon = memchr::memchr(b':', line).unwrap_or(line.len());
        let (name, value) = line.split_at_checked(colon).unwrap_or((line, &[]));
        let value = value.strip_prefix(b":").unwrap_or(value);
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match name {
            b"data" => {
                if self.has_data {
                    self.data.push(b'\n');
                }
                self.has_data = true;
                self.data.extend_from_slice(value);
            }
            b"id" if value.len() <= LONGEST_ID && !value.contains(&0) => self.id = value.to_vec(),
            b"retry" if value.iter().all(u8::is_ascii_digit) => {
                let millis = std::str::from_utf8(value).ok().and_then(|digits| digits.parse().ok());
                self.retry = millis.map(Duration::from_millis).or(self.retry);
            }
            b"event" => self.is_other = !matches!(value, b"message" | b""),
            _ => {}
        }
    }

    fn dispatch<T>(&mut self, each: &mut impl FnMut(&[u8]) -> Option<T>) -> Option<T> {
        let is_other = std::mem::take(&mut self.is_other);
        let has_data = std::mem::take(&mut self.has_data);
        let found = if has_data && !is_other && !self.data.is_empty() { each(&self.data) } else { None };
        self.data.clear();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn events(pieces: &[&[u8]]) -> Vec<String> {
        let mut reader = EventReader::new(1_000);
        let mut found = Vec::new();
        let mut each = |data: &[u8]| -> Option<()> {
            found.push(String::from_utf8_lossy(data).into_owned());
            None
        };
        for piece in pieces {
            reader.take(piece, &mut each).unwrap();
        }
        reader.end(&mut each);
        found
    }

    #[test]
    fn events_are_cut_as_the_standard_says() {
        let rows: [(&str, &[&str]); 10] = [
            ("data: a\n\ndata: b\n\n", &["a", "b"]),
            ("data:a\r\n\r\ndata:b\r\rdata:c\n\n", &["a", "b", "c"]),
            ("data: a\ndata: b\n\n", &["a\nb"]),
            (": a comment\n:\n\nid: 7\nretry: 100\ndata: a\n\n", &["a"]),
            ("event: message\ndata: a\n\nevent: endpoint\ndata: b\n\ndata: c\n\n", &["a", "c"]),
            ("\u{feff}data: a\n\n", &["a"]),
            ("id: 1\ndata:\n\ndata: a\n\n", &["a"]),
            ("data:  a \n\n", &[" a "]),
            ("data: not ended", &["not ended"]),
            ("\n\n\nnothing\n\n", &[]),
        ];
        for (text, expected) in rows {
            assert_eq!(events(&[text.as_bytes()]), expected, "{text:?}");
        }
    }

    #[test]
    fn the_id_that_counts_is_that_of_the_last_event_that_was_whole() {
        let rows: [(&str, Option<&[u8]>); 7] = [
            ("id: 1\ndata: a\n\n", Some(b"1")),
            ("id: 1\ndata: a\n\nid: 2\ndata: half of", Some(b"1")),
            ("id: 1\ndata:\n\n", Some(b"1")),
            ("id: 1\n\ndata: a\n\n", Some(b"1")),
            ("id: 1\ndata: a\n\nid:\ndata: b\n\n", None),
            ("id: a\0b\ndata: a\n\n", None),
            ("data: a\n\n", None),
        ];
        for (text, expected) in rows {
            let mut reader = EventReader::new(1_000);
            reader.take(text.as_bytes(), |_| None::<()>).unwrap();
            reader.end(|_| None::<()>);
            assert_eq!(reader.last_id(), expected, "{text:?}");
        }
    }

    #[test]
    fn another_stream_goes_on_after_the_last_event_that_was_whole() {
        let mut reader = EventReader::new(1_000);
        reader.take(b"retry: 70\nretry: soon\nid: 1\ndata: a\n\nid: 2\ndata: half of", |_| None::<()>).unwrap();
        reader.begin_again();
        assert_eq!((reader.last_id(), reader.retry()), (Some(&b"1"[..]), Some(Duration::from_millis(70))));
        let found = reader.take(b"data: b\n\n", |data| Some(data.to_vec()));
        assert_eq!(found, Ok(Some(b"b".to_vec())));
        assert_eq!(reader.last_id(), Some(&b"1"[..]));
    }

    #[test]
    fn an_event_over_the_cap_is_too_long_however_it_is_split() {
        let mut reader = EventReader::new(100);
        let line = format!("data: {}\n", "x".repeat(60));
        assert_eq!(reader.take(line.as_bytes(), |_| None::<()>), Ok(None));
        assert_eq!(reader.take(line.as_bytes(), |_| None::<()>), Err(TooLong));
        let mut reader = EventReader::new(100);
        assert_eq!(reader.take(&[b'x'; 101], |_| None::<()>), Err(TooLong));
    }

    proptest! {
        #[test]
        fn where_the_stream_is_split_does_not_matter(
            text in "(data: ?[ab]{0,3}|event: x|:c|)(\r\n|\n|\r)(\r\n|\n|\r|)(data: z(\r\n|\n|\r)){0,2}(\r\n|\n|\r)",
            cuts in proptest::collection::vec(0_usize..40, 0..4),
        ) {
            let text = text.as_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(text.len())).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let pieces: Vec<&[u8]> = cuts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect();
            prop_assert_eq!(events(&pieces), events(&[text]));
        }
    }
}
