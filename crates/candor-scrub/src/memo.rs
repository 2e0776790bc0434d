//! Caches of the last results. Texts repeat their words, and hostile texts consist of repetition.

use super::secrets::service_secret::Service;
use super::sensitive_name::{Strength, strength};
use super::text::Text;
use std::ops::Range;

/// The last answer about a part of the text; equal bytes have equal answers.
pub(super) struct LastAnswer<T> {
    part: Range<usize>,
    answer: Option<T>,
}

impl<T> Default for LastAnswer<T> {
    fn default() -> LastAnswer<T> {
        LastAnswer { part: 0..0, answer: None }
    }
}

impl<T: Copy> LastAnswer<T> {
    /// The answer about the part. The function is called unless the part before had the same bytes.
    pub(super) fn or_ask(&mut self, text: Text<'_>, part: Range<usize>, ask: impl FnOnce(&str) -> T) -> T {
        let asked = text.get(part.clone());
        match self.answer.filter(|_| self.part.len() == part.len() && text.get(self.part.clone()) == asked) {
            Some(answer) => answer,
            None => {
                let answer = ask(asked);
                *self = LastAnswer { part, answer: Some(answer) };
                answer
            }
        }
    }
}

/// The last triggers without a finding, each with the bytes around it that decided this.
#[derive(Default)]
pub(super) struct MissCache {
    count: usize,
    /// The number of a trigger, and the bytes around it.
    misses: [(usize, Range<usize>); MissCache::SIZE],
}

impl MissCache {
    const SIZE: usize = 4;
    /// An ordinary text has at most so many misses. Up to there, judging them again is faster than remembering them.
    const FEW: usize = 32;

    /// Whether there were so many misses that the cache pays.
    pub(super) fn is_worth_asking(&self) -> bool {
        self.count > MissCache::FEW
    }

    /// Whether the trigger was a miss where the same bytes were around it.
    pub(super) fn has(&self, text: Text<'_>, trigger: usize, around: &Range<usize>) -> bool {
        let bytes = |part: &Range<usize>| text.0.as_bytes().get(part.clone());
        let is_same = |part: &Range<usize>| part.len() == around.len() && bytes(part) == bytes(around);
        self.misses.iter().any(|(of, part)| *of == trigger && is_same(part))
    }

    /// Counts the miss. If the bytes around it are known, it replaces the oldest entry.
    pub(super) fn add(&mut self, trigger: usize, around: Option<Range<usize>>) {
        let oldest = self.count % MissCache::SIZE;
        self.count += 1;
        if let Some((miss, around)) = self.misses.get_mut(oldest).zip(around) {
            *miss = (trigger, around);
        }
    }
}

/// The last answers to slow questions.
#[derive(Default)]
pub(super) struct Memo {
    strength: LastAnswer<Option<Strength>>,
    pub(super) service: LastAnswer<Option<Service>>,
    /// About a name, a value and what is between them.
    pub(super) is_secret: LastAnswer<bool>,
    /// The same where the value is assigned to the name.
    pub(super) is_assigned_secret: LastAnswer<bool>,
    /// About triggers that formats begin with, and about the other triggers of formats.
    pub(super) no_headed_format: MissCache,
    pub(super) no_other_format: MissCache,
}

impl Memo {
    /// How strongly the name says that the value beside it is a secret.
    pub(super) fn strength(&mut self, text: Text<'_>, name: Range<usize>) -> Option<Strength> {
        self.strength.or_ask(text, name, strength)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_is_recognised_by_its_trigger_and_the_bytes_around_it() {
        let text = Text("key key cup");
        let mut misses = MissCache::default();
        misses.add(3, Some(0..3));
        assert!(misses.has(text, 3, &(4..7)));
        assert!(!misses.has(text, 3, &(8..11)) && !misses.has(text, 7, &(4..7)));
        (0..4).for_each(|_| misses.add(7, Some(8..11)));
        assert!(!misses.has(text, 3, &(4..7)) && misses.has(text, 7, &(8..11)));
    }

    #[test]
    fn equal_bytes_are_judged_once() {
        let text = Text("key key cup");
        let mut last = LastAnswer::default();
        assert_eq!(last.or_ask(text, 0..3, str::len), 3);
        assert_eq!(last.or_ask(text, 4..7, |_| 17), 3);
        assert_eq!(last.or_ask(text, 8..11, |_| 17), 17);
        assert_eq!(last.or_ask(text, 8..10, |_| 18), 18);
    }
}
