//! The tokens of a JSON text, so that some can be changed and everything else stays as it is written.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// The begin of an object.
    Object,
    /// The begin of a list.
    List,
    /// The end of an object or a list.
    End,
    /// A string that is a member's name.
    Name,
    /// A string that is a value.
    Text,
    Number,
    /// `true`, `false` or `null`.
    Word,
}

/// A token and its span, with the quotes of a string.
#[derive(Clone)]
pub(super) struct Token {
    pub(super) span: Range<usize>,
    pub(super) kind: TokenKind,
}

/// Every token of a text that is known to be JSON, in order, without commas and colons.
pub(super) fn json_tokens(json: &str) -> impl Iterator<Item = Token> {
    let bytes = json.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let byte = *bytes.get(at)?;
            let start = at;
            at += 1;
            let kind = match byte {
                b'{' => TokenKind::Object,
                b'[' => TokenKind::List,
                b'}' | b']' => TokenKind::End,
                b'"' => {
                    at = end_of_string(bytes, at);
                    let next = bytes.get(at..)?.iter().find(|byte| !byte.is_ascii_whitespace());
                    if next == Some(&b':') { TokenKind::Name } else { TokenKind::Text }
                }
                b'-' | b'0'..=b'9' => {
                    at = end_of_run(bytes, at, |byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
                    TokenKind::Number
                }
                b'a'..=b'z' => {
                    at = end_of_run(bytes, at, |byte| byte.is_ascii_lowercase());
                    TokenKind::Word
                }
                _ => continue,
            };
            return Some(Token { span: start..at, kind });
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

/// The end of the run of bytes of one class that begins here.
fn end_of_run(bytes: &[u8], at: usize, is_part: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| is_part(**byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_is_found_with_its_kind() {
        let json = r#"{"a" : "b\"\\", "[{": ["\u0022", {"c": -1.50E+2}, null,true], "d": "}","e":0}"#;
        let found: Vec<_> = json_tokens(json).map(|token| (&json[token.span], token.kind)).collect();
        let expected = [
            ("{", TokenKind::Object),
            (r#""a""#, TokenKind::Name),
            (r#""b\"\\""#, TokenKind::Text),
            (r#""[{""#, TokenKind::Name),
            ("[", TokenKind::List),
            (r#""\u0022""#, TokenKind::Text),
            ("{", TokenKind::Object),
            (r#""c""#, TokenKind::Name),
            ("-1.50E+2", TokenKind::Number),
            ("}", TokenKind::End),
            ("null", TokenKind::Word),
            ("true", TokenKind::Word),
            ("]", TokenKind::End),
            (r#""d""#, TokenKind::Name),
            (r#""}""#, TokenKind::Text),
            (r#""e""#, TokenKind::Name),
            ("0", TokenKind::Number),
            ("}", TokenKind::End),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn incomplete_json_has_tokens_within_its_bounds() {
        for json in ["", "\"", "\"\\", "{\"a", "]]]\"x\"", "[-", "tru"] {
            assert!(json_tokens(json).all(|token| token.span.end <= json.len()));
        }
    }
}
