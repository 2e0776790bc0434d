//! A text with its escapes decoded, and the original position of each part: `\u0070assword`, `%70assword`, a trace
//! within a JSON string.

use super::rule::Finding;
use super::text::Class;
use memchr::{memchr, memchr3};
use std::ops::Range;
use std::rc::Rc;

/// How many times a text is decoded, as for JSON within JSON within a URL.
pub(super) const MOST_LEVELS: usize = 3;

pub(super) struct Decoded {
    pub(super) text: String,
    /// Where the parts of the text were before it was decoded, for this and each earlier time.
    origins: Vec<Rc<Vec<Part>>>,
    /// Whether anything but quotes and backslashes was escaped. If nothing was, the rules saw as much before.
    pub(super) reveals: bool,
    /// How many escapes were decoded.
    pub(super) escapes: usize,
}

/// A part of a decoded text, up to the next one.
struct Part {
    start: usize,
    /// Its position in the text before.
    origin: usize,
    /// Whether all of it stands for one escape, and has one position.
    is_escape: bool,
}

impl Part {
    /// Where a position of the decoded text was before. The search begins at the part `near`, where the last one ended: what is
    /// found in a text is placed in order, and a search among all parts costs more than most findings.
    fn origin_of(parts: &[Part], at: usize, near: &mut usize) -> usize {
        let is_before = |part: &Part| part.start <= at;
        let from = if parts.get(*near).is_some_and(is_before) { *near } else { 0 };
        let mut reach = 1;
        while parts.get(from + reach).is_some_and(is_before) {
            reach *= 2;
        }
        let sure = from + reach / 2;
        let within = parts.get(sure..(from + reach).min(parts.len())).unwrap_or_default();
        *near = (sure + within.partition_point(is_before)).saturating_sub(1);
        parts
            .get(*near)
            .filter(|part| is_before(part))
            .map_or(0, |part| if part.is_escape { part.origin } else { part.origin + (at - part.start) })
    }
}

impl Decoded {
    /// The text with its escapes decoded; `None` if no escape hides anything. Escaped quotes and backslashes hide
    /// nothing, because the rules read them.
    ///
    /// With `is_needed` even those are decoded, because a configured secret contains such characters.
    pub(super) fn of(text: &str, is_needed: bool) -> Option<Decoded> {
        if !is_needed && !hides_something(text) {
            return None;
        }
        let mut escapes = Escapes::of(text).peekable();
        escapes.peek()?;
        let mut decoded =
            Decoded { text: String::with_capacity(text.len()), origins: Vec::new(), reveals: false, escapes: 0 };
        let mut parts = Vec::new();
        let mut at = 0;
        for escape in escapes {
            decoded.escapes += 1;
            decoded.reveals |= !escape.is_quote() || escape.hides_frame(text);
            decoded.copy(text, at..escape.span.start, &mut parts);
            if let Some(sign) = escape.stands_for {
                parts.push(Part { start: decoded.text.len(), origin: escape.span.start, is_escape: true });
                decoded.text.push(sign);
            }
            at = escape.span.end;
        }
        decoded.copy(text, at..text.len(), &mut parts);
        parts.push(Part { start: decoded.text.len(), origin: text.len(), is_escape: true });
        decoded.origins.push(Rc::new(parts));
        Some(decoded)
    }

    /// The text decoded once more, with positions in the first original.
    pub(super) fn again(&self, is_needed: bool) -> Option<Decoded> {
        let mut next = Decoded::of(&self.text, is_needed)?;
        next.origins.extend_from_slice(&self.origins);
        Some(next)
    }

    /// Maps findings in the decoded text to their positions in the original, and sorts them by these.
    pub(super) fn place(&self, taken: &mut [Finding]) {
        taken.sort_by_key(|finding| finding.span.start);
        let (mut starts, mut ends) = ([0; MOST_LEVELS], [0; MOST_LEVELS]);
        for Finding { span, .. } in taken {
            *span = self.origin(span.start, &mut starts)..self.origin(span.end, &mut ends);
        }
    }

    /// With the parts near which the last position was found.
    fn origin(&self, at: usize, near: &mut [usize; MOST_LEVELS]) -> usize {
        self.origins.iter().zip(near).fold(at, |at, (parts, near)| Part::origin_of(parts, at, near))
    }

    fn copy(&mut self, text: &str, span: Range<usize>, parts: &mut Vec<Part>) {
        if !span.is_empty() {
            parts.push(Part { start: self.text.len(), origin: span.start, is_escape: false });
            self.text.push_str(text.get(span).unwrap_or_default());
        }
    }
}

/// The same text alone, for a search that needs no positions.
pub(super) fn decoded_text(text: &str, is_needed: bool) -> Option<String> {
    if !is_needed && !hides_something(text) {
        return None;
    }
    let mut escapes = Escapes::of(text).peekable();
    escapes.peek()?;
    let mut decoded = String::with_capacity(text.len());
    let mut at = 0;
    for escape in escapes {
        decoded.push_str(text.get(at..escape.span.start).unwrap_or_default());
        decoded.extend(escape.stands_for);
        at = escape.span.end;
    }
    decoded.push_str(text.get(at..).unwrap_or_default());
    Some(decoded)
}

/// Whether anything but quotes and backslashes is escaped, or a quote that is part of a trigger.
fn hides_something(text: &str) -> bool {
    Escapes::of(text).any(|escape| {
        let next = text.as_bytes().get(escape.span.end).copied().unwrap_or_default();
        let hides_another = escape.stands_for == Some('\\') && b"nrtux/".contains(&next);
        !escape.is_quote() || hides_another || escape.hides_frame(text)
    })
}

struct Escape {
    span: Range<usize>,
    /// `None` for what is invisible: terminal colours, zero-width characters.
    stands_for: Option<char>,
}

impl Escape {
    /// Whether it is a quote or a backslash after a backslash; or a sign that only a configured secret can have: `\b` is a sign
    /// of patterns, and `C:\fonts` a folder.
    fn is_quote(&self) -> bool {
        self.span.len() == 2 && matches!(self.stands_for, Some('"' | '\'' | '\\' | '\u{8}' | '\u{c}'))
    }

    /// The quote of Python's `File "shop.py", line 17` is part of a trigger.
    fn hides_frame(&self, text: &str) -> bool {
        text.get(..self.span.start).is_some_and(|before| before.ends_with("File "))
    }
}

/// The escapes of a text, in order. The next position of each kind is remembered, so that no part of the text is
/// searched twice.
struct Escapes<'t> {
    bytes: &'t [u8],
    at: usize,
    /// The next position of each kind; beyond the end if there is none.
    next: [usize; 3],
}

impl<'t> Escapes<'t> {
    fn of(text: &'t str) -> Escapes<'t> {
        Escapes { bytes: text.as_bytes(), at: 0, next: [0; 3] }
    }
}

impl Iterator for Escapes<'_> {
    type Item = Escape;

    fn next(&mut self) -> Option<Escape> {
        type Search = fn(&[u8]) -> Option<usize>;
        const SEARCHES: [Search; 3] = [
            |bytes| memchr3(b'\\', b'%', b'&', bytes),
            // Terminal colours.
            |bytes| memchr(0x1b, bytes),
            // Lead bytes of zero-width and full-width characters.
            |bytes| memchr3(0xc2, 0xe2, 0xef, bytes),
        ];
        /// Where escapes are frequent, the next one is near, and found faster byte by byte.
        const NEAR: usize = 16;
        /// The bytes of `SEARCHES`. Some that only follow a lead byte are among them.
        const FIRST: Class = Class::of("\\%&\x1b\u{a0}\u{2000}\u{f000}");
        loop {
            let (rest, from) = (self.bytes.get(self.at..)?, self.at);
            let near = rest.iter().take(NEAR).position(|byte| FIRST.has(*byte));
            let at = match near {
                Some(near) => from + near,
                None => {
                    for (next, search) in self.next.iter_mut().zip(SEARCHES) {
                        if *next < from || *next == 0 {
                            *next = search(rest).map_or(usize::MAX, |at| from + at);
                        }
                    }
                    self.next.iter().copied().min().filter(|at| *at < self.bytes.len())?
                }
            };
            if let Some((stands_for, length)) = escape(self.bytes.get(at..)?) {
                self.at = at + length;
                return Some(Escape { span: at..at + length, stands_for });
            }
            self.at = at + 1;
        }
    }
}

/// The character that the escape at the start of the bytes stands for, and the length of the escape.
fn escape(bytes: &[u8]) -> Option<(Option<char>, usize)> {
    let seen = |sign: char, length: usize| Some((Some(sign), length));
    match bytes {
        [b'\\', b'u', rest @ ..] => unicode(rest).and_then(|(sign, length)| seen(sign, length + 2)),
        [b'\\', b'x', high, low, ..] => seen(ascii(*high, *low)?, 4),
        [b'\\', sign @ (b'"' | b'\'' | b'/' | b'\\'), ..] => seen(char::from(*sign), 2),
        [b'\\', b'n', ..] => seen('\n', 2),
        [b'\\', b'r', ..] => seen('\r', 2),
        [b'\\', b't', ..] => seen('\t', 2),
        [b'\\', b'b', ..] => seen('\u{8}', 2),
        [b'\\', b'f', ..] => seen('\u{c}', 2),
        [b'%', high, low, ..] => seen(ascii(*high, *low)?, 3),
        [b'&', b'#', rest @ ..] => numbered(rest).and_then(|(sign, length)| seen(sign, length + 2)),
        [b'&', ..] => ENTITIES
            .iter()
            .find(|(name, _)| bytes.starts_with(name.as_bytes()))
            .and_then(|(name, sign)| seen(*sign, name.len())),
        [0x1b, b'[', rest @ ..] => {
            let end = rest.iter().take(LONGEST_COLOUR).position(|byte| byte.is_ascii_alphabetic())?;
            Some((None, 2 + end + 1))
        }
        // A soft hyphen, zero-width characters, a byte order mark; a no-break space.
        [0xc2, 0xad, ..] => Some((None, 2)),
        [0xc2, 0xa0, ..] => seen(' ', 2),
        [0xe2, 0x80, 0x8b..=0x8d, ..] | [0xef, 0xbb, 0xbf, ..] => Some((None, 3)),
        // Full-width ASCII, but for the punctuation of sentences.
        [0xef, 0xbc, low @ 0x81..=0xbf, ..] => full_width(char::from(low - 0x60)),
        [0xef, 0xbd, low @ 0x80..=0x9e, ..] => full_width(char::from(low - 0x20)),
        _ => None,
    }
}

fn full_width(sign: char) -> Option<(Option<char>, usize)> {
    (sign.is_ascii_alphanumeric() || "=:@_/.".contains(sign)).then_some((Some(sign), 3))
}

/// The longest sequence that colours text.
const LONGEST_COLOUR: usize = 16;

const ENTITIES: [(&str, char); 4] = [("&quot;", '"'), ("&apos;", '\''), ("&lt;", '<'), ("&gt;", '>')];

/// `61;` and `x3D;`: an ASCII character by its number.
fn numbered(bytes: &[u8]) -> Option<(char, usize)> {
    const MOST_DIGITS: usize = 5;
    let (digits, base, start) = match bytes {
        [b'x' | b'X', rest @ ..] => (rest, 16, 1),
        _ => (bytes, 10, 0),
    };
    let length = digits.iter().take(MOST_DIGITS + 1).position(|byte| *byte == b';')?;
    let number = std::str::from_utf8(digits.get(..length)?).ok()?;
    let sign = char::from_u32(u32::from_str_radix(number, base).ok()?)?;
    (sign.is_ascii() && !number.starts_with('+')).then_some((sign, start + length + 1))
}

/// Four hexadecimal digits, or a surrogate pair.
fn unicode(bytes: &[u8]) -> Option<(char, usize)> {
    let unit = |bytes: &[u8]| {
        let digits = bytes.get(..4)?;
        digits.iter().try_fold(0, |sum, digit| Some(sum * 16 + char::from(*digit).to_digit(16)?))
    };
    let first = unit(bytes)?;
    if let (0xd800..0xdc00, [_, _, _, _, b'\\', b'u', rest @ ..]) = (first, bytes)
        && let Some(second @ 0xdc00..0xe000) = unit(rest)
    {
        return char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)).map(|sign| (sign, 10));
    }
    char::from_u32(first).map(|sign| (sign, 4))
}

/// Two hexadecimal digits of an ASCII character.
fn ascii(high: u8, low: u8) -> Option<char> {
    let code = char::from(high).to_digit(16)? * 16 + char::from(low).to_digit(16)?;
    char::from_u32(code).filter(char::is_ascii)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrubber;

    #[test]
    fn every_part_has_its_position_in_the_original() {
        let text = r#"a\u0070b%41\"\ud83d\ude00é"#;
        let decoded = Decoded::of(text, false).expect("there are escapes");
        assert_eq!(decoded.text, "apbA\"😀é");
        let origins: Vec<_> = (0..=decoded.text.len()).map(|at| decoded.origin(at, &mut [0; MOST_LEVELS])).collect();
        assert_eq!(origins, [0, 1, 7, 8, 11, 13, 13, 13, 13, 25, 26, 27]);
    }

    #[test]
    fn text_without_escapes_is_not_decoded() {
        for text in ["", "100 % of a\\b & c", r#"{\"a\\\": 1}"#, "\\u00", "%zz", "50%", "a\\", "%e4%b8"] {
            assert!(Decoded::of(text, false).is_none(), "{text}");
        }
    }

    #[test]
    fn an_escape_hides_no_secret() {
        let rows = [
            (r#"{"\u0070assword":"hunter2"}"#, r#"{"\u0070assword":"[redacted]"}"#),
            ("x?%70assword=hunter2&a=1", "x?%70assword=[redacted]&a=1"),
            ("url=https%3A%2F%2Fjane%3Apw%40example.com%2Fx", "url=https%3A%2F%2F[redacted]%40example.com%2Fx"),
            (r"x\\nghp_0123456789abcdefABCDEF0123456789abcdef", r"x\\n[redacted]"),
            ("password\u{1b}[32m=\u{1b}[0mhunter2 x", "password\u{1b}[32m=\u{1b}[0m[redacted] x"),
            (
                "pass\u{200b}word=hunter2 ｐａｓｓｗｏｒｄ＝hunter2",
                "pass\u{200b}word=[redacted] ｐａｓｓｗｏｒｄ＝[redacted]",
            ),
            ("password&#61;hunter2 password&#x3D;hunter2", "password&#61;[redacted] password&#x3D;[redacted]"),
            ("{&quot;password&quot;:&quot;hunter2&quot;}", "{&quot;password&quot;:&quot;[redacted]&quot;}"),
            (r#"{\\\"password\\\":\\\"hun\\\"}"#, r#"{\\\"password\\\":\\\"[redacted]\\\"}"#),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }
}
