//! A stream of server-sent events, cut into events as its bytes come.

use memchr::memchr2;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// Cuts a stream into events. Of all that an event can have, only its data is kept; no event is longer than the cap.
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
        }
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
            [] => self.dispatch(each),
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
