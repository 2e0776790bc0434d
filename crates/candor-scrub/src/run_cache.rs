//! Remembers runs of bytes of one class, so that triggers within a long run do not read it again and again.

use super::effort::note_compared;
use super::text::{Class, Text};
use std::ops::Range;

/// How many classes are remembered at once.
const CLASSES: usize = 6;
/// Shorter runs are read faster than they are looked up.
const SHORT: usize = 16;
/// How many bytes of a known run are read beyond what was asked for.
const AHEAD: usize = 128;

/// For each of a few classes, its last long run.
#[derive(Default)]
pub(super) struct RunCache {
    known: [Option<(&'static Class, Range<usize>)>; CLASSES],
    oldest: usize,
}

impl RunCache {
    /// The end of the run of such bytes at the position, at most `most` bytes long.
    pub(super) fn skip_at_most(&mut self, text: Text<'_>, at: usize, class: &'static Class, most: usize) -> usize {
        // A rule's text ends with its window, and the known run may extend beyond it.
        let limit = at.saturating_add(most).min(text.len()).max(at);
        let is_known =
            |(of, run): &&(&Class, Range<usize>)| std::ptr::eq(*of, class) && run.start <= at && limit <= run.end;
        note_compared(CLASSES / 2);
        if self.known.iter().flatten().any(|known| is_known(&known)) {
            return limit;
        }
        let end = text.skip_at_most(at, class, most.min(SHORT));
        if end - at < SHORT || most == SHORT {
            return end;
        }
        let known = self.known.iter_mut().flatten().find(|(of, _)| std::ptr::eq(*of, class));
        let Some((_, run)) = known else { return self.remember(text, at..end, class, most) };
        if !(run.start..=run.end).contains(&at) {
            *run = at..end;
        }
        if run.end < limit {
            // A caller that asks twice about a run asks again a few bytes later.
            run.end = text.skip_at_most(run.end, class, (limit - run.end).saturating_add(AHEAD));
        }
        run.end.min(limit)
    }

    fn remember(&mut self, text: Text<'_>, known: Range<usize>, class: &'static Class, most: usize) -> usize {
        let end = text.skip_at_most(known.end, class, most - known.len());
        if let Some(place) = self.known.get_mut(self.oldest) {
            *place = Some((class, known.start..end));
        }
        self.oldest = (self.oldest + 1) % CLASSES;
        end
    }
}
