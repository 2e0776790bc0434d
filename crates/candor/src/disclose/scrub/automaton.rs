//! The automaton that finds every word of all rules at once.
//!
//! It is a table of its own, of two bytes a step and shallow states first: how fast it is depends on how much of it fits
//! into the cache nearest to the processor. And it is built in place when the first text comes, in a fraction of the time
//! that a general automaton takes.

/// What a byte is to the automaton: a letter in any case, a digit, a sign. Words that it finds are compared with the text
/// before they count.
#[allow(clippy::indexing_slicing, reason = "runs when the program is compiled, and would not compile")]
const SORTS: [u8; 256] = {
    const DIGIT: u8 = 26;
    const BLANK: u8 = 27;
    const LINE_BREAK: u8 = 28;
    const OTHER: u8 = 29;
    let (mut sorts, mut next, mut byte) = ([OTHER; 256], OTHER + 1, 0);
    while byte < 128 {
        sorts[byte] = match byte as u8 {
            letter @ (b'a'..=b'z' | b'A'..=b'Z') => letter.to_ascii_lowercase() - b'a',
            b'0'..=b'9' => DIGIT,
            b' ' => BLANK,
            b'\t' | b'\r' | b'\n' => LINE_BREAK,
            0x21..0x7f => {
                next += 1;
                next - 1
            }
            _ => OTHER,
        };
        byte += 1;
    }
    sorts
};

/// How many sorts there can be: a row of the table.
const ROW: usize = 64;

fn sort(byte: u8) -> u8 {
    SORTS.get(usize::from(byte)).copied().unwrap_or_default()
}

/// The last byte of the word that the automaton takes others for, and how far it stands before the end: digits are one
/// sort to it, so are line breaks and tabs.
pub(super) fn doubtful(word: &str) -> Option<(u8, u8)> {
    let is_exact = |byte: u8| byte.is_ascii_alphabetic() || byte.is_ascii_punctuation() || byte == b' ';
    (1..=u8::MAX).zip(word.bytes().rev()).find(|(_, byte)| !is_exact(*byte))
}

/// The words, joined where they begin alike.
struct Tree {
    /// As in the automaton; no step leads to the start.
    steps: Vec<u16>,
    /// By state, the words that end there.
    ends: Vec<Vec<u16>>,
}

impl Tree {
    fn add(&mut self, word: &str, number: u16) -> Option<()> {
        let mut state = 0_u16;
        for byte in word.bytes() {
            let new = u16::try_from(self.ends.len()).ok()?;
            let step = self.steps.get_mut(usize::from(state) * ROW + usize::from(sort(byte)))?;
            if *step == 0 {
                *step = new;
                self.ends.push(Vec::new());
                self.steps.resize(self.ends.len() * ROW, 0);
            }
            state = *self.steps.get(usize::from(state) * ROW + usize::from(sort(byte)))?;
        }
        self.ends.get_mut(usize::from(state))?.push(number);
        Some(())
    }
}

/// A table of steps, and the words that end in its states.
#[derive(Default)]
pub(super) struct Automaton {
    /// For each state a row: the next state for each sort.
    steps: Vec<u16>,
    /// States from this one on are those in which words end.
    first_with_words: u16,
    /// The words that end in each of those.
    words: Vec<Vec<u16>>,
    /// The length of the longest word.
    longest: usize,
}

impl Automaton {
    /// One that finds these words, in any case. It is empty if there are more states than fit into the table.
    pub(super) fn new(words: &[&str]) -> Automaton {
        Automaton::build(words).unwrap_or_default()
    }

    /// After Aho and Corasick: a tree of the words, in which each state that has no step of its own takes that of the
    /// longest end of its word which another word begins with.
    fn build(words: &[&str]) -> Option<Automaton> {
        let mut tree = Tree { steps: vec![0; ROW], ends: vec![Vec::new()] };
        for (number, word) in words.iter().enumerate() {
            tree.add(word, u16::try_from(number).ok()?)?;
        }
        let Tree { mut steps, mut ends } = tree;
        // Nearest to the start first, so that a shorter word's state is done before it is needed.
        let mut order = vec![0_u16];
        let mut fallbacks = vec![0_u16; ends.len()];
        let mut at = 0;
        while let Some(state) = order.get(at).copied() {
            let fallback = *fallbacks.get(usize::from(state))?;
            for sort in 0..ROW {
                let other = if state == 0 { 0 } else { *steps.get(usize::from(fallback) * ROW + sort)? };
                let step = steps.get_mut(usize::from(state) * ROW + sort)?;
                if *step == 0 {
                    *step = other;
                    continue;
                }
                order.push(*step);
                *fallbacks.get_mut(usize::from(*step))? = other;
                let more = ends.get(usize::from(other))?.clone();
                ends.get_mut(usize::from(*step))?.extend(more);
            }
            at += 1;
        }
        let (plain, ending): (Vec<_>, Vec<_>) =
            order.into_iter().partition(|state| ends.get(usize::from(*state)).is_none_or(Vec::is_empty));
        let mut numbers = vec![0_u16; ends.len()];
        for (number, state) in (0_u16..).zip(plain.iter().chain(&ending)) {
            *numbers.get_mut(usize::from(*state))? = number;
        }
        let number = |state: &u16| numbers.get(usize::from(*state)).copied();
        let row = |state: &u16| steps.get(usize::from(*state) * ROW..(usize::from(*state) + 1) * ROW);
        let mut renumbered = Vec::with_capacity(steps.len());
        for state in plain.iter().chain(&ending) {
            renumbered.extend(row(state)?.iter().map(|next| number(next).unwrap_or_default()));
        }
        Some(Automaton {
            steps: renumbered,
            first_with_words: u16::try_from(plain.len()).ok()?,
            words: ending.iter().filter_map(|state| ends.get(usize::from(*state)).cloned()).collect(),
            longest: words.iter().map(|word| word.len()).max().unwrap_or_default(),
        })
    }

    /// Calls with each word, by number, and where it ends in the text, in the order of the ends.
    ///
    /// A step waits for the one before, and the processor does nothing meanwhile; so both halves of a text are walked at
    /// once, and what is found in the second waits for the first to end.
    pub(super) fn find(&self, text: &[u8], mut found: impl FnMut(usize, usize)) {
        let middle = text.len() / 2;
        let mut first = Walk { state: 0, at: 0 };
        // A word that ends behind the middle may begin before it.
        let mut second = Walk { state: 0, at: middle.saturating_sub(self.longest) };
        while second.at < middle {
            self.walk(&mut second, text, middle);
        }
        let (mut waiting, mut count) = ([(0_u16, 0_usize); MOST_WAITING], 0);
        while first.at < middle && second.at < text.len() && count < MOST_WAITING {
            self.walk_both(&mut first, &mut second, text, middle);
            if first.state >= self.first_with_words {
                self.tell(first, &mut found);
            }
            if let Some(place) = waiting.get_mut(count).filter(|_| second.state >= self.first_with_words) {
                *place = (second.state, second.at);
                count += 1;
            }
        }
        while first.at < middle {
            if self.walk(&mut first, text, middle) {
                self.tell(first, &mut found);
            }
        }
        for (state, at) in waiting.into_iter().take(count) {
            self.tell(Walk { state, at }, &mut found);
        }
        while second.at < text.len() {
            if self.walk(&mut second, text, text.len()) {
                self.tell(second, &mut found);
            }
        }
    }

    fn next(&self, state: u16, byte: u8) -> u16 {
        let step = usize::from(state) * ROW + usize::from(sort(byte));
        self.steps.get(step).copied().unwrap_or_default()
    }

    /// Goes on to where words end, and says whether that is before the given end.
    fn walk(&self, walk: &mut Walk, text: &[u8], end: usize) -> bool {
        let mut state = walk.state;
        for byte in text.get(walk.at..end).unwrap_or_default() {
            state = self.next(state, *byte);
            walk.at += 1;
            if state >= self.first_with_words {
                break;
            }
        }
        walk.state = state;
        state >= self.first_with_words
    }

    /// The same for two walks side by side: the first goes up to the middle.
    fn walk_both(&self, first: &mut Walk, second: &mut Walk, text: &[u8], middle: usize) {
        let halves =
            text.get(first.at..middle).unwrap_or_default().iter().zip(text.get(second.at..).unwrap_or_default());
        let (mut one, mut other, mut steps) = (first.state, second.state, 0);
        for (byte, other_byte) in halves {
            (one, other) = (self.next(one, *byte), self.next(other, *other_byte));
            steps += 1;
            if one.max(other) >= self.first_with_words {
                break;
            }
        }
        (first.state, first.at) = (one, first.at + steps);
        (second.state, second.at) = (other, second.at + steps);
    }

    fn tell(&self, walk: Walk, found: &mut impl FnMut(usize, usize)) {
        let words = self.words.get(usize::from(walk.state - self.first_with_words));
        for word in words.into_iter().flatten() {
            found(usize::from(*word), walk.at);
        }
    }
}

/// How many places in the second half can wait for the first.
const MOST_WAITING: usize = 64;

/// How far a walk through a text has come.
#[derive(Clone, Copy)]
struct Walk {
    state: u16,
    at: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(words: &[&str], text: &str) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        Automaton::new(words).find(text.as_bytes(), |word, end| all.push((word, end)));
        all
    }

    #[test]
    fn every_word_is_found_in_any_case_also_where_they_overlap() {
        assert_eq!(found(&["she", "he", "hers"], "uSHErs"), [(0, 4), (1, 4), (2, 6)]);
        assert_eq!(found(&["a", "a", "://"], "A://"), [(0, 1), (1, 1), (2, 4)]);
    }

    #[test]
    fn what_lies_in_the_middle_and_in_long_texts_is_found_once_and_in_order() {
        for length in 0..300 {
            let text = "ab://c".repeat(length);
            let ends = found(&["b:/", "ab", "://c"], &text).into_iter().map(|(_, end)| end).collect::<Vec<_>>();
            let expected = (0..length).flat_map(|at| [at * 6 + 2, at * 6 + 4, at * 6 + 6]).collect::<Vec<_>>();
            assert_eq!(ends, expected);
        }
    }

    #[test]
    fn no_words_are_found_nowhere() {
        assert!(found(&[], "abc").is_empty());
    }

    #[test]
    fn there_are_few_enough_sorts_for_a_row() {
        assert!(SORTS.iter().all(|sort| usize::from(*sort) < ROW));
    }
}
