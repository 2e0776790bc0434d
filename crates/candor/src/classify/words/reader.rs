//! Reads a message sentence by sentence, into the words that the phrases know.

use super::lexicon::{COLON, Hash, Lexicon, NUMBER, OPAQUE, PAUSE, UNKNOWN, Word};
use super::{Marks, Role, Trait};
use std::ops::Range;

/// The longest sentence, in tokens; what is longer is read in parts.
pub(super) const LONGEST: usize = 64;
/// The longest word with capitals in it, in letters, that any phrase knows.
const LONGEST_WORD: usize = 32;
/// The longest text between quotes that is taken as quoted.
const LONGEST_QUOTE: usize = 300;

/// The names under which JSON in a message says what went wrong.
const TELLING_KEYS: [&[u8]; 19] = [
    b"message",
    b"error",
    b"detail",
    b"details",
    b"code",
    b"type",
    b"reason",
    b"description",
    b"msg",
    b"title",
    b"status",
    b"errors",
    b"cause",
    b"exception",
    b"errormessage",
    b"error_description",
    b"errorcode",
    b"__type",
    b"statuscode",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Blank,
    Small,
    Capital,
    Digit,
    /// Joins words, or is between them: ignored.
    Joint,
    Dot,
    Colon,
    Slash,
    Pause,
    Stop,
    Quote,
    /// Part of a non-ASCII character.
    Foreign,
}

static SORTS: [Sort; 256] = {
    let mut sorts = [Sort::Joint; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(
            clippy::indexing_slicing,
            clippy::cast_possible_truncation,
            reason = "bounded by the loop's condition"
        )]
        {
            sorts[byte] = match byte as u8 {
                b' ' | b'\t' | b'\r' => Sort::Blank,
                b'a'..=b'z' => Sort::Small,
                b'A'..=b'Z' => Sort::Capital,
                b'0'..=b'9' => Sort::Digit,
                b'.' => Sort::Dot,
                b':' => Sort::Colon,
                b'/' => Sort::Slash,
                b',' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'|' | b'<' | b'>' | b'*' => Sort::Pause,
                b'\n' | b';' | b'!' | b'?' => Sort::Stop,
                b'"' | b'\'' | b'`' => Sort::Quote,
                128.. => Sort::Foreign,
                _ => Sort::Joint,
            };
        }
        byte += 1;
    }
    sorts
};

#[inline]
#[expect(clippy::indexing_slicing, reason = "a byte is always within the table")]
fn sort(byte: u8) -> Sort {
    SORTS[byte as usize]
}

/// A sentence, with what is needed more than once. What is recorded for all its words together may include words that
/// turned out to belong to something else.
pub(super) struct Sentence {
    words: [Word; LONGEST],
    /// Where each begins and ends in the text.
    spans: [(u32, u32); LONGEST],
    count: usize,
    /// A bit for each word at which phrases are looked for.
    pub(super) anchors: u64,
    /// A bit for each word whose letters are all capitals, if it has more than one.
    pub(super) capitals: u64,
    pub(super) marks: Marks,
    /// What its words do to it, all together.
    pub(super) roles: Role,
}

impl Sentence {
    const EMPTY: Sentence = Sentence {
        words: [UNKNOWN; LONGEST],
        spans: [(0, 0); LONGEST],
        count: 0,
        anchors: 0,
        capitals: 0,
        marks: 0,
        roles: 0,
    };

    /// Its words and punctuation.
    pub(super) fn words(&self) -> &[Word] {
        self.words.get(..self.count).unwrap_or_default()
    }

    /// Where in the text the word is.
    pub(super) fn span(&self, at: usize) -> Option<Range<usize>> {
        self.spans.get(at).map(|(start, end)| *start as usize..*end as usize)
    }

    /// Takes back all words but the first ones.
    fn cut(&mut self, count: usize) {
        let kept = 1u64.checked_shl(u32::try_from(count).unwrap_or(u32::MAX)).map_or(u64::MAX, |bit| bit - 1);
        self.anchors &= kept;
        self.capitals &= kept;
        self.count = count;
    }

    #[inline]
    fn note(&mut self, at: usize, word: Word, traits: &[Trait]) {
        if let Some(known) = traits.get(usize::from(word)) {
            self.marks |= known.marks;
            self.roles |= known.roles;
            self.anchors |= u64::from(known.is_anchor) << at;
        }
    }
}

/// Reads the text and hands over each sentence.
pub(super) fn read(text: &str, lexicon: &Lexicon, traits: &[Trait], on_sentence: impl FnMut(&Sentence)) {
    let mut reader = Reader {
        bytes: text.as_bytes(),
        lexicon,
        traits,
        sentence: Sentence::EMPTY,
        closing_quote: usize::MAX,
        on_sentence,
    };
    reader.run();
}

struct Reader<'a, F> {
    bytes: &'a [u8],
    lexicon: &'a Lexicon,
    /// What is recorded for each word.
    traits: &'a [Trait],
    sentence: Sentence,
    /// Where the quoted text ends that is being read because it says what went wrong.
    closing_quote: usize,
    on_sentence: F,
}

impl<F: FnMut(&Sentence)> Reader<'_, F> {
    fn run(&mut self) {
        let bytes = self.bytes;
        let mut at = 0;
        loop {
            // Most words are lowercase, or have one uppercase letter at their start.
            let letters = Hash::of_word(bytes, at);
            if letters.end == at {
                let Some(&byte) = bytes.get(at) else { break };
                at = if byte == b' ' { at + 1 } else { self.sign(byte, at) };
                continue;
            }
            at = match letters.after {
                // A space follows most words and means nothing.
                b' ' => self.push_token(self.lexicon.find(letters.hash), false, at, letters.end) + 1,
                b'A'..=b'Z' if letters.end == at + 1 => self.mixed_word(at),
                b'\'' | 0xE2 => self.mixed_word(at),
                _ => self.push_token(self.lexicon.find(letters.hash), false, at, letters.end),
            };
        }
        self.end_sentence();
    }

    /// Whatever does not begin with a letter.
    fn sign(&mut self, byte: u8, at: usize) -> usize {
        match sort(byte) {
            Sort::Blank => at + 1,
            Sort::Joint => self.joint(byte, at),
            Sort::Small | Sort::Capital => self.mixed_word(at),
            Sort::Digit => self.number(at),
            Sort::Dot => self.dot(at),
            Sort::Colon => self.colon(at),
            Sort::Slash => self.slash(at),
            Sort::Pause => self.pause(byte, at),
            Sort::Stop => self.stop(at),
            Sort::Quote => self.quote(byte, at),
            Sort::Foreign => self.foreign(at),
        }
    }

    fn before(&self, at: usize) -> Option<u8> {
        self.bytes.get(at.checked_sub(1)?).copied()
    }

    fn push(&mut self, word: Word, start: usize, end: usize) -> usize {
        self.push_token(word, false, start, end)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "texts are cut long before four gigabytes")]
    fn push_token(&mut self, word: Word, is_capitals: bool, start: usize, end: usize) -> usize {
        if self.sentence.count >= LONGEST {
            self.end_sentence();
        }
        let sentence = &mut self.sentence;
        let at = sentence.count;
        if let (Some(place), Some(span)) = (sentence.words.get_mut(at), sentence.spans.get_mut(at)) {
            *place = word;
            *span = (start as u32, end as u32);
            sentence.count = at + 1;
        }
        if is_capitals {
            sentence.capitals |= 1 << at;
        }
        if word != UNKNOWN {
            sentence.note(at, word, self.traits);
        }
        end
    }

    #[inline(never)]
    fn end_sentence(&mut self) {
        let sentence = &mut self.sentence;
        if sentence.anchors != 0 {
            (self.on_sentence)(sentence);
        }
        sentence.cut(0);
        sentence.marks = 0;
        sentence.roles = 0;
    }

    /// Punctuation that separates clauses; but a number in brackets is part of its clause.
    fn pause(&mut self, byte: u8, at: usize) -> usize {
        if byte == b'(' || byte == b'[' {
            let rest = self.bytes.get(at + 1..).unwrap_or_default();
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digits > 0 && rest.get(digits).is_some_and(|after| b")]".contains(after)) {
                self.push(NUMBER, at + 1, at + 1 + digits);
                return at + digits + 2;
            }
        }
        self.push(PAUSE, at, at + 1)
    }

    fn stop(&mut self, at: usize) -> usize {
        self.end_sentence();
        at + 1
    }

    #[inline]
    fn joint(&mut self, byte: u8, at: usize) -> usize {
        if byte == b'_' {
            return at + 1;
        }
        if byte == b'@' && self.follows_word(at) {
            return self.address(at);
        }
        if byte == b'$' && self.bytes.get(at + 1).is_some_and(u8::is_ascii_uppercase) {
            let rest = self.bytes.get(at + 1..).unwrap_or_default();
            let length =
                rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').unwrap_or(rest.len());
            let word = self.lexicon.variable();
            return self.push(word, at, at + 1 + length);
        }
        let is_dash = byte == b'-'
            && self.before(at).is_none_or(|before| before == b' ')
            && self.bytes.get(at + 1).is_none_or(|after| *after == b' ');
        if is_dash { self.push(PAUSE, at, at + 1) } else { at + 1 }
    }

    /// A word with more than one uppercase letter, or with an apostrophe: up to punctuation, or to the next word of an
    /// identifier such as `NoSuchKey` or `KMSKeyError`.
    fn mixed_word(&mut self, start: usize) -> usize {
        let mut at = start;
        let mut letters = [0; LONGEST_WORD];
        let (mut small, mut capitals) = (0usize, 0usize);
        while let Some(&byte) = self.bytes.get(at) {
            match sort(byte) {
                Sort::Small => small += 1,
                Sort::Capital => {
                    let begins_word = small > 0
                        || (capitals > 0 && self.bytes.get(at + 1).is_some_and(|after| sort(*after) == Sort::Small))
                            && !self.is_plural(at + 1);
                    if begins_word {
                        break;
                    }
                    capitals += 1;
                }
                Sort::Quote if byte == b'\'' && self.is_apostrophe(at) => {
                    at += 1;
                    continue;
                }
                Sort::Foreign if self.bytes.get(at..at + 3) == Some("’".as_bytes()) => {
                    at += 3;
                    continue;
                }
                Sort::Blank
                | Sort::Digit
                | Sort::Joint
                | Sort::Dot
                | Sort::Colon
                | Sort::Slash
                | Sort::Pause
                | Sort::Stop
                | Sort::Quote
                | Sort::Foreign => break,
            }
            if let Some(letter) = letters.get_mut(small + capitals - 1) {
                *letter = byte.to_ascii_lowercase();
            }
            at += 1;
        }
        let word = letters
            .get(..small + capitals)
            .map_or(UNKNOWN, |letters| self.lexicon.find(Hash::of_word(letters, 0).hash));
        self.push_token(word, small == 0 && capitals > 1, start, at)
    }

    /// Whether one lower-case letter follows capitals, as in "URLs".
    fn is_plural(&self, at: usize) -> bool {
        self.bytes.get(at) == Some(&b's') && self.bytes.get(at + 1).is_none_or(|after| !after.is_ascii_alphabetic())
    }

    fn is_apostrophe(&self, at: usize) -> bool {
        let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
        let after = self.bytes.get(at + 1..).unwrap_or_default();
        let is_short = |count: usize| !is_letter(after.get(count));
        is_letter(after.first()) && (is_short(1) || is_short(2)) && is_letter(self.bytes.get(at.wrapping_sub(1)))
    }

    fn number(&mut self, start: usize) -> usize {
        let rest = self.bytes.get(start..).unwrap_or_default();
        let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let is_within_word = self.before(start).is_some_and(|before| before.is_ascii_alphabetic());
        let digits = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        let is_negative = self.before(start) == Some(b'-') && !self.follows_word(start - 1);
        let begin = if is_negative { start - 1 } else { start };
        if is_within_word { start + digits } else { self.push(NUMBER, begin, start + length) }
    }

    fn dot(&mut self, at: usize) -> usize {
        match self.bytes.get(at + 1) {
            // The name of a host, a file or a package.
            Some(after) if after.is_ascii_lowercase() && self.follows_word(at) => self.dotted(at),
            Some(after) if !after.is_ascii_whitespace() && sort(*after) != Sort::Quote => at + 1,
            _ => self.stop(at),
        }
    }

    fn follows_word(&self, at: usize) -> bool {
        self.before(at).is_some_and(|before| before.is_ascii_alphanumeric())
    }

    /// Makes what is before the dot part of a name, with the lowercase letters that follow.
    fn dotted(&mut self, at: usize) -> usize {
        let rest = self.bytes.get(at + 1..).unwrap_or_default();
        let length = rest.iter().position(|byte| !byte.is_ascii_lowercase() && !byte.is_ascii_digit() && *byte != b'-');
        let end = at + 1 + length.unwrap_or(rest.len());
        if let Some(last) = self.sentence.count.checked_sub(1)
            && let Some(word) = self.sentence.words.get_mut(last)
        {
            *word = OPAQUE;
            self.sentence.anchors &= !(1 << last);
            self.sentence.note(last, OPAQUE, self.traits);
        }
        end
    }

    /// Makes what is before the character part of an address, with all up to the next space.
    fn address(&mut self, at: usize) -> usize {
        let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"._%+-".contains(&byte);
        let before = self.bytes.get(..at).unwrap_or_default();
        let start = at - before.iter().rev().take(64).take_while(|byte| belongs(**byte)).count();
        while let Some(last) = self.sentence.count.checked_sub(1)
            && self.sentence.span(last).is_some_and(|span| span.start >= start)
        {
            self.sentence.cut(last);
        }
        self.opaque(at)
    }

    fn colon(&mut self, at: usize) -> usize {
        match self.bytes.get(at + 1) {
            Some(b'/') if self.bytes.get(at + 2) == Some(&b'/') => {
                self.sentence.cut(self.sentence.count.saturating_sub(1));
                self.opaque(at)
            }
            Some(b':') => at + 2,
            Some(after) if after.is_ascii_alphanumeric() => self.push(PAUSE, at, at + 1),
            _ => self.push(COLON, at, at + 1),
        }
    }

    /// A path, or a character between words that belong together.
    fn slash(&mut self, at: usize) -> usize {
        let begins = self.before(at).is_none_or(|before| !before.is_ascii_alphanumeric());
        let goes_on =
            self.bytes.get(at + 1).is_some_and(|after| after.is_ascii_alphanumeric() || b"._~".contains(after));
        if begins && goes_on { self.opaque(at) } else { at + 1 }
    }

    /// Skips text up to the next space.
    fn opaque(&mut self, start: usize) -> usize {
        let rest = self.bytes.get(start..).unwrap_or_default();
        let ends = |byte: &u8| byte.is_ascii_whitespace() || b"\"'`<>,;)]}".contains(byte);
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        let end =
            if rest.get(length.wrapping_sub(1)).is_some_and(|last| b".:".contains(last)) { length - 1 } else { length };
        self.push(OPAQUE, start, start + end.max(1))
    }

    fn quote(&mut self, quote: u8, at: usize) -> usize {
        if at == self.closing_quote {
            self.closing_quote = usize::MAX;
            return self.stop(at);
        }
        let follows_word = self.before(at).is_some_and(|before| before.is_ascii_alphanumeric());
        let after = self.bytes.get(at + 1..).unwrap_or_default();
        let within = after.get(..LONGEST_QUOTE.min(after.len())).unwrap_or_default();
        let closes = |(index, byte): (usize, &u8)| {
            *byte == quote && !(quote == b'\'' && within.get(index + 1).is_some_and(u8::is_ascii_alphabetic))
        };
        let closing = within.iter().take_while(|byte| **byte != b'\n').enumerate().position(closes);
        let is_whole = at == 0 && after.last() == Some(&quote);
        let Some(length) = closing.filter(|_| !follows_word && !is_whole) else { return at + 1 };
        let end = at + length + 2;
        let is_key =
            self.bytes.get(end..).unwrap_or_default().iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':');
        if is_key {
            return self.push(PAUSE, at, end);
        }
        let is_status = matches!(within, [b'4' | b'5', b'0'..=b'9', b'0'..=b'9', b' ', ..]);
        if self.closing_quote == usize::MAX && (is_status || self.follows_telling_key(at)) {
            self.end_sentence();
            self.closing_quote = end - 1;
            return at + 1;
        }
        self.push(OPAQUE, at, end)
    }

    /// Whether the quoted text at `at` is the value of a key that says what went wrong.
    fn follows_telling_key(&self, at: usize) -> bool {
        let before = self.bytes.get(at.saturating_sub(40)..at).unwrap_or_default();
        let is_filler = |byte: &u8| byte.is_ascii_whitespace() || b"\\\"'".contains(byte);
        let trimmed = |bytes: &[u8]| bytes.len() - bytes.iter().rev().take_while(|byte| is_filler(byte)).count();
        let before = before.get(..trimmed(before)).unwrap_or_default();
        let Some((b':' | b'=', before)) = before.split_last() else { return false };
        let before = before.get(..trimmed(before)).unwrap_or_default();
        let key = before.rsplit(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').next().unwrap_or_default();
        TELLING_KEYS.iter().any(|telling| telling.eq_ignore_ascii_case(key))
    }

    fn foreign(&mut self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        match rest {
            [0xE2, 0x80, 0x9C, quoted @ ..] => {
                let within = quoted.get(..LONGEST_QUOTE.min(quoted.len())).unwrap_or_default();
                match within.windows(3).position(|window| window == "”".as_bytes()) {
                    Some(length) => self.push(OPAQUE, at, at + length + 6),
                    None => at + 3,
                }
            }
            // Dashes and the ellipsis.
            [0xE2, 0x80, 0x93 | 0x94 | 0xA6, ..] => self.push(PAUSE, at, at + 3),
            [0xE2, 0x80, ..] => at + 3,
            _ => {
                let length = rest.iter().position(u8::is_ascii).unwrap_or(rest.len());
                self.push(UNKNOWN, at, at + length)
            }
        }
    }
}
