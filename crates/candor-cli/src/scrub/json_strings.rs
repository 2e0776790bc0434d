//! The strings of a JSON text, so that they can be changed and everything else stays as it is written.

use std::ops::Range;

/// A string where it is, quotes included.
pub(super) struct JsonString {
    pub(super) span: Range<usize>,
    /// How many objects and lists it is in.
    pub(super) depth: usize,
    /// Whether it is a member's name.
    pub(super) is_name: bool,
}

/// Every string of a text that is known to be JSON, in order.
pub(super) fn json_strings(json: &str) -> impl Iterator<Item = JsonString> {
    let bytes = json.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    std::iter::from_fn(move || {
        loop {
            let byte = *bytes.get(at)?;
            let start = at;
            at += 1;
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => {
                    at = end_of_string(bytes, at);
                    let next = bytes.get(at..)?.iter().find(|byte| !byte.is_ascii_whitespace());
                    return Some(JsonString { span: start..at, depth, is_name: next == Some(&b':') });
                }
                _ => {}
            }
        }
    })
}

/// The end of the string whose first byte after the quote is this.
fn end_of_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_string_is_found_with_its_depth_and_whether_it_is_a_name() {
        let json = r#"{"a" : "b\"\\", "[{": ["\u0022", {"c": 1}], "d": "}"}"#;
        let found: Vec<_> = json_strings(json).map(|it| (&json[it.span], it.depth, it.is_name)).collect();
        let expected = [
            (r#""a""#, 1, true),
            (r#""b\"\\""#, 1, false),
            (r#""[{""#, 1, true),
            (r#""\u0022""#, 2, false),
            (r#""c""#, 3, true),
            (r#""d""#, 1, true),
            (r#""}""#, 1, false),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_ends_too_early_is_no_trouble() {
        for json in ["", "\"", "\"\\", "{\"a", "]]]\"x\""] {
            assert!(json_strings(json).all(|it| it.span.end <= json.len()));
        }
    }
}
