//! Everything that is written to standard output.

use crate::trouble::Trouble;
use std::io::{IsTerminal, Stdout, Write};

/// Standard output: text with colour where it is wanted, and JSON, laid out where a person reads it.
pub(crate) struct Output {
    /// It is locked for each write: a server over stdio writes from threads of its own.
    stdout: Stdout,
    is_terminal: bool,
}

impl Output {
    pub(crate) fn new() -> Output {
        let stdout = std::io::stdout();
        Output { is_terminal: stdout.is_terminal(), stdout }
    }

    /// Text with styles, which are left out unless a terminal shows them.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Trouble> {
        anstream::AutoStream::auto(self.stdout.lock()).write_all(text.as_bytes()).map_err(Trouble::Write)
    }

    /// Bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        self.stdout.write_all(bytes).map_err(Trouble::Write)
    }

    /// One JSON value on one line; on a terminal, with control characters escaped.
    pub(crate) fn json_line(&mut self, mut json: Vec<u8>) -> Result<(), Trouble> {
        if self.is_terminal {
            json = String::from_utf8_lossy(&json).chars().flat_map(harmless).collect::<String>().into_bytes();
        }
        json.push(b'\n');
        self.bytes(&json)
    }

    /// One JSON value: on one line for programs, laid out on a terminal.
    pub(crate) fn json(&mut self, json: Vec<u8>) -> Result<(), Trouble> {
        let laid_out = self.is_terminal.then(|| laid_out(&json).ok()).flatten();
        self.json_line(laid_out.unwrap_or(json))
    }

    /// Flushes what is buffered.
    pub(crate) fn finish(&mut self) -> Result<(), Trouble> {
        self.stdout.flush().map_err(Trouble::Write)
    }
}

/// Whether a character changes how a terminal shows the others: C1 controls, and marks of the writing direction.
fn is_control_or_bidi(character: char) -> bool {
    matches!(character, '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The character, or its escape: control characters occur only within JSON strings.
fn harmless(character: char) -> impl Iterator<Item = char> {
    let escape =
        if is_control_or_bidi(character) { format!("\\u{:04x}", u32::from(character)) } else { character.to_string() };
    escape.chars().collect::<Vec<_>>().into_iter()
}

/// Compact JSON with line breaks and indentation, in the order it has.
fn laid_out(json: &[u8]) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::with_capacity(json.len() * 2);
    let mut source = serde_json::Deserializer::from_slice(json);
    serde_transcode::transcode(&mut source, &mut serde_json::Serializer::pretty(&mut text))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{harmless, laid_out};

    fn text(json: &str) -> String {
        String::from_utf8(laid_out(json.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn laid_out_json_is_what_serde_json_writes_but_in_its_own_order() {
        let value = serde_json::json!({"a": [], "b": {}, "c": ["x", {"d": "\"{[,:\\"}], "e": -1.5, "f": null});
        let expected = serde_json::to_string_pretty(&value).unwrap();
        assert_eq!(text(&value.to_string()), expected);
        assert!(text(r#"{"z":1,"a":2}"#).find('z') < text(r#"{"z":1,"a":2}"#).find('a'));
    }

    #[test]
    fn laid_out_json_cannot_steer_a_terminal() {
        let json: String = text("[\"\u{9b}31m\"]").chars().flat_map(harmless).collect();
        assert_eq!(json, "[\n  \"\\u009b31m\"\n]");
    }
}
