//! How many bytes a rule may look at without a find: some for the start, and a few more for every byte of the text. A text
//! that repeats the start of a dump and never ends it makes rules look at the same bytes again and again. A rule whose budget
//! is spent looks no further than the line, and removes too much rather than too little.

use crate::rule::Findings;
use crate::text::Text;
use std::ops::Range;

const AT_FIRST: usize = 128 * 1024;
const PER_BYTE: usize = 4;

/// Notes that the rule has looked at so many bytes without a find.
pub(super) fn spend(found: &mut Findings<'_>, bytes: usize) {
    found.seen.end = found.seen.end.saturating_add(bytes);
}

/// Whether the rule has looked at too much without a find before the place.
pub(super) fn is_spent(found: &Findings<'_>, at: usize) -> bool {
    found.seen.end > at.saturating_mul(PER_BYTE).saturating_add(AT_FIRST)
}

/// As many bytes from the place on, or a few less to end with a character.
pub(super) fn window(text: Text<'_>, start: usize, most: usize) -> Range<usize> {
    let end = start.saturating_add(most).min(text.len());
    (start..=end).rev().take(4).find(|end| text.0.is_char_boundary(*end)).map_or(start..start, |end| start..end)
}

/// Where the first of the words is in the window.
pub(super) fn find_any(text: Text<'_>, window: Range<usize>, words: &[&str]) -> Option<usize> {
    let inside = text.get(window.clone()).as_bytes();
    let first = words.iter().filter_map(|word| memchr::memmem::find(inside, word.as_bytes())).min();
    first.map(|at| window.start + at)
}
