//! What it takes to read a message, counted without reading it.

use memchr::memchr2;

/// What a text holds, if it is JSON. What is counted of other text is at least what a parser meets before it gives up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::rmcp) struct Weight {
    /// Bytes of the text.
    length: usize,
    /// Strings, numbers, words, objects and arrays.
    pub(in crate::rmcp) values: usize,
    /// Names of members.
    members: usize,
    /// Arrays and objects that are not empty.
    filled_arrays: usize,
    filled_objects: usize,
    /// Strings with an escape, which are copied to be read.
    escaped: usize,
    /// The bytes of these, and of all other strings.
    escaped_bytes: usize,
    plain_bytes: usize,
    /// How deeply it is nested.
    pub(in crate::rmcp) deepest: usize,
}

/// What each takes at most, in bytes, while `rmcp` reads a message: it buffers all values twice before it makes its own
/// of them. `memory/measured.rs` compares these with what a process takes.
mod cost {
    /// The buffers of the text: where it arrives, and where it is read.
    pub(super) const TEXT_BYTE: usize = 2;
    pub(super) const VALUE: usize = 300;
    pub(super) const MEMBER: usize = 240;
    pub(super) const FILLED_ARRAY: usize = 250;
    pub(super) const FILLED_OBJECT: usize = 790;
    pub(super) const ESCAPED: usize = 160;
    pub(super) const ESCAPED_BYTE: usize = 7;
    pub(super) const PLAIN_BYTE: usize = 2;
    /// What is kept of a byte of a string that was read: a string that has grown has room for twice its length at most.
    pub(super) const KEPT_BYTE: usize = 2;
    /// What any request takes beside its message.
    pub(super) const REQUEST: usize = 4 * 1024;
}

impl Weight {
    /// Counts in one pass, and allocates nothing.
    pub(in crate::rmcp) fn of(text: &[u8]) -> Weight {
        let mut weight = Weight { length: text.len(), ..Weight::default() };
        let (mut at, mut depth, mut opened, mut is_in_word) = (0, 0_usize, b' ', false);
        while let Some(byte) = text.get(at) {
            at += 1;
            let is_blank = matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
            if !is_blank {
                match (opened, byte) {
                    (b'[', b']') | (b'{', b'}') => {}
                    (b'[', _) => weight.filled_arrays += 1,
                    (b'{', _) => weight.filled_objects += 1,
                    _ => {}
                }
                opened = b' ';
            }
            let was_in_word = std::mem::take(&mut is_in_word);
            match byte {
                b'"' => at = weight.add_text(text, at),
                b'{' | b'[' => {
                    weight.values += 1;
                    opened = *byte;
                    depth += 1;
                    weight.deepest = weight.deepest.max(depth);
                }
                b'}' | b']' => depth = depth.saturating_sub(1),
                // The string before it was a name.
                b':' => {
                    weight.members += 1;
                    weight.values = weight.values.saturating_sub(1);
                }
                b',' => {}
                _ if is_blank => {}
                _ => {
                    weight.values += usize::from(!was_in_word);
                    is_in_word = true;
                }
            }
        }
        weight
    }

    /// Adds the string that begins here; where it ends.
    fn add_text(&mut self, text: &[u8], begin: usize) -> usize {
        let (mut at, mut is_escaped) = (begin, false);
        let end = loop {
            let rest = text.get(at..).unwrap_or_default();
            match memchr2(b'"', b'\\', rest) {
                Some(found) if rest.get(found) == Some(&b'"') => break at + found,
                Some(found) => {
                    is_escaped = true;
                    at += found + 2;
                }
                None => break text.len(),
            }
        };
        let bytes = end.saturating_sub(begin);
        self.values += 1;
        if is_escaped {
            self.escaped += 1;
            self.escaped_bytes += bytes;
        } else {
            self.plain_bytes += bytes;
        }
        end + 1
    }

    /// What it takes to read the message, in bytes.
    pub(in crate::rmcp) fn cost(&self) -> usize {
        let text = self.length.saturating_mul(cost::TEXT_BYTE);
        self.cost_of_values().saturating_add(text)
    }

    /// The same without its text, which nobody keeps.
    pub(in crate::rmcp) fn cost_of_values(&self) -> usize {
        self.sum(cost::ESCAPED_BYTE, cost::PLAIN_BYTE)
    }

    /// What may be kept of it once it is read: the buffers of its text are free then, and those in which it was unescaped.
    pub(in crate::rmcp) fn kept(&self) -> usize {
        self.sum(cost::KEPT_BYTE, cost::KEPT_BYTE)
    }

    fn sum(&self, escaped_byte: usize, plain_byte: usize) -> usize {
        [
            (1, cost::REQUEST),
            (self.values, cost::VALUE),
            (self.members, cost::MEMBER),
            (self.filled_arrays, cost::FILLED_ARRAY),
            (self.filled_objects, cost::FILLED_OBJECT),
            (self.escaped, cost::ESCAPED),
            (self.escaped_bytes, escaped_byte),
            (self.plain_bytes, plain_byte),
        ]
        .into_iter()
        .fold(0, |sum, (count, cost)| count.saturating_mul(cost).saturating_add(sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_members_and_levels_are_counted() {
        let rows = [
            ("", 0, 0, 0, (0, 0)),
            ("12", 1, 0, 0, (0, 0)),
            (r#" "a\"b" "#, 1, 0, 0, (0, 0)),
            ("[]", 1, 0, 1, (0, 0)),
            ("[ ]", 1, 0, 1, (0, 0)),
            ("{ }", 1, 0, 1, (0, 0)),
            ("[1, -2.5e7,true , null]", 5, 0, 1, (1, 0)),
            ("[[],[[]],{}]", 5, 0, 3, (2, 0)),
            (r#"{"a":{},"b:":"x,y","c":[1]}"#, 5, 3, 2, (1, 1)),
            (r#"{"a":{"b":{"c":1}}}"#, 4, 3, 3, (0, 3)),
            (r#"["]","[","{\"a\":1}","\\"]"#, 5, 0, 1, (1, 0)),
        ];
        for (text, values, members, deepest, filled) in rows {
            let weight = Weight::of(text.as_bytes());
            let counted = (weight.values, weight.members, weight.deepest);
            assert_eq!(counted, (values, members, deepest), "{text}");
            assert_eq!((weight.filled_arrays, weight.filled_objects), filled, "{text}");
        }
    }

    #[test]
    fn text_that_is_not_json_is_counted_as_far_as_a_parser_reads_it() {
        for (text, values) in [("[1,2", 3), (r#"["a","b"#, 3), (r#"{"a":[1,}}}}]"#, 3), ("::::", 0), ("\"\\", 1)] {
            assert!(Weight::of(text.as_bytes()).values >= values, "{text}");
        }
    }

    #[test]
    fn strings_with_escapes_cost_more_than_those_without() {
        let plain = Weight::of(format!("\"{}\"", "a".repeat(1_000)).as_bytes());
        let escaped = Weight::of(format!("\"{}\\n\"", "a".repeat(998)).as_bytes());
        assert_eq!((plain.plain_bytes, plain.escaped_bytes), (1_000, 0));
        assert_eq!((escaped.plain_bytes, escaped.escaped_bytes), (0, 1_000));
        assert!(escaped.cost() > plain.cost() + 5_000);
    }
}
