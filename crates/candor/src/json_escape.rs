//! What JSON escapes in a string, and whether a text has any of it.

/// How many bytes are looked at together.
const WORD: usize = 8;

/// How many bytes are looked at together where it does not matter which of them must be escaped.
const BLOCK: usize = 2 * WORD;

/// Whether anything in the text must be escaped. Most text has nothing, and that is found out sixteen bytes at a time.
pub(crate) fn has_escapes(text: &str) -> bool {
    // Two blocks that overlap see the bytes that are left over.
    let Some(last) = text.as_bytes().last_chunk::<BLOCK>() else { return !is_short_and_plain(text) };
    let (blocks, _) = text.as_bytes().as_chunks::<BLOCK>();
    blocks.iter().fold(has_escapes_in(last), |found, block| found | has_escapes_in(block))
}

/// The same for one block. It has no branches, so that the compiler makes a few instructions of it.
#[inline]
fn has_escapes_in(block: &[u8; BLOCK]) -> bool {
    block.iter().fold(false, |found, byte| found | is_escaped(*byte))
}

/// Whether the text has at most sixteen bytes, and none of them must be escaped. It has no loops, so that nothing is left of
/// it where the text is known at compile time.
#[inline(always)]
pub(crate) fn is_short_and_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (first, last) = (bytes.first_chunk::<WORD>(), bytes.last_chunk::<WORD>());
    match (bytes, first, last) {
        (_, Some(first), Some(last)) => bytes.len() <= BLOCK && (escapes_in(first) | escapes_in(last)) == 0,
        ([a, b, c, d, ..], _, _) => {
            let [.., e, f, g, h] = bytes else { return false };
            escapes_in(&[*a, *b, *c, *d, *e, *f, *g, *h]) == 0
        }
        ([a, rest @ ..], _, _) => !is_escaped(*a) && !rest.iter().any(|byte| is_escaped(*byte)),
        ([], _, _) => true,
    }
}

/// The first place from this one on where a byte must be escaped.
pub(crate) fn next_escape(text: &str, from: usize) -> Option<usize> {
    let (words, rest) = text.as_bytes().get(from..)?.as_chunks::<WORD>();
    let in_word = |(number, word)| {
        let found = escapes_in(word);
        (found != 0).then(|| from + number * WORD + found.trailing_zeros() as usize / 8)
    };
    let in_words = words.iter().enumerate().find_map(in_word);
    in_words.or_else(|| Some(from + words.len() * WORD + rest.iter().position(|byte| is_escaped(*byte))?))
}

/// The lowest bit that is set is the highest of the first byte that must be escaped: one that is below a space, or that
/// is 0 after the quote or the backslash is subtracted. Bytes after that one may be marked, too.
const fn escapes_in(word: &[u8; WORD]) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; WORD]);
    const HIGHEST_BITS: u64 = ONES << 7;
    let word = u64::from_le_bytes(*word);
    let (quote, backslash) = (word ^ (ONES * b'"' as u64), word ^ (ONES * b'\\' as u64));
    let control = word.wrapping_sub(ONES * b' ' as u64) & !word;
    let quote = quote.wrapping_sub(ONES) & !quote;
    let backslash = backslash.wrapping_sub(ONES) & !backslash;
    (control | quote | backslash) & HIGHEST_BITS
}

/// Whether the byte must be escaped.
const fn is_escaped(byte: u8) -> bool {
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
    fn the_first_escape_is_found_at_every_place_in_texts_of_every_length() {
        for length in 0..40 {
            for filler in [' ', '!', 'a', '#', '[', ']', '\x7f', '¢', 'Ü', '😀'] {
                let text = filler.to_string().repeat(length);
                assert!(!has_escapes(&text) && next_escape(&text, 0).is_none(), "{text:?}");
                assert_eq!(is_short_and_plain(&text), text.len() <= BLOCK, "{text:?}");
                for ((place, _), sign) in
                    text.char_indices().zip(['\0', '\x01', '\x1f', '\n', '"', '\\'].iter().cycle())
                {
                    let mut text = text.clone();
                    text.insert(place, *sign);
                    assert!(has_escapes(&text) && !is_short_and_plain(&text), "{text:?}");
                    assert_eq!(next_escape(&text, 0), Some(place), "{text:?}");
                    assert_eq!(next_escape(&text, place), Some(place), "{text:?}");
                    assert_eq!(next_escape(&text, place + 1), None, "{text:?}");
                    text.insert_str(place, "\\\"");
                    assert_eq!(next_escape(&text, 0), Some(place), "{text:?}");
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
