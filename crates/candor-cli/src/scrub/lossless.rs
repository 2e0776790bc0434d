//! Text that stands for any bytes: what is not UTF-8 becomes a character that nobody uses, and back.

use std::borrow::Cow;

/// The character for byte 0 would be this one; only bytes from 0x80 on are ever stood for.
const FIRST: u32 = 0x10_ff00;
/// The first byte of every such character in UTF-8, and hardly of any other.
const LEAD: u8 = 0xf4;

/// The text of the bytes.
pub(super) fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) if !bytes.contains(&LEAD) => Cow::Borrowed(text),
        Ok(_) | Err(_) => Cow::Owned(encoded(bytes)),
    }
}

/// The bytes that the text stands for.
pub(super) fn bytes_of(text: &str) -> Cow<'_, [u8]> {
    if !text.as_bytes().contains(&LEAD) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match byte_of(character) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(character.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    Cow::Owned(bytes)
}

/// How many bytes the character stands for.
pub(super) fn length_of(character: char) -> usize {
    if byte_of(character).is_some() { 1 } else { character.len_utf8() }
}

/// A character of the input that is itself one of those that stand for bytes is written as its four bytes.
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

    #[test]
    fn any_bytes_come_back_as_they_were() {
        let all: Vec<u8> = (0..=255).collect();
        let character: &[u8] = "a\u{10ff80}\u{10ffff}\u{10fe00}\u{fffd}z".as_bytes();
        for bytes in [all.as_slice(), b"", b"plain", b"\xff", b"caf\xe9 \xf0\x9f\x98", b"\xf4\x8f\xbe", character] {
            assert_eq!(*bytes_of(&text_of(bytes)), *bytes);
            assert_eq!(text_of(bytes).chars().map(length_of).sum::<usize>(), bytes.len());
        }
    }

    #[test]
    fn text_is_not_copied() {
        assert!(matches!(text_of("é 😀".as_bytes()), Cow::Borrowed(_)));
        assert!(matches!(bytes_of("é 😀"), Cow::Borrowed(_)));
    }
}
