//! Arguments out of any bytes, mostly with names and values that the schema knows.

use serde_json::{Map, Value};

/// The deepest value: JSON is read no deeper than a little more.
const MAX_DEPTH: usize = 120;
/// How much text there may be, in bytes: more than patterns with look-around are tried on.
const MAX_TEXT: usize = 32 * 1024;

/// The members of an object that the bytes stand for. Some of their names and texts are among `words`.
pub(super) fn members(bytes: &[u8], words: &[String]) -> Map<String, Value> {
    Maker { bytes, words, room: MAX_TEXT }.members(MAX_DEPTH)
}

/// Reads one byte after the other; after the last come zeros, which stand for as little as possible.
struct Maker<'a> {
    bytes: &'a [u8],
    words: &'a [String],
    room: usize,
}

impl Maker<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit.max(1)
    }

    fn eight(&mut self) -> [u8; 8] {
        std::array::from_fn(|_| self.byte())
    }

    fn members(&mut self, depth: usize) -> Map<String, Value> {
        (0..self.below(8)).map(|_| (self.text(), self.value(depth))).collect()
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(11) {
            1 => self.byte().is_multiple_of(2).into(),
            2 => self.byte().cast_signed().into(),
            3 => i64::from_le_bytes(self.eight()).into(),
            4 => f64::from_le_bytes(self.eight()).into(),
            5..=7 => self.text().into(),
            8 if depth > 0 => (0..self.below(8)).map(|_| self.value(depth - 1)).collect(),
            9 | 10 if depth > 0 => self.members(depth - 1).into(),
            _ => Value::Null,
        }
    }

    fn text(&mut self) -> String {
        let times = match self.below(16) {
            0..=12 => {
                let word = self.below(self.words.len());
                return self.words.get(word).cloned().unwrap_or_default();
            }
            13 | 14 => 1,
            _ => 64 * self.below(256),
        };
        let length = self.below(24).min(self.bytes.len());
        let (text, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        let text = String::from_utf8_lossy(text);
        let times = times.min(self.room / text.len().max(1));
        self.room -= times * text.len();
        text.repeat(times)
    }
}
