//! JSON as a tree. YAML's reader is not used for it: it does not know the surrogate pairs of JSON.

use super::builder::{Builder, Scalar};
use super::tree::{LineColumn, Range, Tree};
use crate::finding::Problem;
use memchr::memchr2;
use std::rc::Rc;
use std::sync::Arc;

/// Reads a JSON text.
pub(super) fn read(index: usize, name: Arc<str>, source: Rc<str>, max_parts: usize) -> Result<Tree, Problem> {
    let mut reader = Reader {
        bytes: source.as_bytes(),
        text: &source,
        offset: 0,
        at: LineColumn { line: 1, column: 1 },
        builder: Builder::new(index, name, Rc::clone(&source), max_parts),
    };
    reader.document()?;
    Ok(reader.builder.finish())
}

struct Reader<'s> {
    bytes: &'s [u8],
    text: &'s str,
    offset: usize,
    at: LineColumn,
    builder: Builder,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<(), Problem> {
        self.value()?;
        while let Some(is_mapping) = self.builder.innermost() {
            self.skip_blanks();
            match (self.peek(), is_mapping) {
                (Some(b','), _) => {
                    self.advance(1);
                    if is_mapping {
                        self.key()?;
                    }
                    self.value()?;
                }
                (Some(b'}'), true) | (Some(b']'), false) => {
                    self.advance(1);
                    self.builder.close();
                }
                (_, true) => return Err(self.expected("`,` or `}`")),
                (_, false) => return Err(self.expected("`,` or `]`")),
            }
        }
        self.skip_blanks();
        if self.peek().is_some() { Err(self.expected("the end of the file")) } else { Ok(()) }
    }

    /// Reads a scalar or the opening of a mapping or sequence, and what follows at once: an empty one, or the first key.
    fn value(&mut self) -> Result<(), Problem> {
        loop {
            self.skip_blanks();
            let at = self.at;
            match self.peek() {
                Some(b'{') => {
                    self.builder.open(true, at, 0)?;
                    self.advance(1);
                    self.skip_blanks();
                    if self.peek() == Some(b'}') {
                        self.advance(1);
                        self.builder.close();
                        return Ok(());
                    }
                    self.key()?;
                }
                Some(b'[') => {
                    self.builder.open(false, at, 0)?;
                    self.advance(1);
                    self.skip_blanks();
                    if self.peek() == Some(b']') {
                        self.advance(1);
                        self.builder.close();
                        return Ok(());
                    }
                }
                Some(b'"') => {
                    let range = self.string()?;
                    return self.builder.scalar(Scalar::String(range), at, 0);
                }
                Some(_) | None => {
                    let scalar = self.word()?;
                    return self.builder.scalar(scalar, at, 0);
                }
            }
        }
    }

    fn key(&mut self) -> Result<(), Problem> {
        self.skip_blanks();
        let at = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.expected("a key in quotation marks"));
        }
        let range = self.string()?;
        self.builder.key(range, at);
        self.skip_blanks();
        if self.peek() != Some(b':') {
            return Err(self.expected("`:`"));
        }
        self.advance(1);
        Ok(())
    }

    fn string(&mut self) -> Result<Range, Problem> {
        let start = self.offset;
        let mut end = start + 1;
        let mut is_escaped = false;
        loop {
            let rest = self.bytes.get(end..).unwrap_or_default();
            let Some(found) = memchr2(b'"', b'\\', rest) else {
                return Err(self.expected("the end of this text"));
            };
            end += found;
            if self.bytes.get(end) == Some(&b'"') {
                break;
            }
            is_escaped = true;
            end += 2;
        }
        let written = self.text.get(start..=end).unwrap_or_default();
        let inner = self.text.get(start + 1..end).unwrap_or_default();
        let range = if is_escaped || inner.bytes().any(|byte| byte < b' ') {
            let text: String = serde_json::from_str(written).map_err(|_| {
                self.builder.problem(self.at, "this text has an escape or a character that JSON forbids")
            })?;
            self.builder.in_pool(&text)
        } else {
            Builder::in_source(start + 1, inner.len())
        };
        self.advance(written.len());
        Ok(range)
    }

    fn word(&mut self) -> Result<Scalar, Problem> {
        let rest = self.bytes.get(self.offset..).unwrap_or_default();
        let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let len = rest.iter().take_while(|byte| is_of_word(byte)).count();
        let word = self.text.get(self.offset..self.offset + len).unwrap_or_default();
        let scalar = match word {
            "null" => Scalar::Null,
            "true" => Scalar::Bool(true),
            "false" => Scalar::Bool(false),
            number if serde_json::from_str::<serde_json::Number>(number).is_ok() => {
                Scalar::Number(Builder::in_source(self.offset, len))
            }
            _ => return Err(self.expected("a value")),
        };
        self.advance(len);
        Ok(scalar)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.offset).copied()
    }

    fn skip_blanks(&mut self) {
        let rest = self.bytes.get(self.offset..).unwrap_or_default();
        self.advance(rest.iter().take_while(|byte| b" \t\r\n".contains(byte)).count());
    }

    fn advance(&mut self, len: usize) {
        for byte in self.bytes.get(self.offset..self.offset + len).unwrap_or_default() {
            if *byte == b'\n' {
                self.at = LineColumn { line: self.at.line + 1, column: 1 };
            } else if byte & 0xC0 != 0x80 {
                self.at.column += 1;
            }
        }
        self.offset += len;
    }

    fn expected(&self, what: &str) -> Problem {
        self.builder.problem(self.at, format!("is not JSON: {what} is expected here"))
    }
}
