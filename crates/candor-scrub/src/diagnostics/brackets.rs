//! The contents of brackets.

use crate::effort::note_read;
use crate::internals::look_budget::{is_spent, spend};
use crate::rule::Findings;
use crate::text::Text;
use std::ops::Range;

/// How many bytes are searched for the closing bracket.
const LONGEST: usize = 4 * 1024;
/// They are read one by one.
const COST_PER_BYTE: usize = 4;

/// The contents of the bracket that opens at the position, up to its closing bracket, or to the end of the line if
/// there is none. Brackets in quotes do not count.
pub(super) fn held(text: Text<'_>, open: usize, found: &mut Findings<'_>) -> Range<usize> {
    let start = (open + 1).min(text.len());
    if is_spent(found, start) {
        return start..text.line_end(start);
    }
    closed(text, open, found).unwrap_or_else(|| start..text.line_end(start))
}

/// The same, but `None` if there is no closing bracket.
pub(super) fn closed(text: Text<'_>, open: usize, found: &mut Findings<'_>) -> Option<Range<usize>> {
    let close = match text.byte(open) {
        Some(b'(') => b')',
        Some(b'{') => b'}',
        _ => b']',
    };
    let start = (open + 1).min(text.len());
    let end = closing(text, start, close, true).or_else(|| {
        // An unbalanced quote: what was read is read again.
        spend(found, COST_PER_BYTE * LONGEST.min(text.len() - start));
        closing(text, start, close, false)
    });
    match end {
        Some(end) => note_read(COST_PER_BYTE * (end - start)),
        None => spend(found, COST_PER_BYTE * LONGEST.min(text.len() - start)),
    }
    end.map(|end| start..end)
}

fn closing(text: Text<'_>, start: usize, close: u8, with_quotes: bool) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut at = start;
    while let Some(byte) = text.byte(at).filter(|_| at < start + LONGEST) {
        match byte {
            b'\\' => at += 1,
            _ if quote == Some(byte) => quote = None,
            b'"' | b'\'' if with_quotes && quote.is_none() => quote = Some(byte),
            b'(' | b'[' | b'{' if quote.is_none() => depth += 1,
            b')' | b']' | b'}' if quote.is_none() && depth > 0 => depth -= 1,
            _ if byte == close && quote.is_none() => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memo::Memo;
    use crate::registry::RULES;
    use crate::run_cache::RunCache;

    #[test]
    fn contents_end_at_the_matching_bracket() {
        let rows = [
            ("[a]", "a"),
            ("[a [b] c] d", "a [b] c"),
            ("[']'] x", "']'"),
            ("[it's] x", "it's"),
            ("{a\nb", "a"),
            ("(a]b)", "a]b"),
        ];
        for (text, expected) in rows {
            let mut found = Findings {
                taken: &mut Vec::new(),
                rank: 0,
                rule: &RULES[0],
                seen: &mut (0..0),
                spent: &mut 0,
                scanned: 0,
                runs: &mut RunCache::default(),
                memo: &mut Memo::default(),
            };
            assert_eq!(Text(text).get(held(Text(text), 0, &mut found)), expected, "{text}");
        }
    }
}
