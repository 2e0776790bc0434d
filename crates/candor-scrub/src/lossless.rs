//! Any bytes as text, so that bytes that are not UTF-8 stay as they are and the text around them is scrubbed.

use crate::removal::Removal;
use std::borrow::Cow;

/// The characters for bytes are counted from this one, in a private-use plane. Only bytes from 0x80 on need one.
const FIRST: u32 = 0x10_ff00;

/// Bytes as text. Each byte that is not part of valid UTF-8 becomes one character.
pub(crate) struct Lossless<'b> {
    text: Cow<'b, str>,
}

impl<'b> Lossless<'b> {
    pub(crate) fn of(bytes: &'b [u8]) -> Lossless<'b> {
        Lossless { text: str::from_utf8(bytes).map_or_else(|_| Cow::Owned(encoded(bytes)), Cow::Borrowed) }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The bytes of the scrubbed text.
    pub(crate) fn to_bytes(&self, scrubbed: String) -> Vec<u8> {
        if self.is_itself() {
            return scrubbed.into_bytes();
        }
        let mut bytes = Vec::with_capacity(scrubbed.len());
        for character in scrubbed.chars() {
            match byte_of(character) {
                Some(byte) => bytes.push(byte),
                None => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        bytes
    }

    /// Maps removals from positions in the text to positions in the bytes.
    pub(crate) fn places_in_bytes(&self, mut removals: Vec<Removal>) -> Vec<Removal> {
        if !self.is_itself() {
            let mut places = Places { text: &self.text, in_text: 0, in_bytes: 0 };
            for removal in &mut removals {
                let start = places.byte_at(removal.span.start);
                removal.span = start..places.byte_at(removal.span.end);
            }
        }
        removals
    }

    /// Maps removals from positions in the bytes to positions in the text.
    pub(crate) fn places_in_text<'r>(&self, removals: &'r [Removal]) -> Cow<'r, [Removal]> {
        if self.is_itself() || removals.is_empty() {
            return Cow::Borrowed(removals);
        }
        let mut places = Places { text: &self.text, in_text: 0, in_bytes: 0 };
        let mut in_text = |removal: &Removal| {
            let start = places.character_at(removal.span.start);
            Removal { span: start..places.character_at(removal.span.end), ..*removal }
        };
        Cow::Owned(removals.iter().map(&mut in_text).collect())
    }

    /// Whether the bytes are UTF-8, so that positions in both are equal.
    fn is_itself(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }
}

/// Maps positions between the text and the bytes, in ascending order.
struct Places<'t> {
    text: &'t str,
    in_text: usize,
    in_bytes: usize,
}

impl Places<'_> {
    /// The position in the bytes of a position in the text.
    fn byte_at(&mut self, in_text: usize) -> usize {
        while self.in_text < in_text && self.step() {}
        self.in_bytes
    }

    /// The position in the text of a position in the bytes.
    fn character_at(&mut self, in_bytes: usize) -> usize {
        while self.in_bytes < in_bytes && self.step() {}
        self.in_text
    }

    fn step(&mut self) -> bool {
        let Some(character) = self.text.get(self.in_text..).and_then(|rest| rest.chars().next()) else { return false };
        self.in_text += character.len_utf8();
        self.in_bytes += if byte_of(character).is_some() { 1 } else { character.len_utf8() };
        true
    }
}

/// A character of the input that is itself one of those for bytes is encoded as its four bytes.
fn encoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 4);
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            if byte_of(character).is_some() {
                text.extend(character.encode_utf8(&mut [0; 4]).bytes().filter_map(character_of));
            } else {
                text.push(character);
            }
        }
        text.extend(chunk.invalid().iter().copied().filter_map(character_of));
    }
    text
}

fn character_of(byte: u8) -> Option<char> {
    char::from_u32(FIRST + u32::from(byte))
}

fn byte_of(character: char) -> Option<u8> {
    u32::from(character).checked_sub(FIRST).and_then(|byte| u8::try_from(byte).ok()).filter(|byte| *byte >= 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removal(span: std::ops::Range<usize>) -> Removal {
        Removal { rule: "email", span, placeholder: "[email]" }
    }

    #[test]
    fn any_bytes_survive_the_round_trip() {
        let all: Vec<u8> = (0..=255).collect();
        let character: &[u8] = "a\u{10ff80}\u{10ffff}\u{10fe00}\u{fffd}z".as_bytes();
        let broken = [character, b"\xff"].concat();
        for bytes in [&all, &b""[..], b"plain", b"\xff", b"caf\xe9 \xf0\x9f\x98", b"\xf4\x8f\xbe", character, &broken] {
            let text = Lossless::of(bytes);
            assert_eq!(text.to_bytes(text.as_str().to_owned()), bytes);
        }
    }

    #[test]
    fn text_is_not_copied() {
        for text in ["é 😀", "\u{10ff80}"] {
            assert!(matches!(Lossless::of(text.as_bytes()).text, Cow::Borrowed(_)));
        }
    }

    #[test]
    fn places_are_counted_in_bytes_and_in_text() {
        let text = Lossless::of(b"\xff\xfe\xc3\xa9 a@b.io \xff x@y.io");
        let find = |part: &str| text.as_str().find(part).map(|start| start..start + part.len()).unwrap();
        let in_text = vec![removal(find("a@b.io")), removal(find("x@y.io"))];
        let in_bytes = vec![removal(5..11), removal(14..20)];
        assert_eq!(text.places_in_bytes(in_text.clone()), in_bytes);
        assert_eq!(*text.places_in_text(&in_bytes), in_text);
    }
}
