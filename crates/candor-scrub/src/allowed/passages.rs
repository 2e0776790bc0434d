//! Longer parts of what a caller sent, such as a statement: they are compared token by token, so white space, case and escapes
//! do not count. An index of their beginnings keeps a look-up from reading all that the caller sent.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Range;

/// By how many tokens a beginning is found, the longest first.
const BEGINNINGS: [usize; 3] = [12, 4, 2];
/// How many places with the same beginning are compared.
const MOST_PLACES: usize = 16;

/// What a caller sent, by its tokens.
#[derive(Clone)]
pub(super) struct Passages {
    seed: u64,
    tokens: Vec<u64>,
    /// The hash of each beginning, with its first token; sorted.
    beginnings: Vec<(u64, usize)>,
    /// The hash of each statement or text as a whole: what is between semicolons and the ends of texts.
    wholes: HashSet<u64>,
    /// The token at the end of each text, and that of a semicolon.
    ends: [u64; 2],
}

/// How much of a part was found in what the caller sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// All of it.
    Whole,
    /// It begins with what the caller sent as a whole, up to this byte.
    To(usize),
    Not,
}

impl Passages {
    /// The passages of texts that are separated by `\0`.
    pub(super) fn of(texts: &str) -> Passages {
        let seed = RandomState::new().build_hasher().finish();
        let tokens: Vec<u64> = tokens(texts).map(|span| hash_of(seed, texts, span)).collect();
        let mut beginnings = Vec::with_capacity(BEGINNINGS.len() * tokens.len());
        for at in 0..tokens.len() {
            let rest = tokens.get(at..).unwrap_or_default();
            beginnings.extend(BEGINNINGS.iter().filter_map(|count| Some((joined(rest.get(..*count)?), at))));
        }
        beginnings.sort_unstable();
        let ends = ["\0", ";"].map(|end| hash_of(seed, end, 0..1));
        let wholes = tokens.split(|token| ends.contains(token)).filter(|whole| whole.len() > 1).map(joined).collect();
        Passages { seed, tokens, beginnings, wholes, ends }
    }

    /// How much of the part the caller has sent. A part of one token is never known.
    pub(super) fn knows(&self, part: &str) -> Known {
        let spans: Vec<Range<usize>> = tokens(part).collect();
        let hashes: Vec<u64> = spans.iter().map(|span| hash_of(self.seed, part, span.clone())).collect();
        let mut hash = START;
        let mut whole = None;
        for (count, token) in hashes.iter().enumerate() {
            hash = with(hash, *token);
            if self.wholes.contains(&hash) {
                whole = Some(count + 1);
            }
        }
        if let Some(count) = whole {
            return spans.get(count).map_or(Known::Whole, |span| Known::To(span.start));
        }
        for beginning in BEGINNINGS.iter().filter_map(|count| hashes.get(..*count)) {
            let key = joined(beginning);
            let first = self.beginnings.partition_point(|(known, _)| *known < key);
            let places = self.beginnings.get(first..).unwrap_or_default();
            let places = places.iter().take_while(|(known, _)| *known == key).take(MOST_PLACES);
            let known = places.map(|(_, at)| self.common(*at, &hashes));
            // A whole match is longer than any other.
            match known.max() {
                Some((count, _)) if count == hashes.len() => return Known::Whole,
                Some((count, true)) => return spans.get(count).map_or(Known::Whole, |span| Known::To(span.start)),
                Some((_, false)) | None => {}
            }
        }
        Known::Not
    }

    /// How many tokens are the same from here on, and whether what the caller sent ends with them.
    fn common(&self, at: usize, hashes: &[u64]) -> (usize, bool) {
        let sent = self.tokens.get(at..).unwrap_or_default();
        let count = sent.iter().zip(hashes).take_while(|(sent, said)| sent == said).count();
        let next = sent.get(count);
        (count, next.is_none_or(|next| self.ends.contains(next)))
    }
}

/// The hash of no tokens.
const START: u64 = 0x9e37_79b9_7f4a_7c15;

fn with(hash: u64, token: u64) -> u64 {
    (hash.rotate_left(5) ^ token).wrapping_mul(0x0100_0000_01b3)
}

fn joined(tokens: &[u64]) -> u64 {
    tokens.iter().fold(START, |hash, token| with(hash, *token))
}

/// The hash of a token, whatever its case. Tokens are short, and what is gained by a collision could be said.
fn hash_of(seed: u64, text: &str, span: Range<usize>) -> u64 {
    let bytes = text.get(span).unwrap_or_default().bytes();
    bytes.fold(seed, |hash, byte| with(hash, u64::from(byte.to_ascii_lowercase())))
}

/// Words of letters, digits and `_`, and single signs. White space, and escapes of it and of quotes, are between them.
fn tokens(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = bytes.get(at..)?;
            let start = at;
            match rest {
                [] => return None,
                [b'\\', b'n' | b'r' | b't', ..] => at += 2,
                [first, ..] if first.is_ascii_whitespace() || *first == b'\\' => at += 1,
                [first, ..] if is_word(first) => {
                    at += rest.iter().take_while(|byte| is_word(byte)).count();
                    return Some(start..at);
                }
                [_, ..] => {
                    at += 1;
                    return Some(start..at);
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passage_is_known_whatever_its_white_space_case_and_escapes() {
        let sent = Passages::of("explain select id\n  from teas where name = \"x\"; commit\0SELECT 1 FROM cups");
        for part in [
            "SELECT id FROM teas",
            "select id\\n from teas where name = \\\"x\\\"",
            "select 1\tfrom cups",
            "where name",
        ] {
            assert_eq!(sent.knows(part), Known::Whole, "{part}");
        }
        for part in
            ["select id, name from teas", "select 1 from teas", "cups", "teas from", "select id from teas limit 3"]
        {
            assert_eq!(sent.knows(part), Known::Not, "{part}");
        }
    }

    #[test]
    fn what_follows_a_whole_passage_is_told_apart() {
        let sent = Passages::of("select id from teas; select 1 from cups");
        assert_eq!(sent.knows("select id from teas where tenant = 3"), Known::To(20));
        assert_eq!(sent.knows("select 1 from cups union select 2"), Known::To(19));
        assert_eq!(sent.knows("select id from tea where tenant = 3"), Known::Not);
    }

    #[test]
    fn of_many_passages_with_the_same_beginning_each_is_known() {
        let rows: Vec<String> =
            (0..500).map(|id| format!("insert into teas (id, name, price, origin) values ({id})")).collect();
        let sent = Passages::of(&rows.join("\0"));
        for row in &rows {
            assert_eq!(sent.knows(row), Known::Whole, "{row}");
        }
    }
}
