//! What the words of a message say.
//!
//! A message is read once, sentence by sentence, into the words that the phrases know. Quoted text, links and paths are
//! not read: they are what the message is about. Identifiers such as `NoSuchKey` or `channel_not_found` are read like
//! the words that they are made of. Of all phrases that are found the strongest decides, the first one among equals;
//! where there is nothing but 004's keywords, the first in 004's order. A phrase that says what something must be suppresses
//! what is before it in its clause, and advice counts for less than statements.

mod arbiter;
mod class;
mod lexicon;
mod model;
mod order;
mod pattern;
mod phrase;
mod phrases;
mod reader;

pub(crate) use arbiter::BY_MODEL;
pub(crate) use phrase::Strength;

use super::judgement::Judgement;
use super::typed::errno::{self, Errno};
use crate::failure::Certainty;
use lexicon::{Lexicon, Word, is_edge};
use pattern::{Pattern, Sets};
use phrase::{Meaning, Phrase};
use reader::Sentence;
use std::cmp::{Ordering, Reverse};
use std::ops::Range;
use std::sync::LazyLock;

/// What a message says: the rule that found it, what it means, and where it is.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    pub(crate) rule: &'static str,
    pub(crate) judgement: Judgement,
    pub(crate) strength: Strength,
    /// Whether a standard identifier or number says it.
    pub(crate) is_marker: bool,
    /// Where it says so.
    pub(crate) span: Range<usize>,
    pub(crate) certainty: Certainty,
}

impl Statement {
    /// The same in a text that begins so many bytes earlier.
    pub(crate) fn moved(self, bytes: usize) -> Statement {
        Statement { span: self.span.start + bytes..self.span.end + bytes, ..self }
    }
}

/// What the text says: by its phrases, or by the model where they are unsure or silent.
pub(crate) fn judge(text: &str) -> Option<Statement> {
    arbiter::judge(text, read_with_order(text))
}

/// The strongest thing that the text says; of a text that has only 004's keywords, the first in 004's order.
pub(crate) fn read(text: &str) -> Option<Statement> {
    read_with_order(text).map(|(said, _)| said)
}

/// The same, and whether 004's order decided.
fn read_with_order(text: &str) -> Option<(Statement, bool)> {
    let said = strongest(text)?;
    let first = order::first(text).and_then(|span| Some(strongest(text.get(span.clone())?)?.moved(span.start)));
    Some(first.map_or((said, false), |first| (first, true)))
}

fn strongest(text: &str) -> Option<Statement> {
    let grammar = &*GRAMMAR;
    let mut best: Option<Statement> = None;
    reader::read(text, &grammar.lexicon, &grammar.traits, |sentence| {
        if let Some(statement) = grammar.strongest(text, sentence, best.as_ref()) {
            best = Some(statement);
        }
    });
    best
}

fn rank(statement: &Statement) -> (Strength, bool) {
    (statement.strength, statement.is_marker)
}

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(Grammar::new);

/// The phrases made ready, with the words that they are made of.
struct Grammar {
    lexicon: Lexicon,
    sets: Sets,
    entries: Vec<Entry>,
    /// Phrases that claim their subject, which are looked for first.
    claiming: Anchored,
    others: Anchored,
    /// For each word, what it does to a sentence.
    traits: Vec<Trait>,
}

struct Entry {
    phrase: Phrase,
    pattern: Pattern,
    is_marker: bool,
}

/// For each word, the entries whose anchor it is, the strongest first.
#[derive(Default)]
struct Anchored {
    ranges: Vec<Range<u32>>,
    candidates: Vec<Candidate>,
}

/// An entry that may be found where its anchor is.
#[derive(Clone, Copy)]
struct Candidate {
    /// Marks of the words of which one must be in the sentence too.
    others: [Marks; 2],
    pattern: Pattern,
    entry: u16,
    strength: Strength,
}

/// A bit for each of some words; several words share one.
type Marks = u128;

fn mark(word: Word) -> Marks {
    1 << (word % 128)
}

impl Anchored {
    fn of(entries: &[Entry], is_wanted: impl Fn(&Entry) -> bool, lexicon: &Lexicon, sets: &Sets) -> Anchored {
        let mut lists: Vec<Vec<Candidate>> = vec![Vec::new(); lexicon.len()];
        for (index, entry) in (0u16..).zip(entries).filter(|(_, entry)| is_wanted(entry)) {
            let others = entry.pattern.others(sets);
            let candidate = Candidate { others, pattern: entry.pattern, entry: index, strength: entry.phrase.strength };
            for word in entry.pattern.anchors(sets) {
                if let Some(list) = lists.get_mut(usize::from(*word)) {
                    list.push(candidate);
                }
            }
        }
        let mut anchored = Anchored::default();
        let length = |candidates: &[Candidate]| u32::try_from(candidates.len()).unwrap_or(u32::MAX);
        for mut list in lists {
            list.sort_by_key(|candidate| Reverse(candidate.strength));
            let start = length(&anchored.candidates);
            anchored.candidates.extend(list);
            anchored.ranges.push(start..length(&anchored.candidates));
        }
        anchored
    }

    #[inline]
    fn at(&self, word: Word) -> &[Candidate] {
        let range = self.ranges.get(usize::from(word)).cloned().unwrap_or_default();
        self.candidates.get(range.start as usize..range.end as usize).unwrap_or_default()
    }
}

/// What a sentence inherits from a word in it.
#[derive(Clone, Copy, Default)]
struct Trait {
    marks: Marks,
    roles: Role,
    /// Whether phrases are looked for where the word is.
    is_anchor: bool,
}

/// What a word does to a sentence, a bit each.
type Role = u8;

/// The clause is advice, if it begins with the word.
const IS_ADVICE: Role = 1;
/// What follows in the clause is a guess.
const IS_HYPOTHETICAL: Role = 2;
/// A phrase that claims its subject has the word as its anchor.
const IS_CLAIM: Role = 4;

impl Grammar {
    fn new() -> Grammar {
        let (mut lexicon, mut sets) = (Lexicon::new(), Sets::default());
        let mut entries: Vec<Entry> = Vec::new();
        let is_word = |errno: &&Errno| !errno.name().bytes().any(|byte| byte.is_ascii_digit());
        for errno in errno::all().filter(is_word) {
            let phrase = Phrase::new(errno.rule, "", errno.judgement, Strength::Certain);
            let pattern = Pattern::of(&errno.name().replace('_', " "), &mut lexicon, &mut sets);
            entries.push(Entry { phrase, pattern, is_marker: true });
        }
        let lists = std::iter::once((phrases::MARKERS, true)).chain(phrases::COMMON.map(|list| (list, false)));
        for (phrase, is_marker) in
            lists.flat_map(|(list, is_marker)| list.iter().map(move |phrase| (phrase, is_marker)))
        {
            let pattern = Pattern::of(phrase.pattern, &mut lexicon, &mut sets);
            entries.push(Entry { phrase: *phrase, pattern, is_marker });
        }
        let advice: Vec<Word> = ADVICE.iter().map(|word| lexicon.add(word)).collect();
        let hypothetical: Vec<Word> = HYPOTHETICAL.iter().map(|word| lexicon.add(word)).collect();
        let mut uses = vec![0u32; lexicon.len()];
        for word in entries.iter().flat_map(|entry| entry.pattern.words(&sets)) {
            if let Some(count) = uses.get_mut(usize::from(word)) {
                *count += 1;
            }
        }
        for entry in &mut entries {
            entry.pattern.anchor(&sets, &uses);
        }
        let claiming = Anchored::of(&entries, |entry| entry.phrase.claims_subject, &lexicon, &sets);
        let others = Anchored::of(&entries, |entry| !entry.phrase.claims_subject, &lexicon, &sets);
        let claims = (0..).zip(&claiming.ranges).filter(|(_, range)| !range.is_empty()).map(|(word, _)| word).collect();
        let is_anchor = |anchored: &Anchored, word| !anchored.at(word).is_empty();
        let words = (0..Word::MAX).take(lexicon.len());
        let mut traits: Vec<Trait> = words
            .map(|word| Trait {
                marks: if word == lexicon::UNKNOWN { 0 } else { mark(word) },
                roles: 0,
                is_anchor: is_anchor(&claiming, word) || is_anchor(&others, word),
            })
            .collect();
        for (words, role) in [(advice, IS_ADVICE), (hypothetical, IS_HYPOTHETICAL), (claims, IS_CLAIM)] {
            for word in words {
                if let Some(known) = traits.get_mut(usize::from(word)) {
                    known.roles |= role;
                }
            }
        }
        sets.finish(lexicon.len());
        Grammar { lexicon: lexicon.finish(), sets, entries, claiming, others, traits }
    }

    /// The strongest thing that a sentence says, if it is stronger than what was said before.
    fn strongest(&self, text: &str, sentence: &Sentence, before: Option<&Statement>) -> Option<Statement> {
        let mut best = None;
        let mut suppressed = Suppressed::default();
        if sentence.roles & IS_CLAIM != 0 {
            self.look::<true>(text, sentence, before, &mut best, &mut suppressed);
        }
        self.look::<false>(text, sentence, before, &mut best, &mut suppressed);
        best
    }

    /// Keeps the best of the candidates that are found: of those that claim their subject, or of the others, as far as
    /// they are not suppressed.
    fn look<const CLAIMS: bool>(
        &self,
        text: &str,
        sentence: &Sentence,
        before: Option<&Statement>,
        best: &mut Option<Statement>,
        suppressed: &mut Suppressed,
    ) {
        let anchored = if CLAIMS { &self.claiming } else { &self.others };
        let words = sentence.words();
        let mut least = best.as_ref().or(before).map_or(Strength::Weak, |known| known.strength);
        let mut anchors = sentence.anchors;
        while anchors != 0 {
            let at = anchors.trailing_zeros() as usize;
            anchors &= anchors - 1;
            let Some(&word) = words.get(at) else { break };
            for candidate in anchored.at(word) {
                if !CLAIMS && candidate.strength < least {
                    break;
                }
                let [one, two] = candidate.others;
                if one & sentence.marks == 0 || two & sentence.marks == 0 {
                    continue;
                }
                let Some((start, end)) = candidate.pattern.find(&self.sets, sentence, at) else { continue };
                if CLAIMS {
                    suppressed.add(words, start);
                } else if suppressed.contains(&(start..end)) {
                    continue;
                }
                let Some(entry) = self.entries.get(usize::from(candidate.entry)) else { continue };
                let (Some(first), Some(last)) = (sentence.span(start), sentence.span(end.wrapping_sub(1))) else {
                    continue;
                };
                let span = first.start..last.end;
                let strength = self.weighed(entry, sentence, start);
                let rank_here = (strength, entry.is_marker);
                // Of one sentence, the first of the strongest, and the longest of those that begin together.
                let is_better = match best.as_ref() {
                    None => before.is_none_or(|before| rank_here > rank(before)),
                    Some(best) => match rank_here.cmp(&rank(best)) {
                        Ordering::Less => false,
                        Ordering::Equal if span.start == best.span.start => span.end > best.span.end,
                        Ordering::Equal => span.start < best.span.start,
                        Ordering::Greater => true,
                    },
                };
                if is_better && let Some((rule, judgement)) = conclusion(entry, text, sentence, start..end) {
                    least = strength;
                    *best = Some(Statement {
                        rule,
                        judgement,
                        strength,
                        is_marker: entry.is_marker,
                        span,
                        certainty: Certainty::Likely,
                    });
                }
            }
        }
    }

    fn role(&self, word: Word) -> Role {
        self.traits.get(usize::from(word)).map_or(0, |known| known.roles)
    }

    /// The strength of the phrase where it is: advice and what might be count for less.
    fn weighed(&self, entry: &Entry, sentence: &Sentence, start: usize) -> Strength {
        if entry.is_marker || sentence.roles & (IS_ADVICE | IS_HYPOTHETICAL) == 0 {
            return entry.phrase.strength;
        }
        let before = sentence.words().get(..start).unwrap_or_default();
        let clause = before
            .iter()
            .rposition(|word| is_edge(*word))
            .map_or(before, |edge| before.get(edge + 1..).unwrap_or_default());
        let is_advice = clause.first().is_some_and(|word| self.role(*word) & IS_ADVICE != 0);
        let is_hypothetical = clause.iter().any(|word| self.role(*word) & IS_HYPOTHETICAL != 0);
        if is_advice || is_hypothetical { Strength::Weak } else { entry.phrase.strength }
    }
}

/// What the phrase says that was found there.
fn conclusion(
    entry: &Entry,
    text: &str,
    sentence: &Sentence,
    mut found: Range<usize>,
) -> Option<(&'static str, Judgement)> {
    match entry.phrase.meaning {
        Meaning::Judged(judgement) => Some((entry.phrase.rule, judgement)),
        Meaning::Marked(marker) => found.find_map(|at| {
            let is_number = sentence.words().get(at) == Some(&lexicon::NUMBER);
            if is_number { marker.judgement(text.get(sentence.span(at)?)?) } else { None }
        }),
    }
}

/// The parts of a sentence that are only what the rest of their clause speaks of, as tokens.
#[derive(Default)]
struct Suppressed {
    parts: [Range<usize>; 4],
    count: usize,
}

impl Suppressed {
    /// All of the clause before this token.
    fn add(&mut self, words: &[Word], before: usize) {
        let edge = words.get(..before).unwrap_or_default().iter().rposition(|word| is_edge(*word));
        if let Some(part) = self.parts.get_mut(self.count) {
            *part = edge.map_or(0, |edge| edge + 1)..before;
            self.count += 1;
        }
    }

    fn contains(&self, found: &Range<usize>) -> bool {
        self.parts.iter().take(self.count).any(|part| part.start <= found.start && found.end <= part.end)
    }
}

/// Words that begin a sentence of advice.
const ADVICE: [&str; 21] = [
    "please", "try", "use", "see", "check", "contact", "ensure", "retry", "wait", "visit", "consider", "verify",
    "hint", "note", "tip", "maybe", "perhaps", "run", "make", "refer", "for",
];

/// Words after which a clause is a guess.
const HYPOTHETICAL: [&str; 7] = ["if", "whether", "unless", "might", "would", "whenever", "may"];
