//! The tokens of SQL.

use crate::text::Class;
use std::cell::Cell;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A keyword or a name, which may contain dots.
    Word(&'t str),
    /// Something in quotes or square brackets.
    Quoted,
    Number,
    /// `$1`, `:name`, `@name`, `%s`.
    Parameter,
    Sign(u8),
}

impl Token<'_> {
    /// Whether it is this keyword.
    pub(super) fn is(self, keyword: &str) -> bool {
        matches!(self, Token::Word(word) if is_keyword(word, keyword))
    }

    pub(super) fn is_any(self, keywords: &[&str]) -> bool {
        keywords.iter().any(|keyword| self.is(keyword))
    }

    /// Whether it can be the name of a table.
    pub(super) fn is_name(self) -> bool {
        matches!(self, Token::Word(_) | Token::Quoted)
    }

    /// Whether it is a name that prose does not have: quoted, or with punctuation in it.
    pub(super) fn is_technical(self) -> bool {
        match self {
            Token::Quoted => true,
            Token::Word(word) => word.contains(['_', '.', '$']) && !word.ends_with('.'),
            Token::Number | Token::Parameter | Token::Sign(_) => false,
        }
    }
}

/// Whether the word is the keyword, in any case. Most differ in length or in the first letter, and those are compared
/// without a call.
pub(super) fn is_keyword(word: &str, keyword: &str) -> bool {
    let first = |text: &str| text.as_bytes().first().map(u8::to_ascii_lowercase);
    word.len() == keyword.len() && first(word) == first(keyword) && word.eq_ignore_ascii_case(keyword)
}

/// Reads a text token by token.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'t> {
    /// The rest of the text.
    pub(super) rest: &'t str,
    /// The shortest rest of any copy, which tells how much was read.
    least: Option<&'t Cell<usize>>,
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        const NAME: Class = Class::of("A-Za-z0-9_.$#");
        self.rest = self.rest.trim_ascii_start();
        while let Some(comment) = self.rest.strip_prefix("/*") {
            self.rest = comment.split_once("*/").map_or("", |(_, rest)| rest.trim_ascii_start());
            self.note();
        }
        let first = self.rest.bytes().next()?;
        let (token, length) = match first {
            b'"' | b'\'' | b'`' => (Token::Quoted, quoted_length(self.rest, first)),
            b'[' if self
                .rest
                .get(1..2)
                .is_some_and(|next| next.starts_with(|next: char| next.is_ascii_alphabetic())) =>
            {
                (Token::Quoted, quoted_length(self.rest, b']'))
            }
            b'\\' => {
                self.rest = self.rest.trim_start_matches('\\');
                return self.next();
            }
            b'$' | b':' | b'@' | b'%' => {
                let name = run(self.rest.get(1..).unwrap_or_default(), &NAME);
                (if name > 0 { Token::Parameter } else { Token::Sign(first) }, 1 + name)
            }
            b'0'..=b'9' => (Token::Number, run(self.rest, &NAME)),
            _ if first.is_ascii_alphabetic() || first == b'_' || first >= 0x80 => {
                let length =
                    self.rest.bytes().position(|byte| !NAME.has(byte) && byte < 0x80).unwrap_or(self.rest.len());
                (Token::Word(self.rest.get(..length).unwrap_or_default()), length)
            }
            _ => (Token::Sign(first), 1),
        };
        self.rest = self.rest.get(length..).unwrap_or_default();
        self.note();
        Some(token)
    }
}

impl<'t> Tokens<'t> {
    pub(super) fn of(text: &'t str) -> Tokens<'t> {
        Tokens { rest: text, least: None }
    }

    /// The same, and records the shortest rest in `least`.
    pub(super) fn noting(text: &'t str, least: &'t Cell<usize>) -> Tokens<'t> {
        least.set(text.len());
        Tokens { rest: text, least: Some(least) }
    }

    fn note(&self) {
        if let Some(least) = self.least {
            least.set(least.get().min(self.rest.len()));
        }
    }

    pub(super) fn peek(mut self) -> Option<Token<'t>> {
        self.next()
    }

    /// Skips this keyword if it comes next.
    pub(super) fn skip_word(&mut self, keyword: &str) -> bool {
        self.skip_if(|token| token.is(keyword))
    }

    pub(super) fn skip_words(&mut self, keywords: &[&str]) {
        while self.skip_if(|token| token.is_any(keywords)) {}
    }

    /// Skips the next token if it matches, without reading it twice.
    fn skip_if(&mut self, is_like: impl Fn(Token<'t>) -> bool) -> bool {
        let mut behind = *self;
        let is_next = behind.next().is_some_and(is_like);
        if is_next {
            *self = behind;
        }
        is_next
    }

    /// Skips brackets and their contents.
    pub(super) fn skip_brackets(&mut self) {
        if self.peek() != Some(Token::Sign(b'(')) {
            return;
        }
        let mut depth = 0;
        for token in self.by_ref() {
            match token {
                Token::Sign(b'(') => depth += 1,
                Token::Sign(b')') => depth -= 1,
                Token::Word(_) | Token::Quoted | Token::Number | Token::Parameter | Token::Sign(_) => {}
            }
            if depth == 0 {
                return;
            }
        }
    }
}

fn run(text: &str, class: &Class) -> usize {
    text.bytes().position(|byte| !class.has(byte)).unwrap_or(text.len())
}

/// The length of a quoted name, and of the names that follow after dots.
fn quoted_length(text: &str, close: u8) -> usize {
    let rest = text.as_bytes().get(1..).unwrap_or_default();
    let end = memchr::memchr(close, rest).map_or(text.len(), |at| at + 2);
    let next = text.get(end..).unwrap_or_default();
    match next.strip_prefix('.').and_then(|name| name.bytes().next()) {
        Some(quote @ (b'"' | b'`')) => end + 1 + quoted_length(next.get(1..).unwrap_or_default(), quote),
        _ => end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_split_into_tokens() {
        let tokens: Vec<_> = Tokens::of("a.b \"c d\".\"e\" \\\"f\\\" 3.5 $1 :x [y z] =é").collect();
        let quoted = Token::Quoted;
        let expected = [
            Token::Word("a.b"),
            quoted,
            quoted,
            Token::Number,
            Token::Parameter,
            Token::Parameter,
            quoted,
            Token::Sign(b'='),
            Token::Word("é"),
        ];
        assert_eq!(tokens, expected);
    }
}
