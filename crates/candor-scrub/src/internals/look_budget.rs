//! How many bytes a rule may read without a finding: a fixed number, and a few more for every byte of the text. A text
//! that repeats the start of a dump and never ends it makes rules read the same bytes again and again. A rule that has
//! spent its budget reads no further than the line, and removes too much rather than too little.

use crate::rule::Findings;
use crate::text::Text;
use std::ops::Range;

const AT_FIRST: usize = 128 * 1024;
const PER_BYTE: usize = 4;

/// Counts bytes that the rule has read without a finding.
pub(crate) fn spend(found: &mut Findings<'_>, bytes: usize) {
    *found.spent = found.spent.saturating_add(bytes);
}

/// Whether the budget up to this position is spent.
pub(crate) fn is_spent(found: &Findings<'_>, at: usize) -> bool {
    *found.spent > at.saturating_mul(PER_BYTE).saturating_add(AT_FIRST)
}

/// At most `most` bytes from the position on, ending at a character boundary.
pub(crate) fn window(text: Text<'_>, start: usize, most: usize) -> Range<usize> {
    let end = start.saturating_add(most).min(text.len());
    (start..=end).rev().take(4).find(|end| text.0.is_char_boundary(*end)).map_or(start..start, |end| start..end)
}

/// The position of the first of the words in the window.
pub(crate) fn find_any(text: Text<'_>, window: Range<usize>, words: &[&str]) -> Option<usize> {
    let inside = text.get(window.clone()).as_bytes();
    let first = words.iter().filter_map(|word| memchr::memmem::find(inside, word.as_bytes())).min();
    first.map(|at| window.start + at)
}
