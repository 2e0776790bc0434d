//! Files of the server: their paths, and places in its source.

pub(super) mod posix_path;
pub(super) mod source_location;
pub(super) mod windows_path;

use crate::text::{Class, Text};

/// The characters of a path without spaces.
const WORD: Class = Class::not(" \t\r\n\"'<>()[]{}|`,;*?\u{1b}");
/// How much of a path is read before it is known to be one.
const LONGEST_PATH: usize = 4096;

/// The end of a path of which only a part was read: a longer path is removed as a whole.
fn whole_path_end(text: Text<'_>, start: usize, end: usize) -> usize {
    if end - start < LONGEST_PATH { end } else { text.skip(end, &WORD) }
}

/// The end of the path that begins at `start` and is known to reach `known`: white space, quotes or brackets end it,
/// unless it is in quotes as a whole; punctuation at its end belongs to the sentence.
fn path_end(text: Text<'_>, start: usize, known: usize) -> usize {
    const QUOTE: Class = Class::of("\"'`");
    /// The longest path with spaces.
    const LONGEST: usize = 256;
    let end = text.skip_at_most(known, &WORD, LONGEST_PATH);
    let end = match text.byte_before(start).filter(|byte| QUOTE.has(*byte)) {
        Some(quote) => {
            let quoted = text.skip_at_most(end, const { &Class::of("A-Za-z0-9_.()&+,~/\\ -") }, LONGEST);
            // A sentence in quotes may begin with a path, so what follows the space must be part of a path too.
            let more = text.get(end..quoted).trim_end_matches('\\');
            let is_path = more.contains(['/', '\\'])
                || more.rsplit_once('.').is_some_and(|(_, end)| (1..=5).contains(&end.len()));
            if text.byte(quoted) == Some(quote) && is_path { quoted } else { end }
        }
        None => end,
    };
    // So do characters that are neither ASCII nor letters, such as other scripts' quotes.
    let is_of_sentence = |sign: char| ".:!\\, ".contains(sign) || !sign.is_ascii() && !sign.is_alphanumeric();
    start + text.get(start..end).trim_end_matches(is_of_sentence).len()
}
