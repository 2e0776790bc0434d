//! What JSON escapes in a string, and whether a text has any of it.

/// How many bytes are looked at together.
const WORD: usize = 8;

/// Whether anything in the text must be escaped. Most text has nothing, and that is found out eight bytes at a time.
pub(crate) fn has_escapes(text: &[u8]) -> bool {
    let (words, _) = text.as_chunks::<WORD>();
    // The last word may overlap the one before it.
    match text.last_chunk::<WORD>() {
        Some(last) => words.iter().fold(may_escape(last), |found, word| found | may_escape(word)) != 0,
        None => text.iter().any(|byte| is_escaped(*byte)),
    }
}

/// Not 0 exactly if one of the bytes must be escaped: the highest bit of each byte that is below a blank, or that is 0
/// once the quote or the backslash is taken from it.
const fn may_escape(word: &[u8; WORD]) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; WORD]);
    const HIGHEST_BITS: u64 = ONES << 7;
    let word = u64::from_ne_bytes(*word);
    let (quote, backslash) = (word ^ (ONES * b'"' as u64), word ^ (ONES * b'\\' as u64));
    let control = word.wrapping_sub(ONES * b' ' as u64) & !word;
    let quote = quote.wrapping_sub(ONES) & !quote;
    let backslash = backslash.wrapping_sub(ONES) & !backslash;
    (control | quote | backslash) & HIGHEST_BITS
}

/// Whether the byte must be escaped.
pub(crate) const fn is_escaped(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

/// How many bytes the byte takes in a string.
pub(crate) const fn escaped_len(byte: u8) -> usize {
    match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 2,
        0x00..0x20 => 6,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escape_is_found_at_every_place_in_texts_of_every_length() {
        for length in 0..40 {
            for filler in [b' ', b'!', b'a', b'#', b'[', b']', 0x7f, 0x80, 0xa2, 0xdc, 0xff] {
                let mut text = vec![filler; length];
                assert!(!has_escapes(&text), "{filler:#x} in {length} bytes");
                for place in 0..length {
                    for byte in [0, 1, 0x1f, b'\n', b'"', b'\\'] {
                        text[place] = byte;
                        assert!(has_escapes(&text), "{byte:#x} at {place} of {length} in {filler:#x}");
                    }
                    text[place] = filler;
                }
            }
        }
    }

    #[test]
    fn a_byte_takes_as_much_as_serde_json_writes_for_it() {
        for byte in 0..0x80_u8 {
            let written = serde_json::to_string(&char::from(byte)).unwrap();
            assert_eq!(escaped_len(byte), written.len() - 2, "{written}");
            assert_eq!(is_escaped(byte), written.contains('\\'), "{written}");
        }
    }
}
