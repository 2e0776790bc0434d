//! How many bytes a rule may read beyond those that it removes: a fixed number, and a few more for every byte that
//! was scanned. A text that repeats the start of a dump makes rules read the same bytes again and again, whether they find something or not. A rule
//! that has spent its budget reads no further than the line, and removes too much rather than too little.

use crate::effort::{Effort, note_read};
use crate::registry::RULES;
use crate::rule::Findings;
use crate::text::Text;
use std::ops::Range;

const AT_FIRST: usize = 64 * 1024;
const PER_BYTE: usize = 4;

/// What the rules have spent on a text, in all passes and on what it was decoded to: neither a removal nor an escape buys
/// a rule more time.
pub(crate) struct Spent {
    /// How many bytes were scanned before this text.
    pub(crate) scanned: usize,
    by_rule: [usize; RULES.len()],
    /// What all rules together take.
    pub(crate) effort: Effort,
}

impl Spent {
    /// Nothing, on a text of this length.
    pub(crate) const fn nothing_on(length: usize) -> Spent {
        Spent { scanned: 0, by_rule: [0; RULES.len()], effort: Effort::on(length) }
    }

    /// What the rule has spent, and what all of them take.
    pub(crate) fn of(&mut self, rank: usize) -> Option<(&mut usize, &mut Effort)> {
        Some((self.by_rule.get_mut(rank)?, &mut self.effort))
    }
}

/// Counts bytes that the rule has read and will not be rid of: those that it read in vain, and those beyond what it found.
pub(crate) fn spend(found: &mut Findings<'_>, bytes: usize) {
    *found.spent = found.spent.saturating_add(bytes);
    note_read(bytes);
}

/// Whether the budget up to this position is spent.
pub(crate) fn is_spent(found: &Findings<'_>, at: usize) -> bool {
    *found.spent > found.scanned.saturating_add(at).saturating_mul(PER_BYTE).saturating_add(AT_FIRST)
}

/// At most `most` bytes from the position on, ending at a character boundary.
pub(crate) fn window(text: Text<'_>, start: usize, most: usize) -> Range<usize> {
    let end = start.saturating_add(most).min(text.len());
    (start..=end).rev().take(4).find(|end| text.0.is_char_boundary(*end)).map_or(start..start, |end| start..end)
}

/// The position of the first of the words in the window.
pub(crate) fn find_any(text: Text<'_>, window: Range<usize>, words: &[&str]) -> Option<usize> {
    const COST_PER_WORD: usize = 40;
    let inside = text.get(window.clone()).as_bytes();
    note_read(words.len() * (COST_PER_WORD + inside.len() / 16));
    let first = words.iter().filter_map(|word| memchr::memmem::find(inside, word.as_bytes())).min();
    first.map(|at| window.start + at)
}
