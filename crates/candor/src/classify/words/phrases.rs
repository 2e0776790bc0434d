//! The phrases, one file per topic.

mod access;
mod clauses;
mod defects;
mod encoding;
mod existence;
mod input;
mod limits;
mod markers;
mod reach;
mod setup;
mod state;
mod storage;

use super::phrase::Phrase;

/// Identifiers and numbers that a standard or a product defines.
pub(super) static MARKERS: &[Phrase] = markers::PHRASES;

/// What words say.
pub(super) static COMMON: [&[Phrase]; 11] = [
    access::PHRASES,
    clauses::PHRASES,
    existence::PHRASES,
    input::PHRASES,
    state::PHRASES,
    limits::PHRASES,
    reach::PHRASES,
    storage::PHRASES,
    setup::PHRASES,
    encoding::PHRASES,
    defects::PHRASES,
];

#[cfg(test)]
mod tests {
    use super::super::{GRAMMAR, class, reader};
    use super::{COMMON, MARKERS, Phrase};
    use std::collections::HashSet;

    fn all() -> impl Iterator<Item = &'static Phrase> {
        MARKERS.iter().chain(COMMON.into_iter().flatten())
    }

    /// A text that the pattern is made for: the first word of every element that must be there.
    fn example(pattern: &str) -> String {
        let needed = pattern.split_whitespace().filter(|element| {
            !matches!(*element, ".." | "^" | "$") && !element.starts_with('!') && !element.ends_with('?')
        });
        let words = needed.map(|element| match element.split('|').next().unwrap_or_default() {
            "#" => "404".to_owned(),
            "%" => "'x'".to_owned(),
            word => {
                word.strip_prefix('@').map_or(word, |name| class::words(name).next().unwrap_or_default()).to_owned()
            }
        });
        words.collect::<Vec<_>>().join(" ").replace(" :", ":")
    }

    #[test]
    fn every_phrase_is_found_in_the_words_that_it_is_made_of() {
        let grammar = &*GRAMMAR;
        for phrase in all() {
            let entry = grammar.entries.iter().find(|entry| entry.phrase.pattern == phrase.pattern);
            let pattern = entry.map(|entry| entry.pattern);
            let mut is_found = false;
            let text = example(phrase.pattern);
            reader::read(&text, &grammar.lexicon, &grammar.traits, |sentence| {
                let mut places = 0..sentence.words().len();
                let is_here = |at| pattern.is_some_and(|pattern| pattern.find(&grammar.sets, sentence, at).is_some());
                is_found |= places.any(is_here);
            });
            assert!(is_found, "{:?} is not found in {text:?}", phrase.pattern);
        }
    }

    #[test]
    fn no_phrase_is_listed_twice_and_no_word_twice_in_an_element() {
        let mut seen = HashSet::new();
        for phrase in all() {
            assert!(seen.insert(phrase.pattern), "{:?} is listed twice", phrase.pattern);
            for element in phrase.pattern.split_whitespace() {
                let words: Vec<&str> = element.trim_matches(['!', '?']).split('|').collect();
                let distinct: HashSet<&str> = words.iter().copied().collect();
                assert_eq!(words.len(), distinct.len(), "{element:?} of {:?}", phrase.pattern);
            }
        }
    }
}
