//! Configured secrets: exact texts in any case, as they are, in base64 and in hexadecimal digits.
//!
//! Percent-encoded ASCII and escapes need no code here: a text is also searched with both decoded.

use crate::base64::{FOR_URLS, STANDARD};
use crate::rule::{Family, Finding, explained};
use crate::rule_info::RuleInfo;
use crate::{EMAIL, PATH, REDACTED, Scrubber};
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use std::ops::Range;

const ID: &str = "configured-secret";

explained! {
    /// # What it removes
    ///
    /// Every exact secret that the scrubber was given with `Scrubber::with_secret`, also in capitals or small letters, in
    /// base64, in hexadecimal digits, percent-encoded and escaped. A secret shorter than four bytes is ignored, and one
    /// longer than 1 KiB is not searched for in base64 and hexadecimal digits.
    ///
    /// # Why
    ///
    /// No rule can recognise a secret that only the server knows.
    ///
    /// # Example
    ///
    /// With the secret `made-up-8`,
    ///
    /// ```text
    /// login with made-up-8 failed
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// login with [redacted] failed
    /// ```
    ///
    /// # Instead
    ///
    /// Keep a secret in a type whose `Debug` and `Display` do not print it.
    pub(crate) const INFO: RuleInfo = RuleInfo {
        id: ID,
        family: Family::Secrets,
        placeholder: REDACTED,
    };
}

/// Shorter secrets are ignored: they occur in ordinary words.
pub(crate) const SHORTEST: usize = 4;
/// Shorter pieces of base64 could occur in any text.
const SHORTEST_ENCODED: usize = 6;

/// Longer secrets are not searched for in base64 and hexadecimal digits.
const LONGEST_ENCODED: usize = 1024;

/// Why a text cannot be a configured secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum UnusableSecret {
    /// It is shorter than [`Scrubber::SHORTEST_SECRET`]: ordinary words would be removed with it.
    #[error("the secret is shorter than {SHORTEST} bytes: removed everywhere, it would take ordinary words with it")]
    TooShort,
    /// It is part of a placeholder, so every scrubbed text would contain it again.
    #[error("the secret is part of a placeholder such as {REDACTED}, so it cannot be removed")]
    InPlaceholder,
}

impl Scrubber {
    /// Checks whether [`Scrubber::with_secret`] can remove this text.
    ///
    /// # Errors
    ///
    /// [`UnusableSecret`] if the text is too short, or part of a placeholder.
    ///
    /// ```
    /// use candor_scrub::{Scrubber, UnusableSecret};
    ///
    /// assert_eq!(Scrubber::check_secret("made-up-8"), Ok(()));
    /// assert_eq!(Scrubber::check_secret("abc"), Err(UnusableSecret::TooShort));
    /// assert_eq!(Scrubber::check_secret("redact"), Err(UnusableSecret::InPlaceholder));
    /// ```
    pub fn check_secret(secret: &str) -> Result<(), UnusableSecret> {
        if secret.len() < SHORTEST {
            Err(UnusableSecret::TooShort)
        } else if [REDACTED, PATH, EMAIL].iter().any(|placeholder| placeholder.contains(secret)) {
            Err(UnusableSecret::InPlaceholder)
        } else {
            Ok(())
        }
    }
}

/// A set of exact secrets, and the search for all of them at once.
pub(crate) struct Secrets {
    words: Vec<Box<str>>,
    search: Search,
}

/// The search for all encodings of the secrets, in any case: capitals hide no secret, and that base64 in another case is
/// found too costs nothing.
enum Search {
    Automaton(AhoCorasick),
    /// One by one, in small letters: for more secrets than an automaton can hold.
    OneByOne(Vec<Vec<u8>>),
}

impl Search {
    fn new(forms: Vec<Vec<u8>>) -> Search {
        // The other kinds of automata use too much memory for long secrets.
        let kind = Some(AhoCorasickKind::ContiguousNFA);
        let mut builder = AhoCorasick::builder();
        let builder = builder.kind(kind).match_kind(MatchKind::Standard).ascii_case_insensitive(true);
        builder.build(&forms).map_or_else(|_| Search::one_by_one(forms), Search::Automaton)
    }

    fn one_by_one(mut forms: Vec<Vec<u8>>) -> Search {
        forms.iter_mut().for_each(|form| form.make_ascii_lowercase());
        Search::OneByOne(forms)
    }

    /// Whether any occurs.
    fn is_in(&self, text: &[u8]) -> bool {
        match self {
            Search::Automaton(automaton) => automaton.is_match(text),
            Search::OneByOne(forms) => {
                let text = text.to_ascii_lowercase();
                forms.iter().any(|form| memchr::memmem::find(&text, form).is_some())
            }
        }
    }

    /// Calls the function with every occurrence, including those that overlap.
    fn find(&self, text: &[u8], mut found: impl FnMut(Range<usize>)) {
        match self {
            Search::Automaton(automaton) => automaton.find_overlapping_iter(text).for_each(|it| found(it.range())),
            Search::OneByOne(forms) => {
                let text = text.to_ascii_lowercase();
                for form in forms {
                    let mut from = 0;
                    let next = |from: usize| memchr::memmem::find(text.get(from..)?, form).map(|at| from + at);
                    while let Some(at) = next(from) {
                        found(at..at + form.len());
                        from = at + 1;
                    }
                }
            }
        }
    }
}

impl Secrets {
    /// Keeps the words that can be secrets.
    pub(crate) fn new(words: impl Iterator<Item = Box<str>>) -> Secrets {
        let words: Vec<_> = words.filter(|word| Scrubber::check_secret(word).is_ok()).collect();
        let short = words.iter().filter(|word| word.len() <= LONGEST_ENCODED);
        let encoded = short.flat_map(|word| encodings(word.as_bytes()).chain([hexadecimal(word.as_bytes())]));
        let foreign = words.iter().filter(|word| !word.is_ascii());
        let foreign = foreign.flat_map(|word| {
            let cased = [word.to_lowercase(), word.to_uppercase()];
            let written = [&**word, &cased[0], &cased[1]].map(percent_encoding);
            written.into_iter().chain(cased.map(String::into_bytes)).collect::<Vec<_>>()
        });
        let patterns = words.iter().map(|word| word.as_bytes().to_vec()).chain(encoded).chain(foreign);
        let search = Search::new(patterns.collect());
        Secrets { words, search }
    }

    /// Whether any contains a quote, a backslash, a backspace or a form feed, which may be escaped.
    pub(crate) fn have_escapes(&self) -> bool {
        self.words.iter().any(|word| word.contains(['"', '\'', '\\', '\u{8}', '\u{c}']))
    }

    pub(crate) fn words(&self) -> &[Box<str>] {
        &self.words
    }

    /// Whether any occurs, as the text is written.
    pub(crate) fn are_in(&self, text: &[u8]) -> bool {
        self.search.is_in(text)
    }

    /// Finds every occurrence, including those that overlap: of a secret that repeats itself, all is removed.
    pub(crate) fn find(&self, text: &str, taken: &mut Vec<Finding>) {
        self.search.find(text.as_bytes(), |found| {
            let span = text.floor_char_boundary(found.start)..text.ceil_char_boundary(found.end);
            match taken.last_mut() {
                Some(last) if last.id == ID && span.start < last.span.end && last.span.start < span.end => {
                    last.span = last.span.start.min(span.start)..last.span.end.max(span.end);
                }
                _ => taken.push(Finding { span, rank: 0, id: ID, family: Family::Secrets, placeholder: REDACTED }),
            }
        });
    }
}

/// Percent-encoding. A text is also searched with ASCII escapes decoded, so only other bytes are encoded here.
fn percent_encoding(secret: &str) -> Vec<u8> {
    let byte = |byte: u8| if byte.is_ascii() { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    secret.bytes().map(byte).collect::<String>().into_bytes()
}

/// Two digits for each byte, without anything between them.
fn hexadecimal(secret: &[u8]) -> Vec<u8> {
    secret.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into_bytes()
}

/// The base64 of every text that contains the secret, in both alphabets: three encodings, for the three offsets of the
/// secret in a group of three bytes. The first and the last character can depend on the text before and after; they are left
/// out, and of a secret that is too short for that, all are there that it can be.
fn encodings(secret: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let forms = (0..3).flat_map(move |offset| {
        let (skipped, end) = (offset * 8, (offset + secret.len()) * 8);
        let bit = move |at: usize| {
            let byte = secret.get(at.checked_sub(skipped)? / 8)?;
            Some(usize::from(byte >> (7 - at % 8) & 1))
        };
        let is_sure = (end / 6).saturating_sub(skipped.div_ceil(6)) >= SHORTEST_ENCODED;
        let groups = if is_sure { skipped.div_ceil(6)..end / 6 } else { skipped / 6..end.div_ceil(6) };
        let sure = move |group: usize| (0..6).try_fold(0, |sum, at| Some(sum * 2 + bit(group * 6 + at)?));
        let could_be = move |group: usize, value: usize| {
            (0..6).all(|at| bit(group * 6 + at).is_none_or(|bit| value >> (5 - at) & 1 == bit))
        };
        groups.fold(vec![Vec::new()], |mut forms: Vec<Vec<usize>>, group| {
            if let Some(value) = sure(group) {
                forms.iter_mut().for_each(|form| form.push(value));
                return forms;
            }
            let with = |form: &Vec<usize>, value: usize| form.iter().copied().chain([value]).collect();
            let values = (0..64).filter(|value| could_be(group, *value));
            values.flat_map(|value| forms.iter().map(move |form| with(form, value))).collect()
        })
    });
    let written = forms.flat_map(|values| {
        [STANDARD, FOR_URLS]
            .map(|alphabet| values.iter().filter_map(|value| alphabet.get(*value).copied()).collect::<Vec<u8>>())
    });
    let mut written: Vec<_> = written.collect();
    written.sort_unstable();
    written.dedup();
    written.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_removed_anywhere_in_a_text() {
        let scrubber = Scrubber::new().with_secret("s3cr3t!").with_secret("abc");
        assert_eq!(scrubber.scrub("xs3cr3t!y s3cr3t! abc"), "x[redacted]y [redacted] abc");
    }

    #[test]
    fn every_byte_of_every_occurrence_is_found() {
        for (secret, text) in
            [("abab", "xababab abab"), ("aaaa", "aaaaaaaaab"), ("abcab", "abcabcab cabcab"), ("aabaa", "aabaabaa")]
        {
            let mut taken = Vec::new();
            Secrets::new([Box::from(secret)].into_iter()).find(text, &mut taken);
            let mut covered = vec![false; text.len()];
            taken.into_iter().for_each(|taken| covered[taken.span].fill(true));
            let naive = (0..text.len()).filter(|at| text[*at..].starts_with(secret));
            let mut expected = vec![false; text.len()];
            naive.for_each(|at| expected[at..at + secret.len()].fill(true));
            assert_eq!(covered, expected, "{secret} in {text}");
        }
    }

    #[test]
    fn searching_one_by_one_finds_the_same_as_the_automaton() {
        let forms: Vec<Vec<u8>> = ["abab", "bab", "cab"].map(|form| form.as_bytes().to_vec()).into();
        let all = |search: Search| {
            let mut spans = Vec::new();
            search.find(b"xabaBab cAbab", |span| spans.push((span.start, span.end)));
            spans.sort_unstable();
            spans
        };
        let one_by_one = all(Search::one_by_one(forms.clone()));
        assert!(one_by_one.len() > 4);
        assert_eq!(one_by_one, all(Search::new(forms)));
    }

    #[test]
    fn base64_hides_no_secret() {
        let scrubber = Scrubber::new().with_secret("hunter2-production");
        // `hunter2-production` after nothing, after `a:` and after `ab:`.
        for text in ["aHVudGVyMi1wcm9kdWN0aW9u", "YTpodW50ZXIyLXByb2R1Y3Rpb24=", "YWI6aHVudGVyMi1wcm9kdWN0aW9u"] {
            let scrubbed = scrubber.scrub(text);
            assert!(scrubbed.contains("[redacted]") && scrubbed.len() < text.len(), "{scrubbed}");
        }
        assert_eq!(scrubber.scrub("x=hunter2%2Dproduction"), "x=[redacted]");
        assert_eq!(Scrubber::new().with_secret("pä55wört").scrub("x=p%C3%A455w%c3%b6rt"), "x=[redacted]");
        assert_eq!(Scrubber::new().with_secret("pä55wört").scrub("x=p%C3%A455w%C3%B6rt"), "x=[redacted]");
        assert_eq!(Scrubber::new().with_secret("ab\"cd1234").scrub(r#"{"x":"ab\"cd1234"}"#), r#"{"x":"[redacted]"}"#);
    }

    #[test]
    fn base64_hides_no_short_secret_wherever_it_begins() {
        for secret in ["q7!Z", "q7!Zk", "q7!Zk~", "q7!Zk~w", "\u{7f}?>~"] {
            let scrubber = Scrubber::new().with_secret(secret);
            for (before, after) in
                [("", ""), ("a", ""), ("ab", "c"), ("user=ann:", " and"), ("a\u{ff}", "\u{ff}b"), (":", "x")]
            {
                let text = format!("{before}{secret}{after}");
                for alphabet in [STANDARD, FOR_URLS] {
                    let encoded = crate::base64::encode(text.as_bytes(), alphabet);
                    let scrubbed = scrubber.scrub(&encoded);
                    assert!(scrubbed.contains("[redacted]"), "{secret} in {text}: {encoded}");
                }
            }
            let sentence = "The order of 5 teas was sent to the kitchen, see https://shop.example.com/orders/5a7f";
            assert_eq!(scrubber.scrub(sentence), sentence);
        }
    }

    #[test]
    fn every_escape_of_json_is_read() {
        for sign in ['\u{8}', '\u{c}', '\n', '\r', '\t', '"', '\\', '/', '\u{1}'] {
            let secret = format!("ab{sign}cd1234");
            let scrubber = Scrubber::new().with_secret(&*secret);
            let text = serde_json::json!({ "x": secret }).to_string();
            assert_eq!(scrubber.scrub(&text), r#"{"x":"[redacted]"}"#);
            let again = serde_json::json!({ "y": text }).to_string();
            assert!(!scrubber.scrub(&again).contains("cd1234"), "{again}");
        }
    }

    #[test]
    fn neither_case_nor_hexadecimal_digits_hide_a_secret() {
        let scrubber = Scrubber::new().with_secret("Hunter2-Pröduction");
        for text in [
            "HUNTER2-PRÖDUCTION",
            "hunter2-pröduction",
            "48756e746572322d5072c3b664756374696f6e",
            "48756E746572322D5072C3B664756374696F6E",
            "HUNTER2-PR%C3%96DUCTION",
            r"\x48unter2\u002dPr\u00f6duction",
            r"hunter2-pr\\u00f6duction",
            "&#72;unter2-Pröduction",
        ] {
            assert_eq!(scrubber.scrub(&format!("x={text} y")), "x=[redacted] y", "{text}");
            assert!(scrubber.contains_secret(&format!("x={text} y")), "{text}");
        }
        assert!(!scrubber.contains_secret("hunter-production"));
        assert!(!Scrubber::new().contains_secret("hunter-production"));
    }
}
