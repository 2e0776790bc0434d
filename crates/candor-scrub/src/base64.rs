//! Base64 in both alphabets, the standard one and the one for URLs.

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
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text.bytes().take(most) {
        let Some(six) = value(byte) else { return Decoded { bytes, is_base64: false } };
        (bits, count) = (bits << 6 | u32::from(six), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    Decoded { bytes, is_base64: true }
}

/// The six bits of a character of either alphabet.
fn value(character: u8) -> Option<u8> {
    match character {
        b'A'..=b'Z' => Some(character - b'A'),
        b'a'..=b'z' => Some(character - b'a' + 26),
        b'0'..=b'9' => Some(character - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
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
    fn both_alphabets_have_the_same_values() {
        for (six, characters) in (0..).zip(STANDARD.iter().zip(FOR_URLS)) {
            assert_eq!((value(*characters.0), value(*characters.1)), (Some(six), Some(six)));
        }
    }
}
