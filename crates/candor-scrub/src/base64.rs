//! Base64 in both alphabets, the standard one and the one for URLs.

use crate::Scrubber;
use std::borrow::Cow;

pub(crate) const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
pub(crate) const FOR_URLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The bytes that the first characters of a text encode.
pub(crate) struct Decoded {
    pub(crate) bytes: Vec<u8>,
    /// Whether all characters that were read are base64. If not, the bytes end before the first that is not.
    pub(crate) is_base64: bool,
}

/// Decodes at most `most` characters. Padding does not count.
pub(crate) fn decode(text: &str, most: usize) -> Decoded {
    let mut bytes = Vec::with_capacity(text.len().min(most) / 4 * 3 + 3);
    let is_base64 = decode_each(text, most, |byte| {
        bytes.push(byte);
        true
    });
    Decoded { bytes, is_base64 }
}

/// The bytes that the first characters encode, at most `most` of them; `None` if they are not base64, or if one of the
/// bytes is not that of a text. Most words are neither, which the first bytes show.
pub(crate) fn decode_text(text: &str, most: usize) -> Option<Vec<u8>> {
    let is_of_text = |byte: u8| (0x20..0x7f).contains(&byte) || byte >= 0x80;
    if !decode_each(text, most, is_of_text) {
        return None;
    }
    let Decoded { bytes, is_base64 } = decode(text, most);
    is_base64.then_some(bytes)
}

/// Calls `each` with each byte that the first characters encode, as long as it wants more. Whether all were wanted, and
/// all characters are base64.
fn decode_each(text: &str, most: usize, mut each: impl FnMut(u8) -> bool) -> bool {
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text.bytes().take(most) {
        let Some(six) = value(byte) else { return false };
        (bits, count) = (bits << 6 | u32::from(six), count + 6);
        if count >= 8 {
            count -= 8;
            if !each((bits >> count & 0xff) as u8) {
                return false;
            }
        }
    }
    true
}

impl Scrubber {
    /// Scrubs what a text in base64 encodes, such as an image or a file, and encodes it again. `None` if there is nothing to
    /// remove, or if the text is not base64.
    ///
    /// ```
    /// # use candor_scrub::Scrubber;
    /// let scrubber = Scrubber::new().with_secret("made-up-8");
    /// assert_eq!(scrubber.scrub_base64("a2V5PW1hZGUtdXAtOAo="), Some("a2V5PVtyZWRhY3RlZF0K".to_owned()));
    /// assert_eq!(scrubber.scrub_base64("bm90aGluZw=="), None);
    /// ```
    #[must_use]
    pub fn scrub_base64(&self, text: &str) -> Option<String> {
        let is_broken = text.contains(|sign: char| sign.is_ascii_whitespace());
        let text = if is_broken { Cow::Owned(text.split_ascii_whitespace().collect()) } else { Cow::Borrowed(text) };
        let decoded = decode(text.trim_end_matches('='), text.len());
        if !decoded.is_base64 {
            return None;
        }
        let scrubbed = self.scrub_bytes(&decoded.bytes);
        let alphabet = if text.contains(['-', '_']) { FOR_URLS } else { STANDARD };
        (*scrubbed != *decoded.bytes).then(|| encode(&scrubbed, alphabet))
    }
}

/// Encodes the bytes, with padding.
pub(crate) fn encode(bytes: &[u8], alphabet: &[u8; 64]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| group.get(at).copied().map_or(0, u32::from);
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4_usize {
            let six = (bits >> (18 - 6 * place) & 0x3f) as usize;
            text.push(if place <= group.len() { alphabet.get(six).copied().map_or('=', char::from) } else { '=' });
        }
    }
    text
}

/// The six bits of a character of either alphabet.
fn value(character: u8) -> Option<u8> {
    const NONE: u8 = u8::MAX;
    /// A table, because the branches of a comparison cannot be predicted in a random word.
    #[allow(clippy::indexing_slicing, reason = "runs when the program is compiled, and would not compile")]
    static VALUES: [u8; 256] = {
        let (mut values, mut six) = ([NONE; 256], 0);
        while six < STANDARD.len() {
            values[STANDARD[six] as usize] = six as u8;
            values[FOR_URLS[six] as usize] = six as u8;
            six += 1;
        }
        values
    };
    VALUES.get(usize::from(character)).copied().filter(|six| *six != NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_up_to_its_end() {
        assert_eq!(decode("eyJhbGciOiJub25lIn0", 64).bytes, br#"{"alg":"none"}"#);
        let broken = decode("aGk!aGk", 64);
        assert_eq!((broken.bytes.as_slice(), broken.is_base64), (b"hi".as_slice(), false));
        assert_eq!(decode("aGkhaGkh", 4).bytes, b"hi!");
    }

    #[test]
    fn what_is_encoded_is_decoded_again() {
        for length in 0..9 {
            let bytes: Vec<u8> = (0..length).map(|byte| 250_u8.wrapping_add(byte * 7)).collect();
            for alphabet in [STANDARD, FOR_URLS] {
                let text = encode(&bytes, alphabet);
                assert_eq!((decode(text.trim_end_matches('='), 64).bytes, text.len() % 4), (bytes.clone(), 0));
            }
        }
    }

    #[test]
    fn a_secret_in_a_file_in_base64_is_removed_from_the_file() {
        let scrubber = Scrubber::new().with_secret("Made-Up-8").secrets_only().unwrap();
        for (file, scrubbed) in [
            (&b"key=Made-Up-8\nport=80"[..], &b"key=[redacted]\nport=80"[..]),
            (b"\xff\xfekey=MADE-UP-8\xff", b"\xff\xfekey=[redacted]\xff"),
            (b"k=4d6164652d55702d38 ", b"k=[redacted] "),
        ] {
            let text = encode(file, STANDARD);
            assert_eq!(scrubber.scrub_base64(&text), Some(encode(scrubbed, STANDARD)));
            let lines = text.as_bytes().chunks(5).map(|line| String::from_utf8_lossy(line)).collect::<Vec<_>>();
            assert_eq!(scrubber.scrub_base64(&lines.join("\r\n")), Some(encode(scrubbed, STANDARD)));
        }
        assert_eq!(scrubber.scrub_base64("not base64: Made-Up-8"), None);
    }

    #[test]
    fn both_alphabets_have_the_same_values() {
        for (six, characters) in (0..).zip(STANDARD.iter().zip(FOR_URLS)) {
            assert_eq!((value(*characters.0), value(*characters.1)), (Some(six), Some(six)));
        }
    }
}
