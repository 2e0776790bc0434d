//! Whether a message names anything.
//!
//! This file stands in `candor` and in `candor-macros`, neither of which can use the other's functions. A test of `candor`
//! compares the two.

use std::sync::LazyLock;

/// Words that name nothing, in lower case.
static FIXED: LazyLock<Vec<&str>> = LazyLock::new(|| {
    in_order(
        "a again an and any anything are as at bad be because been being but by can cannot could data did do \
    does due during fatal for from generic had has have http i if illegal in incorrect incorrectly info information \
    internal internally invalid is it its later may me might must my nil none not null of oh ok okay on oops or our please so some \
    somehow something sorry than that the their them then there these they thing things this those to try unable undefined \
    unexpected unexpectedly unfortunately unhandled uncaught unknown unspecified unsuccessful unsuccessfully us valid very \
    was we went were what when where which while whoops will with would wrong wrongly you your",
    )
});

/// Words that name nothing in any of their forms, such as `failed`, `failing` and `failures`.
static INFLECTED: LazyLock<Vec<&str>> = LazyLock::new(|| {
    in_order(
        "action api application arg argument break broke broken call cause code command complete correct \
    detail encounter error exception execute execution fail failure fault field function general handle happen input issue \
    job message mistake object occur operation param parameter perform problem proceed process raise reason request response \
    retry return serve server service severe status success successful system task throw thrown tool trouble validation \
    value work",
    )
});

/// What a form of a word may have after it, apart from an `s`.
const ENDINGS: [&str; 5] = ["", "e", "ed", "ing", "ly"];

/// A longer word is a name.
const LONGEST: usize = 24;

/// Whether the text would fit any failure, such as "Something went wrong" or "Invalid input": each of its words names
/// nothing.
///
/// A number, a quoted word and a word that says what happened, such as "refused" or "timeout", name something. So does
/// every word that is not English.
pub(crate) fn is_vague(text: &str) -> bool {
    !quotes_something(text) && words_of(text).all(names_nothing)
}

/// The words of a text, each with the apostrophes in it.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |letter: char| letter.is_alphanumeric() || is_apostrophe(letter) || letter == '_';
    text.split(move |letter: char| !is_part(letter)).filter(|word| !word.is_empty())
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’')
}

/// Whether anything is in quotes. In the middle of a word, the mark is an apostrophe.
fn quotes_something(text: &str) -> bool {
    text.contains(['"', '`', '“', '«', '‘'])
        || words_of(text).any(|word| word.starts_with(is_apostrophe) || word.ends_with(is_apostrophe))
}

fn names_nothing(word: &str) -> bool {
    if word.len() > LONGEST {
        return false;
    }
    let word = word.to_lowercase().replace('’', "'");
    match word.strip_suffix("n't") {
        Some(negated) => is_listed(&FIXED, negated) || negated == "ca",
        None => is_listed(&FIXED, &word) || is_inflected(&word),
    }
}

/// Whether it is a form of a listed word: `errors`, `raised`, `handling` without its `e`, `occurred` with one letter doubled.
fn is_inflected(word: &str) -> bool {
    let singular = word.strip_suffix("es").filter(|stem| stem.ends_with('s')).or_else(|| word.strip_suffix('s'));
    [Some(word), singular].into_iter().flatten().any(|word| {
        let mut stems = ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
        stems.any(|stem| {
            let undoubled = stem.strip_suffix('r').filter(|stem| stem.ends_with('r'));
            is_listed(&INFLECTED, stem)
                || is_listed_with_e(stem)
                || undoubled.is_some_and(|it| is_listed(&INFLECTED, it))
        })
    })
}

fn in_order(words: &'static str) -> Vec<&'static str> {
    let mut words: Vec<_> = words.split_ascii_whitespace().collect();
    words.sort_unstable();
    words
}

fn is_listed(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

/// Whether the stem with an `e` after it is in the list of words with forms.
fn is_listed_with_e(stem: &str) -> bool {
    let stem_of = |listed: &&&str| listed.strip_suffix('e') == Some(stem);
    let start = INFLECTED.partition_point(|listed| *listed < stem);
    INFLECTED.iter().skip(start).take_while(|listed| listed.starts_with(stem)).any(|listed| stem_of(&listed))
}
