//! No template says the same over and over.

use super::messages::{self, Part};
use std::collections::{HashMap, HashSet};

/// Five words in a row are in so many messages at most.
const MOST: usize = 5;

#[test]
fn at_most_five_messages_have_the_same_five_words_in_a_row() {
    let all = [messages::of(Part::Built), messages::of(Part::Apart)].concat();
    let mut rows: HashMap<Vec<String>, Vec<&str>> = HashMap::new();
    for message in &all {
        let words = words(&message.text);
        // With numbers among them they are the form of some data, such as a place in a file, and no template.
        let is_prose = |row: &&[String]| !row.iter().any(|word| word == "#");
        let distinct: HashSet<&[String]> = words.windows(5).filter(is_prose).collect();
        for row in distinct {
            rows.entry(row.to_vec()).or_default().push(&message.text);
        }
    }
    let mut repeated: Vec<_> = rows.into_iter().filter(|(_, texts)| texts.len() > MOST).collect();
    repeated.sort();
    assert!(repeated.is_empty(), "{repeated:#?}");
}

/// The words in small letters; all numbers are the same, and several in a row are one.
fn words(text: &str) -> Vec<String> {
    let split = text.split(|it: char| !it.is_alphanumeric()).filter(|word| !word.is_empty());
    let plain =
        |word: &str| if word.bytes().all(|it| it.is_ascii_digit()) { "#".to_owned() } else { word.to_lowercase() };
    let mut words: Vec<String> = split.map(plain).collect();
    words.dedup_by(|one, two| one == two && *one == "#");
    words
}
