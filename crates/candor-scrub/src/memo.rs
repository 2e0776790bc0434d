//! What was judged a moment ago. Texts repeat their words, and those that are made to be slow hardly do anything else.

use super::secrets::service_secret::Service;
use super::sensitive_name::{Strength, strength};
use super::text::Text;
use std::ops::Range;

/// The last answer about a part of the text: for the same bytes it is the same.
pub(super) struct Last<T> {
    part: Range<usize>,
    answer: Option<T>,
}

impl<T> Default for Last<T> {
    fn default() -> Last<T> {
        Last { part: 0..0, answer: None }
    }
}

impl<T: Copy> Last<T> {
    /// The answer about the part, for which the function is asked unless the part before had the same bytes.
    pub(super) fn or_ask(&mut self, text: Text<'_>, part: Range<usize>, ask: impl FnOnce(&str) -> T) -> T {
        let asked = text.get(part.clone());
        match self.answer.filter(|_| self.part.len() == part.len() && text.get(self.part.clone()) == asked) {
            Some(answer) => answer,
            None => {
                let answer = ask(asked);
                *self = Last { part, answer: Some(answer) };
                answer
            }
        }
    }
}

/// Where some triggers stood in vain, with what around them said so.
#[derive(Default)]
pub(super) struct MissCache {
    count: usize,
    /// The number of a trigger, and what was around it.
    places: [(usize, Range<usize>); MissCache::PLACES],
}

impl MissCache {
    const PLACES: usize = 4;
    /// So many are in texts that nobody made to be slow, and looking at them takes less than remembering them.
    const FEW: usize = 32;

    /// Whether there were so many that it is worth it to ask and to add.
    pub(super) fn is_of_use(&self) -> bool {
        self.count > MissCache::FEW
    }

    /// Whether the trigger stood in vain where the same bytes were around it.
    pub(super) fn has(&self, text: Text<'_>, trigger: usize, around: &Range<usize>) -> bool {
        let bytes = |part: &Range<usize>| text.0.as_bytes().get(part.clone());
        let known = self.places.get(trigger % MissCache::PLACES);
        known.is_some_and(|(of, part)| *of == trigger && part.len() == around.len() && bytes(part) == bytes(around))
    }

    pub(super) fn add(&mut self, trigger: usize, around: Option<Range<usize>>) {
        self.count += 1;
        if let Some((place, around)) = self.places.get_mut(trigger % MissCache::PLACES).zip(around) {
            *place = (trigger, around);
        }
    }
}

/// The last answers to what takes long to say.
#[derive(Default)]
pub(super) struct Memo {
    strength: Last<Option<Strength>>,
    pub(super) service: Last<Option<Service>>,
    /// About a name, what stands between, and a value.
    pub(super) is_secret: Last<bool>,
    /// About triggers of formats that begin with theirs, and of the others.
    pub(super) no_headed_format: MissCache,
    pub(super) no_other_format: MissCache,
}

impl Memo {
    /// How much the name says about the value beside it.
    pub(super) fn strength(&mut self, text: Text<'_>, name: Range<usize>) -> Option<Strength> {
        self.strength.or_ask(text, name, strength)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bytes_are_asked_about_once() {
        let text = Text("key key cup");
        let mut last = Last::default();
        assert_eq!(last.or_ask(text, 0..3, str::len), 3);
        assert_eq!(last.or_ask(text, 4..7, |_| 17), 3);
        assert_eq!(last.or_ask(text, 8..11, |_| 17), 17);
        assert_eq!(last.or_ask(text, 8..10, |_| 18), 18);
    }
}
