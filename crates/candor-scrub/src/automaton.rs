//! The automaton that finds every word of all rules at once.
//!
//! It is specialised: a table of two bytes a step, shallow states first, because its speed depends on how much of it
//! fits into the L1 cache. It is built when the first text is scrubbed, in a fraction of the time of a general
//! automaton.

use std::ops::Range;

/// The class of each byte: a letter in any case, a digit, a punctuation character. Classes are coarser than bytes, so a
/// word that is found is compared with the text before it counts.
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

/// The greatest number of classes: the length of a row of the table.
const ROW: usize = 64;

fn sort(byte: u8) -> u8 {
    SORTS.get(usize::from(byte)).copied().unwrap_or_default()
}

/// The last byte of the word that shares its class with other bytes, and its distance from the end: all digits are one
/// class, and so are line breaks and tabs.
pub(super) fn doubtful(word: &str) -> Option<(u8, u8)> {
    let is_exact = |byte: u8| byte.is_ascii_alphabetic() || byte.is_ascii_punctuation() || byte == b' ';
    (1..=u8::MAX).zip(word.bytes().rev()).find(|(_, byte)| !is_exact(*byte))
}

/// The next state for each class. Letters, digits and spaces are in the first of the two cache lines of a row, and most
/// steps read only that one.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
struct Row([u16; ROW]);

/// A trie of the words.
struct Tree {
    /// As in the automaton; 0 means that there is no step.
    steps: Vec<u16>,
    /// For each state, the words that end there.
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

/// The words have more states than a table has numbers for, or one of them is longer than 255 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the words of the rules do not fit into the automaton's table")]
pub(super) struct TooManyWords;

/// A table of steps, and the words that end in its states.
#[derive(Debug)]
pub(super) struct Automaton {
    /// For each state a row.
    steps: Vec<Row>,
    /// Words end in this state and in all after it.
    first_with_words: u16,
    /// The words that end in each of those states, and where the words of each state begin in the list. The last start
    /// is the end of the list.
    words: Vec<u16>,
    word_starts: Vec<u16>,
    /// How many bytes before the position in the text each state depends on.
    depths: Vec<u8>,
}

impl Automaton {
    /// Finds these words in any case.
    pub(super) fn new(words: &[&str]) -> Result<Automaton, TooManyWords> {
        Automaton::build(words).ok_or(TooManyWords)
    }

    /// The algorithm of Aho and Corasick: a trie of the words, in which a state without a step for a class takes the
    /// step of its longest proper suffix that is also in the trie.
    fn build(words: &[&str]) -> Option<Automaton> {
        let mut tree = Tree { steps: vec![0; ROW], ends: vec![Vec::new()] };
        for (number, word) in words.iter().enumerate() {
            tree.add(word, u16::try_from(number).ok()?)?;
        }
        let Tree { mut steps, mut ends } = tree;
        // Breadth first: the suffix of a state is shorter, so its row is complete before it is needed.
        let mut order = vec![0_u16];
        let mut fallbacks = vec![0_u16; ends.len()];
        let mut depths = vec![0_u8; ends.len()];
        let mut at = 0;
        while let Some(state) = order.get(at).copied() {
            let fallback = *fallbacks.get(usize::from(state))?;
            let next_depth = depths.get(usize::from(state))?.checked_add(1)?;
            for sort in 0..ROW {
                let other = if state == 0 { 0 } else { *steps.get(usize::from(fallback) * ROW + sort)? };
                let step = steps.get_mut(usize::from(state) * ROW + sort)?;
                if *step == 0 {
                    *step = other;
                    continue;
                }
                order.push(*step);
                *fallbacks.get_mut(usize::from(*step))? = other;
                *depths.get_mut(usize::from(*step))? = next_depth;
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
        let row = |state: &u16| steps.get(usize::from(*state) * ROW..)?.first_chunk::<ROW>();
        let mut renumbered = Vec::with_capacity(ends.len());
        for state in plain.iter().chain(&ending) {
            renumbered.push(Row(row(state)?.map(|next| number(&next).unwrap_or_default())));
        }
        let (mut words, mut word_starts) = (Vec::new(), vec![0]);
        for state in &ending {
            words.extend(ends.get(usize::from(*state))?);
            word_starts.push(u16::try_from(words.len()).ok()?);
        }
        Some(Automaton {
            steps: renumbered,
            first_with_words: u16::try_from(plain.len()).ok()?,
            words,
            word_starts,
            depths: plain.iter().chain(&ending).filter_map(|state| depths.get(usize::from(*state)).copied()).collect(),
        })
    }

    /// Calls `found` with the number of each word and the position of its end, in the order of the ends.
    ///
    /// Each step depends on the one before, so a single walk leaves the processor idle. The text is read in blocks, and the
    /// four quarters of a block are walked at once. What is found in a later quarter is buffered until the earlier ones
    /// are done.
    pub(super) fn find(&self, text: &[u8], found: impl FnMut(usize, usize)) {
        // The buffers are initialised for each text. For a short text, large ones would cost more than its steps.
        if text.len() < SHORT {
            self.find_with::<FEW_WAITING>(text, found)
        } else {
            self.find_with::<MOST_WAITING>(text, found)
        }
    }

    fn find_with<const ROOM: usize>(&self, text: &[u8], mut found: impl FnMut(usize, usize)) {
        let mut waiting = [const { Waiting::<ROOM>::NONE }; LANES];
        let blocks = text.len().div_ceil(LONGEST_BLOCK).max(1);
        let mut told_to = 0;
        for block in 0..blocks {
            let block = text.len() * block / blocks..text.len() * (block + 1) / blocks;
            told_to = self.find_in(text, block, told_to, &mut waiting, &mut found);
        }
    }

    /// Finds the words that begin in the block and end after `told_to`, and returns up to where all words were found.
    fn find_in<const ROOM: usize>(
        &self,
        text: &[u8],
        block: Range<usize>,
        mut told_to: usize,
        waiting: &mut [Waiting<ROOM>; LANES],
        found: &mut impl FnMut(usize, usize),
    ) -> usize {
        let length = block.len() / LANES;
        let walks = self.walk_all(text.get(block.clone()).unwrap_or_default(), length, waiting);
        for (lane, ((state, steps), waiting)) in walks.into_iter().zip(waiting).enumerate() {
            let start = block.start + lane * length;
            let mut walk = Walk { state, at: start + steps };
            let mut tell = |walk: Walk| {
                if walk.at > told_to {
                    self.tell(walk, found);
                }
            };
            waiting.tell(start, &mut tell);
            let end = if lane + 1 == LANES { block.end } else { start + length };
            while walk.at < end {
                if self.walk(&mut walk, text, end) {
                    tell(walk);
                }
            }
            // A word that begins in this quarter and ends after it belongs to this walk. The walk continues until its
            // state no longer depends on its quarter; from there on the next walk is in the same state.
            while walk.at < text.len() && self.depth(walk.state) > walk.at - end {
                let next = walk.at + 1;
                if self.walk(&mut walk, text, next) {
                    tell(walk);
                }
            }
            told_to = told_to.max(walk.at);
        }
        told_to
    }

    fn depth(&self, state: u16) -> usize {
        self.depths.get(usize::from(state)).copied().map_or(0, usize::from)
    }

    fn next(&self, state: u16, byte: u8) -> u16 {
        let row = self.steps.get(usize::from(state));
        row.and_then(|Row(steps)| steps.get(usize::from(sort(byte)) % ROW)).copied().unwrap_or_default()
    }

    /// Walks to the next position where words end, and returns whether there is one before the given end.
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

    /// Walks the quarters of the block in step while there is room. Returns the state and the number of steps of each.
    fn walk_all<const ROOM: usize>(
        &self,
        block: &[u8],
        length: usize,
        waiting: &mut [Waiting<ROOM>; LANES],
    ) -> [(u16, usize); LANES] {
        let [one, two, three, four] =
            [0, 1, 2, 3].map(|lane| block.get(lane * length..(lane + 1) * length).unwrap_or_default());
        let (mut first, mut second, mut third, mut fourth) = (0, 0, 0, 0);
        let mut steps = 0;
        for ((one, two), (three, four)) in one.iter().zip(two).zip(three.iter().zip(four)) {
            (first, second) = (self.next(first, *one), self.next(second, *two));
            (third, fourth) = (self.next(third, *three), self.next(fourth, *four));
            steps += 1;
            if first.max(second).max(third.max(fourth)) >= self.first_with_words {
                let mut is_full = false;
                for (state, waiting) in [first, second, third, fourth].into_iter().zip(waiting.iter_mut()) {
                    if state >= self.first_with_words {
                        waiting.push(state, steps);
                        is_full |= waiting.count == ROOM;
                    }
                }
                if is_full {
                    break;
                }
            }
        }
        [first, second, third, fourth].map(|state| (state, steps))
    }

    fn tell(&self, walk: Walk, found: &mut impl FnMut(usize, usize)) {
        let at = usize::from(walk.state - self.first_with_words);
        let (Some(start), Some(end)) = (self.word_starts.get(at), self.word_starts.get(at + 1)) else { return };
        let Some(words) = self.words.get(usize::from(*start)..usize::from(*end)) else { return };
        for word in words {
            found(usize::from(*word), walk.at);
        }
    }
}

/// How many parts of a text are walked at once.
const LANES: usize = 4;
/// The longest part of a text of which the quarters are walked at once: its positions fit into two bytes.
const LONGEST_BLOCK: usize = 4096;
/// How many positions can be buffered for a quarter, and for one of a short text. With more, the rest is walked one by one.
const MOST_WAITING: usize = 256;
const FEW_WAITING: usize = 32;
/// Texts with fewer bytes are short.
const SHORT: usize = 400;

/// The state of a walk, and its position in the text.
#[derive(Clone, Copy)]
struct Walk {
    state: u16,
    at: usize,
}

/// The positions in a quarter where words end, in order.
struct Waiting<const ROOM: usize> {
    /// The state, and the distance from the start of the quarter.
    places: [(u16, u16); ROOM],
    count: usize,
}

impl<const ROOM: usize> Waiting<ROOM> {
    const NONE: Self = Waiting { places: [(0, 0); ROOM], count: 0 };

    fn push(&mut self, state: u16, distance: usize) {
        if let (Some(place), Ok(distance)) = (self.places.get_mut(self.count), u16::try_from(distance)) {
            *place = (state, distance);
            self.count += 1;
        }
    }

    /// Passes on all buffered positions.
    fn tell(&mut self, start: usize, tell: impl FnMut(Walk)) {
        let places = self.places.iter().take(self.count);
        places.map(|(state, distance)| Walk { state: *state, at: start + usize::from(*distance) }).for_each(tell);
        self.count = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(words: &[&str], text: &str) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        Automaton::new(words).unwrap().find(text.as_bytes(), |word, end| all.push((word, end)));
        all
    }

    #[test]
    fn every_word_is_found_in_any_case_also_where_they_overlap() {
        assert_eq!(found(&["she", "he", "hers"], "uSHErs"), [(0, 4), (1, 4), (2, 6)]);
        assert_eq!(found(&["a", "a", "://"], "A://"), [(0, 1), (1, 1), (2, 4)]);
    }

    #[test]
    fn words_across_quarters_and_in_long_texts_are_found_once_and_in_order() {
        for length in 0..300 {
            let text = "ab://c".repeat(length);
            let ends = found(&["b:/", "ab", "://c"], &text).into_iter().map(|(_, end)| end).collect::<Vec<_>>();
            let expected = (0..length).flat_map(|at| [at * 6 + 2, at * 6 + 4, at * 6 + 6]).collect::<Vec<_>>();
            assert_eq!(ends, expected);
        }
    }

    #[test]
    fn words_across_blocks_are_found_once_and_in_order_however_many_there_are() {
        let words = ["b:/", "ab", "://c", "cabab://cab"];
        for filler in ["", ".", ".......", &".".repeat(97)] {
            let unit = format!("ab://c{filler}");
            for over in 0..unit.len() {
                let text = ".".repeat(over) + &unit.repeat(3 * LONGEST_BLOCK / unit.len());
                let ends_here = |end: &usize| words.iter().filter(|word| text[..*end].ends_with(*word)).count();
                let expected = (1..=text.len()).flat_map(|end| vec![end; ends_here(&end)]).collect::<Vec<_>>();
                let ends = found(&words, &text).into_iter().map(|(_, end)| end).collect::<Vec<_>>();
                assert!(ends == expected, "{filler:?} after {over} bytes");
            }
        }
    }

    #[test]
    fn an_automaton_without_words_finds_nothing() {
        assert!(found(&[], "abc").is_empty());
    }

    #[test]
    fn words_that_do_not_fit_are_refused() {
        let letters = || "abcdefghijklmnopqrstuvwxyz".chars();
        let tails = ["quite-long-tail", "another-long-tail", "one-more-long-tail"];
        let words: Vec<String> = letters()
            .flat_map(|one| {
                letters().flat_map(move |two| tails.map(|tail| [one, two].iter().collect::<String>() + tail))
            })
            .flat_map(|word| [format!("{word}="), format!("{word}:{word}")])
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(Automaton::new(&words).err(), Some(TooManyWords));
        assert_eq!(Automaton::new(&["x".repeat(256).as_str()]).err(), Some(TooManyWords));
        assert!(Automaton::new(&words[..words.len() / 4]).is_ok());
    }

    #[test]
    fn all_byte_classes_fit_into_a_row() {
        assert!(SORTS.iter().all(|sort| usize::from(*sort) < ROW));
    }
}
