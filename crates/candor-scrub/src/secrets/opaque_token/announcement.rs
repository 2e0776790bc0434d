//! What the words before a hexadecimal word say that it is.

use crate::effort::note_compared;
use crate::sensitive_name::{is_of_data, words};
use crate::text::{ALPHANUMERIC, Class, DIGIT, Text, is_any};

/// What a hexadecimal word is, by the words before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Announced {
    /// A token; `is_next` if the word that says so is the one before it, apart from words such as `id`.
    Token { is_next: bool },
    /// Something that readers need: a hash, a commit, the id of a request.
    Other,
}

/// What one word says.
enum Meaning {
    Token,
    /// A hash of content, or an id that is passed on to be searched for.
    Hash,
    /// A thing that has a hexadecimal id now and then: it says so only right before the word.
    Thing,
    /// Says that an id follows.
    Id,
    Filler,
    Unknown,
}

/// How far before the position words are read, in bytes.
const NEAR: usize = 48;
const MOST_WORDS: usize = 3;
/// Longer ones say nothing.
const LONGEST_WORD: usize = 24;

/// What the words before the position say; of several, the nearest decides. If they say nothing, the word is what the
/// hexadecimal word is that it is compared with.
pub(super) fn before(text: Text<'_>, at: usize) -> Option<Announced> {
    near(text, at).or_else(|| {
        let other = compared_with(text, at)?;
        near(text, other).filter(|announced| *announced == Announced::Other)
    })
}

/// The start of the hexadecimal word that the one at the position is compared with: `expected …, got …`.
fn compared_with(text: Text<'_>, at: usize) -> Option<usize> {
    const BETWEEN: Class = Class::of(" \t\r\n\"'`,;:=!<>()[]-");
    const COMPARING: [&str; 16] = [
        "actual", "actually", "but", "computed", "content", "file", "found", "got", "has", "have", "is", "it", "not",
        "received", "the", "was",
    ];
    const MOST_WORDS: usize = 4;
    const LONGEST_GAP: usize = 16;
    let mut start = at;
    for _ in 0..=MOST_WORDS {
        let end = text.skip_back(start, start.saturating_sub(LONGEST_GAP), &BETWEEN);
        start = text.skip_back(end, end.saturating_sub(super::LONGEST), &ALPHANUMERIC);
        let word = text.get(start..end);
        if super::is_lone_hash(word) {
            return Some(start);
        }
        if !is_any(&word.to_ascii_lowercase(), &COMPARING) {
            return None;
        }
    }
    None
}

/// What the nearest words say.
fn near(text: Text<'_>, at: usize) -> Option<Announced> {
    let floor = text.character_start(text.line_start(at, at.saturating_sub(NEAR)));
    let near = text.get(floor..at);
    // Half a word says something else: `key` of `monkey`.
    let is_half =
        |it: char| it.is_ascii_alphanumeric() && text.byte_before(floor).is_some_and(|it| it.is_ascii_alphanumeric());
    by_words(near.trim_start_matches(is_half))
}

/// What a name, or the end of a sentence, says about what follows it.
pub(super) fn by_words(near: &str) -> Option<Announced> {
    let words: Vec<&str> = words(near).collect();
    let (mut is_next, mut is_id, mut is_thing) = (true, false, false);
    for (index, word) in words.iter().enumerate().rev().take(MOST_WORDS) {
        let previous = index.checked_sub(1).and_then(|before| words.get(before)).copied().unwrap_or_default();
        match meaning(previous, word) {
            Meaning::Token => return Some(Announced::Token { is_next: is_next && !is_thing }),
            Meaning::Hash => return Some(Announced::Other),
            Meaning::Thing if is_next && is_id => return Some(Announced::Other),
            // `session of request …` is about a session.
            Meaning::Thing if is_next => (is_thing, is_next) = (true, false),
            Meaning::Id => is_id = true,
            Meaning::Filler => {}
            Meaning::Thing | Meaning::Unknown => is_next = false,
        }
    }
    is_thing.then_some(Announced::Other)
}

fn meaning(previous: &str, word: &str) -> Meaning {
    if word.len() > LONGEST_WORD {
        return Meaning::Unknown;
    }
    note_compared(FILLERS.len() + HASH_STARTS.len() + HASH_ENDINGS.len() + TOKEN_ENDINGS.len());
    let word = word.to_ascii_lowercase();
    if ["id", "ids"].contains(&&*word) {
        return Meaning::Id;
    }
    if FILLERS.contains(&&*word) || DIGIT.has_all(&word) {
        return Meaning::Filler;
    }
    if HASH_STARTS.iter().any(|start| word.starts_with(start)) || HASH_ENDINGS.iter().any(|end| word.ends_with(end)) {
        return Meaning::Hash;
    }
    // `requestid`, `sessions`.
    let id_of = word.strip_suffix("id").or_else(|| word.strip_suffix("ids"));
    let one = word.strip_suffix('s').unwrap_or(&word);
    let is = |words: &[&str]| words.contains(&&*word) || words.contains(&one);
    let is_key = is(&["key"]);
    if is_key && (previous.eq_ignore_ascii_case("public") || is_of_data(previous, &word)) {
        return Meaning::Hash;
    }
    let is_token = |word: &str| TOKEN_ENDINGS.iter().any(|end| word.ends_with(end));
    if is_key || is(&TOKENS) || is_token(&word) || is_token(one) || id_of.is_some_and(is_token) {
        return Meaning::Token;
    }
    if id_of.is_some_and(|it| THINGS.contains(&it)) {
        return Meaning::Hash;
    }
    if is(&THINGS) { Meaning::Thing } else { Meaning::Unknown }
}

/// Words that announce a token.
const TOKENS: [&str; 6] = ["sid", "sess", "bearer", "nonce", "csrf", "ticket"];
/// Words that do so at the end of others, too: `usersession`, `authtoken`.
const TOKEN_ENDINGS: [&str; 12] = [
    "session",
    "sess",
    "token",
    "secret",
    "cookie",
    "credential",
    "password",
    "passwd",
    "apikey",
    "authkey",
    "accesskey",
    "secretkey",
];
/// How words begin that announce a hash.
const HASH_STARTS: [&str; 5] = ["sha1", "sha2", "sha3", "sha5", "md5"];
/// How words end that announce a hash, or an id that is passed on to be searched for.
const HASH_ENDINGS: [&str; 20] = [
    "hash",
    "hashes",
    "digest",
    "checksum",
    "etag",
    "integrity",
    "fingerprint",
    "commit",
    "commits",
    "revision",
    "uuid",
    "guid",
    "traceid",
    "traceparent",
    "spanid",
    "requestid",
    "correlation",
    "correlationid",
    "githash",
    "contenthash",
];
/// Other things with hexadecimal ids that readers need.
const THINGS: [&str; 19] = [
    "trace",
    "span",
    "request",
    "version",
    "v",
    "ver",
    "branch",
    "sha",
    "tag",
    "rev",
    "public",
    "blob",
    "tree",
    "git",
    "build",
    "image",
    "layer",
    "container",
    "crc",
];
/// What may be between such a word and the hexadecimal word.
const FILLERS: [&str; 14] =
    ["is", "was", "are", "the", "a", "an", "of", "with", "no", "number", "value", "for", "named", "called"];
