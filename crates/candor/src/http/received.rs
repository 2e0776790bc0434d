//! A body as far as it was read, and what of it is kept for the operator.

use ::http::HeaderMap;
use ::http::header::CONTENT_LENGTH;

/// No more than this is read of a body, in bytes, however long it is.
pub(super) const READ_LIMIT: usize = 256 * 1024;

/// The bytes of a body that came, and whether they are all.
#[derive(Clone, Copy)]
pub(super) struct Received<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) ending: BodyEnd,
    /// How long the whole body is, where the response says so.
    pub(super) announced: Option<usize>,
}

/// Why nothing came after the last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BodyEnd {
    /// It was the last.
    Whole,
    /// No more was read.
    Stopped,
    /// The connection failed or the time was up.
    #[cfg_attr(not(feature = "reqwest"), allow(dead_code, reason = "only a stream can break off"))]
    BrokeOff,
}

impl<'a> Received<'a> {
    /// Bytes that ended like that. Where `Content-Length` announces more than came, they are not all.
    pub(super) fn new(headers: &HeaderMap, bytes: &'a [u8], ending: BodyEnd) -> Received<'a> {
        let announced = headers.get(CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse().ok());
        let is_short = ending == BodyEnd::Whole && announced.is_some_and(|announced: usize| announced > bytes.len());
        Received { bytes, ending: if is_short { BodyEnd::Stopped } else { ending }, announced }
    }

    /// What is looked at to find out what the body says.
    pub(super) fn readable(&self) -> &'a [u8] {
        self.bytes.get(..READ_LIMIT).unwrap_or(self.bytes)
    }

    pub(super) fn is_whole(&self) -> bool {
        self.ending == BodyEnd::Whole && self.bytes.len() <= READ_LIMIT
    }

    /// The body for the operator: its head and its tail, together at most `limit` bytes, and how much is left out.
    pub(super) fn excerpt(&self, limit: usize) -> String {
        let length = self.bytes.len();
        let rest = match (self.ending, self.announced) {
            (BodyEnd::Whole, _) => String::new(),
            (BodyEnd::BrokeOff, _) => format!("… [broke off after {length} bytes]"),
            (BodyEnd::Stopped, Some(announced)) if announced > length => {
                format!("… [{} bytes not read]", announced - length)
            }
            (BodyEnd::Stopped, _) => "… [rest not read]".to_owned(),
        };
        if length <= limit {
            return format!("{}{rest}", String::from_utf8_lossy(self.bytes));
        }
        let (head, _) = self.bytes.split_at(limit.div_ceil(2).min(length));
        let (_, tail) = self.bytes.split_at(length.saturating_sub(limit / 2));
        let (head, tail) = (without_half_character(head), without_half_characters_before(tail));
        let left_out = length - head.len() - tail.len();
        let [head, tail] = [head, tail].map(String::from_utf8_lossy);
        format!("{head}… [{left_out} bytes left out] …{tail}{rest}")
    }
}

/// The bytes up to a character that the end cut off.
fn without_half_character(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => bytes.get(..error.valid_up_to()).unwrap_or(bytes),
        Ok(_) | Err(_) => bytes,
    }
}

/// The bytes after a character that the beginning cut off.
fn without_half_characters_before(bytes: &[u8]) -> &[u8] {
    let is_continuation = |byte: &&u8| **byte & 0b1100_0000 == 0b1000_0000;
    let cut = bytes.iter().take(3).take_while(is_continuation).count();
    bytes.get(cut..).unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(bytes: &[u8], ending: BodyEnd, announced: Option<usize>, limit: usize) -> String {
        Received { bytes, ending, announced }.excerpt(limit)
    }

    #[test]
    fn head_and_tail_are_kept_and_what_is_left_out_is_counted() {
        let rows = [
            ("abcdef", 6, "abcdef"),
            ("abcdef", 4, "ab… [2 bytes left out] …ef"),
            ("abcdef", 3, "ab… [3 bytes left out] …f"),
            ("abcdef", 1, "a… [5 bytes left out] …"),
            ("äöüß", 6, "ä… [4 bytes left out] …ß"),
            ("€€€", 4, "… [9 bytes left out] …"),
            ("", 4, ""),
        ];
        for (body, limit, kept) in rows {
            assert_eq!(excerpt(body.as_bytes(), BodyEnd::Whole, None, limit), kept, "{body} in {limit}");
        }
    }

    #[test]
    fn a_body_that_is_not_whole_says_so() {
        assert_eq!(excerpt(b"abc", BodyEnd::BrokeOff, Some(10), 9), "abc… [broke off after 3 bytes]");
        assert_eq!(excerpt(b"abc", BodyEnd::Stopped, Some(10), 9), "abc… [7 bytes not read]");
        assert_eq!(excerpt(b"abc", BodyEnd::Stopped, None, 9), "abc… [rest not read]");
        assert_eq!(excerpt(b"abcdef", BodyEnd::Stopped, Some(100), 2), "a… [4 bytes left out] …f… [94 bytes not read]");
    }

    #[test]
    fn bytes_that_are_not_text_are_kept_as_far_as_they_are() {
        assert_eq!(excerpt(b"a\xff\xfeb", BodyEnd::Whole, None, 9), "a\u{fffd}\u{fffd}b");
        assert_eq!(excerpt(&[0xff; 100], BodyEnd::Whole, None, 4).chars().filter(|it| *it == '\u{fffd}').count(), 4);
    }
}
