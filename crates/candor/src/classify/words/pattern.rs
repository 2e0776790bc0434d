//! Patterns of words.
//!
//! A pattern is a row of elements separated by spaces:
//!
//! | element | stands for |
//! |---|---|
//! | `word`, `one\|two` | that word, or one of them, in any case |
//! | `WORD` | that word in capitals |
//! | `@class` | a word of a class |
//! | `word?`, `@class?` | that, or nothing |
//! | `..` | up to four words, within one clause |
//! | `!word`, `!@class` | no such word here; takes none |
//! | `#`, `%`, `:` | a number; something quoted, a link or a path; a colon |
//! | `^`, `$` | the beginning and the end of a clause |

use super::class;
use super::lexicon::{COLON, Lexicon, NUMBER, OPAQUE, Word, is_edge};
use super::reader::Sentence;
use super::{Marks, mark};

/// The longest run of words that `..` stands for.
const GAP: usize = 4;

/// Sets of words; sets that are the same are kept once.
#[derive(Debug, Default)]
pub(super) struct Sets {
    lists: Vec<Vec<Word>>,
    /// For each word, a bit for each set: a sentence has few words, so the bits that are read are close together.
    bits: Vec<u64>,
    /// How many numbers of `bits` a word takes.
    width: usize,
}

type Set = u16;

impl Sets {
    fn add(&mut self, mut words: Vec<Word>) -> Set {
        words.sort_unstable();
        words.dedup();
        let index = self.lists.iter().position(|list| *list == words).unwrap_or_else(|| {
            self.lists.push(words);
            self.lists.len() - 1
        });
        Set::try_from(index).unwrap_or(Set::MAX)
    }

    /// To be called when all sets are known.
    pub(super) fn finish(&mut self, words: usize) {
        self.width = self.lists.len().div_ceil(64);
        self.bits = vec![0; self.width * words];
        for (index, list) in self.lists.iter().enumerate() {
            for word in list {
                if let Some(bits) = self.bits.get_mut(usize::from(*word) * self.width + index / 64) {
                    *bits |= 1 << (index % 64);
                }
            }
        }
    }

    fn words(&self, set: Set) -> &[Word] {
        self.lists.get(usize::from(set)).map_or(&[], Vec::as_slice)
    }

    #[inline]
    fn contains(&self, set: Set, word: Word) -> bool {
        let bits = self.bits.get(usize::from(word) * self.width + usize::from(set) / 64);
        bits.is_some_and(|bits| bits >> (set % 64) & 1 == 1)
    }
}

/// The most elements of a pattern.
const MOST_ELEMENTS: usize = 10;

/// A pattern made ready, all in one place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pattern {
    /// Those before the anchor, nearest first; then the anchor and those after it.
    elements: [Element; MOST_ELEMENTS],
    before: u8,
    count: u8,
}

#[derive(Debug, Clone, Copy)]
enum Element {
    /// One of these words.
    One(Set),
    /// One of these words, all in capitals.
    Capitals(Set),
    /// One of these words, or nothing.
    Perhaps(Set),
    /// None of these words; takes none.
    Not(Set),
    Gap,
    ClauseStart,
    ClauseEnd,
}

impl Element {
    fn of(text: &str, lexicon: &mut Lexicon, sets: &mut Sets) -> Element {
        match text {
            ".." => return Element::Gap,
            "^" => return Element::ClauseStart,
            "$" => return Element::ClauseEnd,
            _ => {}
        }
        if let Some(words) = text.strip_prefix('!') {
            return Element::Not(set(words, lexicon, sets));
        }
        if let Some(words) = text.strip_suffix('?') {
            return Element::Perhaps(set(words, lexicon, sets));
        }
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Element::Capitals(set(&text.to_ascii_lowercase(), lexicon, sets));
        }
        Element::One(set(text, lexicon, sets))
    }

    /// The words of which one must be there.
    const fn needed(self) -> Option<Set> {
        match self {
            Element::One(set) | Element::Capitals(set) => Some(set),
            Element::Perhaps(_) | Element::Not(_) | Element::Gap | Element::ClauseStart | Element::ClauseEnd => None,
        }
    }
}

fn set(words: &str, lexicon: &mut Lexicon, sets: &mut Sets) -> Set {
    let mut numbers = Vec::new();
    for word in words.split('|') {
        match word.strip_prefix('@') {
            Some(name) => {
                numbers.extend(class::words(name).flat_map(|word| word.split('|')).map(|word| lexicon.add(word)));
            }
            None if word == "#" => numbers.push(NUMBER),
            None if word == "%" => numbers.push(OPAQUE),
            None if word == ":" => numbers.push(COLON),
            None => numbers.push(lexicon.add(word)),
        }
    }
    sets.add(numbers)
}

impl Pattern {
    /// Reads the pattern, and puts its words into the lexicon.
    pub(super) fn of(pattern: &str, lexicon: &mut Lexicon, sets: &mut Sets) -> Pattern {
        let mut made = Pattern { elements: [Element::Gap; MOST_ELEMENTS], before: 0, count: 0 };
        for text in pattern.split_whitespace() {
            let element = Element::of(text, lexicon, sets);
            debug_assert!(usize::from(made.count) < MOST_ELEMENTS, "{pattern:?} has too many elements");
            if let Some(place) = made.elements.get_mut(usize::from(made.count)) {
                *place = element;
                made.count += 1;
            }
        }
        made
    }

    fn backward(&self) -> &[Element] {
        self.elements.get(..usize::from(self.before)).unwrap_or_default()
    }

    fn forward(&self) -> &[Element] {
        self.elements.get(usize::from(self.before)..usize::from(self.count)).unwrap_or_default()
    }

    /// Sets the anchor: the element whose words are in the fewest patterns.
    pub(super) fn anchor(&mut self, sets: &Sets, uses: &[u32]) {
        let uses_of = |word: &Word| uses.get(usize::from(*word)).copied().unwrap_or_default();
        let cost = |set| sets.words(set).iter().map(uses_of).sum::<u32>();
        let costs = (0u8..).zip(self.forward());
        let costs = costs.filter_map(|(index, element)| Some((cost(element.needed()?), index)));
        self.before = costs.min().map_or(0, |(_, index)| index);
        if let Some(before) = self.elements.get_mut(..usize::from(self.before)) {
            before.reverse();
        }
    }

    /// The words of its elements.
    pub(super) fn words<'a>(&'a self, sets: &'a Sets) -> impl Iterator<Item = Word> + 'a {
        let needed = self.backward().iter().chain(self.forward()).filter_map(|element| element.needed());
        needed.flat_map(|set| sets.words(set)).copied()
    }

    /// The words of the anchor.
    pub(super) fn anchors<'a>(&self, sets: &'a Sets) -> &'a [Word] {
        self.forward().first().and_then(|element| element.needed()).map_or(&[], |set| sets.words(set))
    }

    /// Marks of the words of its other elements, of the two with the fewest; all marks where there is none.
    pub(super) fn others(&self, sets: &Sets) -> [Marks; 2] {
        let needed = self.backward().iter().chain(self.forward().iter().skip(1)).filter_map(|element| element.needed());
        let mut lists: Vec<&[Word]> = needed.map(|set| sets.words(set)).collect();
        lists.sort_by_key(|list| list.len());
        let marks = |list: &&[Word]| list.iter().fold(0, |marks, word| marks | mark(*word));
        [lists.first().map_or(Marks::MAX, marks), lists.get(1).map_or(Marks::MAX, marks)]
    }

    /// The words that it takes, when one of its anchor's words is at `at`.
    #[inline]
    pub(super) fn find(&self, sets: &Sets, sentence: &Sentence, at: usize) -> Option<(usize, usize)> {
        let (anchor, forward) = self.forward().split_first()?;
        if matches!(anchor, Element::Capitals(_)) && sentence.capitals >> at & 1 == 0 {
            return None;
        }
        // Most candidates fail at a word right beside the anchor.
        let side = Side { sets, words: sentence.words(), capitals: sentence.capitals };
        let (backward, start) = side.beside::<false>(self.backward(), at)?;
        let (forward, end) = side.beside::<true>(forward, at + 1)?;
        let start = if backward.is_empty() { start } else { side.take::<false>(backward, start)? };
        let end = if forward.is_empty() { end } else { side.take::<true>(forward, end)? };
        Some((start, end))
    }
}

/// What elements are compared with, on one side of the anchor.
struct Side<'a> {
    sets: &'a Sets,
    words: &'a [Word],
    /// A bit for each word in capitals.
    capitals: u64,
}

/// The place after `at`, or the one before it.
#[inline]
const fn step<const AHEAD: bool>(at: usize) -> usize {
    if AHEAD { at + 1 } else { at.wrapping_sub(1) }
}

impl Side<'_> {
    /// Where the word after `at` is, or the one before it.
    #[inline]
    const fn place<const AHEAD: bool>(at: usize) -> usize {
        if AHEAD { at } else { at.wrapping_sub(1) }
    }

    #[inline]
    fn next<const AHEAD: bool>(&self, at: usize) -> Option<Word> {
        self.words.get(Self::place::<AHEAD>(at)).copied()
    }

    #[inline]
    fn is_next<const AHEAD: bool>(&self, at: usize, set: Set) -> bool {
        self.next::<AHEAD>(at).is_some_and(|word| self.sets.contains(set, word))
    }

    /// Takes the first element at once if it is a plain one; what is left of them, and from where on.
    #[inline]
    fn beside<'e, const AHEAD: bool>(&self, elements: &'e [Element], at: usize) -> Option<(&'e [Element], usize)> {
        match elements {
            [Element::One(set), rest @ ..] => self.is_next::<AHEAD>(at, *set).then(|| (rest, step::<AHEAD>(at))),
            _ => Some((elements, at)),
        }
    }

    /// How far the elements reach from `at` on.
    fn take<const AHEAD: bool>(&self, mut elements: &[Element], mut at: usize) -> Option<usize> {
        while let Some((element, rest)) = elements.split_first() {
            match *element {
                Element::One(set) => {
                    if !self.is_next::<AHEAD>(at, set) {
                        return None;
                    }
                    at = step::<AHEAD>(at);
                }
                Element::Capitals(set) => {
                    if !self.is_next::<AHEAD>(at, set) || self.capitals >> Self::place::<AHEAD>(at) & 1 == 0 {
                        return None;
                    }
                    at = step::<AHEAD>(at);
                }
                Element::Perhaps(set) => {
                    if self.is_next::<AHEAD>(at, set) {
                        if rest.is_empty() {
                            return Some(step::<AHEAD>(at));
                        }
                        if let Some(end) = self.take::<AHEAD>(rest, step::<AHEAD>(at)) {
                            return Some(end);
                        }
                    }
                }
                Element::Not(set) => {
                    if self.is_next::<AHEAD>(at, set) {
                        return None;
                    }
                }
                Element::Gap => return self.take_gap::<AHEAD>(rest, at),
                Element::ClauseStart | Element::ClauseEnd => {
                    let is_outwards = matches!(element, Element::ClauseEnd) == AHEAD;
                    if !is_outwards || self.next::<AHEAD>(at).is_some_and(|word| !is_edge(word)) {
                        return None;
                    }
                }
            }
            elements = rest;
        }
        Some(at)
    }

    /// The same for what follows a gap.
    #[inline]
    fn take_gap<const AHEAD: bool>(&self, elements: &[Element], mut at: usize) -> Option<usize> {
        for _ in 0..=GAP {
            if let Some((rest, next)) = self.beside::<AHEAD>(elements, at) {
                if rest.is_empty() {
                    return Some(next);
                }
                if let Some(end) = self.take::<AHEAD>(rest, next) {
                    return Some(end);
                }
            }
            if is_edge(self.next::<AHEAD>(at)?) {
                return None;
            }
            at = step::<AHEAD>(at);
        }
        None
    }
}
