//! A secret in every form in which it may be written.

use std::fmt::Write;

/// The text in every form that the scrubber reads, with the name of the form.
pub(crate) fn forms(secret: &str) -> Vec<(&'static str, String)> {
    let each = |form: fn(u8) -> String| secret.bytes().map(form).collect::<String>();
    let around = |before: &str| base64(format!("{before}{secret}:x").as_bytes());
    vec![
        ("as it is", secret.to_owned()),
        ("in capitals", secret.to_uppercase()),
        ("in small letters", secret.to_lowercase()),
        ("in hexadecimal digits", each(|byte| format!("{byte:02x}"))),
        ("in capital hexadecimal digits", each(|byte| format!("{byte:02X}"))),
        ("percent-encoded", each(|byte| format!("%{byte:02X}"))),
        ("escaped as in JSON", each(|byte| format!("\\u{byte:04x}"))),
        ("escaped as in Rust", each(|byte| format!("\\x{byte:02x}"))),
        ("escaped as in HTML", each(|byte| format!("&#{byte};"))),
        ("in base64", base64(secret.as_bytes())),
        ("in base64 after one byte", around("a")),
        ("in base64 after two bytes", around("ab")),
        ("in base64 for URLs", base64(secret.as_bytes()).replace('+', "-").replace('/', "_")),
    ]
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for place in 0..4 {
            let six = usize::try_from(bits >> (18 - 6 * place) & 63).unwrap();
            let sign = if place <= group.len() { char::from(ALPHABET[six]) } else { '=' };
            write!(text, "{sign}").unwrap();
        }
    }
    text
}
